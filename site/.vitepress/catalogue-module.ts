import type { Plugin } from 'vitepress';
import { CHINESE_ENDPOINTS } from '../../src/docs/chinese.ts';
import type { Docs } from '../../src/docs/docs.ts';
import { accountRoutes } from '../../src/request/account/index.ts';

const ID = 'virtual:catalogue';

/** What the account routes are called in Chinese. */
export const CHINESE_ACCOUNT_ROUTES: Readonly<Record<string, string>> = {
  '/api/account': '點數餘額、價格與資料涵蓋期間',
  '/api/account/quote': '試算一次呼叫要多少點',
  '/api/account/usage': '每日與各路徑的用量',
  '/api/account/calls': '最近的呼叫',
};

/** Every path that is called with a key, as the form that tries them needs to know it. */
export function catalogueModule({ endpoints }: Docs): Plugin {
  const catalogue = [
    ...endpoints.map(({ path, group, summary, parameters, price, page }) => ({
      path,
      group,
      en: summary,
      zh: CHINESE_ENDPOINTS[path]?.summary ?? summary,
      parameters: parameters.map(({ name }) => name),
      price: {
        base: price.base,
        kind: price.kind,
        grows: price.kind === 'per-period' && parameters.some(({ name }) => name === 'start'),
      },
      page: page.id,
    })),
    ...accountRoutes.map(({ path, summary, parameters }) => ({
      path,
      group: 'Account',
      en: summary,
      zh: CHINESE_ACCOUNT_ROUTES[path] ?? summary,
      parameters: parameters.map(({ name }) => name),
    })),
  ];
  return {
    name: 'mdq:catalogue',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(catalogue)}` : undefined),
  };
}
