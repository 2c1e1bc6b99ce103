/**
 * Parts of a Markdown page that are not written by hand. A page asks for one with a comment and holds what
 * it got up to the closing one, so that it reads well as a file too:
 *
 *     <!-- table prices -->
 *     …
 *     <!-- end -->
 */
const BLOCK = /<!-- (table|answer) (.+?) -->\n[\s\S]*?<!-- end -->/g;

export interface BlockSource {
  /** A table of facts that the code knows. */
  table(name: string): string;
  /** What the running service answers to a request such as `GET /api/public/meta/categories`. */
  answer(request: string): Promise<string>;
}

/** The page with every table made again: those of prices show the prices of now. */
export function fillTables(page: string, table: BlockSource['table']): string {
  return page.replace(BLOCK, (block, kind: string, name: string) =>
    kind === 'table' ? `<!-- table ${name} -->\n${table(name)}\n<!-- end -->` : block,
  );
}

/** The page with every block made again. */
export async function fillBlocks(page: string, source: BlockSource): Promise<string> {
  let filled = '';
  let from = 0;
  for (const match of page.matchAll(BLOCK)) {
    const [block, kind, argument = ''] = match;
    const content = kind === 'table' ? source.table(argument) : await source.answer(argument);
    filled += `${page.slice(from, match.index)}<!-- ${kind} ${argument} -->\n${content}\n<!-- end -->`;
    from = match.index + block.length;
  }
  return filled + page.slice(from);
}
