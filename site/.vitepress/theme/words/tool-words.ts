import type { Language } from '../../../languages.ts';
import { account } from './en/account.ts';
import { explorer } from './en/explorer.ts';
import { paths, pricing } from './en/pricing.ts';
import { WORDS, type Words } from './words.ts';
import { account as accountZhTW } from './zh-TW/account.ts';
import { explorer as explorerZhTW } from './zh-TW/explorer.ts';
import { paths as pathsZhTW, pricing as pricingZhTW } from './zh-TW/pricing.ts';

export type ToolWords = Words & {
  readonly explorer: typeof explorer;
  readonly account: typeof account;
  readonly pricing: typeof pricing;
  /** What a path is called where a list names it. */
  readonly paths: typeof paths;
};

/** What the explorer, the account page and the prices say besides, which other pages need not fetch. */
export const TOOL_WORDS: Readonly<Record<Language, ToolWords>> = {
  en: { ...WORDS.en, explorer, account, pricing, paths },
  'zh-TW': {
    ...WORDS['zh-TW'],
    explorer: explorerZhTW,
    account: accountZhTW,
    pricing: pricingZhTW,
    paths: pathsZhTW,
  },
};
