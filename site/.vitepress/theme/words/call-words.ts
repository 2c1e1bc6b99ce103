import { ACCESS_WORDS, type AccessWords } from './access-words.ts';
import { call } from './en/call.ts';
import { paths } from './en/pricing.ts';
import { inEvery, withMore } from './filled.ts';
import { call as callZhTW } from './zh-TW/call.ts';
import { paths as pathsZhTW } from './zh-TW/pricing.ts';

const english = { call, paths };

export type CallWords = AccessWords & typeof english;

/** What pages about a single call say besides, which other pages need not fetch. */
export const CALL_WORDS = withMore(
  ACCESS_WORDS,
  inEvery(english, { 'zh-TW': { call: callZhTW, paths: pathsZhTW } }),
);
