import type { Plugin } from 'vitepress';
import type { Docs } from '../../src/docs/docs.ts';
import { titleOf } from '../endpoint-page.ts';
import { LANGUAGES } from '../languages.ts';
import { ownPages } from '../pages.ts';

const ID = 'virtual:titles';
/** What the default theme asks for; its own index is not used. */
const UNUSED_INDEX = '@localSearchIndex';

/** The search box gets the titles of pages in other languages from here; it asks the service for the texts. */
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
