import type { DefaultTheme } from 'vitepress';

/** What is written into pages when the site is built, and so is not in the programs of its pages. */
export const built = {
  title: 'Market-Data Query',
  description: 'A REST API for e-commerce order statistics: exact figures, priced per call.',
  outline: 'On this page',
  searchButton: 'Search',
  /** Names that the theme itself has in English. */
  theme: {} as DefaultTheme.Config,
  footer: { agents: 'MCP and agents', changelog: 'Changelog', operators: 'For operators' },
  ending: {
    named: 'Data and terms are provided by {name}.',
    unnamed: 'Data and terms come from your provider.',
    contact: 'Contact: ',
    terms: 'Terms of use',
    imprint: 'Imprint',
  },
  toOperators: { question: 'Do you run this service?', guides: 'Guides for operators' },
  changelog: { title: 'Changelog', description: 'Changes to the API and this site, newest first.' },
  menu: {
    guides: 'Guides',
    agents: 'Agents',
    endpoints: 'Endpoints',
    more: 'More',
    changelog: 'Changelog',
    explorer: 'Explorer',
    pricing: 'Pricing',
    account: 'Account',
  },
  groups: {
    Meta: 'Lists',
    Overview: 'Whole market',
    Market: 'Category',
    'Sub-market': 'Sub-category',
    Account: 'Your account, free',
  },
  home: {
    actions: '[See the data](/explorer){.action .primary} [Get a key](#get-a-key){.action}',
    coverage: 'What this service covers',
  },
  endpoint: {
    price: 'Price',
    answer: 'Fields of the answer',
    field: ['Field', 'Type', 'Meaning'],
    optional: ', optional',
    required: ' Required.',
    strict:
      ' With `Prefer: handling=strict`, as in the code here, an unknown name is refused with 400 instead, free of charge.',
    same: ' Fields as in `focus`.',
    errors: 'Errors',
    errorsNote:
      'Only answers with code 200 are charged, with [one exception](/errors#what-to-retry). [All errors](/errors)',
    errorsOfFree: '[All errors](/errors)',
  },
};
