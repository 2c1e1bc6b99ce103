import { createHash } from 'node:crypto';
import { clientPackage, pythonClient } from '../docs/client-files.ts';
import type { Docs } from '../docs/docs.ts';
import { llmsFullText, llmsText } from '../docs/llms.ts';
import { madeFrom } from '../made-from.ts';
import type { Reply } from '../request/reply.ts';
import type { Exchange } from './exchange.ts';

interface Document {
  readonly path: string;
  /** What it is counted under. */
  readonly template: string;
  handle(exchange: Exchange): Reply;
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
    document('/llms.txt', 'text/plain; charset=utf-8', docs, llmsText),
    document('/llms-full.txt', 'text/plain; charset=utf-8', docs, llmsFullText),
    ...pages,
  ];
}

/** The clients: whoever has a key installs one from the service that it calls. */
export function downloads(): Document[] {
  const nothing = {};
  const file = (name: string, type: string, read: () => Buffer) =>
    document(`/developers/${name}`, type, () => nothing, read);
  return [
    file('client.tgz', 'application/gzip', clientPackage),
    file('market_data.py', 'text/x-python; charset=utf-8', pythonClient),
  ];
}

/** Something that is made from something, and made again when that changes: whoever has it asks whether it still holds. */
export function document<From extends object>(
  path: string,
  type: string,
  from: () => From,
  write: (from: From) => string | Buffer,
): Document {
  const current = madeFrom(from, (now) => {
    const written = write(now);
    const body = typeof written === 'string' ? Buffer.from(written) : written;
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const common = { headers: ['etag', etag], cache: 'no-cache' };
    return {
      etag,
      whole: { ...common, status: 200, body, type },
      unchanged: { ...common, status: 304, body: '' },
    };
  });
  return {
    path,
    template: path,
    handle({ headers }) {
      const { etag, whole, unchanged } = current();
      return isKnown(headers['if-none-match'], etag) ? unchanged : whole;
    },
  };
}

/** Whether a client has what an etag names. An etag of ours is long enough to be found in a list as it is. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.includes(etag) === true;
}
