import { built as en } from './en/built.ts';
import { inEvery } from './filled.ts';
import { built as zhTW } from './zh-TW/built.ts';

/** What is written into pages while they are built. */
export const BUILT_WORDS = inEvery(en, {
  'zh-TW': zhTW,
});
