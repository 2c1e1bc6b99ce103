import MiniSearch, { type Query } from 'minisearch';
import { ERRORS } from '../../errors/callers.ts';
import { LANGUAGES, type Language, languageOf, say, wordsOf } from '../../words/index.ts';
import type { EndpointDoc, ParameterDoc } from '../endpoint-page.ts';
import type { Audience, Page } from '../pages.ts';
import { sectionsOf } from './sections.ts';
import { simplified } from './simplified.ts';
import { slug } from './slug.ts';
import { snippet } from './snippet.ts';
import { PAGE_KEYWORDS, SYNONYMS } from './synonyms.ts';

/** What is looked through: the parts of the documentation that a search needs, as the site reads them too. */
export interface SearchTexts {
  readonly pages: readonly Page[];
  readonly endpoints: readonly SearchedEndpoint[];
}

type SearchedEndpoint = Pick<EndpointDoc, 'path' | 'description' | 'fields' | 'curl'> & {
  readonly parameters: readonly Pick<ParameterDoc, 'name' | 'description'>[];
  readonly price: Pick<EndpointDoc['price'], 'text'>;
  readonly page: Pick<Page, 'id' | 'audience' | 'url' | 'title'>;
};

/** A place in the documentation that answers a search. */
export interface Hit {
  readonly page: string;
  readonly audience: Audience;
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly score: number;
}

interface Place {
  readonly id: string;
  readonly page: string;
  readonly audience: Audience;
  readonly url: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  /** Examples: their words count for little. */
  readonly code: string;
  /** Other names of the page. */
  readonly names: string;
  /** How much it counts beside the others; 1 when nothing is said. */
  readonly weight?: number;
}

/** All that is looked through beside English. */
const WORDS = LANGUAGES.map(wordsOf);

const BOOST = { title: 2.5, heading: 2, text: 1, code: 0.2, names: 3 };
/** How much a word counts that the pages use instead of one in the question. */
const SYNONYM_WEIGHT = 0.5;
/** How much a page in another language counts for a question that is not in its script. */
const OTHER_LANGUAGE_WEIGHT = 0.2;

/** How much a page about the account counts for who does not ask for it: all speak of calls and points. */
const ACCOUNT_WEIGHT = 0.5;
/** How much a page for operators counts: most who ask are callers. */
const OPERATOR_WEIGHT = 0.8;
/** How much an error counts beside a page that explains more than what it means. */
const ERROR_WEIGHT = 0.9;

/** Finds pages by the words of a question, in any language of the documentation. */
export class DocsSearch {
  readonly #index: MiniSearch<Place>;
  readonly #places: ReadonlyMap<string, Place>;

  constructor({ pages, endpoints }: SearchTexts, like?: DocsSearch) {
    const places = [
      ...pages.flatMap((page) =>
        pagePlaces(
          page,
          [PAGE_KEYWORDS[page.id], ...WORDS.map(({ pageKeywords }) => pageKeywords?.[page.id])].join(' '),
        ),
      ),
      ...endpoints.map(endpointPlace),
      ...pages.flatMap(errorPlaces),
    ];
    this.#places = new Map(places.map((place) => [place.id, place]));
    this.#index = like ? like.#index : indexOf(places);
  }

  /** The same pages with other prices in them: nobody looks for a page by those, so the index can stay. */
  over(texts: SearchTexts): DocsSearch {
    return new DocsSearch(texts, this);
  }

  /** The best place of each page, best page first. */
  search(query: string, limit: number): Hit[] {
    const seen = new Set<string>();
    const hits: Hit[] = [];
    const languages = LANGUAGES.filter((one) => one === 'en' || wordsOf(one).script?.test(query));
    const isOfAccount = query.includes('account');
    const options = { boostDocument: (id: string) => this.#weight(id, languages, isOfAccount) };
    const found = this.#index.search(withSynonyms(query), options);
    for (const { id, score, terms } of found) {
      const place = this.#places.get(id);
      if (!place || seen.has(place.page)) continue;
      seen.add(place.page);
      hits.push({
        page: place.page,
        audience: place.audience,
        title: titleOf(place),
        url: place.url,
        snippet: snippet(place.text || place.code, terms.map(unfiled)),
        score: Math.round(score * 100) / 100,
      });
      if (hits.length === limit) break;
    }
    return hits;
  }

  /** For a question in the script of some languages, about the account or not. */
  #weight(id: string, languages: readonly Language[], isOfAccount: boolean): number {
    if (!languages.includes(languageOf(id))) return OTHER_LANGUAGE_WEIGHT;
    if (id.startsWith('api/account') && !isOfAccount) return ACCOUNT_WEIGHT;
    return this.#places.get(id)?.weight ?? 1;
  }
}

function indexOf(places: readonly Place[]): MiniSearch<Place> {
  const index = new MiniSearch<Place>({
    fields: Object.keys(BOOST),
    tokenize: words,
    processTerm: (term) => (STOP_WORDS.has(term) ? null : filed(stem(term))),
    searchOptions: {
      boost: BOOST,
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    },
  });
  index.addAll(places);
  return index;
}

