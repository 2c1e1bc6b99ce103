import type { Config } from '../config.ts';
import type { Accounts } from './accounts.ts';
import { openLastingAccounts } from './sqlite/lasting-accounts.ts';

export {
  ACCOUNTS_FILES,
  auditCopy,
  backupAccounts,
  describeAccounts,
  hasAccounts,
  lockAccounts,
} from './sqlite/backup.ts';
export type { Accounts };

/** Opens the store that the settings name. */
export async function openAccounts(config: Config): Promise<Accounts> {
  return openLastingAccounts(config.dataDir);
}
