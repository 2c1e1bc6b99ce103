import type { Config } from '../config.ts';
import type { Accounts, IfMissing } from './accounts.ts';
import { openPostgresAccounts } from './postgres/postgres-accounts.ts';
import { openReopeningAccounts } from './sqlite/reopening-accounts.ts';

export {
  ACCOUNTS_FILES,
  auditCopy,
  backupAccounts,
  describeAccounts,
  hasAccounts,
  lockAccounts,
} from './sqlite/backup.ts';
export type { Accounts, IfMissing };

/** Opens the store that the settings name. */
export async function openAccounts(config: Config, ifMissing: IfMissing = 'make'): Promise<Accounts> {
  return config.accounts
    ? openPostgresAccounts(config.accounts, ifMissing)
    : openReopeningAccounts(config.dataDir, ifMissing);
}
