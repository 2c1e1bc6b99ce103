import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Account, AccountChange, Points } from '../accounts.ts';
import type { Owner } from '../books.ts';
import { accountExists, accountIsClosed, externalIdExists, nameWasUsed, noSuchAccount } from '../rules.ts';
import { tellIfLow } from './account-events.ts';
import { pointLimits, setPointLimits } from './spent.ts';

export type Row = Record<string, SQLOutputValue>;

/** An account as its points are changed. */
export interface Holder {
  readonly id: number;
  readonly name: string;
  readonly balance: Points;
  readonly isClosed: boolean;
  readonly nextDue: number | null;
}

/** By its id, its name, or a name that it had before. */
export function accountRow(db: DatabaseSync, account: string): Row {
  const row = db
    .prepare(
      `SELECT * FROM account WHERE name = ?1 OR account_id = ?1
       OR id = (SELECT account FROM former_name WHERE name = ?1)`,
    )
    .get(account);
  if (!row) throw noSuchAccount(account);
  return row;
}

export function listAccounts(db: DatabaseSync, externalId?: string): Account[] {
  const rows =
    externalId === undefined
      ? db.prepare('SELECT * FROM account ORDER BY name').all()
      : db.prepare('SELECT * FROM account WHERE external_id = ?').all(externalId);
  return rows.map(toAccount);
}

export function holderOf(row: Row): Holder {
  return {
    id: Number(row.id),
    name: String(row.name),
    balance: Number(row.balance),
    isClosed: row.closed_at !== null,
    nextDue: row.next_due === null ? null : Number(row.next_due),
  };
}

/** An account that is given something. */
export function openAccount(db: DatabaseSync, account: string): Row {
  const row = accountRow(db, account);
  if (row.closed_at !== null) throw accountIsClosed(String(row.name));
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
export function changeAccount(
  db: DatabaseSync,
  account: string,
  { name, contact, note, externalId, low, ...limits }: AccountChange,
): Account {
  const row = accountRow(db, account);
  const id = Number(row.id);
  if (name !== undefined && name !== row.name) {
    assertNeverUsed(db, name, id);
    db.prepare('DELETE FROM former_name WHERE name = ?').run(name);
    db.prepare('INSERT INTO former_name (name, account) VALUES (?, ?)').run(String(row.name), id);
    db.prepare('UPDATE account SET name = ? WHERE id = ?').run(name, id);
  }
  if (typeof externalId === 'string') {
    const other = db
      .prepare('SELECT name FROM account WHERE external_id = ? AND id <> ?')
      .get(externalId, id);
    if (other) throw externalIdExists(externalId, String(other.name));
  }
  const kept = externalId === undefined ? (row.external_id ?? null) : externalId;
  db.prepare(
    'UPDATE account SET contact = coalesce(?, contact), remark = coalesce(?, remark), external_id = ? WHERE id = ?',
  ).run(contact ?? null, note ?? null, kept, id);
  if (low) {
    db.prepare('UPDATE account SET low_below = ?, is_low_set = ? WHERE id = ?').run(
      ...[low.below, Number(low.isSet), id],
    );
    const balance = Number(row.balance);
    tellIfLow(db, id, { balance, below: row.low_below }, { balance, below: low.below });
  }
  if (Object.keys(limits).length > 0) setPointLimits(db, -id, { ...pointLimits(row), ...limits });
  return toAccount(accountRow(db, String(row.account_id)));
}

/** Inside a transaction of the caller. */
export function closeAccount(db: DatabaseSync, account: string, at: number): Account {
  const { id, account_id } = openAccount(db, account);
  db.prepare('UPDATE account SET closed_at = ? WHERE id = ?').run(at, Number(id));
  db.prepare('DELETE FROM plan WHERE account = ?').run(Number(id));
  db.prepare('UPDATE key SET deleted_at = ? WHERE account = ? AND deleted_at IS NULL').run(at, Number(id));
  return toAccount(accountRow(db, String(account_id)));
}

function assertNeverUsed(db: DatabaseSync, name: string, by?: number): void {
  if (db.prepare('SELECT 1 FROM account WHERE name = ?').get(name)) throw accountExists(name);
  const former = db.prepare('SELECT account FROM former_name WHERE name = ?').get(name);
  if (former && Number(former.account) !== by) throw nameWasUsed(name);
}

/** The columns that say whose something is. */
export const OWNER = 'account.name AS account_name, account.account_id, account.external_id';

export function toOwner(row: Row): Owner {
  return {
    account: String(row.account_name),
    accountId: String(row.account_id),
    externalId: row.external_id === null ? null : String(row.external_id),
  };
}

export function toAccount(row: Row): Account {
  return {
    id: String(row.account_id),
    name: String(row.name),
    balance: Number(row.balance),
    active: row.active === 1,
    createdAt: new Date(Number(row.created_at)),
    closedAt: toDate(row.closed_at),
    contact: String(row.contact),
    note: String(row.remark),
    externalId: row.external_id === null ? null : String(row.external_id),
    low: { below: row.low_below === null ? null : Number(row.low_below), isSet: row.is_low_set === 1 },
    ...pointLimits(row),
  };
}

export function toDate(value: SQLOutputValue | undefined): Date | null {
  return value === null || value === undefined ? null : new Date(Number(value));
}
