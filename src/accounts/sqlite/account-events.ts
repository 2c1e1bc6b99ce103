import type { DatabaseSync } from 'node:sqlite';
import type { Points } from '../accounts.ts';
import type { AccountRow } from '../common/rows.ts';
import { emit } from './outbox.ts';
import { rowOf } from './query.ts';

/*
 * Events about an account itself, written in the transaction of their cause.
 */

/** Tells that an account runs low or has run out, once for each newest entry. */
export function tellOf(db: DatabaseSync, account: number, what: 'low' | 'exhausted'): void {
  const row = rowOf<AccountRow & { entry: number }>(
    db,
    `SELECT *, (SELECT coalesce(max(id), 0) FROM entry WHERE account = account.id) AS entry
     FROM account WHERE id = ?`,
    account,
  );
  if (!row) return;
  const { account_id, external_id, balance, low_below, entry } = row;
  // PostgreSQL tells it by itself, in the same form.
  const data = { account: account_id, external_id, balance, low_below, reference: null, entry };
  emit(db, [{ id: `evt_${what}_${account_id}_${entry}`, type: `points.${what}`, data }]);
}

/** Tells that an account runs low, where the balance fell below the mark or the mark rose above it. */
export function tellIfLow(
  db: DatabaseSync,
  account: number,
  before: BalanceAndMark,
  after: BalanceAndMark,
): void {
  if (isLow(after) && !isLow(before)) tellOf(db, account, 'low');
}

interface BalanceAndMark {
  readonly balance: Points;
  /** The mark; not a number where there is none. */
  readonly below: unknown;
}

function isLow({ balance, below }: BalanceAndMark): boolean {
  return typeof below === 'number' && balance < below;
}
