import { pino } from 'pino';
import { type Accounts, openAccounts } from '../accounts/open.ts';
import type { Config } from '../config.ts';
import { createDocs } from '../docs/docs.ts';
import { UserError } from '../errors.ts';
import { Meter } from '../request/meter.ts';
import { RateLimit } from '../request/rate-limit.ts';
import { dayClock } from '../snapshot/calendar.ts';
import { openWarehouse } from '../warehouse/open.ts';
import { SnapshotPoller } from '../warehouse/snapshot-poller.ts';
import { createApp } from './app.ts';

const STOP_MS = 3000;

export interface Server {
  readonly url: string;
  readonly accounts: Accounts;
  /** Answers what has arrived, takes nothing new, and closes the stores. */
  stop(): Promise<void>;
}

/** Opens the stores, loads what is published, and listens. */
export async function startServer(config: Config): Promise<Server> {
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
  const docs = createDocs();
  const accounts = await openAccounts(config);
  const warehouse = openWarehouse(config);
  const poller = new SnapshotPoller(
    warehouse,
    { category: config.defaultCategory, sub: config.defaultSub },
    (error, served) =>
      log.error(
        { err: error, served: served ?? null },
        'the newest published data cannot be loaded; serving goes on with the version before',
      ),
  );
  await poller.start();
  const app = createApp(
    {
      accounts,
      meter: new Meter(accounts),
      rateLimit: new RateLimit(config.rateLimit),
      dayOf: dayClock(config.timeZone),
      snapshot: () => poller.snapshot,
    },
    docs,
    log,
  );

  async function stop(): Promise<void> {
    // Calls are answered in milliseconds; who has not finished asking by then will not.
    const deadline = setTimeout(() => app.server.closeAllConnections(), STOP_MS);
    await app.close();
    clearTimeout(deadline);
    poller.stop();
    await warehouse.close();
    await accounts.close();
  }
  try {
    return { url: await app.listen({ host: config.host, port: config.port }), accounts, stop };
  } catch (error) {
    await stop();
    throw explained(error, config);
  }
}

function explained(error: unknown, { host, port }: Config): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new UserError(
        `Port ${port} on ${host} is in use; set PORT to another, or stop what listens there`,
      );
    case 'EACCES':
      return new UserError(`Port ${port} on ${host} may not be used; set PORT to one above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UserError(`HOST is "${host}", but takes an address of this machine`);
    default:
      return error;
  }
}
