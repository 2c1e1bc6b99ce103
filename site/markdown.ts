import type { MarkdownOptions } from 'vitepress';
import type { EndpointDoc } from '../src/docs/endpoint-page.ts';
import { idIn, LANGUAGES, languageOf } from './languages.ts';
import { OWN_PAGES } from './pages.ts';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** So short, code such as `mdq refresh` is not broken; nor is one word such as `idempotent-replayed` at its hyphens. */
const SHORT_CODE = 12;
const SHORT_WORD = 20;

/** Longer than this, what stands as code is a message, and goes on below in the cell of a table. */
const MESSAGE = 32;

/** Wherever the path of an endpoint stands as code, it leads to its page; so does the address of the explorer. */
export function linkEndpoints(md: MarkdownIt, endpoints: readonly EndpointDoc[], base: string): void {
  const pages = new Map([
    ...endpoints.map(({ path, page }) => [path, page.id] as const),
    ...LANGUAGES.flatMap((language) => OWN_PAGES.map((page) => [base + idIn(language, page), page] as const)),
  ]);
  const plain = md.renderer.rules.code_inline;
  if (!plain) return;
  md.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const code = plain(tokens, index, options, env, self);
    const text = tokens[index]?.content.replace(/^GET /, '') ?? '';
    const known = pages.get(text);
    if (known === undefined) return inlineCode(code, text);
    const page = idIn(languageOf(env.relativePath ?? ''), known);
    // On a narrow page a path breaks after a slash.
    const html = code.replaceAll(/(?<=[a-z])\/(?=[a-z])/g, '/<wbr>');
    const isInLink = tokens[index - 1]?.type === 'link_open';
    // On its own page it would lead nowhere.
    return isInLink || env.relativePath === `${page}.md` ? html : `<a href="${base}${page}">${html}</a>`;
  };
}

/** Code that leads nowhere. It breaks between words, a list of names after a comma; no option is broken after its `--`. */
function inlineCode(html: string, text: string): string {
  if (text.length <= (text.includes(' ') ? SHORT_CODE : SHORT_WORD))
    return html.replace('<code', '<code class="whole"');
  const broken = html
    .replaceAll(/,(?=\w)/g, ',<wbr>')
    .replaceAll(/(?<![\w-])--[a-z][\w-]*/g, '<span class="whole">$&</span>');
  return text.length > MESSAGE && text.includes(' ')
    ? broken.replace('<code', '<code class="message"')
    : broken;
}

/** A date, an option, a figure with its unit, or a price such as `40（固定）` or `25 × periods`. */
const WHOLE =
  /\b\d{4}-\d\d-\d\d\b|(?<![\w-])--[a-z][\w-]*|\b\d[\d.,]* (?:ms|s|µs|%|[KMG]i?B)(?![\p{L}\d])|\b\d+（\p{Script=Han}+）|^\d+ × \p{L}+$/gu;

/** None of these is broken in the middle. */
export function keepFiguresWhole(md: MarkdownIt): void {
  const plain = md.renderer.rules.text;
  if (!plain) return;
  md.renderer.rules.text = (...rendering) =>
    plain(...rendering)
      .replace(WHOLE, '<span class="whole">$&</span>')
      // Before a slash, browsers break no line by themselves.
      .replace(/、$/, '、<wbr>');
}

/** A cell longer than this is a sentence, and wants room. */
const SENTENCE = 28;
/** A row longer than this has no room on a phone, whatever its cells are. */
const PHONE = 64;

/**
 * A table wider than the page scrolls by itself, also by keyboard. One with sentences or long rows is stacked on a phone;
 * where the last cell is not the sentence, its column is named there too.
 */
export function scrollTables(md: MarkdownIt): void {
  md.renderer.rules.table_open = (tokens, index) => {
    const end = tokens.findIndex(({ type }, at) => at > index && type === 'table_close');
    const table = tokens.slice(index, end);
    const { middle, last } = sentencesIn(table);
    const isWide = !middle && !last && longestRow(table) > PHONE;
    const stacks = middle || last || isWide;
    if (stacks) labelCells(table);
    const kinds = [
      last && 'has-sentences',
      stacks && 'stacks',
      (middle || isWide) && 'names-last',
      isWide && 'is-wide',
    ];
    return `<div class="${['table', ...kinds.filter(Boolean)].join(' ')}" tabindex="0"><table>\n`;
  };
  md.renderer.rules.table_close = () => '</table></div>\n';
}

/** Whether a third of the rows have a sentence between their first cell and their last, and whether any last cell is one. */
function sentencesIn(table: ReturnType<MarkdownIt['parse']>): { middle: boolean; last: boolean } {
  let rows = 0;
  let withMiddle = 0;
  let last = false;
  for (const { middle, end } of rowsOf(table)) {
    rows++;
    if (middle.some((text) => widthOf(text.replaceAll(/`[^`]*`/g, '')) > SENTENCE)) withMiddle++;
    last ||= widthOf(end) > SENTENCE;
  }
  return { middle: withMiddle > 0 && withMiddle * 3 >= rows, last };
}

/** The rows below the head: what stands in the last cell, and in those between it and the first. */
function* rowsOf(table: ReturnType<MarkdownIt['parse']>): Generator<{ middle: string[]; end: string }> {
  let cells: string[] = [];
  for (const [at, { type, content }] of table.entries()) {
    if (type === 'tr_open') cells = [];
    if (type === 'inline' && table[at - 1]?.type === 'td_open') cells.push(content);
    if (type === 'tr_close' && cells.length > 0)
      yield { middle: cells.slice(1, -1), end: cells.at(-1) ?? '' };
  }
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

/** At least three columns, told by the blanks between them. */
const COLUMNS = /\S {2,}\S.* {2,}\S/;

/** Long lines of a CSV file go on below after a comma; those of a printout too, unless they stand in columns. */
export function wrapLines(md: MarkdownIt): void {
  const plain = md.renderer.rules.fence;
  if (!plain) return;
  md.renderer.rules.fence = (...rendering) => {
    const [tokens, index] = rendering;
    const { info, content = '' } = tokens[index] ?? {};
    const html = plain(...rendering);
    if (info === 'csv') return html.replaceAll(',</span>', ',</span><wbr>');
    if (info !== 'text') return html;
    const lines = content.split('\n').values();
    return html.replaceAll('<span class="line">', (line) =>
      COLUMNS.test(lines.next().value ?? '') ? '<span class="line columns">' : line,
    );
  };
}
