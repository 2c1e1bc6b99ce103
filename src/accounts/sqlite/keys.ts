import type { DatabaseSync } from 'node:sqlite';
import type { Key, KeyChange, NewKey, Rotated } from '../accounts.ts';
import { familyOf, type KeyRow, OWNER, toKey } from '../common/rows.ts';
import { endOfRotated, keyWasDeleted, newKeyId, noSuchKey } from '../common/rules.ts';
import { endAfterChange, type KeyLimits, limitsText, NO_LIMITS } from '../key-limits.ts';
import { rowOf, rowsOf } from './query.ts';
import { setPointLimits } from './spent.ts';

const SELECT_KEYS = `
  SELECT key.*, ${OWNER}
  FROM key JOIN account ON account.id = key.account`;

export function listKeys(db: DatabaseSync, account: number | null): Key[] {
  const all = `${SELECT_KEYS} WHERE ?1 IS NULL OR key.account = ?1 ORDER BY account.name, key.id`;
  return rowsOf<KeyRow>(db, all, account).map(toKey);
}

export function findKey(db: DatabaseSync, publicId: string): Key | undefined {
  const row = keyRow(db, publicId);
  return row && toKey(row);
}

export function setKeyActive(db: DatabaseSync, publicId: string, active: boolean): void {
  const { id } = liveKeyRow(db, publicId);
  db.prepare('UPDATE key SET active = ? WHERE id = ?').run(Number(active), id);
}

export function deleteKey(db: DatabaseSync, publicId: string): void {
  const { id } = liveKeyRow(db, publicId);
  db.prepare('UPDATE key SET deleted_at = ? WHERE id = ?').run(Date.now(), id);
}

/** Inside a transaction of the caller. */
export function addKey(db: DatabaseSync, account: number, key: NewKey, family: number | null = null): Key {
  const publicId = newKeyId();
  const limits = { ...NO_LIMITS, ...key.limits };
  const { perDay, perMonth, ends } = limits;
  db.prepare(
    `INSERT INTO key (public_id, account, hash, last4, name, created_at, ends_at, limits, per_day, per_month, family)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ...[publicId, account, key.hash, key.last4, key.name, Date.now(), ends?.endsAt ?? null],
    ...[limitsText(limits), perDay, perMonth, family],
  );
  return toKey(liveKeyRow(db, publicId));
}

/** Inside a transaction of the caller. What limits a key limits those that it was rotated from and to. */
export function changeKey(db: DatabaseSync, id: string, { name, limits: change }: KeyChange): Key {
  const row = liveKeyRow(db, id);
  const family = familyOf(row);
  const limits: KeyLimits = { ...toKey(row).limits, ...change };
  const update = db.prepare('UPDATE key SET limits = ?, ends_at = ? WHERE id = ?');
  for (const each of rowsOf<KeyRow>(db, `${SELECT_KEYS} WHERE key.id = ?1 OR key.family = ?1`, family)) {
    const before = toKey(each);
    const endsAt = endAfterChange(before.endsAt, before.limits, limits);
    update.run(limitsText(limits), endsAt?.getTime() ?? null, each.id);
  }
  if (name !== undefined) db.prepare('UPDATE key SET name = ? WHERE id = ?').run(name, row.id);
  setPointLimits(db, family, limits);
  return toKey(liveKeyRow(db, id));
}

/** Inside a transaction of the caller. */
export function rotateKey(db: DatabaseSync, id: string, key: NewKey, graceMs: number): Rotated {
  const row = liveKeyRow(db, id);
  const old = toKey(row);
  const oldEndsAt = endOfRotated(old, graceMs, Date.now());
  db.prepare('UPDATE key SET ends_at = ? WHERE id = ?').run(oldEndsAt.getTime(), row.id);
  const made = { ...key, name: key.name || old.name, limits: old.limits };
  return { key: addKey(db, row.account, made, familyOf(row)), oldEndsAt };
}

/** The family of a key by its public id; 0, which is none's, where there is no such key. */
export function familyNamed(db: DatabaseSync, publicId: string): number {
  const row = keyRow(db, publicId);
  return row ? familyOf(row) : 0;
}

/** A key that is not deleted. */
function liveKeyRow(db: DatabaseSync, publicId: string): KeyRow {
  const row = keyRow(db, publicId);
  if (!row) throw noSuchKey(publicId);
  if (row.deleted_at !== null) throw keyWasDeleted(publicId);
  return row;
}

function keyRow(db: DatabaseSync, publicId: string): KeyRow | undefined {
  return rowOf(db, `${SELECT_KEYS} WHERE key.public_id = ?`, publicId);
}
