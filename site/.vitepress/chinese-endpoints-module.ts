import type { Plugin } from 'vitepress';
import type { Docs } from '../../src/docs/docs.ts';
import { endpointPage } from '../endpoint-page.ts';
import { ownPages } from '../pages.ts';

const ID = 'virtual:chinese-endpoints';
/** What the default theme asks for; its own index is not used. */
const UNUSED_INDEX = '@localSearchIndex';

/** What the Chinese pages of endpoints and tools are called, for the search box; the texts it asks the service for. */
export function chineseEndpointsModule({ endpoints, accountRoutes }: Docs): Plugin {
  const called = [...endpoints, ...accountRoutes].map((endpoint) => {
    const { id, matter } = endpointPage(endpoint, 'zh-TW');
    return { id, title: matter.title, description: matter.description };
  });
  const all = [...called, ...ownPages('zh-TW')];
  return {
    name: 'mdq:chinese-endpoints',
    enforce: 'pre',
    resolveId: (id) => (id === ID || id.startsWith(UNUSED_INDEX) ? `\0${id}` : undefined),
    load: (id) => {
      if (id === `\0${ID}`) return `export default ${JSON.stringify(all)}`;
      return id.startsWith(`\0${UNUSED_INDEX}`) ? 'export default {}' : undefined;
    },
  };
}
