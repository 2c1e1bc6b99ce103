import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { apiCatalog } from '../docs/api-catalog.ts';
import { clientPackage, pythonClient, pythonWheel } from '../docs/client-files.ts';
import type { Docs } from '../docs/docs.ts';
import { EXAMPLE_ADDRESS, withAddress } from '../docs/examples/example-address.ts';
import { llmsFullText, llmsText } from '../docs/llms.ts';
import { searchTexts } from '../docs/search/search-texts.ts';
import { isKnown } from '../lib/etag.ts';
import { madeFrom } from '../lib/made-once.ts';
import type { Reply } from '../request/reply.ts';
import type { Exchange } from './exchange.ts';
import { acceptedEncoding } from './headers/accepted-encoding.ts';

const CATALOG = '/.well-known/api-catalog';
const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

export interface Document {
  readonly path: string;
  /** What it is counted under. */
  readonly template: string;
  handle(exchange: Exchange): Reply | Promise<Reply>;
}

/** The documentation that programs read, the same for everyone. No key, no points, no usage. */
export function documents(docs: () => Docs): Document[] {
  const pages = docs().everyPage.map(({ id, url }) => ({
    ...document(`${url}.md`, 'text/markdown; charset=utf-8', docs, (now) => `${now.page(id)?.markdown}\n`),
    template: '/developers/*.md',
  }));
  return [
    document('/api/docs/openapi.json', 'application/json; charset=utf-8', docs, ({ openApi }) =>
      JSON.stringify(openApi),
    ),
    document(CATALOG, CATALOG_TYPE, docs, () => JSON.stringify(apiCatalog()), [
      'link',
      `<${CATALOG}>; rel="api-catalog"`,
    ]),
    document('/llms.txt', 'text/plain; charset=utf-8', docs, llmsText),
    document('/llms-full.txt', 'text/plain; charset=utf-8', docs, llmsFullText),
    document('/developers/search.json', 'application/json; charset=utf-8', docs, (now) =>
      JSON.stringify({ code: 200, data: searchTexts(now) }),
    ),
    ...pages,
  ];
}

/** The clients: whoever has a key installs one from the service that it calls. */
export function downloads(): Document[] {
  const nothing = {};
  const wheel = pythonWheel();
  const file = (name: string, type: string, read: () => Buffer) =>
    document(`/developers/${name}`, type, () => nothing, read);
  return [
    file('client.tgz', 'application/gzip', clientPackage),
    file('market_data.py', 'text/x-python; charset=utf-8', pythonClient),
    file(wheel.name, 'application/zip', wheel.content),
  ];
}

/** A document that is made again when what it is made from changes. Clients ask each time whether theirs is still current. */
export function document<From extends object>(
  path: string,
  type: string,
  from: () => From,
  write: (from: From) => string | Buffer,
  headers: readonly string[] = [],
): Document {
  const current = madeFrom(from, (now) => {
    const written = write(now);
    if (typeof written === 'string' && written.includes(EXAMPLE_ADDRESS))
      return addressed(type, written, headers);
    const all = repliesOf(type, written, 'no-cache', headers);
    return () => all;
  });
  return {
    path,
    template: path,
    handle(exchange) {
      const { headers: sent } = exchange;
      const { etag, whole, packed, unchanged } = current()(exchange.address());
      if (isKnown(sent['if-none-match'], etag)) return unchanged;
      return acceptedEncoding(sent['accept-encoding'], ['gzip']) ? packed(exchange) : whole;
    },
  };
}

/** Names the address that it was asked at. Only the last one is cached: a service has few, and the work for made-up ones is booked. */
function addressed(type: string, written: string, headers: readonly string[]) {
  let last: { readonly address: string | undefined; readonly made: ReturnType<typeof repliesOf> } | undefined;
  return (address: string | undefined) => {
    if (last?.address !== address || !last)
      last = { address, made: repliesOf(type, withAddress(written, address), 'private, no-cache', headers) };
    return last.made;
  };
}

/** What it is answered with: whole, packed, or that it is unchanged. */
function repliesOf(type: string, written: string | Buffer, cache: string, more: readonly string[]) {
  const body = typeof written === 'string' ? Buffer.from(written) : written;
  const etag = `"${etagOf(body)}"`;
  const isPacked = type === 'application/gzip';
  const common = { headers: ['etag', etag, ...(isPacked ? [] : VARY), ...more], cache };
  const whole = { ...common, status: 200, body, type };
  let inFewer: Promise<Reply> | undefined;
  return {
    etag,
    whole,
    packed(exchange: Exchange): Reply | Promise<Reply> {
      if (isPacked) return whole;
      // Beside the event loop, and not for nothing: it is booked by its size, before others ask while it is done.
      if (!inFewer) exchange.unbookedMs += body.length / PACKED_PER_MS;
      inFewer ??= inGzip(whole);
      return inFewer;
    },
    unchanged: { ...common, status: 304, body: '' },
  };
}

/** In bytes. */
const PACKED_PER_MS = 30_000;
const VARY = ['vary', 'accept-encoding'];

/** The same in fewer bytes, packed beside the event loop. Its etag says that its bytes stand for the same. */
async function inGzip(whole: Reply & { body: Buffer }): Promise<Reply> {
  const body = await promisify(gzip)(whole.body);
  return {
    ...whole,
    body,
    headers: [
      ...whole.headers.map((each) => (each.startsWith('"') ? `W/${each}` : each)),
      'content-encoding',
      'gzip',
    ],
  };
}

export function etagOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
