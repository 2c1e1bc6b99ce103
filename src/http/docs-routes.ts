import { createHash } from 'node:crypto';
import type { Docs } from '../docs/docs.ts';
import { llmsFullText, llmsText } from '../docs/llms.ts';

/** A document that is the same for everyone: made once, sent as it is. */
export interface StaticDocument {
  readonly path: string;
  readonly type: string;
  readonly body: string;
  readonly etag: string;
}

/** The documentation that programs read. No key, no points, no usage. */
export function staticDocuments(docs: Docs): StaticDocument[] {
  const pages = [...docs.pages, ...docs.endpoints.map(({ page }) => page)];
  return [
    document('/api/docs/openapi.json', 'application/json', JSON.stringify(docs.openApi)),
    document('/llms.txt', 'text/plain', llmsText(docs)),
    document('/llms-full.txt', 'text/plain', llmsFullText(docs)),
    ...pages.map(({ url, markdown }) => document(`${url}.md`, 'text/markdown', `${markdown}\n`)),
  ];
}

function document(path: string, type: string, body: string): StaticDocument {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { path, type: `${type}; charset=utf-8`, body, etag };
}
