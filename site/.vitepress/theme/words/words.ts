import type { Language } from '../../../languages.ts';
import { en, type Words } from './en/index.ts';
import { zhTW } from './zh-TW/index.ts';

export type { Words } from './en/index.ts';

/** Every word that a page says in a browser. */
export const WORDS: Readonly<Record<Language, Words>> = { en, 'zh-TW': zhTW };
