import { defineList } from '../operation.ts';
import { rows, text, whole } from '../schema.ts';

export const listPrices = defineList({
  http: 'GET /prices',
  summary: 'list the base price of every path',
  role: 'viewer',
  input: {},
  output: rows({ path: text(), base: whole(), default: whole(), kind: text() }),
  async run({ accounts }) {
    // Loaded here: with all their schemas, endpoints would make help wait.
    const { endpoints } = await import('../../endpoints/index.ts');
    const { PriceList } = await import('../../endpoints/price-list.ts');
    const prices = new PriceList(await (await accounts()).terms.prices());
    return endpoints.map((endpoint) => ({
      path: endpoint.path,
      base: prices.priceOf(endpoint).base,
      default: endpoint.price.base,
      kind: endpoint.price.kind,
    }));
  },
  empty: () => 'Nothing is sold',
});
