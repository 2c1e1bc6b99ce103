import type { DatabaseSync } from 'node:sqlite';
import type { Key, NewKey, Rotated } from '../accounts.ts';
import { endOfRotated, keyState, keyWasDeleted, newKeyId, noSuchKey } from '../rules.ts';
import { type Row, toDate } from './account-rows.ts';

const SELECT_KEYS = `
  SELECT key.*, account.name AS account_name
  FROM key JOIN account ON account.id = key.account`;

export function listKeys(db: DatabaseSync, account: number | null): Key[] {
  return db
    .prepare(`${SELECT_KEYS} WHERE ?1 IS NULL OR key.account = ?1 ORDER BY account.name, key.id`)
    .all(account)
    .map(toKey);
}

/** Inside a transaction of the caller. */
export function addKey(db: DatabaseSync, account: number, key: NewKey): Key {
  const publicId = newKeyId();
  db.prepare(
    'INSERT INTO key (public_id, account, hash, last4, name, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(publicId, account, key.hash, key.last4, key.name, Date.now());
  return toKey(liveKeyRow(db, publicId));
}

/** Inside a transaction of the caller. */
export function rotateKey(db: DatabaseSync, id: string, key: NewKey, graceMs: number): Rotated {
  const old = liveKeyRow(db, id);
  const oldEndsAt = endOfRotated(toKey(old), graceMs, Date.now());
  db.prepare('UPDATE key SET ends_at = ? WHERE id = ?').run(oldEndsAt.getTime(), Number(old.id));
  const made = addKey(db, Number(old.account), { ...key, name: key.name || String(old.name) });
  return { key: made, oldEndsAt };
}

/** A key that is not deleted. */
export function liveKeyRow(db: DatabaseSync, publicId: string): Row {
  const row = db.prepare(`${SELECT_KEYS} WHERE key.public_id = ?`).get(publicId);
  if (!row) throw noSuchKey(publicId);
  if (row.deleted_at !== null) throw keyWasDeleted(publicId);
  return row;
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
