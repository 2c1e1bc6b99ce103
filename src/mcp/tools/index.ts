import type { Docs } from '../../docs/docs.ts';
import type { EndpointNames } from '../endpoint-names.ts';
import { apiGetChangelog } from './api-get-changelog.ts';
import { apiGetEndpoint } from './api-get-endpoint.ts';
import { apiGetOpenApi } from './api-get-openapi.ts';
import { apiListEndpoints } from './api-list-endpoints.ts';
import { docsGetPage } from './docs-get-page.ts';
import { docsSearch } from './docs-search.ts';
import type { Tool } from './tool.ts';

/** All tools, in the order in which they are listed. */
export function createTools(docs: Docs, names: EndpointNames): readonly Tool[] {
  return [
    docsSearch(docs),
    docsGetPage(docs),
    apiListEndpoints(docs),
    apiGetEndpoint(docs, names),
    apiGetOpenApi(docs, names),
    apiGetChangelog(docs),
  ];
}
