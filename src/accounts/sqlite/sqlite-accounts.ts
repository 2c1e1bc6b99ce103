import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Day, DayRange } from '../../snapshot/calendar.ts';
import type {
  Account,
  Accounts,
  AuditReport,
  CallsPage,
  CallsQuery,
  ChargedCall,
  DailyUsage,
  Grant,
  IfMissing,
  Key,
  NewKey,
  Outcome,
  Points,
  PointsChange,
  Pruned,
  Rotated,
  Settlement,
  UsageQuery,
  UsageRow,
} from '../accounts.ts';
import type { Office } from '../office.ts';
import type { Outbox } from '../outbox.ts';
import {
  accountExists,
  endOfRotated,
  keyState,
  keyWasDeleted,
  newKeyId,
  noSuchAccount,
  noSuchKey,
} from '../rules.ts';
import { audit } from './audit.ts';
import { findCall, lastCalls, readPage } from './calls.ts';
import { addGrant, listGrants, takeBack } from './grants.ts';
import { LedgerConnection } from './ledger-connection.ts';
import { SqliteOffice } from './office.ts';
import { SqliteOutbox } from './outbox.ts';
import { prune } from './prune.ts';
import { openDatabase } from './schema.ts';
import { inTransaction, inTransactionAwaiting } from './transaction.ts';
import { dailyUsage, usage } from './usage.ts';

export function openSqliteAccounts(dataDir: string, ifMissing: IfMissing): Accounts {
  return new SqliteAccounts(dataDir, ifMissing);
}

type Row = Record<string, SQLOutputValue>;

