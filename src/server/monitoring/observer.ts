import type { Clients } from '../../http/clients.ts';
import type { DoorOptions } from '../../http/door.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

/** What paths that nobody knows are counted and logged as. */
const UNKNOWN_PATH = 'other';

/** Counts every answer, and logs it at the level `info`. */
export function observer(
  metrics: Metrics | undefined,
  logger: Logger,
  clients: Clients,
): DoorOptions['onReply'] {
  return (requestId, { status, reason, charge, isSandbox }, exchange) => {
    const ms = exchange && performance.now() - exchange.startedAt;
    const path = exchange ? pathOf(exchange) : UNKNOWN_PATH;
    const points = charge?.points ?? 0;
    if (isSandbox) metrics?.countSandbox(path, status);
    else
      metrics?.countReply({ path, status, points, reason, ...(ms !== undefined && { seconds: ms / 1000 }) });
    // What is asked for every second would bury the calls.
    if (exchange?.route?.kind === 'health' || !logger.isLevelEnabled('info')) return;
    logger.info({
      requestId,
      client: exchange ? clients.addressOf(exchange.message) : null,
      method: exchange?.method ?? null,
      path,
      status,
      points,
      ms: ms === undefined ? null : Math.round(ms * 1000) / 1000,
      key: charge?.keyId ?? null,
      ...(isSandbox && { sandbox: true }),
    });
  };
}

/** As a template: what a caller wrote may be anything, a key that was pasted into the address too. */
export function pathOf({ route }: Exchange): string {
  return route?.template ?? UNKNOWN_PATH;
}
