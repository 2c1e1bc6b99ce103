import { jsonBytes } from '../lib/text/byte-text.ts';
import type { Reply } from '../request/reply.ts';
import type { Route } from './route.ts';

/** Whether calls can be answered, in words for who watches over it. */
export interface Readiness {
  /** Why not; empty when they can. */
  readonly reasons: readonly string[];
  /** What is wrong although they can; left out when nothing is. */
  readonly notes?: readonly string[];
  /** How long ago it was read, in milliseconds; left out when it was just now. */
  readonly ageMs?: number;
}

export type Health = () => Promise<Readiness>;

/** For those who watch over the process: whether it lives, and whether to send it calls. */
export function healthRoutes(health: Health): Route[] {
  return [
    route('/healthz', () => reply(200, { status: 'ok' })),
    route('/readyz', async () => {
      const { reasons, notes = [] } = await health();
      return reasons.length === 0
        ? reply(200, { status: 'ready', ...(notes.length > 0 && { notes }) })
        : reply(503, { status: 'not ready', reasons });
    }),
  ];
}

function route(template: string, handle: Route['handle']): Route {
  return { template, kind: 'health', method: 'GET', handle };
}

function reply(status: number, body: Record<string, unknown>): Reply {
  return { status, body: jsonBytes(body), headers: [] };
}
