import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** Takes the accounts away from under a running service, until they are put back. */
export function takeAccountsAway(dataDir: string): { putBack(): void } {
  const accounts = join(dataDir, 'accounts.sqlite');
  const away = join(dataDir, 'away.sqlite');
  const ends = ['', '-wal', '-shm'].filter((end) => existsSync(accounts + end));
  for (const end of ends) renameSync(accounts + end, away + end);
  return {
    putBack() {
      for (const end of ends) renameSync(away + end, accounts + end);
    },
  };
}
