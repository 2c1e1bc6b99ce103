import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dayClock } from '../../../src/lib/calendar.ts';

const DAYS = 366;
const KEYS = 60;

/** Gives an account a year of usage by many keys, as it is on disk: what it asks about itself is then much work. */
export function addYearOfUsage(dataDir: string, account: string, paths: readonly string[]): void {
  const db = new DatabaseSync(join(dataDir, 'accounts.sqlite'), { timeout: 5000 });
  const today = dayClock('UTC')(Date.now());
  for (const path of paths) db.prepare('INSERT OR IGNORE INTO path (path) VALUES (?)').run(path);
  db.prepare(`
    WITH RECURSIVE
      days (day) AS (SELECT ? UNION ALL SELECT day - 1 FROM days WHERE day > ?),
      keys (key) AS (SELECT 1000001 UNION ALL SELECT key + 1 FROM keys WHERE key < 1000000 + ?)
    INSERT INTO usage (account, day, key, path, calls, points)
    SELECT account.id, day, key, path.id, 1, 1 FROM account, days, keys, path WHERE account.name = ?
  `).run(today, today - DAYS + 1, KEYS, account);
  db.close();
}
