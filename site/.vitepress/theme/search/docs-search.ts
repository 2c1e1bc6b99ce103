import titles from 'virtual:titles';
import type { Audience } from '../../../../src/docs/pages.ts';
import type { SearchTexts } from '../../../../src/docs/search/passages.ts';
import { DocsSearch, type Hit } from '../../../../src/docs/search/search.ts';
import { wordsOf } from '../../../../src/words/index.ts';
import { idIn, LANGUAGES, type Language } from '../../../languages.ts';
import { marked, type Part } from './marked.ts';

/** How many texts are looked through before the page is drawn again. */
const AT_A_TIME = 40;
const LIMIT = 12;
const LIMITS = { callers: 9, operators: 4 } as const;

interface HitGroup {
  readonly audience: Audience;
  readonly hits: readonly FoundHit[];
}

interface FoundHit extends Hit {
  /** Its snippet, with what was asked for marked. */
  readonly parts: readonly Part[];
}

/** The places that answer a question, as the MCP server finds them: those for callers, then those for operators. */
export type Search = (question: string, language: Language) => HitGroup[];

export async function searchIn(data: SearchTexts): Promise<Search> {
  const search = new DocsSearch(data);
  await search.makeIndex(AT_A_TIME);
  const known = titlesOf(data);
  return (question, language) =>
    grouped(
      inOneLanguage(search.search(question, LIMIT * 2), question, language, known).map((hit) => ({
        ...hit,
        parts: marked(hit.snippet, question),
      })),
    );
}

type Titles = ReadonlyMap<string, { readonly title: string; readonly snippet: string }>;

/** What pages are called that the index does not hold, or holds in another language. */
function titlesOf({ pages }: SearchTexts): Titles {
  return new Map(
    [...pages, ...titles].map(({ id, title, description }) => [id, { title, snippet: description }]),
  );
}

function grouped(hits: readonly FoundHit[]): HitGroup[] {
  return (['callers', 'operators'] as const)
    .map((audience) => ({
      audience,
      hits: hits.filter((hit) => hit.audience === audience).slice(0, LIMITS[audience]),
    }))
    .filter((group) => group.hits.length > 0);
}

/** Each place once, in the language of the reader where its page is there in it. */
function inOneLanguage(hits: readonly Hit[], question: string, language: Language, titles: Titles): Hit[] {
  const wantedLanguage = LANGUAGES.find((each) => wordsOf(each).script?.test(question)) ?? language;
  const best = (page: string) => hits.find((hit) => hit.page === page);
  const chosen = hits.map((hit) => {
    const wanted = idIn(wantedLanguage, hit.page);
    return wanted === hit.page ? hit : (best(wanted) ?? translated(hit, wanted, titles) ?? hit);
  });
  return [...new Map(chosen.map((hit) => [hit.url, hit])).values()].map((hit) => ({
    ...hit,
    url: hit.url.replace(/\/index(?=#|$)/, '/'),
    // Of Markdown only the words are of use here.
    snippet: hit.snippet.replace(/\[([^\]]*)\](\([^)]*\)?)?/g, '$1').replace(/(^| )-+(?= )/g, ''),
  }));
}

/** The same page in the language of the reader, where the words that were found stand only in the other. */
function translated(hit: Hit, wanted: string, titles: Titles): Hit | undefined {
  const entry = titles.get(wanted);
  return entry && { ...hit, page: wanted, url: `/developers/${wanted}`, ...entry };
}
