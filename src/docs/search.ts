import MiniSearch, { type Query } from 'minisearch';
import { ERRORS, type ErrorName } from '../errors.ts';
import { CHINESE_ENDPOINTS, CHINESE_KEYWORDS, CHINESE_MEANINGS, simplified } from './chinese.ts';
import type { EndpointDoc } from './endpoint-page.ts';
import type { Page } from './pages.ts';
import { slug } from './slug.ts';
import { PAGE_KEYWORDS, SYNONYMS } from './synonyms.ts';

/** A place in the documentation that answers a search. */
export interface Hit {
  readonly page: string;
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly score: number;
}

interface Section {
  readonly id: string;
  readonly page: string;
  readonly url: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  /** Examples: their words count for little. */
  readonly code: string;
  /** Other names of the page. */
  readonly names: string;
}

const BOOST = { title: 2.5, heading: 2, text: 1, code: 0.2, names: 3 };
/** How much a word counts that the pages use instead of one in the question. */
const SYNONYM_WEIGHT = 0.5;
/** How much a Chinese page counts for a question that is not in Chinese. */
const OTHER_LANGUAGE_WEIGHT = 0.2;

/** Finds pages by the words of a question, in English or Chinese. */
export class DocsSearch {
  readonly #index: MiniSearch<Section>;
  readonly #sections = new Map<string, Section>();

  constructor(pages: readonly Page[], endpoints: readonly EndpointDoc[]) {
    this.#index = new MiniSearch<Section>({
      fields: Object.keys(BOOST),
      tokenize: words,
      processTerm: (term) => (STOP_WORDS.has(term) ? null : stem(term)),
      searchOptions: {
        boost: BOOST,
        prefix: (term) => term.length > 3,
        fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      },
    });
    const sections = [
      ...pages.flatMap((page) =>
        sectionsOf(page, `${PAGE_KEYWORDS[page.id] ?? ''} ${CHINESE_KEYWORDS[page.id] ?? ''}`),
      ),
      ...endpoints.map(endpointSection),
      ...pages.flatMap(errorSections),
    ];
    for (const section of sections) this.#sections.set(section.id, section);
    this.#index.addAll(sections);
  }

  /** The best place of each page, best page first. */
  search(query: string, limit: number): Hit[] {
    const seen = new Set<string>();
    const hits: Hit[] = [];
    const isChinese = /\p{Script=Han}/u.test(query);
    const options = {
      boostDocument: (id: string) => (isChinese || !id.startsWith('zh/') ? 1 : OTHER_LANGUAGE_WEIGHT),
    };
    const found = this.#index.search(withSynonyms(query), options);
    for (const { id, score, terms } of found) {
      const section = this.#sections.get(id);
      if (!section || seen.has(section.page)) continue;
      seen.add(section.page);
      hits.push({
        page: section.page,
        title: ['', section.title].includes(section.heading)
          ? section.title
          : `${section.title}: ${section.heading}`,
        url: section.url,
        snippet: snippet(section.text || section.code, terms),
        score: Math.round(score * 100) / 100,
      });
      if (hits.length === limit) break;
    }
    return hits;
  }
}

/** A page cut at its headings. */
function sectionsOf(page: Page, names: string): Section[] {
  return partsOf(page.markdown)
    .map((part, index) => {
      const heading = /^#+ (.+)$/m.exec(part)?.[1] ?? page.title;
      const text = part.replace(/^#+ .+$/m, '');
      return {
        id: `${page.id}#${index}`,
        page: page.id,
        url: index === 0 ? page.url : `${page.url}#${slug(heading)}`,
        title: page.title,
        heading,
        text: `${index === 0 ? `${page.description}\n` : ''}${text.replace(CODE, '')}`.trim(),
        code: codeIn(text),
        names: index === 0 ? names : '',
      };
    })
    .filter((section) => section.text !== '' || section.code !== '');
}

/** Text from one heading to the next; a comment in code is no heading. */
function partsOf(markdown: string): string[] {
  const parts: string[][] = [[]];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (!isCode && /^#{1,3} /.test(line)) parts.push([]);
    parts.at(-1)?.push(line);
  }
  const texts = parts.map((lines) => lines.join('\n'));
  return texts[0]?.trim() === '' ? texts.slice(1) : texts;
}

/** The page of an endpoint is short, and the same headings stand on each: it counts as one place. */
function endpointSection({ path, page }: EndpointDoc): Section {
  const { summary = '', keywords = '' } = CHINESE_ENDPOINTS[path] ?? {};
  return {
    id: page.id,
    page: page.id,
    url: page.url,
    title: page.title,
    heading: '',
    text: page.markdown
      .replace(/^#+ .+$/gm, '')
      .replace(CODE, '')
      .replaceAll('`data.', '`'),
    code: codeIn(page.markdown),
    names: `${path} ${summary} ${keywords}`,
  };
}

const CODE = /^```[\s\S]*?^```$/gm;

/** The examples in a text. The figures of an answer are nothing to look for; the message of an error is. */
function codeIn(text: string): string {
  return (text.match(CODE) ?? []).filter((example) => !example.includes('"code": 200')).join('\n');
}

/** Each error as a place of its own, on the page that lists them: people paste messages. */
function errorSections({ id, title, url }: Page): Section[] {
  if (!/^(zh\/)?errors$/.test(id)) return [];
  return Object.entries(ERRORS).map(([name, { status, msg, meaning }]) => ({
    id: `${id}#${name}`,
    page: id,
    url: id === 'errors' ? `${url}#all-errors` : `${url}#所有錯誤`,
    title,
    heading: `${status} ${msg}`,
    text: id === 'errors' ? meaning : CHINESE_MEANINGS[name as ErrorName],
    code: '',
    names: '',
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

/** Enough for English: plurals and the commonest endings. */
function stem(term: string): string {
  if (!/^[a-z]{4,}$/.test(term)) return term;
  return term
    .replace(/ie[sd]$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=.{3})(ing|ed|e)$/, '');
}

const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from get have how i if in is it me my of on or s t that the their there they this to what when where which who why will with you your'.split(
    ' ',
  ),
);

const SYNONYM_TERMS = SYNONYMS.map(([says, ...types]) => ({ says, types: types.map(line) }));

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

const SNIPPET_LENGTH = 240;

/** The part of a text where most of the terms are. */
function snippet(text: string, terms: readonly string[]): string {
  const source = text
    .replace(/[`*|#]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (source.length <= SNIPPET_LENGTH) return source;
  const lower = simplified(source.toLowerCase());
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const near = (from: number) => places.filter((at) => at >= from && at < from + SNIPPET_LENGTH / 2).length;
  const best = places.toSorted((a, b) => near(b) - near(a) || a - b)[0] ?? 0;
  const start = best < 60 ? 0 : lower.lastIndexOf(' ', best - 60) + 1;
  return `${start > 0 ? '…' : ''}${source.slice(start, start + SNIPPET_LENGTH).trim()}…`;
}
