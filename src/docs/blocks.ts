/**
 * Parts of a Markdown page that are not written by hand. A page asks for one with a comment and holds what
 * it got up to the closing one, so that it reads well as a file too:
 *
 *     <!-- table prices -->
 *     …
 *     <!-- end -->
 *
 * In a block of `prices` the words are the page's own, and some of its numbers are prices (price-numbers.ts).
 */
const BLOCK = /<!-- (table|answer|prices) (.+?) -->\n([\s\S]*?)\n?<!-- end -->/g;

interface BlockSource {
  /** A table of facts that the code knows. */
  table(name: string): string;
  /** The text with the prices that hold. */
  prices(text: string, spec: string): string;
  /** What the running service answers to a request such as `GET /api/public/meta/categories`. */
  answer(request: string): Promise<string>;
}

/** The page with all that depends on prices made again: it shows the current ones. */
export function fillPrices(page: string, source: Omit<BlockSource, 'answer'>): string {
  return page.replace(BLOCK, (block, kind: string, argument: string, text: string) =>
    kind === 'answer' ? block : around(kind, argument, filled(kind, argument, text, source)),
  );
}

/** The page with every block made again. */
export async function fillBlocks(page: string, source: BlockSource): Promise<string> {
  let whole = '';
  let from = 0;
  for (const match of page.matchAll(BLOCK)) {
    const [block, kind = '', argument = '', text = ''] = match;
    const content = kind === 'answer' ? await source.answer(argument) : filled(kind, argument, text, source);
    whole += page.slice(from, match.index) + around(kind, argument, content);
    from = match.index + block.length;
  }
  return whole + page.slice(from);
}

/** A page without what tells its writer where a block comes from; `prices` says what becomes of a block of those. */
export function withoutMarks(page: string, prices: (text: string, spec: string) => string): string {
  return page
    .replace(BLOCK, (block, kind: string, argument: string, text: string) =>
      kind === 'prices' ? prices(text, argument) : block,
    )
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .trim();
}

function filled(kind: string, argument: string, text: string, source: Omit<BlockSource, 'answer'>): string {
  return kind === 'table' ? source.table(argument) : source.prices(text, argument);
}

function around(kind: string, argument: string, content: string): string {
  return `<!-- ${kind} ${argument} -->\n${content}\n<!-- end -->`;
}
