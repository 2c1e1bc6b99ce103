import { USUAL_NAME } from '../brand/brand.ts';
import { endpoints } from '../endpoints/index.ts';
import type { Refusal } from '../errors/callers.ts';
import { lazily } from '../lib/made-once.ts';
import { accountRoutes } from '../request/account/index.ts';
import { documentAccountRoute, documentEndpoint, type EndpointDoc } from './endpoint-page.ts';
import { openApiDocument } from './openapi/openapi.ts';
import { type Guide, guidesWith, type Page, readApiChangelog } from './pages.ts';
import { type Dates, describeRange } from './range-price.ts';
import { DocsSearch, type Hit } from './search/search.ts';
import { type Terms, USUAL_TERMS } from './terms.ts';
import { TOOL_PAGES } from './tool-pages.ts';

/** All documentation at one moment: from the endpoints, their prices, the table of errors and the Markdown guides. */
export interface Docs {
  /** What the service is called. */
  readonly name: string;
  readonly tagline: string | undefined;
  /** The guides, in reading order. */
  readonly pages: readonly Guide[];
  readonly endpoints: readonly EndpointDoc[];
  readonly sandboxRate: Terms['sandboxRate'];
  /** What a key holder can ask about itself, for nothing. */
  readonly accountRoutes: readonly EndpointDoc[];
  readonly openApi: Record<string, unknown>;
  readonly changelog: string;
  /** All that there is to read: guides, pages of the site that are tools, endpoints and account routes. */
  readonly everyPage: readonly Page[];
  page(id: string): Page | undefined;
  /** The most that a call over these dates can cost, in words; a refusal where the call would get one. */
  describeRange(path: string, dates: Dates): string | Refusal;
  search(query: string, limit: number): Hit[];
  /** So that a search holds nobody up. */
  makeSearchIndex(): Promise<void>;
}

/** A change of prices makes all of it again: each part when it is first read, so that no call waits for the whole. */
export function createDocs(terms: Terms = USUAL_TERMS): Docs {
  const every = guidesWith(terms);
  const pages = terms.isForCallersOnly ? every.filter(({ audience }) => audience === 'callers') : every;
  const documented = endpoints.map((endpoint) => documentEndpoint(endpoint, terms));
  const account = accountRoutes.map((route) => documentAccountRoute(route, terms));
  const called = [...documented, ...account];
  const everyPage = [...pages, ...TOOL_PAGES, ...called.map(({ page }) => page)];
  const byId = new Map(everyPage.map((page) => [page.id, page]));
  const openApi = lazily(() => openApiDocument(terms));
  const texts = { pages: [...pages, ...TOOL_PAGES], endpoints: called };
  // The index takes longest to make, and is the same whatever the prices are: there is one.
  firstSearch ??= new DocsSearch({ ...texts, pages: [...every, ...TOOL_PAGES] });
  const first = firstSearch;
  const search = lazily(() => first.over(texts));
  return {
    name: terms.brand?.name ?? USUAL_NAME,
    tagline: terms.brand?.tagline,
    sandboxRate: terms.sandboxRate,
    pages,
    endpoints: documented,
    accountRoutes: account,
    get openApi() {
      return openApi();
    },
    changelog: changelog(),
    everyPage,
    page: (id) => byId.get(id),
    describeRange: (path, dates) => describeRange(path, dates, terms),
    search: (query, limit) => search().search(query, limit),
    makeSearchIndex: () => first.makeIndex(),
  };
}

let firstSearch: DocsSearch | undefined;
const changelog = lazily(readApiChangelog);
