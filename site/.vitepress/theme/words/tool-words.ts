import { ACCESS_WORDS, type AccessWords } from './access-words.ts';
import { account } from './en/account.ts';
import { explorer } from './en/explorer.ts';
import { paths, pricing } from './en/pricing.ts';
import { inEvery, withMore } from './filled.ts';
import { account as accountZhTW } from './zh-TW/account.ts';
import { explorer as explorerZhTW } from './zh-TW/explorer.ts';
import { paths as pathsZhTW, pricing as pricingZhTW } from './zh-TW/pricing.ts';

/** What a path is called where a list names it is in `paths`. */
const english = { explorer, account, pricing, paths };

export type ToolWords = AccessWords & typeof english;

/** What the explorer, the account page and the prices say besides, which other pages need not fetch. */
export const TOOL_WORDS = withMore(
  ACCESS_WORDS,
  inEvery(english, {
    'zh-TW': { explorer: explorerZhTW, account: accountZhTW, pricing: pricingZhTW, paths: pathsZhTW },
  }),
);
