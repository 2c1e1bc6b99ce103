import { type Accounts, openAccounts } from '../../../src/accounts/open.ts';
import { readConfig } from '../../../src/settings/config.ts';
import type { Engine } from '../stores/accounts-engines.ts';
import { queryOn } from '../stores/postgres.ts';
import { StoreClock } from '../stores/store-clock.ts';
import { until } from '../until.ts';
import { StoreProcess } from './store-process.ts';

/** A real store that three processes share: two settle calls, this one does what commands do. */
export type Store = {
  readonly commands: Accounts;
  readonly replicas: readonly [StoreProcess, StoreProcess];
  readonly clock: StoreClock;
  close(): Promise<void>;
};

export async function openStore(engine: Engine): Promise<Store> {
  const env = await engine.create();
  const commands = await openAccounts(readConfig(env));
  await commands.terms.keepTimeZone('UTC');
  const url = env.ACCOUNTS_URL;
  const replica = () =>
    new StoreProcess(env, async () => {
      // What a killed process has sent may still be at work in a server.
      if (url) await until('the server has done what was sent to it', async () => (await others(url)) === 0);
    });
  const replicas = [replica(), replica()] as const;
  const clock = new StoreClock(env);
  return {
    ...{ commands, replicas, clock },
    async close() {
      for (const each of replicas) await each.kill();
      clock.end();
      await commands.close();
    },
  };
}

async function others(url: string): Promise<number> {
  const rows = await queryOn(
    url,
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
  );
  return rows.length;
}
