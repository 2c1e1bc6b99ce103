import { built as en } from './en/built.ts';
import { inEvery } from './filled.ts';
import { built as zhTW } from './zh-TW/built.ts';

export const BUILT_WORDS = inEvery(en, { 'zh-TW': zhTW });
