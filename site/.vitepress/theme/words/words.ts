import { en } from './en/index.ts';
import { inEvery } from './filled.ts';
import { zhTW } from './zh-TW/index.ts';

/** The shape of a language: what English has, without saying what. */
export type Words = typeof en;

/** What any page says in a browser. */
export const WORDS = inEvery<Words>(en, {
  'zh-TW': zhTW,
});
