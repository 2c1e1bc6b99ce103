import { access as en } from './en/access.ts';
import { inEvery, withMore } from './filled.ts';
import { WORDS, type Words } from './words.ts';
import { access as zhTW } from './zh-TW/access.ts';

export type AccessWords = Words & typeof en;

/** What pages say besides that take a key and make calls with it. */
export const ACCESS_WORDS = withMore(
  WORDS,
  inEvery(en, {
    'zh-TW': zhTW,
  }),
);
