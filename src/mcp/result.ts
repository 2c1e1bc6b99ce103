import { API_VERSION } from '../docs/openapi/openapi.ts';
import { type ByteText, jsonBytes } from '../lib/text/byte-text.ts';
import type { Fields, RequestId } from './json-rpc.ts';

/** What this server says of itself. */
export function serverInfo(service: string) {
  return { name: 'market-data-query-docs', title: `${service}: documentation`, version: API_VERSION };
}
export type ServerInfo = ReturnType<typeof serverInfo>;

const FRESH_FOR = { ttlMs: 300_000, cacheScope: 'public' };

/** What a request is answered with: a text that is written once and then sent as often as it is asked for. */
export class Result {
  readonly #fields: Fields;
  readonly #isCacheable: boolean;
  readonly #tails = new Map<ServerInfo | undefined, ByteText>();

  constructor(fields: Fields, { isCacheable = false } = {}) {
    this.#fields = fields;
    this.#isCacheable = isCacheable;
  }

  /** Where there was no handshake, every result says which server it is from. */
  body(id: RequestId, server?: ServerInfo): ByteText {
    const written = typeof id === 'number' ? id : jsonBytes(id);
    return `{"jsonrpc":"2.0","id":${written}${this.#tail(server)}`;
  }

  /** Everything after the id. */
  #tail(server: ServerInfo | undefined): ByteText {
    const made = this.#tails.get(server);
    if (made) return made;
    const tail = `,"result":${jsonBytes(this.#from(server))}}`;
    this.#tails.set(server, tail);
    return tail;
  }

  #from(server: ServerInfo | undefined): Fields {
    if (!server) return this.#fields;
    return {
      resultType: 'complete',
      ...this.#fields,
      ...(this.#isCacheable && FRESH_FOR),
      _meta: { 'io.modelcontextprotocol/serverInfo': server, ...(this.#fields._meta as object | undefined) },
    };
  }
}
