import type { Config } from '../settings/config.ts';
import { describeAddress, type PostgresAddress } from '../settings/postgres-address.ts';
import type { Accounts, IfMissing } from './accounts.ts';
import { type MoveSource, type MoveTarget, mustBeHere } from './move.ts';
import { SqliteMoveSource } from './sqlite/file/move-source.ts';
import { openReopeningAccounts } from './sqlite/file/reopening-accounts.ts';

export { isAccountsFile as hasAccounts } from './sqlite/file/accounts-file.ts';
export {
  ACCOUNTS_FILES,
  auditCopy,
  backupAccounts,
  describeAccounts,
  isCopyFrozen,
  lockAccounts,
} from './sqlite/file/backup.ts';
export { refuseMovedAccounts } from './sqlite/file/schema.ts';
export type { Accounts };

/** Loaded where it is used: most commands are about accounts on this machine, and start sooner without it. */
const postgres = () => import('./postgres/postgres-accounts.ts');

/** The accounts in the data folder and those they are to be moved to. */
export async function openMove(
  config: Config,
  address: PostgresAddress,
  mayBeMoved: boolean,
): Promise<{ source: MoveSource; target: MoveTarget }> {
  const source = new SqliteMoveSource(config.dataDir);
  try {
    // Before anything is made there.
    mustBeHere(source, { name: describeAddress(address) }, mayBeMoved);
    return { source, target: await (await postgres()).openPostgresMoveTarget(address) };
  } catch (error) {
    source.close();
    throw error;
  }
}

/** Opens the store that the settings name. */
export async function openAccounts(config: Config, ifMissing: IfMissing = 'make'): Promise<Accounts> {
  return config.accounts
    ? (await postgres()).openPostgresAccounts(config.accounts, ifMissing)
    : openReopeningAccounts(config.dataDir, ifMissing);
}
