import { inFolder, type Language as WordsLanguage } from '../src/words/index.ts';

/** The languages of the site. English pages stand at its root, Chinese ones below `zh/`. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a language of the site is called in the documentation. */
export function wordsLanguage(language: Language): WordsLanguage {
  return inFolder(language === 'en' ? '' : language);
}

const CHINESE = 'zh/';

export function languageOf(id: string): Language {
  return id.startsWith(CHINESE) ? 'zh' : 'en';
}

/** The id of a page without its language. */
export function plainId(id: string): string {
  return id.startsWith(CHINESE) ? id.slice(CHINESE.length) : id;
}

/** The id of the same page in a language. */
export function idIn(language: Language, id: string): string {
  return language === 'zh' ? CHINESE + plainId(id) : plainId(id);
}

/** Where a page stands below the site, as links say it: `index` is the folder itself. */
export function linkTo(id: string): string {
  return `/${id.replace(/(^|\/)index$/, '$1')}`;
}
