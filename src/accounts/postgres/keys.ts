import type { Key, KeyChange, NewKey, Rotated } from '../accounts.ts';
import { familyOf, type KeyRow, OWNER, toKey } from '../common/rows.ts';
import { endOfRotated, keyWasDeleted, newKeyId, noSuchKey } from '../common/rules.ts';
import { endAfterChange, type KeyLimits, limitsText, NO_LIMITS } from '../key-limits.ts';
import { lockAccount } from './account-rows.ts';
import type { Client } from './database/connections.ts';
import { setPointLimits } from './spent.ts';

export const SELECT_KEYS = `
  SELECT key.*, ${OWNER}, mdq.now() AS now
  FROM mdq.key JOIN mdq.account ON account.id = key.account`;

/** A key that is not deleted, with the account it belongs to locked. */
export async function lockKey(client: Client, publicId: string): Promise<KeyRow> {
  const found = await keyRow(client, publicId);
  if (!found) throw noSuchKey(publicId);
  await lockAccount(client, found.account);
  const key = (await keyRow(client, publicId)) ?? found;
  if (key.deleted_at !== null) throw keyWasDeleted(publicId);
  return key;
}

export async function addKey(
  client: Client,
  account: number,
  key: NewKey,
  family: number | null = null,
): Promise<Key> {
  const publicId = newKeyId();
  const limits = { ...NO_LIMITS, ...key.limits };
  const { perDay, perMonth, ends } = limits;
  await client.query(
    `INSERT INTO mdq.key (public_id, account, hash, last4, name, ends_at, limits, per_day, per_month, family)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[publicId, account, key.hash, key.last4, key.name, ends?.endsAt ?? null],
      ...[limitsText(limits), perDay, perMonth, family],
    ],
  );
  return toKey((await keyRow(client, publicId)) as KeyRow);
}

/** What limits a key limits those that it was rotated from and to. */
export async function changeKey(
  client: Client,
  id: string,
  { name, limits: change }: KeyChange,
): Promise<Key> {
  const row = await lockKey(client, id);
  const family = familyOf(row);
  const limits: KeyLimits = { ...toKey(row).limits, ...change };
  const { rows } = await client.query<KeyRow>(`${SELECT_KEYS} WHERE key.id = $1 OR key.family = $1`, [
    family,
  ]);
  for (const each of rows) {
    const before = toKey(each);
    const endsAt = endAfterChange(before.endsAt, before.limits, limits)?.getTime() ?? null;
    const values = [each.id, limitsText(limits), endsAt];
    await client.query('UPDATE mdq.key SET limits = $2, ends_at = $3 WHERE id = $1', values);
  }
  if (name !== undefined) await client.query('UPDATE mdq.key SET name = $2 WHERE id = $1', [row.id, name]);
  await setPointLimits(client, family, limits);
  return toKey((await keyRow(client, id)) as KeyRow);
}

export async function rotateKey(client: Client, id: string, key: NewKey, graceMs: number): Promise<Rotated> {
  const row = await lockKey(client, id);
  const old = toKey(row);
  const oldEndsAt = endOfRotated(old, graceMs, row.now ?? Date.now());
  await client.query('UPDATE mdq.key SET ends_at = $2 WHERE id = $1', [row.id, oldEndsAt.getTime()]);
  const made = { ...key, name: key.name || old.name, limits: old.limits };
  return { key: await addKey(client, row.account, made, familyOf(row)), oldEndsAt };
}

async function keyRow(client: Client, publicId: string): Promise<KeyRow | undefined> {
  return (await client.query<KeyRow>(`${SELECT_KEYS} WHERE key.public_id = $1`, [publicId])).rows[0];
}
