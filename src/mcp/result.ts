import { API_VERSION } from '../docs/openapi.ts';
import type { Fields, RequestId } from './json-rpc.ts';
import type { Wire } from './versions.ts';

export const SERVER_INFO = {
  name: 'market-data-query-docs',
  title: 'Market-Data Query Service: documentation',
  version: API_VERSION,
};

const SERVER_META = { 'io.modelcontextprotocol/serverInfo': SERVER_INFO };
const FRESH_FOR = { ttlMs: 300_000, cacheScope: 'public' };
const HEAD = Buffer.from('{"jsonrpc":"2.0","id":');

/** What a request is answered with: bytes that are made once and then sent as often as they are asked for. */
export class Result {
  readonly #fields: Fields;
  readonly #isCacheable: boolean;
  readonly #tails = new Map<Wire, Buffer>();

  constructor(fields: Fields, { isCacheable = false } = {}) {
    this.#fields = fields;
    this.#isCacheable = isCacheable;
  }

  body(id: RequestId, wire: Wire): Buffer {
    return Buffer.concat([HEAD, Buffer.from(JSON.stringify(id)), this.#tail(wire)]);
  }

  /** Everything after the id. */
  #tail(wire: Wire): Buffer {
    const made = this.#tails.get(wire);
    if (made) return made;
    const tail = Buffer.from(`,"result":${JSON.stringify(this.#on(wire))}}`);
    this.#tails.set(wire, tail);
    return tail;
  }

  #on(wire: Wire): Fields {
    if (wire === 'handshake') return this.#fields;
    return {
      resultType: 'complete',
      ...this.#fields,
      ...(this.#isCacheable && FRESH_FOR),
      _meta: { ...SERVER_META, ...(this.#fields._meta as object | undefined) },
    };
  }
}
