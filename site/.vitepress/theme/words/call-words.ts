import { call } from './en/call.ts';
import { inEvery, withMore } from './filled.ts';
import { WORDS, type Words } from './words.ts';
import { call as callZhTW } from './zh-TW/call.ts';

export type CallWords = Words & { readonly call: typeof call };

/** What pages about a single call say besides, which other pages need not fetch. */
export const CALL_WORDS = withMore(WORDS, inEvery({ call }, { 'zh-TW': { call: callZhTW } }));
