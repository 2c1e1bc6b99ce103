import { createHash } from 'node:crypto';
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
    ...document(`${url}.md`, 'text/markdown', docs, (now) => `${now.page(id)?.markdown}\n`),
    template: '/developers/*.md',
  }));
  return [
    document('/api/docs/openapi.json', 'application/json', docs, ({ openApi }) => JSON.stringify(openApi)),
    document('/llms.txt', 'text/plain', docs, llmsText),
    document('/llms-full.txt', 'text/plain', docs, llmsFullText),
    ...pages,
  ];
}

/** A text that is made from something, and made again when that changes: whoever has it asks whether it still holds. */
export function document<From extends object>(
  path: string,
  type: string,
  from: () => From,
  toText: (from: From) => string,
): Document {
  const current = madeFrom(from, (now) => {
    const body = Buffer.from(toText(now));
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const common = { headers: ['etag', etag], cache: 'no-cache' };
    return {
      etag,
      whole: { ...common, status: 200, body, type: `${type}; charset=utf-8` },
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
