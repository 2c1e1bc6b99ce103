import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Accounts, openAccounts } from '../../../src/accounts/open.ts';
import { readConfig } from '../../../src/config.ts';
import { StoreProcess } from './store-process.ts';

/** A real store that two processes share: one settles calls, this one does what commands do. */
export type Store = {
  readonly commands: Accounts;
  readonly process: StoreProcess;
  remove(): Promise<void>;
};

export async function openStore(): Promise<Store> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mdq-ledger-'));
  const commands = await openAccounts(readConfig({ DATA_DIR: dataDir }));
  const process = new StoreProcess(dataDir);
  return {
    commands,
    process,
    async remove() {
      await process.kill();
      await commands.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
