import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Grant, Points, PointsChange } from '../accounts.ts';
import { balanceAfterGrant, balanceAfterTaking } from '../rules.ts';

type Row = Record<string, SQLOutputValue>;

/** A grant with its entry; its columns are NULL where there is none. */
const SELECT_GRANTS = `
  SELECT grant.entry, entry.account, account.name, at, change, entry.balance, granted_by, note, seal
  FROM grant LEFT JOIN entry ON entry.id = grant.entry LEFT JOIN account ON account.id = entry.account`;

interface Holder {
  readonly id: number;
  readonly name: string;
  readonly balance: Points;
}

/** Adds points to an account, inside a transaction of the caller. */
export function addGrant(db: DatabaseSync, account: Holder, change: PointsChange): void {
  write(db, account, change, balanceAfterGrant(account.name, account.balance, change.points));
}

/** Takes points back from an account, inside a transaction of the caller. */
export function takeBack(db: DatabaseSync, account: Holder, change: PointsChange): void {
  const balance = balanceAfterTaking(account.name, account.balance, change.points);
  write(db, account, { ...change, points: -change.points }, balance);
}

function write(db: DatabaseSync, { id }: Holder, { points, by, note }: PointsChange, balance: Points): void {
  const at = Date.now();
  db.prepare('UPDATE account SET balance = ? WHERE id = ?').run(balance, id);
  const { lastInsertRowid } = db
    .prepare('INSERT INTO entry (account, at, change, balance) VALUES (?, ?, ?, ?)')
    .run(id, at, points, balance);
  const checksum = checksumOf([id, at, points, balance, by, note]);
  db.prepare('INSERT INTO grant (entry, granted_by, note, seal) VALUES (?, ?, ?, ?)').run(
    lastInsertRowid,
    by,
    note,
    checksum,
  );
}

export function listGrants(db: DatabaseSync, account: number | null): Grant[] {
  return db
    .prepare(`${SELECT_GRANTS} WHERE ?1 IS NULL OR entry.account = ?1 ORDER BY grant.entry`)
    .all(account)
    .map((row) => ({
      account: String(row.name),
      points: Number(row.change),
      balance: Number(row.balance),
      at: new Date(Number(row.at)),
      by: String(row.granted_by),
      note: String(row.note),
    }));
}

/** Grants whose checksum, in the column `seal`, does not fit: the numbers of their entries. */
export function changedGrants(db: DatabaseSync): Row[] {
  return db
    .prepare(SELECT_GRANTS)
    .all()
    .filter(
      (row) =>
        checksumOf([row.account, row.at, row.change, row.balance, row.granted_by, row.note]) !== row.seal,
    );
}

function checksumOf(values: readonly unknown[]): number {
  return crc32(JSON.stringify(values));
}
