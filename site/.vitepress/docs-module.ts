import type { Plugin } from 'vitepress';
import type { Docs } from '../../src/docs/docs.ts';
import { TOOL_PAGES } from '../../src/docs/tool-pages.ts';
import { endpointPage } from '../endpoint-page.ts';

const ID = 'virtual:docs';
/** What the default theme asks for; its own index is not used. */
const UNUSED_INDEX = '@localSearchIndex';

/** The texts of the documentation as a module, for the search box: it searches as the MCP server does. */
export function docsModule({ pages, endpoints, accountRoutes }: Docs): Plugin {
  const called = [...endpoints, ...accountRoutes];
  const all = JSON.stringify({
    pages: [...pages, ...TOOL_PAGES],
    endpoints: called,
    chineseEndpoints: called.map((endpoint) => {
      const { id, matter } = endpointPage(endpoint, 'zh');
      return { id, title: matter.title, description: matter.description };
    }),
  });
  return {
    name: 'mdq:docs',
    enforce: 'pre',
    resolveId: (id) => (id === ID || id.startsWith(UNUSED_INDEX) ? `\0${id}` : undefined),
    load: (id) => {
      if (id === `\0${ID}`) return `export default JSON.parse(${JSON.stringify(all)})`;
      return id.startsWith(`\0${UNUSED_INDEX}`) ? 'export default {}' : undefined;
    },
  };
}