class SqliteAccounts implements Accounts {
  readonly batchesAtOnce = 1;
  readonly office: Office;
  readonly outbox: Outbox;
  readonly #db: DatabaseSync;
  readonly #dataDir: string;
  #ledger: LedgerConnection | undefined;
  /** What changes several things at once does so over a connection of its own, one after another. */
  #changing: SqliteAccounts | undefined;
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string, ifMissing: IfMissing) {
    this.#db = openDatabase(dataDir, ifMissing);
    this.office = new SqliteOffice(this.#db);
    this.outbox = new SqliteOutbox(this.#db);
    this.#dataDir = dataDir;
  }

  transaction<T>(work: (inside: Accounts) => Promise<T>): Promise<T> {
    this.#changing ??= new SqliteAccounts(this.#dataDir, 'refuse');
    const inside = this.#changing;
    const change = this.#lastChange.then(() => inTransactionAwaiting(inside.#db, () => work(inside)));
    this.#lastChange = change.catch(() => undefined);
    return change;
  }

  async settle(calls: readonly Settlement[]): Promise<Outcome[]> {
    return this.#ledgerConnection().settle(calls);
  }

  async check(): Promise<void> {
    return this.#ledgerConnection().check();
  }

  #ledgerConnection(): LedgerConnection {
    this.#ledger ??= new LedgerConnection(this.#dataDir);
    return this.#ledger;
  }

  async createAccount(name: string, first: PointsChange): Promise<Account> {
    return inTransaction(this.#db, () => {
      if (this.#db.prepare('SELECT 1 FROM account WHERE name = ?').get(name)) throw accountExists(name);
      this.#db
        .prepare('INSERT INTO account (name, balance, created_at) VALUES (?, 0, ?)')
        .run(name, Date.now());
      if (first.points > 0) addGrant(this.#db, this.#account(name), first);
      return toAccount(this.#accountRow(name));
    });
  }

  async listAccounts(): Promise<Account[]> {
    return this.#db.prepare('SELECT * FROM account ORDER BY name').all().map(toAccount);
  }

  async setAccountActive(name: string, active: boolean): Promise<void> {
    this.#db.prepare('UPDATE account SET active = ? WHERE id = ?').run(Number(active), this.#accountId(name));
  }

  async grant(account: string, change: PointsChange): Promise<Account> {
    return inTransaction(this.#db, () => {
      addGrant(this.#db, this.#account(account), change);
      return toAccount(this.#accountRow(account));
    });
  }

  async take(account: string, change: PointsChange): Promise<Account> {
    return inTransaction(this.#db, () => {
      takeBack(this.#db, this.#account(account), change);
      return toAccount(this.#accountRow(account));
    });
  }

  async listGrants(account?: string): Promise<Grant[]> {
    return listGrants(this.#db, account === undefined ? null : this.#accountId(account));
  }

  async createKey(account: string, key: NewKey): Promise<Key> {
    return inTransaction(this.#db, () => this.#addKey(this.#accountId(account), key));
  }

  async listKeys(account?: string): Promise<Key[]> {
    const only = account === undefined ? null : this.#accountId(account);
    return this.#db
      .prepare(`${SELECT_KEYS} WHERE ? IS NULL OR key.account = ? ORDER BY account.name, key.id`)
      .all(only, only)
      .map(toKey);
  }

  async setKeyActive(id: string, active: boolean): Promise<void> {
    const row = this.#liveKeyRow(id);
    this.#db.prepare('UPDATE key SET active = ? WHERE id = ?').run(Number(active), row.id as number);
  }

  async deleteKey(id: string): Promise<void> {
    const row = this.#liveKeyRow(id);
    this.#db.prepare('UPDATE key SET deleted_at = ? WHERE id = ?').run(Date.now(), row.id as number);
  }

  async rotateKey(id: string, key: NewKey, graceMs: number): Promise<Rotated> {
    return inTransaction(this.#db, () => {
      const old = this.#liveKeyRow(id);
      const oldEndsAt = endOfRotated(toKey(old), graceMs, Date.now());
      this.#db.prepare('UPDATE key SET ends_at = ? WHERE id = ?').run(oldEndsAt.getTime(), old.id as number);
      const made = this.#addKey(old.account_id as number, { ...key, name: key.name || String(old.name) });
      return { key: made, oldEndsAt };
    });
  }

  async prices(): Promise<ReadonlyMap<string, Points>> {
    const rows = this.#db.prepare('SELECT path, base FROM price').all();
    return new Map(rows.map(({ path, base }) => [String(path), Number(base)]));
  }

  async setPrice(path: string, base: Points): Promise<void> {
    this.#db
      .prepare('INSERT INTO price (path, base) VALUES (?, ?) ON CONFLICT DO UPDATE SET base = excluded.base')
      .run(path, base);
  }

  async resetPrice(path: string): Promise<void> {
    this.#db.prepare('DELETE FROM price WHERE path = ?').run(path);
  }

  async brand(): Promise<ReadonlyMap<string, string>> {
    const rows = this.#db.prepare('SELECT name, value FROM brand').all();
    return new Map(rows.map(({ name, value }) => [String(name), String(value)]));
  }

  async brandContent(name: string): Promise<Buffer | undefined> {
    const row = this.#db.prepare('SELECT content FROM brand WHERE name = ?').get(name);
    return row?.content ? Buffer.from(String(row.content), 'base64') : undefined;
  }

  async setBrand(name: string, value: string, content?: Buffer): Promise<void> {
    this.#db
      .prepare('INSERT OR REPLACE INTO brand (name, value, content) VALUES (?, ?, ?)')
      .run(name, value, content?.toString('base64') ?? null);
  }

  async resetBrand(name: string): Promise<void> {
    this.#db.prepare('DELETE FROM brand WHERE name = ?').run(name);
  }

  async usage(query: UsageQuery): Promise<UsageRow[]> {
    return usage(this.#db, this.#accountId(query.account), query);
  }

  async dailyUsage(account: string, days: DayRange): Promise<DailyUsage[]> {
    return dailyUsage(this.#db, this.#accountId(account), days);
  }

  async lastCalls(account: string, limit: number): Promise<ChargedCall[]> {
    return lastCalls(this.#db, this.#accountId(account), limit);
  }

  async findCall(account: string, requestId: string, at: number): Promise<ChargedCall | undefined> {
    return findCall(this.#db, this.#accountId(account), requestId, at);
  }

  async calls(query: CallsQuery): Promise<CallsPage> {
    return readPage(this.#db, this.#accountId(query.account), query);
  }

  async prune(before: Day, onProgress?: (fraction: number) => void): Promise<Pruned> {
    return prune(this.#db, before, onProgress);
  }

  async audit(): Promise<AuditReport> {
    return audit(this.#db);
  }

  async close(): Promise<void> {
    this.#ledger?.close();
    await this.#lastChange;
    await this.#changing?.close();
    this.#db.close();
  }

  #addKey(account: number, key: NewKey): Key {
    const publicId = newKeyId();
    this.#db
      .prepare(
        'INSERT INTO key (public_id, account, hash, last4, name, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(publicId, account, key.hash, key.last4, key.name, Date.now());
    return toKey(this.#liveKeyRow(publicId));
  }

  #accountRow(name: string): Row {
    const row = this.#db.prepare('SELECT * FROM account WHERE name = ?').get(name);
    if (!row) throw noSuchAccount(name);
    return row;
  }

  #account(name: string): { id: number; name: string; balance: Points } {
    const { id, balance } = this.#accountRow(name);
    return { id: Number(id), name, balance: Number(balance) };
  }

  #accountId(name: string): number {
    return Number(this.#accountRow(name).id);
  }

  #liveKeyRow(publicId: string): Row {
    const row = this.#db.prepare(`${SELECT_KEYS} WHERE key.public_id = ?`).get(publicId);
    if (!row) throw noSuchKey(publicId);
    if (row.deleted_at !== null) throw keyWasDeleted(publicId);
    return row;
  }
}

const SELECT_KEYS = `
  SELECT key.*, key.account AS account_id, account.name AS account_name
  FROM key JOIN account ON account.id = key.account`;

function toAccount(row: Row): Account {
  return {
    name: String(row.name),
    balance: Number(row.balance),
    active: row.active === 1,
    createdAt: new Date(Number(row.created_at)),
  };
}

function toKey(row: Row): Key {
  const endsAt = toDate(row.ends_at);
  return {
    id: String(row.public_id),
    account: String(row.account_name),
    name: String(row.name),
    last4: String(row.last4),
    state: keyState({ isActive: row.active === 1, isDeleted: row.deleted_at !== null, endsAt }, Date.now()),
    createdAt: new Date(Number(row.created_at)),
    lastUsedAt: toDate(row.last_used_at),
    endsAt,
  };
}

function toDate(value: SQLOutputValue | undefined): Date | null {
  return value === null || value === undefined ? null : new Date(Number(value));
}
