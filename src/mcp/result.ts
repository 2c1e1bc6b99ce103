import { API_VERSION } from '../docs/openapi/openapi.ts';
import { type ByteText, jsonBytes } from '../lib/byte-text.ts';
import type { Fields, RequestId } from './json-rpc.ts';
import type { Wire } from './versions.ts';

export const SERVER_INFO = {
  name: 'market-data-query-docs',
  title: 'Market-Data Query Service: documentation',
  version: API_VERSION,
};

const SERVER_META = { 'io.modelcontextprotocol/serverInfo': SERVER_INFO };
const FRESH_FOR = { ttlMs: 300_000, cacheScope: 'public' };

/** What a request is answered with: a text that is written once and then sent as often as it is asked for. */
export class Result {
  readonly #fields: Fields;
  readonly #isCacheable: boolean;
  readonly #tails = new Map<Wire, ByteText>();

  constructor(fields: Fields, { isCacheable = false } = {}) {
    this.#fields = fields;
    this.#isCacheable = isCacheable;
  }

  body(id: RequestId, wire: Wire): ByteText {
    const written = typeof id === 'number' ? id : jsonBytes(id);
    return `{"jsonrpc":"2.0","id":${written}${this.#tail(wire)}`;
  }

  /** Everything after the id. */
  #tail(wire: Wire): ByteText {
    const made = this.#tails.get(wire);
    if (made) return made;
    const tail = `,"result":${jsonBytes(this.#on(wire))}}`;
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
