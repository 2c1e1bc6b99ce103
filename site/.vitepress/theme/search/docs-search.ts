import docs from 'virtual:docs';
import type { Audience } from '../../../../src/docs/pages.ts';
import { DocsSearch, type Hit } from '../../../../src/docs/search.ts';

const LIMIT = 12;
const LIMITS = { callers: 9, operators: 4 } as const;
const CHINESE = 'zh/';
const search = new DocsSearch(docs.pages, docs.endpoints);
/** What pages are called that the index does not hold, or holds in another language. */
const titles = new Map<string, { title: string; snippet: string }>([
  ...docs.pages.map(({ id, title, description }) => [id, { title, snippet: description }] as const),
  ...docs.chineseEndpoints.map(
    ({ id, title, description }) => [id, { title, snippet: description }] as const,
  ),
]);

export interface HitGroup {
  readonly audience: Audience;
  readonly hits: readonly Hit[];
}

/** The places that answer a question, as the MCP server finds them: those for callers, then those for operators. */
export function searchDocs(question: string, language: string): HitGroup[] {
  const hits = inOneLanguage(search.search(question, LIMIT * 2), question, language);
  return (['callers', 'operators'] as const)
    .map((audience) => ({
      audience,
      hits: hits.filter((hit) => hit.audience === audience).slice(0, LIMITS[audience]),
    }))
    .filter((group) => group.hits.length > 0);
}

/** Each page once, in the language of the reader where it is there in it. */
function inOneLanguage(hits: readonly Hit[], question: string, language: string): Hit[] {
  const prefersChinese = language.startsWith('zh') || /\p{Script=Han}/u.test(question);
  const byPage = new Map(hits.map((hit) => [hit.page, hit]));
  const chosen = hits.map((hit) => {
    const plain = hit.page.startsWith(CHINESE) ? hit.page.slice(CHINESE.length) : hit.page;
    const wanted = prefersChinese ? CHINESE + plain : plain;
    return byPage.get(wanted) ?? translated(hit, wanted) ?? hit;
  });
  return [...new Map(chosen.map((hit) => [hit.page, hit])).values()].map((hit) => ({
    ...hit,
    url: hit.url.replace(/\/index(?=#|$)/, '/'),
    // Of Markdown only the words are of use here.
    snippet: hit.snippet.replace(/\[([^\]]*)\](\([^)]*\)?)?/g, '$1').replace(/(^| )-+(?= )/g, ''),
  }));
}

/** The same page in the language of the reader, where the words that were found stand only in the other. */
function translated(hit: Hit, wanted: string): Hit | undefined {
  const entry = titles.get(wanted);
  return entry && { ...hit, page: wanted, url: `/developers/${wanted}`, ...entry };
}

export interface Part {
  readonly text: string;
  readonly isHit: boolean;
}

/** A text in parts, those that were asked for marked. */
export function marked(text: string, question: string): Part[] {
  const asked = question.match(/\p{Script=Han}+|[^\P{L}\p{Script=Han}]{2,}|\p{N}+/gu) ?? [];
  if (asked.length === 0) return [{ text, isHit: false }];
  return text
    .split(new RegExp(`(${asked.join('|')})`, 'giu'))
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
