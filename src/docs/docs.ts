import { endpoints } from '../endpoints/index.ts';
import { accountRoutes } from '../request/account/index.ts';
import { documentAccountRoute, documentEndpoint, type EndpointDoc } from './endpoint-page.ts';
import { openApiDocument } from './openapi.ts';
import { type Page, readApiChangelog, readGuides } from './pages.ts';
import { type Terms, USUAL_TERMS } from './prices.ts';
import { DocsSearch, type Hit } from './search.ts';
import { TOOL_PAGES } from './tool-pages.ts';

/** All documentation at one moment: from the endpoints, their prices, the table of errors and the Markdown guides. */
export interface Docs {
  /** The guides, in reading order. */
  readonly pages: readonly Page[];
  readonly endpoints: readonly EndpointDoc[];
  /** What a key holder can ask about itself, for nothing. */
  readonly accountRoutes: readonly EndpointDoc[];
  readonly openApi: Record<string, unknown>;
  readonly changelog: string;
  /** All that there is to read: guides, pages of the site that are tools, endpoints and account routes. */
  readonly everyPage: readonly Page[];
  page(id: string): Page | undefined;
  search(query: string, limit: number): Hit[];
}

export function createDocs(terms: Terms = USUAL_TERMS): Docs {
  const pages = readGuides(terms);
  const documented = endpoints.map((endpoint) => documentEndpoint(endpoint, terms));
  const account = accountRoutes.map(documentAccountRoute);
  const called = [...documented, ...account];
  const everyPage = [...pages, ...TOOL_PAGES, ...called.map(({ page }) => page)];
  const byId = new Map(everyPage.map((page) => [page.id, page]));
  const search = searchOver([...pages, ...TOOL_PAGES], called);
  return {
    pages,
    endpoints: documented,
    accountRoutes: account,
    openApi: openApiDocument(terms),
    changelog: readApiChangelog(),
    everyPage,
    page: (id) => byId.get(id),
    search: (query, limit) => search.search(query, limit),
  };
}

let lastSearch: DocsSearch | undefined;

/** The index takes longest to make, and is the same whatever the prices are. */
function searchOver(pages: readonly Page[], called: readonly EndpointDoc[]): DocsSearch {
  lastSearch = lastSearch?.over(pages, called) ?? new DocsSearch(pages, called);
  return lastSearch;
}
