import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A charge as it is on disk. */
type Charge = {
  readonly requestId: string;
  readonly keyId: string;
  readonly path: string;
  readonly points: number;
  /** What the account had after it. */
  readonly balance: number;
};

/** All charges that are on disk, in their order, read past the program under test. */
export function readCharges(dataDir: string): Charge[] {
  return rows(
    dataDir,
    `SELECT entry.request_id AS requestId, key.public_id AS keyId, path.path, -entry.change AS points, entry.balance
     FROM entry JOIN key ON key.id = entry.key JOIN path ON path.id = entry.path
     WHERE entry.change < 0 ORDER BY entry.id`,
  ) as Charge[];
}

/** What an account was granted minus what it was charged, beside the balance that it is shown to have. */
export function readBalance(
  dataDir: string,
  account: string,
): { readonly shown: number; readonly due: number } {
  const [found] = rows(
    dataDir,
    `SELECT balance AS shown, (SELECT coalesce(sum(change), 0) FROM entry WHERE account = account.id) AS due
     FROM account WHERE name = ?`,
    account,
  );
  return found as { shown: number; due: number };
}

function rows(dataDir: string, sql: string, ...values: string[]): unknown[] {
  const database = new DatabaseSync(join(dataDir, 'accounts.sqlite'), { timeout: 5000 });
  try {
    return database.prepare(sql).all(...values);
  } finally {
    database.close();
  }
}
