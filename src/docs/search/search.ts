import MiniSearch, { type Query } from 'minisearch';
import { LANGUAGES, type Language, languageOf, wordsOf } from '../../words/index.ts';
import type { Audience } from '../pages.ts';
import { AskedHeading } from './asked-heading.ts';
import { type Passage, passagesOf, type SearchTexts, WORDS } from './passages.ts';
import { snippet } from './snippet.ts';
import { SYNONYMS } from './synonyms.ts';
import { filed, STOP_WORDS, stem, termsOf, unfiled, words } from './terms.ts';

/** A passage of the documentation that answers a search. */
export interface Hit {
  readonly page: string;
  readonly audience: Audience;
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly score: number;
}

/** What a question tells of who asks: the languages that it can be in, and what it is about. */
interface Asks {
  readonly languages: readonly Language[];
  readonly isOfAccount: boolean;
  readonly isOperator: boolean;
}

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
/** How much a page for operators counts: most who ask are callers, unless they speak of what only operators have. */
const OPERATOR_WEIGHT = 0.6;
const OPERATORS_WORDS = /\bcustomers? (?!who)|\bshoppers?\b|\bimport|\boperators?\b|\badmin/i;
/** Of so many pairs of Chinese characters, one stands in a text by chance. */
const MANY_PAIRS = 5;
/** How much a section counts after another of its page. */
const AGAIN_WEIGHT = 0.75;

/** Finds pages by the words of a question, in any language of the documentation. */
export class DocsSearch {
  readonly #index: PassageIndex;
  readonly #passages: ReadonlyMap<string, Passage>;
  /** The language of each passage, and in which others its page is there. */
  readonly #spoken: ReadonlyMap<string, { language: Language; translated: readonly Language[] }>;

  constructor(texts: SearchTexts, like?: DocsSearch) {
    const passages = passagesOf(texts);
    this.#passages = new Map(passages.map((passage) => [passage.id, passage]));
    const translationsOf = (page: string) =>
      LANGUAGES.filter((each) => this.#passages.has(`${wordsOf(each).folder}/${page}#0`));
    this.#spoken = new Map(
      passages.map(({ id, page }) => {
        const language = languageOf(id);
        return [id, { language, translated: language === 'en' ? translationsOf(page) : [] }];
      }),
    );
    this.#index = like ? like.#index : new PassageIndex(passages);
  }

  /** Makes the index a little at a time, so that it holds up nobody; a search before that makes it in one go. */
  makeIndex(atATime = AT_A_TIME): Promise<void> {
    return this.#index.make(atATime);
  }

  /** The same pages with other prices in them: nobody looks for a page by those, so the index can stay. */
  over(texts: SearchTexts): DocsSearch {
    return new DocsSearch(texts, this);
  }

  /** The best passages, best first: a page can be there with several of its sections. */
  search(query: string, limit: number): Hit[] {
    const languages = LANGUAGES.filter((one) => one === 'en' || wordsOf(one).script?.test(query));
    const asks = {
      languages,
      isOfAccount: query.includes('account'),
      isOperator:
        OPERATORS_WORDS.test(query) || WORDS.some(({ operatorsWords }) => operatorsWords?.test(query)),
    };
    const options = { boostDocument: (id: string) => this.#weight(id, asks) };
    const synonyms = synonymsIn(query);
    const asked = new AskedHeading(query, synonyms);
    const least = synonyms.length === 0 && isManyPairs(query) ? 2 : 1;
    const found = this.#index
      .whole()
      .search(withSynonyms(query, synonyms), options)
      .flatMap((result) => {
        const passage = this.#passages.get(result.id);
        return passage && result.queryTerms.length >= least
          ? [{ ...result, passage, score: result.score * asked.weight(passage) }]
          : [];
      });
    return bestOfEachPage(found)
      .slice(0, limit)
      .map(({ passage, score, terms }) => ({
        page: passage.page,
        audience: passage.audience,
        title: titleOf(passage),
        url: passage.url,
        snippet: excerptOf(passage, terms.map(unfiled)),
        score: Math.round(score * 100) / 100,
      }));
  }

  #weight(id: string, { languages, isOfAccount, isOperator }: Asks): number {
    const spoken = this.#spoken.get(id);
    if (spoken && !languages.includes(spoken.language)) return OTHER_LANGUAGE_WEIGHT;
    if (spoken?.translated.some((language) => languages.includes(language))) return TRANSLATED_WEIGHT;
    if (id.startsWith('api/account') && !isOfAccount) return ACCOUNT_WEIGHT;
    const { weight = 1, audience } = this.#passages.get(id) ?? {};
    return audience === 'operators' && !isOperator ? weight * OPERATOR_WEIGHT : weight;
  }
}

