import type { Language } from '../../../languages.ts';
import { built as en } from './en/built.ts';
import { built as zhTW } from './zh-TW/built.ts';

export const BUILT_WORDS: Readonly<Record<Language, typeof en>> = { en, 'zh-TW': zhTW };
