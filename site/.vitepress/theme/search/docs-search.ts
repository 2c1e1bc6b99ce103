import docs from 'virtual:docs';
import { DocsSearch, type Hit } from '../../../../src/docs/search.ts';

const LIMIT = 12;
const CHINESE = 'zh/';
const search = new DocsSearch(docs.pages, docs.endpoints);

/** The places that answer a question: as the MCP server finds them, each page in one language. */
export function searchDocs(question: string, language: string): Hit[] {
  const prefersChinese = language.startsWith('zh') || /\p{Script=Han}/u.test(question);
  const hits = search.search(question, LIMIT * 2);
  const byPage = new Map(hits.map((hit) => [hit.page, hit]));
  const chosen = hits.map((hit) => {
    const plain = hit.page.startsWith(CHINESE) ? hit.page.slice(CHINESE.length) : hit.page;
    return byPage.get(prefersChinese ? CHINESE + plain : plain) ?? hit;
  });
  return [...new Set(chosen)].slice(0, LIMIT).map((hit) => ({
    ...hit,
    url: hit.url.replace(/\/index(?=#|$)/, '/'),
    // Of Markdown only the words are of use here.
    snippet: hit.snippet.replace(/\[([^\]]*)\](\([^)]*\)?)?/g, '$1').replace(/(^| )-+(?= )/g, ''),
  }));
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
