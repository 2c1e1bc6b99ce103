import type { EndpointDoc } from '../docs/endpoint-page.ts';
import { singular } from '../lib/text/singular.ts';

const MAX_NAME = 300;

/** Words around a name that do not tell which endpoint is meant. */
const NOISE = new Set(
  'api public developers md v1 rest endpoint tool data get query fetch list read load show find call method methods'.split(
    ' ',
  ),
);

/** What an endpoint is also called that its path does not say. */
const ALIASES = { '/api/account': ['account balance', 'balance'] };

/** Finds endpoints by their names in any common spelling: `GET /api/public/market/focus`, `getMarketFocus`, … */
export class EndpointNames<Named extends { readonly path: string } = EndpointDoc> {
  readonly #byPath = new Map<string, Named>();
  readonly #byKey = new Map<string, Named>();
  readonly #named: readonly { readonly endpoint: Named; readonly first: string; readonly last: string }[];

  constructor(endpoints: readonly Named[]) {
    const named = endpoints.map((endpoint) => {
      const [first = '', last = ''] = endpoint.path.split('/').slice(-2);
      return { endpoint, first: keyOf(first), last: keyOf(last) };
    });
    for (const { endpoint } of named) {
      this.#byPath.set(endpoint.path, endpoint);
      this.#byKey.set(keyOf(endpoint.path), endpoint);
    }
    this.#named = named;
    for (const [path, aliases] of Object.entries(ALIASES)) {
      const endpoint = this.#byPath.get(path);
      if (endpoint) for (const alias of aliases) this.#byKey.set(alias, endpoint);
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
    if (name.length > MAX_NAME) return undefined;
    return this.#byPath.get(name) ?? this.#byKey.get(keyOf(name));
  }

  /** Every endpoint that a name can mean: `trends` means a whole group, and `focus` two. */
  findAll(name: string): Named[] {
    const only = this.find(name);
    if (only) return [only];
    const key = name.length > MAX_NAME ? '' : keyOf(name);
    if (key === '') return [];
    return this.#named
      .filter(({ first, last }) => first === key || last === key)
      .map(({ endpoint }) => endpoint);
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
