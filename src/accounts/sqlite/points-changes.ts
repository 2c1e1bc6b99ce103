import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { type AccountRow, type ChangeRow, OWNER } from '../common/rows.ts';
import type { NewChange } from '../grants.ts';
import { changeEvent } from '../outbox.ts';
import { tellIfLow } from './account-events.ts';
import { emit } from './outbox.ts';
import { rowOf, rowsOf } from './query.ts';

/** A change of points with its entry; its columns are NULL where there is none. */
export const SELECT_CHANGES = `
  SELECT grant.entry AS number, entry.account, ${OWNER}, at, change AS points, entry.balance, granted_by AS done_by,
         grant.note, seal, kind, reference, expires, ends_at, of_grant, asked
  FROM grant LEFT JOIN entry ON entry.id = grant.entry LEFT JOIN account ON account.id = entry.account`;

/** Writes points that are given or taken, inside a transaction of the caller, and tells the number of the entry. */
export function writeChange(db: DatabaseSync, account: number, change: NewChange): number {
  const { at = Date.now(), points, balance, by, note, kind, reference, expires, ofGrant, asked } = change;
  const { lastInsertRowid } = db
    .prepare('INSERT INTO entry (account, at, change, balance) VALUES (?, ?, ?, ?)')
    .run(account, at, points, balance);
  const details = [kind, reference, expires?.day, expires?.endsAt, ofGrant, asked].map(
    (each) => each ?? null,
  );
  const checksum = checksumOf([account, at, points, balance, by, note, ...details]);
  db.prepare(
    `INSERT INTO grant (entry, granted_by, note, seal, kind, reference, expires, ends_at, of_grant, asked)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(lastInsertRowid, by, note, checksum, ...details);
  const row = rowOf<AccountRow>(
    db,
    `UPDATE account SET balance = ?1, exhausted_at = CASE WHEN ?2 > 0 THEN NULL ELSE exhausted_at END
     WHERE id = ?3 RETURNING *`,
    ...[balance, points, account],
  );
  if (!row) throw new Error('a change of points was not written');
  const { account_id: id, external_id: externalId, low_below: below } = row;
  const number = Number(lastInsertRowid);
  emit(db, [changeEvent({ id, externalId }, { ...change, number })]);
  tellIfLow(db, account, { balance: balance - points, below }, { balance, below });
  return number;
}

/**
 * Changes whose checksum, in the column `seal`, does not fit. Those of older programs have fewer columns in it. A text with
 * U+FFFD may have been sealed before SQLite replaced its unpaired surrogates: nobody knows with which, so its seal proves
 * nothing. Its points are still checked, by the sums.
 */
export function modifiedChanges(db: DatabaseSync): ChangeRow[] {
  return rowsOf<ChangeRow & { seal: number }>(db, SELECT_CHANGES).filter((row) => {
    if ([row.note, row.reference].some((text) => text?.includes('\ufffd'))) return false;
    const first = [row.account, row.at, row.points, row.balance, row.done_by, row.note];
    const details = [row.kind, row.reference, row.expires, row.ends_at, row.of_grant, row.asked];
    const isOlder = details.every((each) => each === null);
    return checksumOf(isOlder ? first : [...first, ...details]) !== row.seal;
  });
}

/** Of the values as SQLite stores them. */
function checksumOf(values: readonly unknown[]): number {
  return crc32(JSON.stringify(values.map((each) => (typeof each === 'string' ? each.toWellFormed() : each))));
}
