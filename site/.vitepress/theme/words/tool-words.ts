import { ACCESS_WORDS, type AccessWords } from './access-words.ts';
import * as en from './en/tools.ts';
import { inEvery, withMore } from './filled.ts';
import * as zhTW from './zh-TW/tools.ts';

export type ToolWords = AccessWords & typeof en;

/** What the explorer, the account page and the prices say besides, which other pages need not fetch. */
export const TOOL_WORDS = withMore(
  ACCESS_WORDS,
  inEvery(en, {
    'zh-TW': zhTW,
  }),
);
