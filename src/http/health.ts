import { jsonBytes } from '../byte-text.ts';
import type { Reply } from '../request/reply.ts';
import type { Route } from './route.ts';

/** Why the service cannot answer calls right now; empty when it can. */
export type Health = () => Promise<readonly string[]>;

/** For those who watch over the process: whether it lives, and whether to send it calls. */
export function healthRoutes(health: Health): Route[] {
  return [
    route('/healthz', () => reply(200, { status: 'ok' })),
    route('/readyz', async () => {
      const reasons = await health();
      return reasons.length === 0
        ? reply(200, { status: 'ready' })
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
