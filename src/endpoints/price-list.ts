import type { Endpoint } from './form/endpoint.ts';
import type { Points, Price } from './form/price.ts';
import { endpoints } from './index.ts';

/** What every endpoint costs at one moment. It never changes: new prices make a new list. */
export class PriceList {
  readonly #prices: ReadonlyMap<string, Price>;

  /** `changed`: the bases that the operator set, by path. */
  constructor(changed: ReadonlyMap<string, Points> = new Map()) {
    this.#prices = new Map(
      endpoints.map(({ path, price }) => [path, { ...price, base: changed.get(path) ?? price.base }]),
    );
  }

  priceOf({ path, price }: Pick<Endpoint, 'path' | 'price'>): Price {
    return this.#prices.get(path) ?? price;
  }

  /** In the order in which endpoints are documented. */
  rows(): ({ readonly path: string } & Price)[] {
    return [...this.#prices].map(([path, price]) => ({ path, ...price }));
  }
}
