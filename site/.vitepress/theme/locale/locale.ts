import type { Language } from '../../../languages.ts';
import { WORDS, type Words } from '../words/words.ts';
import { type Format, formatOf } from './format.ts';

/** How one reader is spoken to. */
export interface Locale {
  readonly language: Language;
  readonly words: Words;
  readonly format: Format;
}

const made = new Map<string, Locale>();

export function localeOf(language: Language, tag: string, currency?: string): Locale {
  const name = [language, tag, currency].join(' ');
  const known = made.get(name) ?? {
    language,
    words: WORDS[language],
    format: formatOf(language, tag, currency),
  };
  made.set(name, known);
  return known;
}
