import { en, type Words } from './en.ts';
import { type Format, formatOf } from './format.ts';
import type { Language } from './language.ts';
import { zh } from './zh.ts';

/** How one reader is spoken to. */
export interface Locale {
  readonly language: Language;
  readonly words: Words;
  readonly format: Format;
}

export const WORDS: Readonly<Record<Language, Words>> = { en, zh };

export function localeOf(language: Language, tag: string, currency?: string): Locale {
  return { language, words: WORDS[language], format: formatOf(language, tag, currency) };
}
