import type { Key, NewKey, Rotated } from '../accounts.ts';
import { endOfRotated, keyState, keyWasDeleted, newKeyId, noSuchKey } from '../rules.ts';
import { lockAccount, toDate } from './account-rows.ts';
import type { Client } from './database/connections.ts';

export interface KeyRow {
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

export const SELECT_KEYS = `
  SELECT key.*, account.name AS account_name, mdq.now() AS now
  FROM mdq.key JOIN mdq.account ON account.id = key.account`;

/** A key that is not deleted, with the account it belongs to locked. */
export async function lockKey(client: Client, publicId: string): Promise<KeyRow> {
  const find = async () =>
    (await client.query<KeyRow>(`${SELECT_KEYS} WHERE key.public_id = $1`, [publicId])).rows[0];
  const found = await find();
  if (!found) throw noSuchKey(publicId);
  await lockAccount(client, found.account);
  const key = (await find()) ?? found;
  if (key.deleted_at !== null) throw keyWasDeleted(publicId);
  return key;
}

export async function addKey(client: Client, account: number, key: NewKey): Promise<Key> {
  const publicId = newKeyId();
  await client.query(
    'INSERT INTO mdq.key (public_id, account, hash, last4, name) VALUES ($1, $2, $3, $4, $5)',
    [publicId, account, key.hash, key.last4, key.name],
  );
  const { rows } = await client.query<KeyRow>(`${SELECT_KEYS} WHERE key.public_id = $1`, [publicId]);
  return toKey(rows[0] as KeyRow);
}

export async function rotateKey(client: Client, id: string, key: NewKey, graceMs: number): Promise<Rotated> {
  const old = await lockKey(client, id);
  const oldEndsAt = endOfRotated(toKey(old), graceMs, old.now);
  await client.query('UPDATE mdq.key SET ends_at = $2 WHERE id = $1', [old.id, oldEndsAt.getTime()]);
  return { key: await addKey(client, old.account, { ...key, name: key.name || old.name }), oldEndsAt };
}

export function toKey(row: KeyRow): Key {
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
