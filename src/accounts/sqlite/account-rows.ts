import type { DatabaseSync } from 'node:sqlite';
import type { Account, AccountChange } from '../accounts.ts';
import { type AccountRow, lowMark, pointLimits, toAccount } from '../common/rows.ts';
import {
  accountExists,
  accountIsClosed,
  externalIdExists,
  nameWasUsed,
  noSuchAccount,
} from '../common/rules.ts';
import { tellIfLow } from './account-events.ts';
import { rowOf, rowsOf } from './query.ts';
import { setPointLimits } from './spent.ts';

/** By its id, its name, or a name that it had before. */
export function accountRow(db: DatabaseSync, account: string): AccountRow {
  const row = rowOf<AccountRow>(
    db,
    `SELECT * FROM account WHERE name = ?1 OR account_id = ?1
     OR id = (SELECT account FROM former_name WHERE name = ?1)`,
    account,
  );
  if (!row) throw noSuchAccount(account);
  return row;
}

export function listAccounts(db: DatabaseSync, externalId?: string): Account[] {
  const rows =
    externalId === undefined
      ? rowsOf<AccountRow>(db, 'SELECT * FROM account ORDER BY name')
      : rowsOf<AccountRow>(db, 'SELECT * FROM account WHERE external_id = ?', externalId);
  return rows.map(toAccount);
}

/** An account that is given something. */
export function openAccountRow(db: DatabaseSync, account: string): AccountRow {
  const row = accountRow(db, account);
  if (row.closed_at !== null) throw accountIsClosed(row.name);
  return row;
}

export function insertAccount(db: DatabaseSync, id: string, name: string, at: number): void {
  assertNeverUsed(db, name);
  db.prepare('INSERT INTO account (account_id, name, balance, created_at) VALUES (?, ?, 0, ?)').run(
    id,
    name,
    at,
  );
}

/** Inside a transaction of the caller. */
export function changeAccount(db: DatabaseSync, account: string, change: AccountChange): Account {
  const { name, contact, note, externalId, low, lowByUse, ...limits } = change;
  const row = accountRow(db, account);
  const { id, balance } = row;
  if (name !== undefined && name !== row.name) {
    assertNeverUsed(db, name, id);
    db.prepare('DELETE FROM former_name WHERE name = ?').run(name);
    db.prepare('INSERT INTO former_name (name, account) VALUES (?, ?)').run(row.name, id);
    db.prepare('UPDATE account SET name = ? WHERE id = ?').run(name, id);
  }
  if (typeof externalId === 'string') {
    const other = rowOf<AccountRow>(
      db,
      'SELECT * FROM account WHERE external_id = ? AND id <> ?',
      externalId,
      id,
    );
    if (other) throw externalIdExists(externalId, other.name);
  }
  const kept = externalId === undefined ? row.external_id : externalId;
  db.prepare(
    'UPDATE account SET contact = coalesce(?, contact), remark = coalesce(?, remark), external_id = ? WHERE id = ?',
  ).run(contact ?? null, note ?? null, kept, id);
  if (low || lowByUse !== undefined) {
    const { below, isSet } = lowMark(row, change);
    db.prepare('UPDATE account SET low_below = ?, is_low_set = ? WHERE id = ?').run(below, Number(isSet), id);
    tellIfLow(db, id, { balance, below: row.low_below }, { balance, below });
  }
  if (Object.keys(limits).length > 0) setPointLimits(db, -id, { ...pointLimits(row), ...limits });
  return toAccount(accountRow(db, row.account_id));
}

/** Inside a transaction of the caller. */
export function closeAccount(db: DatabaseSync, account: string, at: number): Account {
  const { id, account_id } = openAccountRow(db, account);
  db.prepare('UPDATE account SET closed_at = ? WHERE id = ?').run(at, id);
  db.prepare('DELETE FROM plan WHERE account = ?').run(id);
  db.prepare('UPDATE key SET deleted_at = ? WHERE account = ? AND deleted_at IS NULL').run(at, id);
  return toAccount(accountRow(db, account_id));
}

function assertNeverUsed(db: DatabaseSync, name: string, by?: number): void {
  if (db.prepare('SELECT 1 FROM account WHERE name = ?').get(name)) throw accountExists(name);
  const former = db.prepare('SELECT account FROM former_name WHERE name = ?').get(name);
  if (former && Number(former.account) !== by) throw nameWasUsed(name);
}
