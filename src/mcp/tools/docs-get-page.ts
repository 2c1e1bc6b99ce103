import type { Docs } from '../../docs/docs.ts';
import type { Page } from '../../docs/pages.ts';
import type { Result } from '../result.ts';
import { record, type Tool, text, textArgument, toolError, toolResult } from './tool.ts';

export function docsGetPage(docs: Docs): Tool {
  const pages = [...docs.pages, ...docs.endpoints.map(({ page }) => page)];
  const results = new Map(pages.map((page) => [page.id, pageResult(page)]));
  const known = pages.map(({ id, title }) => `- \`${id}\`: ${title}`).join('\n');
  return {
    name: 'docs.get_page',
    title: 'Read a documentation page',
    description: `Read one page of the documentation as Markdown, by its id. Use it after docs.search, or when you know the page. Guides: ${docs.pages.map(({ id }) => id).join(', ')}. The page of an endpoint is its path with api/ for /api/public/, such as api/market/focus.`,
    inputSchema: {
      type: 'object',
      properties: { id: text('Page id as docs.search returns it, such as "points" or "api/market/focus".') },
      required: ['id'],
    },
    outputSchema: record({
      id: text('Page id.'),
      title: text('Title.'),
      description: text('What the page is about.'),
      url: text('Address of the page, on this host.'),
      markdown: text('The page.'),
    }),
    call(args) {
      const id = textArgument(args, 'id', 'page', 'pageId', 'page_id', 'slug', 'path');
      if (id === undefined) return toolError(`id is missing. The pages are:\n${known}`);
      return (
        results.get(id) ??
        results.get(plainId(id)) ??
        toolError(`There is no such page. The pages are:\n${known}`)
      );
    },
  };
}

/** The id in an address of the page, such as `/developers/points.md#prices`. */
function plainId(id: string): string {
  const [path = ''] = id.slice(0, 300).split(/[?#]/, 1);
  return path
    .replace(/^\w+:\/\/[^/]*/, '')
    .replace(/^\/*(developers\/+)?/, '')
    .replace(/^api\/public\//, 'api/')
    .replace(/(\.md|\/)$/, '');
}

function pageResult({ id, title, description, url, markdown }: Page): Result {
  return toolResult(markdown, { id, title, description, url, markdown });
}
