import type { Page } from './pages.ts';

/** Pages of the site that are tools: what they do, for those who only read. */
export const TOOL_PAGES: readonly Page[] = [
  page(
    'explorer',
    'Explorer',
    'The data as charts in a browser, with the price of every call before it is made.',
    [
      'Open `/developers/explorer` of the service. It shows trends, rankings, growth, payment methods, key figures, tags and',
      'related purchases as charts and tables, for the whole market, a category or a sub-category, over any range.',
      '',
      '- Without a key it shows made-up figures, free of charge.',
      '- With a key it makes calls, and says what each costs before it is made.',
      '- Every chart can be downloaded as CSV and PNG, and shows the request behind it.',
    ],
  ),
  page('pricing', 'Pricing', 'The price of every call, and what a month of your own questions costs.', [
    'Open `/developers/pricing` of the service. Choose questions, how often they are asked, about how many categories and over',
    'which range: it adds up the points a month, and the money if your provider has set the price of a point.',
    '',
    'Programs ask `/api/account/quote`, which is free.',
  ]),
  page('account', 'Account', 'Balance, prices and usage of your account in a browser.', [
    'Open `/developers/account` of the service and enter your key. It shows the balance, the prices, usage by day and by',
    'path, and the recent calls one by one. It costs nothing.',
    '',
    'Programs ask `/api/account`, `/api/account/usage` and `/api/account/calls`.',
  ]),
];

function page(id: string, title: string, description: string, lines: readonly string[]): Page {
  const markdown = [`# ${title}`, '', ...lines].join('\n');
  return { id, title, description, url: `/developers/${id}`, audience: 'callers', markdown };
}
