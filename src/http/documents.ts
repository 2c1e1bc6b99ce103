import { createHash } from 'node:crypto';
import type { Docs } from '../docs/docs.ts';
import { llmsFullText, llmsText } from '../docs/llms.ts';
import type { Reply } from '../request/reply.ts';
import type { Exchange } from './exchange.ts';

interface Document {
  readonly path: string;
  /** What it is counted under. */
  readonly template: string;
  handle(exchange: Exchange): Reply;
}

/** The documentation that programs read, the same for everyone. No key, no points, no usage. */
export function documents(docs: Docs): Document[] {
  return [
    document('/api/docs/openapi.json', 'application/json', JSON.stringify(docs.openApi)),
    document('/llms.txt', 'text/plain', llmsText(docs)),
    document('/llms-full.txt', 'text/plain', llmsFullText(docs)),
    ...docs.everyPage.map(({ url, markdown }) => ({
      ...document(`${url}.md`, 'text/markdown', `${markdown}\n`),
      template: '/developers/*.md',
    })),
  ];
}

function document(path: string, type: string, text: string): Document {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const common = { headers: ['etag', etag], cache: 'public, max-age=300' };
  const whole = { ...common, status: 200, body: Buffer.from(text), type: `${type}; charset=utf-8` };
  const unchanged = { ...common, status: 304, body: '' };
  return {
    path,
    template: path,
    handle: ({ headers }) => (isKnown(headers['if-none-match'], etag) ? unchanged : whole),
  };
}

/** Whether a client has what an etag names. An etag of ours is long enough to be found in a list as it is. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.includes(etag) === true;
}
