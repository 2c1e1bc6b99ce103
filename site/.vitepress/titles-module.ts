import type { Plugin } from 'vitepress';
import type { Docs } from '../../src/docs/docs.ts';
import { titleOf } from '../endpoint-page.ts';
import { LANGUAGES } from '../languages.ts';
import { ownPages } from '../pages.ts';

const ID = 'virtual:titles';
/** What the default theme asks for; its own index is not used. */
const UNUSED_INDEX = '@localSearchIndex';

/** What pages of endpoints and tools are called in other languages, for the search box; the texts it asks the service for. */
export function titlesModule({ endpoints, accountRoutes }: Docs): Plugin {
  const all = LANGUAGES.filter((language) => language !== 'en').flatMap((language) => [
    ...[...endpoints, ...accountRoutes].map((endpoint) => titleOf(endpoint, language)),
    ...ownPages(language),
  ]);
  return {
    name: 'mdq:titles',
    enforce: 'pre',
    resolveId: (id) => (id === ID || id.startsWith(UNUSED_INDEX) ? `\0${id}` : undefined),
    load: (id) => {
      if (id === `\0${ID}`) return `export default ${JSON.stringify(all)}`;
      return id.startsWith(`\0${UNUSED_INDEX}`) ? 'export default {}' : undefined;
    },
  };
}
