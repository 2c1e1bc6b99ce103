import type { EndpointDoc } from '../docs/endpoint-page.ts';
import { singular } from '../lib/text/singular.ts';

const LONGEST_NAME = 300;

/** Words around a name that do not tell which endpoint is meant. */
const NOISE = new Set(
  'api public developers md v1 rest endpoint tool data get query fetch list read load show find call'.split(
    ' ',
  ),
);

/** Finds endpoints by their names in any common spelling: `GET /api/public/market/focus`, `getMarketFocus`, … */
export class EndpointNames<Named extends { readonly path: string } = EndpointDoc> {
  readonly #byPath = new Map<string, Named>();
  readonly #byKey = new Map<string, Named>();

  constructor(endpoints: readonly Named[]) {
    const named = endpoints.map((endpoint) => {
      const [first = '', last = ''] = endpoint.path.split('/').slice(-2);
      return { endpoint, first: keyOf(first), last: keyOf(last) };
    });
    for (const { endpoint } of named) {
      this.#byPath.set(endpoint.path, endpoint);
      this.#byKey.set(keyOf(endpoint.path), endpoint);
    }
    for (const { endpoint, last } of named) {
      // `tags` means one endpoint; `focus` could be two, and `market` is a whole group.
      const isClear = named.every(
        (other) => other.first !== last && (other.endpoint === endpoint || other.last !== last),
      );
      if (isClear && !this.#byKey.has(last)) this.#byKey.set(last, endpoint);
    }
  }

  find(name: string): Named | undefined {
    if (name.length > LONGEST_NAME) return undefined;
    return this.#byPath.get(name) ?? this.#byKey.get(keyOf(name));
  }
}

/** The words of a name in the singular and in one order: `market_trends` and `trends/market` are the same. */
function keyOf(name: string): string {
  const [path = ''] = name.replace(/^\s*(\w+\s+)?\w+:\/\/[^/]*/, '$1').split(/[?#]/, 1);
  const words =
    path
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? [];
  return words
    .filter((word) => !NOISE.has(word))
    .flatMap((word) => word.replace(/^sub(?=market|categor|ranking)/, 'sub ').split(' '))
    .map(singular)
    .sort()
    .join(' ');
}
