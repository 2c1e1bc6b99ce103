import type { Language } from '../../../languages.ts';
import type { Words } from '../words/words.ts';
import { type Format, formatOf } from './format.ts';

/** How one reader is spoken to. */
export interface Locale<All extends Words = Words> {
  readonly words: All;
  readonly format: Format;
}

const formats = new Map<string, Format>();

export function localeOf<All extends Words>(
  dictionary: Readonly<Record<Language, All>>,
  language: Language,
  tag: string,
  currency?: string,
): Locale<All> {
  const name = [language, tag, currency].join(' ');
  const format = formats.get(name) ?? formatOf(language, tag, currency);
  formats.set(name, format);
  return { words: dictionary[language], format };
}
