import type { MarkdownOptions } from 'vitepress';
import type { EndpointDoc } from '../src/docs/endpoint-page.ts';
import { idIn, LANGUAGES, languageOf } from './languages.ts';
import { OWN_PAGES } from './pages.ts';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** So short, code such as `-i` or `x-points-balance` is not broken at its hyphens. */
const SHORT_CODE = 20;

/** Wherever the path of an endpoint stands as code, it leads to its page; so does the address of the explorer. */
export function linkEndpoints(md: MarkdownIt, endpoints: readonly EndpointDoc[], base: string): void {
  const own = OWN_PAGES.filter((file) => !file.includes('/')).map((file) => file.replace(/\.md$/, ''));
  const pages = new Map([
    ...endpoints.map(({ path, page }) => [path, page.id] as const),
    ...LANGUAGES.flatMap((language) => own.map((page) => [base + idIn(language, page), page] as const)),
  ]);
  const plain = md.renderer.rules.code_inline;
  if (!plain) return;
  md.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const code = plain(tokens, index, options, env, self);
    const text = tokens[index]?.content.replace(/^GET /, '') ?? '';
    const known = pages.get(text);
    if (known === undefined && text.length <= SHORT_CODE) return code.replace('<code', '<code class="whole"');
    // A list of names breaks after a comma.
    if (known === undefined) return code.replaceAll(/,(?=\w)/g, ',<wbr>');
    const page = idIn(languageOf(env.relativePath ?? ''), known);
    // On a narrow page a path breaks after a slash.
    const html = code.replaceAll(/(?<=[a-z])\/(?=[a-z])/g, '/<wbr>');
    const isInLink = tokens[index - 1]?.type === 'link_open';
    // On its own page it would lead nowhere.
    return isInLink || env.relativePath === `${page}.md` ? html : `<a href="${base}${page}">${html}</a>`;
  };
}

/** A date, or a price such as `40（固定）` or `25 × periods`. */
const WHOLE = /\b\d{4}-\d\d-\d\d\b|\b\d+（\p{Script=Han}+）|^\d+ × \p{L}+$/gu;

/** Neither a date nor a price is broken in the middle. */
export function keepFiguresWhole(md: MarkdownIt): void {
  const plain = md.renderer.rules.text;
  if (!plain) return;
  md.renderer.rules.text = (...rendering) =>
    plain(...rendering).replace(WHOLE, '<span class="whole">$&</span>');
}

/** A cell longer than this is a sentence, and wants room. */
const SENTENCE = 28;
/** A row longer than this has no room on a phone, whatever its cells are. */
const PHONE = 64;

/** A table wider than the page scrolls by itself, also by keyboard. One with sentences or long rows is stacked on a phone. */
export function scrollTables(md: MarkdownIt): void {
  md.renderer.rules.table_open = (tokens, index) => {
    const end = tokens.findIndex(({ type }, at) => at > index && type === 'table_close');
    const table = tokens.slice(index, end);
    const hasSentences = table.some(
      ({ content }, at) => isLastCell(table, at) && widthOf(content) > SENTENCE,
    );
    const isWide = !hasSentences && longestRow(table) > PHONE;
    if (hasSentences || isWide) labelCells(table);
    const stacked = hasSentences ? ' has-sentences' : isWide ? ' has-sentences is-wide' : '';
    return `<div class="table${stacked}" tabindex="0"><table>\n`;
  };
  md.renderer.rules.table_close = () => '</table></div>\n';
}

/** A Chinese character is as wide as two letters. */
function widthOf(text: string): number {
  return text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0);
}

function longestRow(table: ReturnType<MarkdownIt['parse']>): number {
  let [row, longest] = [0, 0];
  for (const { type, content } of table) {
    if (type === 'tr_open') row = 0;
    if (type === 'inline') row += widthOf(content);
    longest = Math.max(longest, row);
  }
  return longest;
}

/** Each cell bears the name of its column, for where the columns are no more. */
function labelCells(table: ReturnType<MarkdownIt['parse']>): void {
  const names = table
    .filter((_, at) => table[at - 1]?.type === 'th_open')
    .map(({ content }) => content.replaceAll('`', ''));
  let column = 0;
  for (const cell of table) {
    if (cell.type === 'tr_open') column = 0;
    if (cell.type === 'td_open') cell.attrSet('data-column', names[column++] ?? '');
  }
}

/** Whether a token is what stands in the last cell of a row. */
function isLastCell(tokens: readonly { readonly type: string }[], index: number): boolean {
  return tokens[index]?.type === 'inline' && tokens[index + 2]?.type === 'tr_close';
}
