import { simplified } from './simplified.ts';

const LENGTH = 200;
/** How far before the words a snippet may begin, to begin with a sentence. */
const LEAD = 80;
const SENTENCE_END = /[.。:：!?？;；·]/;

/** The part of a text where most of the terms are, in plain words. */
export function snippet(markdown: string, terms: readonly string[]): string {
  const source = plainText(markdown);
  if (source.length <= LENGTH) return source;
  const lower = simplified(source.toLowerCase());
  const found = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const near = (from: number) => found.filter((at) => at >= from && at < from + LENGTH / 2).length;
  const best = found.toSorted((a, b) => near(b) - near(a) || a - b)[0] ?? 0;
  const start = beginBefore(source, best);
  const rest = source.slice(start, start + LENGTH);
  const isEnd = start + LENGTH >= source.length;
  // A word that is cut in the middle is none; Chinese has no spaces to cut at.
  const end = isEnd ? rest : rest.replace(/ [\p{L}\p{N}\p{P}$]{1,30}$/u, '');
  return `${start > 0 ? '…' : ''}${end.trim()}${isEnd ? '' : '…'}`;
}

function beginBefore(source: string, at: number): number {
  if (at <= LEAD) return 0;
  for (let index = at - 1; index > at - LEAD; index -= 1) {
    if (SENTENCE_END.test(source.charAt(index)) && source.charAt(index + 1) === ' ') return index + 2;
  }
  return source.lastIndexOf(' ', at - LEAD / 2) + 1;
}

/** The words of Markdown, without its marks: links as their text, rows and items with a dot between. */
function plainText(markdown: string): string {
  return markdown
    .replace(/^```.*$/gm, '')
    .replace(/^#+ /gm, '')
    .replace(/^\|[-:| ]+\|$/gm, '')
    .replace(/<\/?(details|summary|a)\b[^>]*>/g, ' ')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/^\|.*$/gm, rowText)
    .replace(/^ *[-–] /gm, '· ')
    .replace(/\s+/g, ' ')
    .replace(/^ ?· /, '')
    .trim();
}

/** The cells of a row of a table that have something in them, with commas between: those of the language. */
function rowText(row: string): string {
  const cells = row.split('|').map((cell) => cell.trim());
  const comma = /\p{Script=Han}/u.test(row) ? '，' : ', ';
  return `· ${cells.filter((cell) => cell !== '').join(comma)}`;
}
