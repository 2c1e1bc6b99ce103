import type { Config } from '../config.ts';
import type { Accounts } from './accounts.ts';
import { openReopeningAccounts } from './sqlite/reopening-accounts.ts';

export type { Accounts };

/** Opens the store that the settings name. */
export async function openAccounts(config: Config): Promise<Accounts> {
  return openReopeningAccounts(config.dataDir);
}
