import MiniSearch from 'minisearch';
import type { EndpointDoc } from './endpoint-page.ts';
import type { Page } from './pages.ts';

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
}

const SNIPPET_LENGTH = 240;

/** Finds pages by the words of a question, in English or Chinese. */
export class DocsSearch {
  readonly #index: MiniSearch<Section>;
  readonly #sections = new Map<string, Section>();

  constructor(pages: readonly Page[], endpoints: readonly EndpointDoc[]) {
    this.#index = new MiniSearch<Section>({
      fields: ['title', 'heading', 'text'],
      tokenize: words,
      processTerm: (term) => (STOP_WORDS.has(term) ? null : stem(term)),
      searchOptions: {
        boost: { title: 3, heading: 2.5 },
        prefix: (term) => term.length > 3,
        fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      },
    });
    const sections = [...pages, ...endpoints.map(({ page }) => page)].flatMap(sectionsOf);
    for (const section of sections) this.#sections.set(section.id, section);
    this.#index.addAll(sections);
  }

  /** The best place of each page, best page first. */
  search(query: string, limit: number): Hit[] {
    const seen = new Set<string>();
    const hits: Hit[] = [];
    for (const { id, score, terms } of this.#index.search(query)) {
      const section = this.#sections.get(id);
      if (!section || seen.has(section.page)) continue;
      seen.add(section.page);
      hits.push({
        page: section.page,
        title: section.heading === section.title ? section.title : `${section.title}: ${section.heading}`,
        url: section.url,
        snippet: snippet(section.text, terms),
        score: Math.round(score * 100) / 100,
      });
      if (hits.length === limit) break;
    }
    return hits;
  }
}

/** A page cut at its headings. */
function sectionsOf(page: Page): Section[] {
  return page.markdown
    .split(/^(?=#{1,3} )/m)
    .map((part, index) => {
      const heading = /^#+ (.+)$/m.exec(part)?.[1] ?? page.title;
      const anchor = index === 0 ? '' : `#${slug(heading)}`;
      return {
        id: `${page.id}#${index}`,
        page: page.id,
        url: page.url + anchor,
        title: page.title,
        heading,
        text: `${index === 0 ? `${page.description}\n` : ''}${part.replace(/^#+ .+$/m, '')}`,
      };
    })
    .filter((section) => section.text.trim() !== '');
}

function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Latin words and numbers whole; Chinese, which is written without spaces, in pairs of characters. */
export function words(text: string): string[] {
  const lower = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return (lower.match(/[\p{Script=Han}]+|[^\P{L}\p{Script=Han}]+|\p{N}+/gu) ?? []).flatMap((run) =>
    /\p{Script=Han}/u.test(run) ? pairs(run) : [run],
  );
}

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Enough for English: plurals and the commonest endings. */
function stem(term: string): string {
  if (!/^[a-z]{4,}$/.test(term)) return term;
  return term
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=.{4})(ing|ed)$/, '');
}

const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from get have how i if in is it me my of on or s t that the their there they this to what when where which who why will with you your'.split(
    ' ',
  ),
);

/** The part of a text where most of the terms are. */
function snippet(text: string, terms: readonly string[]): string {
  const flat = text
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/[`*|#]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const source = flat || text.replace(/\s+/g, ' ').trim();
  if (source.length <= SNIPPET_LENGTH) return source;
  const lower = source.toLowerCase();
  const first = Math.min(...terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0), source.length);
  const start = first === source.length ? 0 : Math.max(0, lower.lastIndexOf(' ', Math.max(0, first - 60)));
  return `${start > 0 ? '…' : ''}${source.slice(start, start + SNIPPET_LENGTH).trim()}…`;
}
