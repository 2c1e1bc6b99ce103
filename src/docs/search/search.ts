import MiniSearch, { type Query } from 'minisearch';
import { ERRORS } from '../../errors/callers.ts';
import { LANGUAGES, type Language, languageOf, say, wordsOf } from '../../words/index.ts';
import type { EndpointDoc, ParameterDoc } from '../endpoint-page.ts';
import type { Audience, Page } from '../pages.ts';
import { AskedHeading } from './asked-heading.ts';
import { SECTION_NAMES } from './section-names.ts';
import { sectionsOf } from './sections.ts';
import { slug } from './slug.ts';
import { snippet } from './snippet.ts';
import { PAGE_KEYWORDS, SYNONYMS } from './synonyms.ts';
import { filed, STOP_WORDS, stem, termsOf, unfiled, words } from './terms.ts';

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
  /** What else it is called, beside its heading. */
  readonly otherNames?: readonly string[];
  /** How much it counts beside the others; 1 when nothing is said. */
  readonly weight?: number;
}

/** All that is looked through beside English. */
const WORDS = LANGUAGES.map(wordsOf);

const ALL_SECTION_NAMES = [SECTION_NAMES, ...WORDS.map(({ sectionNames }) => sectionNames ?? {})];

const BOOST = { title: 2.5, heading: 2, text: 1, code: 0.2, names: 3 };
/** How much a word counts that the pages use instead of one in the question. */
const SYNONYM_WEIGHT = 0.5;
/** How much a name counts that is asked for as a whole: its parts are words that stand everywhere. */
const NAME_WEIGHT = 4;
/** A setting, a header or a field, as programs write them. */
const NAME = /\b\w*[a-zA-Z]_\w+|\bx-[\w-]+|\b[a-z]+[A-Z]\w*/g;
/** How much a page in another language counts for a question that is not in its script. */
const OTHER_LANGUAGE_WEIGHT = 0.2;

/** How much a page counts that is there in the language of the question too. */
const TRANSLATED_WEIGHT = 0.3;

/** How much a page about the account counts for who does not ask for it: all speak of calls and points. */
const ACCOUNT_WEIGHT = 0.5;
/** How much a page for operators counts: most who ask are callers. */
const OPERATOR_WEIGHT = 0.6;
/** How much the beginning of a page counts: it names all that stands below, which says more of it. */
const FIRST_WEIGHT = 0.8;
/** How much an error counts beside a page that explains more than what it means. */
const ERROR_WEIGHT = 0.9;

/** How much a section counts after another of its page. */
const AGAIN_WEIGHT = 0.75;

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

  /** The best places, best first: a page can be there with several of its sections. */
  search(query: string, limit: number): Hit[] {
    const hits: Hit[] = [];
    const languages = LANGUAGES.filter((one) => one === 'en' || wordsOf(one).script?.test(query));
    const isOfAccount = query.includes('account');
    const options = { boostDocument: (id: string) => this.#weight(id, languages, isOfAccount) };
    const asked = new AskedHeading(query, synonymsIn(query));
    const found = this.#index.search(withSynonyms(query), options).flatMap((result) => {
      const place = this.#places.get(result.id);
      return place ? [{ ...result, place, score: result.score * asked.weight(place) }] : [];
    });
    for (const { place, score, terms } of bestOfEachPage(found)) {
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
    if (this.#isTranslated(id, languages)) return TRANSLATED_WEIGHT;
    if (id.startsWith('api/account') && !isOfAccount) return ACCOUNT_WEIGHT;
    return this.#places.get(id)?.weight ?? 1;
  }

  /** Whether the page is there in the language of the question too. */
  #isTranslated(id: string, languages: readonly Language[]): boolean {
    if (languageOf(id) !== 'en') return false;
    const page = this.#places.get(id)?.page;
    return languages.some((each) => this.#places.has(`${wordsOf(each).folder}/${page}#0`));
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
      const called = ALL_SECTION_NAMES.flatMap((names) => names[`${page.id}#${slug}`] ?? []).join(',');
      return {
        id: `${page.id}#${index}`,
        page: page.id,
        audience: page.audience,
        url: index === 0 ? page.url : `${page.url}#${slug}`,
        title: page.title,
        heading: heading || page.title,
        text: `${index === 0 ? `${page.description}\n` : ''}${body.replace(CODE, '')}`.trim(),
        code: codeIn(body),
        // Said once or in five phrases: a name is a name.
        names: index === 0 ? names : [...new Set(called.split(/[, ]+/))].join(' '),
        otherNames: index === 0 ? [page.id, ...names.split(' ')] : called.split(','),
        weight: (index === 0 ? FIRST_WEIGHT : 1) * (page.audience === 'operators' ? OPERATOR_WEIGHT : 1),
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
    otherNames: [path, ...WORDS.flatMap(({ endpoints = {} }) => endpoints[path]?.summary?.[1] ?? [])],
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

const SYNONYM_TERMS = [...SYNONYMS, ...WORDS.flatMap(({ synonyms = [] }) => synonyms)].map(
  ([says, ...types]) => ({ says, types: types.map(line) }),
);

/** What the pages say instead of words in the question. */
function synonymsIn(query: string): string[] {
  const asked = line(query);
  return SYNONYM_TERMS.filter(({ types }) => types.some((type) => asked.includes(type))).map(
    (synonym) => synonym.says,
  );
}

/** The question, and beside it, with less weight, what the pages say instead. */
function withSynonyms(query: string): Query {
  const names = new Set((query.match(NAME) ?? []).map((name) => stem(words(name).at(-1) ?? '')));
  const asked = { queries: [query], boostTerm: (term: string) => (names.has(term) ? NAME_WEIGHT : 1) };
  const boostTerm = () => SYNONYM_WEIGHT;
  return { queries: [asked, { queries: synonymsIn(query), boostTerm, prefix: false, fuzzy: false }] };
}

/** Best first, where a further section of a page counts less than its first: others may answer better. */
function bestOfEachPage<T extends { readonly place: Place; readonly score: number }>(found: T[]): T[] {
  const times = new Map<string, number>();
  return found
    .sort((a, b) => b.score - a.score)
    .map((hit) => {
      const before = times.get(hit.place.page) ?? 0;
      times.set(hit.place.page, before + 1);
      return { ...hit, score: hit.score * AGAIN_WEIGHT ** before };
    })
    .sort((a, b) => b.score - a.score);
}

/** The terms of a text, each between spaces. */
function line(text: string): string {
  return ` ${termsOf(text).join(' ')} `;
}
