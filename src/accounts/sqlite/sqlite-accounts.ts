import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { UserError } from '../../errors.ts';
import { type Day, formatDay } from '../../snapshot/calendar.ts';
import type {
  Account,
  Accounts,
  AuditReport,
  CallsPage,
  CallsQuery,
  ChargedCall,
  Grant,
  IfMissing,
  Key,
  NewKey,
  Outcome,
  Points,
  Pruned,
  Settlement,
  UsageQuery,
  UsageRow,
} from '../accounts.ts';
import { operator } from '../operator.ts';
import { audit } from './audit.ts';
import { lastCalls, readPage } from './calls.ts';
import { addGrant, listGrants } from './grants.ts';
import { LedgerConnection } from './ledger-connection.ts';
import { prune } from './prune.ts';
import { inTransaction, openDatabase } from './schema.ts';

export function openSqliteAccounts(dataDir: string, ifMissing: IfMissing): Accounts {
  return new SqliteAccounts(dataDir, ifMissing);
}

type Row = Record<string, SQLOutputValue>;

class SqliteAccounts implements Accounts {
  readonly #db: DatabaseSync;
  readonly #dataDir: string;
  #ledger: LedgerConnection | undefined;

  constructor(dataDir: string, ifMissing: IfMissing) {
    this.#db = openDatabase(dataDir, ifMissing);
    this.#dataDir = dataDir;
  }

  async settle(calls: readonly Settlement[]): Promise<Outcome[]> {
    this.#ledger ??= new LedgerConnection(this.#dataDir);
    return this.#ledger.settle(calls);
  }

  async createAccount(name: string, points: Points, note: string): Promise<Account> {
    return inTransaction(this.#db, () => {
      if (this.#db.prepare('SELECT 1 FROM account WHERE name = ?').get(name)) {
        throw new UserError(`There is already an account "${name}"`);
      }
      this.#db
        .prepare('INSERT INTO account (name, balance, created_at) VALUES (?, 0, ?)')
        .run(name, Date.now());
      if (points > 0) this.#grant(name, points, note);
      return toAccount(this.#accountRow(name));
    });
  }

  async listAccounts(): Promise<Account[]> {
    return this.#db.prepare('SELECT * FROM account ORDER BY name').all().map(toAccount);
  }

  async setAccountActive(name: string, active: boolean): Promise<void> {
    this.#db.prepare('UPDATE account SET active = ? WHERE id = ?').run(Number(active), this.#accountId(name));
  }

  async grant(account: string, points: Points, note: string): Promise<Account> {
    return inTransaction(this.#db, () => {
      this.#grant(account, points, note);
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

  async rotateKey(id: string, key: NewKey, oldEndsAt: Date): Promise<Key> {
    return inTransaction(this.#db, () => {
      const old = this.#liveKeyRow(id);
      const { state, endsAt } = toKey(old);
      if (state === 'ended' || state === 'inactive') {
        throw new UserError(`The key "${id}" is ${state}; make a new one with "mdq key create"`);
      }
      const ends = Math.min(oldEndsAt.getTime(), endsAt?.getTime() ?? Number.POSITIVE_INFINITY);
      this.#db.prepare('UPDATE key SET ends_at = ? WHERE id = ?').run(ends, old.id as number);
      return this.#addKey(old.account_id as number, { ...key, name: key.name || String(old.name) });
    });
  }

  async usage({ account, from, to, by }: UsageQuery): Promise<UsageRow[]> {
    const { first, names, name, order } = USAGE_BY[by];
    return this.#db
      .prepare(
        `SELECT ${name} AS of, sum(calls) AS calls, sum(points) AS points
         FROM (SELECT ${first}, sum(calls) AS calls, sum(points) AS points FROM usage
               WHERE account = ? AND day BETWEEN ? AND ? GROUP BY ${first}) AS total ${names}
         GROUP BY total.${by} ORDER BY ${order}`,
      )
      .all(this.#accountId(account), from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER)
      .map((row) => ({
        of: by === 'day' ? formatDay(Number(row.of)) : String(row.of),
        calls: Number(row.calls),
        points: Number(row.points),
      }));
  }

  async lastCalls(account: string, limit: number): Promise<ChargedCall[]> {
    return lastCalls(this.#db, this.#accountId(account), limit);
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
    this.#db.close();
  }

  #grant(name: string, points: Points, note: string): void {
    const { id, balance } = this.#accountRow(name);
    addGrant(
      this.#db,
      { id: id as number, name, balance: Number(balance) },
      { points, by: operator(), note },
    );
  }

  #addKey(account: number, key: NewKey): Key {
    const publicId = `key_${randomUUID().replaceAll('-', '').slice(0, 10)}`;
    this.#db
      .prepare(
        'INSERT INTO key (public_id, account, hash, last4, name, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(publicId, account, key.hash, key.last4, key.name, Date.now());
    return toKey(this.#liveKeyRow(publicId));
  }

  #accountRow(name: string): Row {
    const row = this.#db.prepare('SELECT * FROM account WHERE name = ?').get(name);
    if (!row) throw new UserError(`There is no account "${name}"; "mdq account list" shows those there are`);
    return row;
  }

  #accountId(name: string): number {
    return Number(this.#accountRow(name).id);
  }

  #liveKeyRow(publicId: string): Row {
    const row = this.#db.prepare(`${SELECT_KEYS} WHERE key.public_id = ?`).get(publicId);
    if (!row) throw new UserError(`There is no key "${publicId}"; "mdq key list" shows the ids`);
    if (row.deleted_at !== null) throw new UserError(`The key "${publicId}" was deleted`);
    return row;
  }
}

const SELECT_KEYS = `
  SELECT key.*, key.account AS account_id, account.name AS account_name
  FROM key JOIN account ON account.id = key.account`;

/**
 * What is added up first: totals lie in the order of day, path and key, so those of a day and path need no sorting
 * and leave few. Names are looked up for what is left.
 */
const USAGE_BY: Record<UsageQuery['by'], { first: string; names: string; name: string; order: string }> = {
  day: { first: 'day', names: '', name: 'day', order: 'day' },
  path: {
    first: 'day, path',
    names: 'JOIN path ON path.id = total.path',
    name: 'path.path',
    order: 'points DESC, of',
  },
  key: { first: 'key', names: 'JOIN key ON key.id = total.key', name: 'public_id', order: 'points DESC, of' },
};

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
    state: keyState(row, endsAt),
    createdAt: new Date(Number(row.created_at)),
    lastUsedAt: toDate(row.last_used_at),
    endsAt,
  };
}

function keyState(row: Row, endsAt: Date | null): Key['state'] {
  if (row.deleted_at !== null) return 'deleted';
  if (endsAt && endsAt.getTime() <= Date.now()) return 'ended';
  if (row.active === 0) return 'inactive';
  return endsAt ? 'ending' : 'active';
}

function toDate(value: SQLOutputValue | undefined): Date | null {
  return value === null || value === undefined ? null : new Date(Number(value));
}
