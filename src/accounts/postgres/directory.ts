import type { Account, Directory, Grant, Key, NewKey, Points, PointsChange, Rotated } from '../accounts.ts';
import {
  accountExists,
  balanceAfterGrant,
  balanceAfterTaking,
  endOfRotated,
  keyState,
  keyWasDeleted,
  newKeyId,
  noSuchAccount,
  noSuchKey,
} from '../rules.ts';
import type { Client, Queries } from './connections.ts';
import { pointsChecksum } from './row-checksum.ts';
import { inTransaction } from './transaction.ts';

interface AccountRow {
  readonly id: number;
  readonly name: string;
  readonly balance: Points;
  readonly active: boolean;
  readonly created_at: number;
}

interface KeyRow {
  readonly id: number;
  readonly public_id: string;
  readonly account: number;
  readonly account_name: string;
  readonly name: string;
  readonly last4: string;
  readonly active: boolean;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly ends_at: number | null;
  readonly deleted_at: number | null;
  /** What the store's clock says. */
  readonly now: number;
}

interface GrantRow {
  readonly name: string;
  readonly points: Points;
  readonly balance: Points;
  readonly at: number;
  readonly done_by: string;
  readonly note: string;
}

const SELECT_KEYS = `
  SELECT key.*, account.name AS account_name, mdq.now() AS now
  FROM mdq.key JOIN mdq.account ON account.id = key.account`;

/** Every change locks its account first, as a batch does, so that the two never wait for each other in a circle. */
export class PostgresDirectory implements Directory {
  readonly #connections: Queries;

  constructor(connections: Queries) {
    this.#connections = connections;
  }

  createAccount(name: string, first: PointsChange): Promise<Account> {
    return this.#change(async (client) => {
      const { rows } = await client.query<AccountRow>(
        'INSERT INTO mdq.account (name, balance) VALUES ($1, 0) ON CONFLICT (name) DO NOTHING RETURNING *',
        [name],
      );
      const [made] = rows;
      if (!made) throw accountExists(name);
      return toAccount(first.points > 0 ? await addPoints(client, made, first.points, first) : made);
    });
  }

  async listAccounts(): Promise<Account[]> {
    const rows = await this.#read<AccountRow>('SELECT * FROM mdq.account ORDER BY name');
    return rows.map(toAccount);
  }

  async setAccountActive(name: string, active: boolean): Promise<void> {
    await this.#change(async (client) => {
      const { id } = await lockAccount(client, name);
      await client.query('UPDATE mdq.account SET active = $2 WHERE id = $1', [id, active]);
    });
  }

  grant(account: string, change: PointsChange): Promise<Account> {
    return this.#change(async (client) => {
      const locked = await lockAccount(client, account);
      return toAccount(await addPoints(client, locked, change.points, change));
    });
  }

  take(account: string, change: PointsChange): Promise<Account> {
    return this.#change(async (client) => {
      const locked = await lockAccount(client, account);
      balanceAfterTaking(account, locked.balance, change.points);
      return toAccount(await addPoints(client, locked, -change.points, change));
    });
  }

  async listGrants(account?: string): Promise<Grant[]> {
    const only = account === undefined ? null : await this.accountId(account);
    const rows = await this.#read<GrantRow>(
      `SELECT name, points, points_change.balance, at, done_by, note
       FROM mdq.points_change JOIN mdq.account ON account.id = account
       WHERE $1::integer IS NULL OR account = $1 ORDER BY at, account, number`,
      [only],
    );
    return rows.map(({ name, points, balance, at, done_by, note }) => ({
      ...{ account: name, points, balance, note },
      at: new Date(at),
      by: done_by,
    }));
  }

  createKey(account: string, key: NewKey): Promise<Key> {
    return this.#change(async (client) => addKey(client, (await lockAccount(client, account)).id, key));
  }

  async listKeys(account?: string): Promise<Key[]> {
    const only = account === undefined ? null : await this.accountId(account);
    const rows = await this.#read<KeyRow>(
      `${SELECT_KEYS} WHERE $1::integer IS NULL OR key.account = $1 ORDER BY account.name, key.id`,
      [only],
    );
    return rows.map(toKey);
  }

  async setKeyActive(id: string, active: boolean): Promise<void> {
    await this.#change(async (client) => {
      const key = await lockKey(client, id);
      await client.query('UPDATE mdq.key SET active = $2 WHERE id = $1', [key.id, active]);
    });
  }

  async deleteKey(id: string): Promise<void> {
    await this.#change(async (client) => {
      const key = await lockKey(client, id);
      await client.query('UPDATE mdq.key SET deleted_at = mdq.now() WHERE id = $1', [key.id]);
    });
  }

  rotateKey(id: string, key: NewKey, graceMs: number): Promise<Rotated> {
    return this.#change(async (client) => {
      const old = await lockKey(client, id);
      const oldEndsAt = endOfRotated(toKey(old), graceMs, old.now);
      await client.query('UPDATE mdq.key SET ends_at = $2 WHERE id = $1', [old.id, oldEndsAt.getTime()]);
      return { key: await addKey(client, old.account, { ...key, name: key.name || old.name }), oldEndsAt };
    });
  }

  async prices(): Promise<ReadonlyMap<string, Points>> {
    const rows = await this.#read<{ path: string; base: Points }>('SELECT path, base FROM mdq.price');
    return new Map(rows.map(({ path, base }) => [path, base]));
  }

  async setPrice(path: string, base: Points): Promise<void> {
    await this.#change((client) =>
      client.query(
        `INSERT INTO mdq.price (path, base) VALUES ($1, $2)
         ON CONFLICT (path) DO UPDATE SET base = excluded.base`,
        [path, base],
      ),
    );
  }

  async resetPrice(path: string): Promise<void> {
    await this.#change((client) => client.query('DELETE FROM mdq.price WHERE path = $1', [path]));
  }

  async brand(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#read<{ name: string; value: string }>('SELECT name, value FROM mdq.brand');
    return new Map(rows.map(({ name, value }) => [name, value]));
  }

  async brandContent(name: string): Promise<Buffer | undefined> {
    const [row] = await this.#read<{ content: string | null }>(
      'SELECT content FROM mdq.brand WHERE name = $1',
      [name],
    );
    return row?.content ? Buffer.from(row.content, 'base64') : undefined;
  }

  async setBrand(name: string, value: string, content?: Buffer): Promise<void> {
    await this.#change((client) =>
      client.query(
        `INSERT INTO mdq.brand (name, value, content) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value, content = excluded.content`,
        [name, value, content?.toString('base64') ?? null],
      ),
    );
  }

  async resetBrand(name: string): Promise<void> {
    await this.#change((client) => client.query('DELETE FROM mdq.brand WHERE name = $1', [name]));
  }

  async accountId(name: string): Promise<number> {
    const [row] = await this.#read<AccountRow>('SELECT id FROM mdq.account WHERE name = $1', [name]);
    if (!row) throw noSuchAccount(name);
    return row.id;
  }

  #read<T>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    return this.#connections.query(text, values) as Promise<T[]>;
  }

  #change<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return inTransaction(this.#connections, work);
  }
}

