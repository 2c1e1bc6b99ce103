import type { Config } from '../config.ts';
import type { Accounts, IfMissing } from './accounts.ts';
import { openReopeningAccounts } from './sqlite/reopening-accounts.ts';

export type { Accounts, IfMissing };

/** Opens the store that the settings name. */
export async function openAccounts(config: Config, ifMissing: IfMissing = 'make'): Promise<Accounts> {
  return openReopeningAccounts(config.dataDir, ifMissing);
}
