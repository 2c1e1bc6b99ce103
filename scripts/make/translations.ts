import type { Docs } from '../../src/docs/docs.ts';
import { OWN_LABELS } from '../../src/docs/endpoint-page.ts';
import { TABLE_LABELS } from '../../src/docs/reference-tables.ts';
import { ALL_ERRORS } from '../../src/docs/search/search.ts';
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
  return [...new Set(types)].filter((type) => !type.startsWith('"') && sayType(language, type) === type);
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
