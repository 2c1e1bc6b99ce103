import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Points } from '../accounts.ts';
import type { ChangeKind, Expiry } from '../grants.ts';
import { changeEvent } from '../outbox.ts';
import { tellIfLow } from './account-events.ts';
import { OWNER, type Row } from './account-rows.ts';
import { emit } from './outbox.ts';

/** A change of points with its entry; its columns are NULL where there is none. */
export const SELECT_CHANGES = `
  SELECT grant.entry, entry.account, ${OWNER}, at, change, entry.balance, granted_by, grant.note, seal,
         kind, reference, expires, ends_at, of_grant, asked
  FROM grant LEFT JOIN entry ON entry.id = grant.entry LEFT JOIN account ON account.id = entry.account`;

interface NewChange {
  readonly account: number;
  readonly at: number;
  readonly points: Points;
  readonly balance: Points;
  readonly by: string;
  readonly note: string;
  readonly kind: ChangeKind;
  readonly reference?: string | undefined;
  readonly expires?: Expiry | undefined;
  readonly ofGrant?: number | undefined;
  readonly asked?: Points | undefined;
}

/** Writes points that are given or taken, inside a transaction of the caller, and tells the number of the entry. */
export function writeChange(db: DatabaseSync, change: NewChange): number {
  const { account, at, points, balance, by, note, kind, reference, expires, ofGrant, asked } = change;
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
  const row = db
    .prepare(
      `UPDATE account SET balance = ?1, exhausted_at = CASE WHEN ?2 > 0 THEN NULL ELSE exhausted_at END
       WHERE id = ?3 RETURNING account_id, external_id, low_below`,
    )
    .get(balance, points, account);
  const number = Number(lastInsertRowid);
  const owner = {
    id: String(row?.account_id),
    externalId: typeof row?.external_id === 'string' ? row.external_id : null,
  };
  emit(db, [changeEvent(owner, { ...change, number })]);
  const below = row?.low_below;
  tellIfLow(db, account, { balance: balance - points, below }, { balance, below });
  return number;
}

/** Changes whose checksum, in the column `seal`, does not fit. Those of older programs have fewer columns in it. */
export function modifiedChanges(db: DatabaseSync): Row[] {
  return db
    .prepare(SELECT_CHANGES)
    .all()
    .filter((row) => {
      const first = [row.account, row.at, row.change, row.balance, row.granted_by, row.note];
      const details = [row.kind, row.reference, row.expires, row.ends_at, row.of_grant, row.asked];
      const isOlder = details.every((each) => each === null);
      return checksumOf(isOlder ? first : [...first, ...details]) !== row.seal;
    });
}

function checksumOf(values: readonly unknown[]): number {
  return crc32(JSON.stringify(values));
}
