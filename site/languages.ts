interface Place {
  /** Where its pages stand. */
  readonly folder: string;
  /** What its readers call it. */
  readonly label: string;
  /** What the menu of languages says on a page that is not in it: it leads to the home page. */
  readonly noPage: string;
  /** What a page says of itself. */
  readonly lang: string;
  /** Whether a tag such as `zh-Hant` or `en-IN` means this language. */
  readonly tags: RegExp;
  /** Readers whose own tag fits group digits as that says; others as is usual. */
  readonly ownNumbers: RegExp;
  readonly usualNumbers: string;
}

/** The languages of the site. English pages stand at its root, those of others below a folder of their own. */
const PLACES = {
  en: {
    folder: '',
    label: 'English',
    noPage: 'English: home page (this page is not in English)',
    lang: 'en',
    tags: /^en/i,
    ownNumbers: /^en(-|$)/,
    usualNumbers: 'en-US',
  },
  'zh-TW': {
    folder: 'zh/',
    label: '繁體中文',
    noPage: '繁體中文：首頁（這一頁只有英文）',
    lang: 'zh-Hant',
    tags: /^zh/i,
    ownNumbers: /^zh-(TW|HK|MO|Hant)/,
    usualNumbers: 'zh-TW',
  },
} as const satisfies Readonly<Record<string, Place>>;

export type Language = keyof typeof PLACES;
export const LANGUAGES = Object.keys(PLACES) as readonly Language[];
const TRANSLATED = LANGUAGES.filter((language) => PLACES[language].folder !== '');

/** What the address of a page may begin with, as a pattern. */
export const ANY_FOLDER = `(?:${TRANSLATED.map((language) => PLACES[language].folder).join('|')})?`;

/** The language of a page, by its id. */
export function languageOf(id: string): Language {
  return TRANSLATED.find((language) => id.startsWith(PLACES[language].folder)) ?? 'en';
}

/** The language that a tag means; undefined where the site has none for it. */
export function languageOfTag(tag: string): Language | undefined {
  return LANGUAGES.find((language) => tagsOf(language).test(tag));
}

export function tagsOf(language: Language): RegExp {
  return PLACES[language].tags;
}

export function langOf(language: Language): string {
  return PLACES[language].lang;
}

export function labelOf(language: Language): string {
  return PLACES[language].label;
}

/** In the menu of languages, of a page that is there in it or not. */
export function menuLabelOf(language: Language, isThere: boolean): string {
  return isThere ? PLACES[language].label : PLACES[language].noPage;
}

/** What VitePress knows a language by: its folder. */
export function localeKey(language: Language): string {
  return PLACES[language].folder.replace('/', '') || 'root';
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