/** A page cut at its headings. */
function pagePlaces(page: Page, names: string): Place[] {
  return sectionsOf(page.markdown)
    .map(({ heading, slug, text }, index) => {
      const body = text.replace(/^#+ .*\n?/, '');
      return {
        id: `${page.id}#${index}`,
        page: page.id,
        audience: page.audience,
        url: index === 0 ? page.url : `${page.url}#${slug}`,
        title: page.title,
        heading: heading || page.title,
        text: `${index === 0 ? `${page.description}\n` : ''}${body.replace(CODE, '')}`.trim(),
        code: codeIn(body),
        names: index === 0 ? names : '',
        ...(page.audience === 'operators' && { weight: OPERATOR_WEIGHT }),
      };
    })
    .filter((place) => place.text !== '' || place.code !== '');
}

/** The page, and the part of it; Chinese has a colon of its own. */
function titleOf({ title, heading }: Place): string {
  if (heading === '' || heading === title) return title;
  return `${title}${/\p{Script=Han}/u.test(title) ? '：' : ': '}${heading}`;
}

/** The page of an endpoint is short, and the same headings stand on each: it counts as one place. */
function endpointPlace({
  path,
  description,
  price,
  parameters,
  fields,
  curl,
  page,
}: SearchedEndpoint): Place {
  const named = WORDS.map(({ endpoints = {} }) => {
    const { summary, keywords } = endpoints[path] ?? {};
    return [summary?.[1], keywords].join(' ');
  });
  return {
    id: page.id,
    page: page.id,
    audience: page.audience,
    url: page.url,
    title: page.title,
    heading: '',
    text: [
      description,
      `Price: ${price.text}.`,
      ...[...parameters, ...fields].map(({ name, description: meaning }) =>
        meaning ? `${name}: ${meaning}` : `${name}.`,
      ),
    ].join('\n'),
    code: curl,
    names: [path, ...named, PAGE_KEYWORDS[page.id]].join(' '),
  };
}

const CODE = /^```[\s\S]*?^```$/gm;

/** The examples in a text. The figures of an answer are nothing to look for; the message of an error is. */
function codeIn(text: string): string {
  return (text.match(CODE) ?? []).filter((example) => !example.includes('"code": 200')).join('\n');
}

/** The heading that all errors stand under. */
export const ALL_ERRORS = { kind: 'label', key: 'allErrors', english: 'All errors' } as const;

/** Each error as a place of its own, on the page that lists them: people paste messages. */
function errorPlaces({ id, title, url, audience }: Page): Place[] {
  const language = languageOf(id);
  if (id !== 'errors' && id !== `${wordsOf(language).folder}/errors`) return [];
  const anchor = slug(say(language, ALL_ERRORS));
  return Object.entries(ERRORS).map(([name, { status, msg, meaning }]) => ({
    id: `${id}#${name}`,
    page: id,
    audience,
    url: `${url}#${anchor}`,
    title,
    heading: `${status} ${msg}`,
    text: say(language, { kind: 'error', key: name, english: meaning }),
    code: '',
    names: '',
    weight: ERROR_WEIGHT,
  }));
}

/**
 * Latin words and numbers whole; Chinese, which is written without spaces, in pairs of characters. A name such
 * as `audienceCount` or `x-max-points` counts as its parts and as one word.
 */
function words(text: string): string[] {
  return (simplified(text).match(/[\p{L}\p{N}]+(?:[._-]+[\p{L}\p{N}]+)*/gu) ?? []).flatMap((name) => {
    if (/^[a-z]+$/.test(name)) return name;
    const parts =
      name
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .match(PART) ?? [];
    const isName = parts.length > 1 && !/\p{Script=Han}/u.test(name);
    return [...parts.flatMap(pairs), ...(isName ? [parts.join('')] : [])];
  });
}

const PART = /\p{Script=Han}+|[^\P{L}\p{Script=Han}]+|\p{N}+/gu;

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1 || !/\p{Script=Han}/u.test(run)) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** The first of 64 characters that stand in no text. */
const FILES = 0xe000;

/** The index looks through all first characters there are for every word: Chinese ones stand in a few files of their own. */
function filed(term: string): string {
  return /^\p{Script=Han}/u.test(term) ? String.fromCharCode(FILES + (term.charCodeAt(0) % 64)) + term : term;
}

function unfiled(term: string): string {
  return term.replace(/^[\ue000-\ue03f]/, '');
}

/** Enough for English: plurals and the commonest endings. */
function stem(term: string): string {
  if (!/^[a-z]{4,}$/.test(term)) return term;
  return term
    .replace(/ie[sd]$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=.{3})(ing|ed|e)$/, '');
}

const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from get have how i if in is it me my of on or s t that the their there they this to what when where which who why will with you your'
    .split(' ')
    .concat(WORDS.flatMap(({ stopWords = [] }) => stopWords)),
);

const SYNONYM_TERMS = [...SYNONYMS, ...WORDS.flatMap(({ synonyms = [] }) => synonyms)].map(
  ([says, ...types]) => ({ says, types: types.map(line) }),
);

/** The question, and beside it, with less weight, what the pages say instead. */
function withSynonyms(query: string): Query {
  const asked = line(query);
  const says = SYNONYM_TERMS.filter(({ types }) => types.some((type) => asked.includes(type))).map(
    (synonym) => synonym.says,
  );
  const synonyms = { queries: says, boostTerm: () => SYNONYM_WEIGHT, prefix: false, fuzzy: false };
  return { queries: [query, synonyms] };
}

/** The terms of a text, each between spaces. */
function line(text: string): string {
  const terms = words(text).filter((word) => !STOP_WORDS.has(word));
  return ` ${terms.map(stem).join(' ')} `;
}
