import type { Language } from '../../../languages.ts';
import { account } from './en/account.ts';
import { explorer } from './en/explorer.ts';
import { WORDS, type Words } from './words.ts';
import { account as accountZhTW } from './zh-TW/account.ts';
import { explorer as explorerZhTW } from './zh-TW/explorer.ts';

export type ToolWords = Words & { readonly explorer: typeof explorer; readonly account: typeof account };

/** What the explorer and the account page say besides, which other pages need not fetch. */
export const TOOL_WORDS: Readonly<Record<Language, ToolWords>> = {
  en: { ...WORDS.en, explorer, account },
  'zh-TW': { ...WORDS['zh-TW'], explorer: explorerZhTW, account: accountZhTW },
};
