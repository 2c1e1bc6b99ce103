import type { MarkdownOptions } from 'vitepress';
import type { EndpointDoc } from '../src/docs/endpoint-page.ts';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** As in the search of the documentation, whose hits lead to the headings of these pages. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Wherever the path of an endpoint stands as code, it leads to the page of that endpoint. */
export function linkEndpoints(md: MarkdownIt, endpoints: readonly EndpointDoc[], base: string): void {
  const pages = new Map(endpoints.map(({ path, page }) => [path, page.id]));
  const plain = md.renderer.rules.code_inline;
  if (!plain) return;
  md.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const code = plain(tokens, index, options, env, self);
    const text = tokens[index]?.content.replace(/^GET /, '') ?? '';
    const page = pages.get(text);
    if (page === undefined) return code;
    // On a narrow page a path breaks after a slash.
    const html = code.replaceAll(/(?<=[a-z])\/(?=[a-z])/g, '/<wbr>');
    const isInLink = tokens[index - 1]?.type === 'link_open';
    // On its own page it would lead nowhere.
    return isInLink || env.relativePath === `${page}.md` ? html : `<a href="${base}${page}">${html}</a>`;
  };
}

/** A table wider than the page scrolls by itself, also by keyboard. */
export function scrollTables(md: MarkdownIt): void {
  md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
}
