import { renameSync } from 'node:fs';
import { join } from 'node:path';

/** Takes the accounts away from under a running service, until they are put back. */
export function takeAccountsAway(dataDir: string): { putBack(): void } {
  const accounts = join(dataDir, 'accounts.sqlite');
  const away = join(dataDir, 'away.sqlite');
  const ends = ['', '-wal', '-shm'];
  // The file goes first and comes last: a service that looks in between never finds it without its log.
  for (const end of ends) moveIfThere(accounts + end, away + end);
  return {
    putBack() {
      for (const end of ends.toReversed()) moveIfThere(away + end, accounts + end);
    },
  };
}

/** Whoever notices that the file has gone closes it, and takes the log away. */
function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
