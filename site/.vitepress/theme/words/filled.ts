import { LANGUAGES, type Language } from '../../../languages.ts';

/** What a language may leave out: any word of another. */
export type Some<Words> = Words extends string | readonly unknown[] | ((...values: never[]) => unknown)
  ? Words
  : { readonly [Name in keyof Words]?: Some<Words[Name]> };

/**
 * The words of every language of the site; what one does not say is said in English. They stand in five lists, each with
 * its own file of every language: a page fetches the lists that it reads, and all languages of a list come with it.
 */
export function inEvery<Words extends object>(
  english: Words,
  others: Readonly<Partial<Record<Language, Some<NoInfer<Words>>>>>,
): Readonly<Record<Language, Words>> {
  return ofEvery((language) => filled(english, others[language] ?? {}));
}

/** Those, and words that only some pages have besides. */
export function withMore<Words extends object, More extends object>(
  words: Readonly<Record<Language, Words>>,
  more: Readonly<Record<Language, More>>,
): Readonly<Record<Language, Words & More>> {
  return ofEvery((language) => ({ ...words[language], ...more[language] }));
}

function ofEvery<Made>(make: (language: Language) => Made): Readonly<Record<Language, Made>> {
  const made = LANGUAGES.map((language) => [language, make(language)] as const);
  return Object.fromEntries(made) as Record<Language, Made>;
}

function filled<Words extends object>(english: Words, translated: object): Words {
  const names = Object.entries(english).map(([name, text]: [string, unknown]) => {
    const own = (translated as Readonly<Record<string, unknown>>)[name];
    return [name, isGroup(text) ? filled(text, isGroup(own) ? own : {}) : (own ?? text)];
  });
  // What the theme calls things by itself in English stands only in other languages.
  return { ...translated, ...Object.fromEntries(names) } as Words;
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
