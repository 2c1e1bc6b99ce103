import type { Docs } from '../docs.ts';
import { TOOL_PAGES } from '../tool-pages.ts';
import type { SearchTexts } from './passages.ts';

/** What the search box of the site looks through: the same texts as the MCP server, with the current prices. */
export function searchTexts({ pages, endpoints, accountRoutes }: Docs): SearchTexts {
  return {
    pages: [...pages, ...TOOL_PAGES].map(({ id, title, description, url, audience, markdown }) => ({
      ...{ id, title, description, url, audience, markdown },
    })),
    endpoints: [...endpoints, ...accountRoutes].map(
      ({ path, description, price, parameters, fields, curl, page }) => ({
        ...{ path, description },
        parameters: parameters.map(({ name, required, description }) => ({ name, required, description })),
        ...{ fields, curl },
        price: { short: price.short },
        page: { id: page.id, audience: page.audience, url: page.url, title: page.title },
      }),
    ),
  };
}
