import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Keeps every other process from writing to the accounts, until it is released. */
export function lockAccounts(dataDir: string): { release(): void } {
  const database = new DatabaseSync(join(dataDir, 'accounts.sqlite'), { timeout: 5000 });
  database.exec('BEGIN IMMEDIATE');
  return {
    release() {
      if (database.isOpen) database.close();
    },
  };
}
