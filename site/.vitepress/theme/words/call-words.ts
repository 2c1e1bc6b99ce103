import { ACCESS_WORDS, type AccessWords } from './access-words.ts';
import * as en from './en/call.ts';
import { inEvery, withMore } from './filled.ts';
import * as zhTW from './zh-TW/call.ts';

export type CallWords = AccessWords & typeof en;

/** What pages about a single call say besides, which other pages need not fetch. */
export const CALL_WORDS = withMore(
  ACCESS_WORDS,
  inEvery(en, {
    'zh-TW': zhTW,
  }),
);
