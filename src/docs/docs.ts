import { endpoints } from '../endpoints/index.ts';
import { documentEndpoint, type EndpointDoc } from './endpoint-page.ts';
import { openApiDocument } from './openapi.ts';
import { type Page, readApiChangelog, readGuides } from './pages.ts';
import { type Terms, USUAL_TERMS } from './prices.ts';
import { DocsSearch, type Hit } from './search.ts';

/** All documentation at one moment: from the endpoints, their prices, the table of errors and the Markdown guides. */
export interface Docs {
  /** The guides, in reading order. */
  readonly pages: readonly Page[];
  readonly endpoints: readonly EndpointDoc[];
  readonly openApi: Record<string, unknown>;
  readonly changelog: string;
  /** A guide or the page of an endpoint, by id. */
  page(id: string): Page | undefined;
  search(query: string, limit: number): Hit[];
}

export function createDocs(terms: Terms = USUAL_TERMS): Docs {
  const pages = readGuides(terms);
  const documented = endpoints.map((endpoint) => documentEndpoint(endpoint, terms));
  const byId = new Map([...pages, ...documented.map(({ page }) => page)].map((page) => [page.id, page]));
  const search = new DocsSearch(pages, documented);
  return {
    pages,
    endpoints: documented,
    openApi: openApiDocument(terms),
    changelog: readApiChangelog(),
    page: (id) => byId.get(id),
    search: (query, limit) => search.search(query, limit),
  };
}
