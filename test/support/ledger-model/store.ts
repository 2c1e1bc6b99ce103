import { type Accounts, openAccounts } from '../../../src/accounts/open.ts';
import { readConfig } from '../../../src/settings/config.ts';
import type { Engine } from '../stores/accounts-engines.ts';
import { queryOn } from '../stores/postgres.ts';
import { until } from '../until.ts';
import { StoreProcess } from './store-process.ts';

/** A real store that two processes share: one settles calls, this one does what commands do. */
export type Store = {
  readonly commands: Accounts;
  readonly process: StoreProcess;
  close(): Promise<void>;
};

export async function openStore(engine: Engine): Promise<Store> {
  const env = await engine.create();
  const commands = await openAccounts(readConfig(env));
  const url = env.ACCOUNTS_URL;
  const process = new StoreProcess(env, async () => {
    // What a killed process has sent may still be at work in a server.
    if (url) await until('the server has done what was sent to it', async () => (await others(url)) === 0);
  });
  return {
    commands,
    process,
    async close() {
      await process.kill();
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
