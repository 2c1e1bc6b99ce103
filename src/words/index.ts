import * as list from './list.ts';
import type { Translation, Words } from './words.ts';

export type Language = 'en' | (typeof list)[keyof typeof list]['language'];

/** English is the language of the code: there is nothing to override. */
const ENGLISH: Words & { readonly language: 'en' } = { language: 'en', folder: '' };
const ALL: readonly (Words & { readonly language: Language })[] = [ENGLISH, ...Object.values(list)];

export const LANGUAGES: readonly Language[] = ALL.map(({ language }) => language);

export function wordsOf(language: Language): Words {
  return ALL.find((words) => words.language === language) ?? ENGLISH;
}

/** The language of a page, by the folder in its id. */
export function languageOf(id: string): Language {
  return inFolder(id.includes('/') ? (id.split('/')[0] ?? '') : '');
}

/** The folder of a language, by its tag however it is written; undefined where that is no other language. */
export function folderOfTag(tag: string): string | undefined {
  return Object.values(list).find(({ language }) => language.toLowerCase() === tag.toLowerCase())?.folder;
}

export function inFolder(folder: string): Language {
  return ALL.find((words) => words.folder === folder)?.language ?? 'en';
}

type Found = Translation | undefined;

/** Where a language says something: what it says of one path comes first. */
const PLACES = {
  summary: ({ endpoints }: Words, path: string): Found[] => [endpoints?.[path]?.summary],
  description: ({ endpoints }: Words, path: string): Found[] => [endpoints?.[path]?.description],
  parameter: ({ endpoints, parameters }: Words, name: string, path: string): Found[] => [
    endpoints?.[path]?.parameters?.[name],
    parameters?.[name],
  ],
  field: ({ endpoints, fields }: Words, name: string, path: string): Found[] => [
    endpoints?.[path]?.fields?.[name],
    fields?.[name],
    fields?.[name.slice(name.lastIndexOf('.') + 1)],
  ],
  error: ({ errors }: Words, name: string): Found[] => [(errors as Words['labels'])?.[name]],
  label: ({ labels }: Words, name: string): Found[] => [labels?.[name]],
} as const;

/** What is said in English, where a translation of it is looked for. */
export interface Text {
  readonly kind: keyof typeof PLACES;
  readonly key: string;
  /** Of a parameter or a field. */
  readonly path?: string;
  readonly english: string;
}

/** A translation that was made from another text than this is none. */
export function translationOf(language: Language, { kind, key, path = '', english }: Text): Found {
  return PLACES[kind](wordsOf(language), key, path).find((made) => made?.[0] === english);
}

/** A text in a language; in English where that says nothing. */
export function say(language: Language, text: Text): string {
  return translationOf(language, text)?.[1] ?? text.english;
}

/** The type of a field; a fixed value is the same in every language. */
export function sayType(language: Language, type: string): string {
  const { types = {} } = wordsOf(language);
  return types[type] ?? type.replaceAll(OR, types[OR] ?? OR);
}

/** Between values that a field can have. */
const OR = '" or "';
