import { createHmac, randomBytes } from 'node:crypto';
import type { Connection } from '../database/connection.ts';
import { describeStaged } from '../describe-staged.ts';
import type { Mark } from '../engine.ts';
import type { ImportReport } from '../warehouse.ts';

/*
 * Members who were forgotten and orders that were deleted would come back with the next full export. So their ids are
 * remembered, as hashes under a random key that is kept with the data: who has neither learns nothing of them.
 */

const KEY_BYTES = 32;
/** 128 bits: no two addresses ever share a member. */
const MEMBER_DIGITS = 32;
/** SHA-256 works on so many bytes at a time. */
const BLOCK_BYTES = 64;

type Kind = Mark['kind'];

/** Marks of ids, under the key of those that there are. */
export function marksOf(kind: Kind, ids: readonly string[], there: readonly Mark[]): Mark[] {
  const key = there.find((mark) => mark.kind !== 'email')?.key ?? newKey();
  return ids.map((id) => ({ kind, key, hash: hashOf(id, key) }));
}

/** Finds the marks of an id. They are indexed once: there may be as many of them as ids. */
export function markFinder(kind: Kind, there: readonly Mark[]): (id: string) => readonly Mark[] {
  const keys = keysOf(there);
  const ofKind = there.filter((mark) => mark.kind === kind);
  const byHash = Map.groupBy(ofKind, ({ key, hash }) => `${key} ${hash}`);
  return (id) => keys.flatMap((key) => byHash.get(`${key} ${hashOf(id, key)}`) ?? []);
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** The key that makes members of e-mail addresses; undefined before the first import with a query. */
export function emailKey(there: readonly Mark[]): Mark | undefined {
  return there.find(({ kind }) => kind === 'email');
}

export function newEmailKey(): Mark {
  return { kind: 'email', key: newKey(), hash: '' };
}

/** The member that an address stands for, which only the key can tell. However it is written, it is the same. */
export function memberOf(address: string, { key }: Mark): string {
  return hashOf(address.normalize('NFC').trim().toLowerCase(), key).slice(0, MEMBER_DIGITS);
}

function hashOf(id: string, key: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(id).digest('hex');
}

/** Of stores that were restored into one another there may be several. */
function keysOf(marks: readonly Mark[]): string[] {
  return [...new Set(marks.map(({ key }) => key))];
}

/** Which of some ids are marked: those of a column in a table. */
export async function markedIds(
  connection: Connection,
  { table, column, kind }: { table: string; column: string; kind: Kind },
  marks: readonly Mark[],
  into: string,
): Promise<number> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${into} (id VARCHAR)`);
  for (const key of keysOf(marks)) {
    const hashes = marks.filter((mark) => mark.kind === kind && mark.key === key).map(({ hash }) => hash);
    if (hashes.length === 0) continue;
    await connection.run(
      `INSERT INTO ${into}
       SELECT id FROM (SELECT DISTINCT ${column} AS id FROM ${table} WHERE ${column} IS NOT NULL)
       WHERE ${hmac('id', key)} IN (SELECT unnest(CAST(json($hashes) AS VARCHAR[])))`,
      { hashes: JSON.stringify(hashes) },
    );
  }
  const { ids } = await connection.numbers<'ids'>(`SELECT count(*) AS ids FROM ${into}`);
  return ids;
}

/** HMAC-SHA-256 (RFC 2104) in SQL: the engine has the hash alone. */
function hmac(text: string, key: string): string {
  const padded = (byte: number) => {
    const block = Buffer.alloc(BLOCK_BYTES);
    Buffer.from(key, 'hex').copy(block);
    return `unhex('${Buffer.from(block.map((each) => each ^ byte)).toString('hex')}')`;
  };
  return `sha256(${padded(0x5c)} || unhex(sha256(${padded(0x36)} || encode(${text}))))`;
}

/** What the marks have kept out of an import. */
type LeftOut = Pick<ImportReport, 'deletedOrders' | 'forgottenLines'>;

/** Takes what is marked out of the staged rows. */
export async function leaveOutMarked(connection: Connection, marks: readonly Mark[]): Promise<LeftOut> {
  const orders = { table: 'staged', column: 'order_id', kind: 'order' } as const;
  const members = { table: 'staged', column: 'member_id', kind: 'member' } as const;
  const deletedOrders = await markedIds(connection, orders, marks, 'marked_order');
  if (deletedOrders > 0) {
    await connection.run('DELETE FROM staged WHERE order_id IN (SELECT id FROM marked_order)');
    await describeStaged(connection);
  }
  const forgotten = await markedIds(connection, members, marks, 'marked_member');
  if (forgotten === 0) return { deletedOrders, forgottenLines: 0 };
  const forgottenLines = await connection.run(
    'UPDATE staged SET member_id = NULL WHERE member_id IN (SELECT id FROM marked_member)',
  );
  return { deletedOrders, forgottenLines };
}
