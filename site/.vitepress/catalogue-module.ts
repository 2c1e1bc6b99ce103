import type { Plugin } from 'vitepress';
import type { Docs } from '../../src/docs/docs.ts';
import { say } from '../../src/words/index.ts';
import { LANGUAGES } from '../languages.ts';

const ID = 'virtual:catalogue';

/** Every path that is called with a key, as the form that tries them needs to know it. */
export function catalogueModule({ endpoints, accountRoutes }: Docs): Plugin {
  const catalogue = [...endpoints, ...accountRoutes].map(
    ({ path, group, summary, parameters, price: { base, kind }, page }) => ({
      path,
      group,
      summary: Object.fromEntries(
        LANGUAGES.map((language) => [
          language,
          say(language, { kind: 'summary', key: path, english: summary }),
        ]),
      ),
      parameters: parameters.map(({ name }) => name),
      ...(group !== 'Account' && { price: { base, kind } }),
      page: page.id,
    }),
  );
  return {
    name: 'mdq:catalogue',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(catalogue)}` : undefined),
  };
}
