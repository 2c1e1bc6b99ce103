import type { DatabaseSync } from 'node:sqlite';
import { OFFICE } from '../../move.ts';

/** The name of every trigger that refuses changes to a store that is being moved elsewhere begins with this. */
const PREFIX = 'moved_';

/** One for each table and kind of write, so that older programs are refused too. */
export const LEAVING_TRIGGERS: readonly { readonly name: string; readonly sql: string }[] = [
  'account',
  'key',
  'entry',
  'grant',
  'lot',
  'plan',
  'former_name',
  'books',
  'spent',
  'usage',
  'pruned',
  'price',
  'brand',
  'idempotency',
  ...OFFICE,
  'lease',
].flatMap((table) =>
  ['INSERT', 'UPDATE', 'DELETE'].map((verb) => {
    const name = `${PREFIX}${table}_${verb}`;
    return { name, sql: `${name} BEFORE ${verb} ON ${table} BEGIN SELECT RAISE(ABORT, 'moved'); END` };
  }),
);

export function isBeingLeft(db: DatabaseSync): boolean {
  const triggers = db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name GLOB ? LIMIT 1`);
  return triggers.get(`${PREFIX}*`) !== undefined;
}
