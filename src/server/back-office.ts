import type { Accounts } from '../accounts/open.ts';
import { serveAdmin } from '../admin/admin-server.ts';
import type { Config } from '../settings/config.ts';
import { Courier } from '../webhooks/courier.ts';
import type { Log } from './monitoring/log.ts';

interface Parts {
  readonly config: Config;
  readonly accounts: Accounts;
  readonly log: Log;
  /** Which processes beside this one read their settings from. */
  readonly env: NodeJS.ProcessEnv;
}

export interface BackOffice {
  /** Where the admin API is; undefined when there is none. */
  readonly adminUrl: string | undefined;
  stop(): Promise<void>;
}

/** What fails every second while a store is away is logged once a minute. */
const REMINDER_MS = 60_000;

function atMostEvery(ms: number, tell: (error: unknown) => void): (error: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    if (now - toldAt < ms) return;
    toldAt = now;
    tell(error);
  };
}

/** What one process does beside answering calls, for all that serve together: the admin API, and sending to webhooks. */
export async function startBackOffice({ config, accounts, log, env }: Parts): Promise<BackOffice> {
  const telling = (what: string) => (error: unknown) => log.logger.error({ err: error }, what);
  const admin =
    config.admin &&
    (await serveAdmin(config.admin, {
      ...{ config, accounts, env },
      onError: telling('a request to the admin API failed'),
      onReply: (reply) => log.logger.info({ admin: true, ...reply }),
    }));
  const courier = new Courier(accounts, {
    trustedHosts: config.webhookHosts,
    timeZone: config.timeZone,
    onError: atMostEvery(REMINDER_MS, telling('webhooks cannot be sent now; they are tried again')),
  });
  return {
    adminUrl: admin?.url,
    stop: async () => {
      admin?.close();
      await courier.stop();
    },
  };
}