async function lockAccount(client: Client, name: string): Promise<AccountRow> {
  const { rows } = await client.query<AccountRow>(
    'SELECT * FROM mdq.account WHERE name = $1 FOR NO KEY UPDATE',
    [name],
  );
  if (!rows[0]) throw noSuchAccount(name);
  return rows[0];
}

/** A key that is not deleted, with the account it belongs to locked. */
async function lockKey(client: Client, publicId: string): Promise<KeyRow> {
  const find = async () =>
    (await client.query<KeyRow>(`${SELECT_KEYS} WHERE key.public_id = $1`, [publicId])).rows[0];
  const found = await find();
  if (!found) throw noSuchKey(publicId);
  await lockAccount(client, found.account_name);
  const key = (await find()) ?? found;
  if (key.deleted_at !== null) throw keyWasDeleted(publicId);
  return key;
}

/** Adds points to a locked account, or takes them away. */
async function addPoints(
  client: Client,
  { id, name, balance }: AccountRow,
  points: Points,
  { by, note }: Pick<PointsChange, 'by' | 'note'>,
): Promise<AccountRow> {
  const after = balanceAfterGrant(name, balance, points);
  await client.query(
    `INSERT INTO mdq.points_change (account, number, at, points, balance, done_by, note, checksum)
     SELECT account, number, at, points, balance, done_by, note, ${pointsChecksum}
     FROM (SELECT id AS account, last_entry + 1 AS number, mdq.now() AS at, $2::bigint AS points, $3::bigint AS balance,
                  $4::text AS done_by, $5::text AS note FROM mdq.account WHERE id = $1) AS added`,
    [id, points, after, by, note],
  );
  const { rows } = await client.query<AccountRow>(
    'UPDATE mdq.account SET balance = $2, last_entry = last_entry + 1 WHERE id = $1 RETURNING *',
    [id, after],
  );
  return rows[0] as AccountRow;
}

async function addKey(client: Client, account: number, key: NewKey): Promise<Key> {
  const publicId = newKeyId();
  await client.query(
    'INSERT INTO mdq.key (public_id, account, hash, last4, name) VALUES ($1, $2, $3, $4, $5)',
    [publicId, account, key.hash, key.last4, key.name],
  );
  const { rows } = await client.query<KeyRow>(`${SELECT_KEYS} WHERE key.public_id = $1`, [publicId]);
  return toKey(rows[0] as KeyRow);
}

function toAccount({ name, balance, active, created_at }: AccountRow): Account {
  return { name, balance, active, createdAt: new Date(created_at) };
}

function toKey(row: KeyRow): Key {
  const endsAt = toDate(row.ends_at);
  return {
    id: row.public_id,
    account: row.account_name,
    name: row.name,
    last4: row.last4,
    state: keyState({ isActive: row.active, isDeleted: row.deleted_at !== null, endsAt }, row.now),
    createdAt: new Date(row.created_at),
    lastUsedAt: toDate(row.last_used_at),
    endsAt,
  };
}

function toDate(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}
