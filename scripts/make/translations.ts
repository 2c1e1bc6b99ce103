import { existsSync } from 'node:fs';
import { WAYS } from '../../site/.vitepress/theme/locale/format.ts';
import { BUILT_WORDS } from '../../site/.vitepress/theme/words/built.ts';
import { CALL_WORDS } from '../../site/.vitepress/theme/words/call-words.ts';
import { TOOL_WORDS } from '../../site/.vitepress/theme/words/tool-words.ts';
import { guidesFor } from '../../site/audiences.ts';
import { idIn, LANGUAGES as OF_THE_SITE } from '../../site/languages.ts';
import { OWN_PAGES } from '../../site/pages.ts';
import type { Docs } from '../../src/docs/docs.ts';
import { OWN_LABELS } from '../../src/docs/endpoint-page.ts';
import { TABLE_LABELS } from '../../src/docs/reference-tables.ts';
import { ALL_ERRORS } from '../../src/docs/search/passages.ts';
import { USE_CASES } from '../../src/docs/use-cases.ts';
import { ERRORS } from '../../src/errors/callers.ts';
import { type Language, sayType, type Text, translationOf, wordsOf } from '../../src/words/index.ts';
import type { Translation } from '../../src/words/words.ts';

/** What a language does not say yet, and is shown in English; what it says of an English that is no more. */
interface TranslationState {
  /** How much there is to say. */
  readonly texts: number;
  readonly missing: readonly Text[];
  readonly outOfDate: readonly Translation[];
}

export function translationState(language: Language, docs: Docs): TranslationState {
  const texts = allTexts(docs);
  const used = new Set(texts.map((text) => translationOf(language, text)));
  const missing = texts.filter((text) => translationOf(language, text) === undefined);
  return {
    texts: texts.length,
    missing: [...new Map(missing.map((text) => [describeText(text), text])).values()],
    outOfDate: translationsIn(wordsOf(language)).filter((made) => !used.has(made)),
  };
}

/** Where a text stands: `/api/public/market/focus field focus.arpu`. */
export function describeText({ kind, key, path }: Text): string {
  return [path, kind, key].filter((part) => part !== undefined).join(' ');
}

/** The types of fields that a language has no word for. */
export function missingTypes(language: Language, docs: Docs): string[] {
  const types = calledIn(docs).flatMap(({ fields }) => fields.map(({ type }) => type));
  return [...new Set(types)].filter((type) => {
    const said = sayType(language, type);
    return !type.startsWith('"') && (said === type || said.startsWith('list of'));
  });
}

/** Guides, pages, words and dates that the site shows in English to readers of a language. */
export function missingOnSite(language: Language, docs: Docs): string[] {
  const here = OF_THE_SITE.find((each) => each === language);
  if (here === undefined) return [];
  const guides = guidesFor('callers', docs).filter(({ id }) => !docs.page(idIn(here, id)));
  const pages = OWN_PAGES.filter(
    (id) => !existsSync(new URL(`../../site/${idIn(here, id)}.md`, import.meta.url)),
  );
  const english = { ...BUILT_WORDS.en, ...CALL_WORDS.en, ...TOOL_WORDS.en };
  const words = sameIn(english, { ...BUILT_WORDS[here], ...CALL_WORDS[here], ...TOOL_WORDS[here] });
  return [
    ...guides.map(({ id }) => `guide ${id}`),
    ...pages.map((id) => `page ${id}`),
    ...words.map((name) => `word ${name}`),
    ...(here in WAYS ? [] : ['dates']),
  ];
}

/** Where two dictionaries say the same; a name such as JSON is one in every language. */
function sameIn(english: object, translated: object, place = ''): string[] {
  return Object.entries(english).flatMap(([name, text]: [string, unknown]) => {
    const own = (translated as Readonly<Record<string, unknown>>)[name];
    if (own === text) return typeof text === 'string' && !/[a-z]/.test(text) ? [] : [`${place}${name}`];
    return typeof text === 'object' && text !== null && !Array.isArray(text)
      ? sameIn(text, own as object, `${place}${name}.`)
      : [];
  });
}

function calledIn({ endpoints, accountRoutes }: Docs) {
  return [...endpoints, ...accountRoutes];
}

/** Everything that can be said in another language, but for the guides, which are files of their own. */
function allTexts(docs: Docs): Text[] {
  const labels = { ...TABLE_LABELS, ...OWN_LABELS };
  return [
    ...calledIn(docs).flatMap(({ path, summary, description, parameters, fields }): Text[] => [
      { kind: 'summary', key: path, english: summary },
      { kind: 'description', key: path, english: description },
      ...parameters.map(({ name, description, own }) => ({
        ...{ kind: 'parameter' as const, key: name, path },
        english: own?.schema.description ?? description,
      })),
      ...fields
        .filter((field) => field.description !== '')
        .map((field) => ({ kind: 'field' as const, key: field.name, path, english: field.description })),
    ]),
    ...Object.entries(ERRORS).map(([key, { meaning }]) => ({
      kind: 'error' as const,
      key,
      english: meaning,
    })),
    ALL_ERRORS,
    ...Object.entries(labels).map(([key, english]) => ({ kind: 'label' as const, key, english })),
    ...USE_CASES.flatMap(({ id, title, calls }) => [
      { kind: 'label' as const, key: id, english: title },
      { kind: 'label' as const, key: `${id}Calls`, english: calls },
    ]),
  ];
}

function translationsIn(value: unknown): Translation[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    // Neither has a text in English that it is made from.
    if (name === 'synonyms' || name === 'stopWords') return [];
    return Array.isArray(inner) ? [inner as unknown as Translation] : translationsIn(inner);
  });
}
