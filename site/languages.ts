import { DEMO_LANGUAGES, type DemoLanguage } from '../src/lib/language.ts';

/** The languages of the site. English pages stand at its root, Chinese ones below `zh/`. */
export const LANGUAGES = DEMO_LANGUAGES;
export type Language = DemoLanguage;

interface Place {
  /** Where its pages stand. */
  readonly folder: string;
  /** What a page says of itself. */
  readonly lang: string;
  /** Whether a tag such as `zh-Hant` or `en-IN` means this language. */
  readonly tags: RegExp;
  /** Readers whose own tag fits group digits as that says; others as is usual. */
  readonly ownNumbers: RegExp;
  readonly usualNumbers: string;
}

const PLACES: Readonly<Record<Language, Place>> = {
  en: { folder: '', lang: 'en', tags: /^en/i, ownNumbers: /^en(-|$)/, usualNumbers: 'en-US' },
  'zh-TW': {
    folder: 'zh/',
    lang: 'zh-Hant',
    tags: /^zh/i,
    ownNumbers: /^zh-(TW|HK|MO|Hant)/,
    usualNumbers: 'zh-TW',
  },
};
const TRANSLATED = LANGUAGES.filter((language) => PLACES[language].folder !== '');

/** The language of a page, by its id. */
export function languageOf(id: string): Language {
  return TRANSLATED.find((language) => id.startsWith(PLACES[language].folder)) ?? 'en';
}

/** The language that a tag means; undefined where the site has none for it. */
export function languageOfTag(tag: string): Language | undefined {
  return LANGUAGES.find((language) => PLACES[language].tags.test(tag));
}

export function langOf(language: Language): string {
  return PLACES[language].lang;
}

/** How this reader groups digits: by the first of their own tags that is in the language of the page. */
export function numberTag(language: Language, preferred: readonly string[] = []): string {
  const { ownNumbers, usualNumbers } = PLACES[language];
  return preferred.find((tag) => ownNumbers.test(tag)) ?? usualNumbers;
}

/** The id of a page without its language. */
export function plainId(id: string): string {
  return id.slice(PLACES[languageOf(id)].folder.length);
}

/** The id of the same page in a language. */
export function idIn(language: Language, id: string): string {
  return PLACES[language].folder + plainId(id);
}

/** Where a page stands below the site, as links say it: `index` is the folder itself. */
export function linkTo(id: string): string {
  return `/${id.replace(/(^|\/)index$/, '$1')}`;
}
