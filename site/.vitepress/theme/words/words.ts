import type { Language } from '../../../languages.ts';
import { en } from './en/index.ts';
import { zhTW } from './zh-TW/index.ts';

/** The shape of a language: what English has, without saying what. One that lacks a word does not compile. */
export type Words = typeof en;

/** What any page says in a browser. */
export const WORDS: Readonly<Record<Language, Words>> = { en, 'zh-TW': zhTW };
