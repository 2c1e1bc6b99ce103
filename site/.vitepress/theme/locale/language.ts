/** The languages of the site. */
export type Language = 'en' | 'zh';

export function languageOf(lang: string): Language {
  return lang.startsWith('zh') ? 'zh' : 'en';
}

const OWN_TAGS: Readonly<Record<Language, RegExp>> = { en: /^en(-|$)/, zh: /^zh-(TW|HK|MO|Hant)/ };
const USUAL_TAGS: Readonly<Record<Language, string>> = { en: 'en-US', zh: 'zh-TW' };

/** How this reader groups digits: by the first of their own locales that is in the language of the page. */
export function numberTag(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => OWN_TAGS[language].test(tag)) ?? USUAL_TAGS[language];
}