const [PRICE] = termsOf('price');

/** The part of a passage that answers the search. The price of an endpoint stands in it only if a price was asked for. */
function excerptOf({ text, code, price }: Passage, terms: readonly string[]): string {
  const isOfPrice = price !== undefined && terms.some((term) => term === PRICE);
  return isOfPrice ? snippet(`${price} ${text}`, []) : snippet(text || code, terms);
}

function isManyPairs(query: string): boolean {
  const terms = new Set(termsOf(query));
  return terms.size >= MANY_PAIRS && [...terms].every((term) => /\p{Script=Han}/u.test(term));
}

/** How many passages are taken into the index at a time: some two milliseconds. */
const AT_A_TIME = 4;

/** The words of all passages. It takes longest to make of all that a server needs, and many never ask for it. */
class PassageIndex {
  readonly #passages: readonly Passage[];
  #whole: MiniSearch<Passage> | undefined;
  #making: Promise<void> | undefined;

  constructor(passages: readonly Passage[]) {
    this.#passages = passages;
  }

  async make(atATime: number): Promise<void> {
    if (this.#whole) return;
    this.#making ??= this.#addAll(atATime).finally(() => {
      this.#making = undefined;
    });
    await this.#making;
  }

  whole(): MiniSearch<Passage> {
    if (this.#whole) return this.#whole;
    const index = emptyIndex();
    index.addAll(this.#passages);
    this.#whole = index;
    return index;
  }

  async #addAll(chunkSize: number): Promise<void> {
    const index = emptyIndex();
    await index.addAllAsync(this.#passages, { chunkSize });
    this.#whole ??= index;
  }
}

function emptyIndex(): MiniSearch<Passage> {
  return new MiniSearch<Passage>({
    fields: Object.keys(BOOST),
    tokenize: words,
    processTerm: (term) => (STOP_WORDS.has(term) ? null : filed(stem(term))),
    searchOptions: {
      boost: BOOST,
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    },
  });
}

/** The page, and the part of it; Chinese has a colon of its own. */
function titleOf({ title, heading }: Passage): string {
  if (heading === '' || heading === title) return title;
  return `${title}${/\p{Script=Han}/u.test(title) ? '：' : ': '}${heading}`;
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
function withSynonyms(query: string, synonyms: string[]): Query {
  const names = new Set((query.match(NAME) ?? []).map((name) => stem(words(name).at(-1) ?? '')));
  const asked = { queries: [query], boostTerm: (term: string) => (names.has(term) ? NAME_WEIGHT : 1) };
  const boostTerm = () => SYNONYM_WEIGHT;
  return { queries: [asked, { queries: synonyms, boostTerm, prefix: false, fuzzy: false }] };
}

/** Best first, where a further section of a page counts less than its first: others may answer better. */
function bestOfEachPage<T extends { readonly passage: Passage; readonly score: number }>(found: T[]): T[] {
  const times = new Map<string, number>();
  return found
    .sort((a, b) => b.score - a.score)
    .map((hit) => {
      const before = times.get(hit.passage.page) ?? 0;
      times.set(hit.passage.page, before + 1);
      return { ...hit, score: hit.score * AGAIN_WEIGHT ** before };
    })
    .sort((a, b) => b.score - a.score);
}

/** The words of a text, each between spaces: small ones too, without which `pay for` would be any `pay`. */
function line(text: string): string {
  return ` ${words(text)
    .map((word) => stem(word.toLowerCase()))
    .join(' ')} `;
}
