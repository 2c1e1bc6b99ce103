import type { DatabaseSync } from 'node:sqlite';
import type { Points } from '../accounts.ts';
import { accountEvent } from '../outbox.ts';
import { emit } from './outbox.ts';

/*
 * What webhooks are told of an account itself, in the transaction of its cause.
 */

/** Tells that an account runs low or has run out, once for each newest entry. */
export function tellOf(db: DatabaseSync, account: number, what: 'low' | 'exhausted'): void {
  const row = db
    .prepare(
      `SELECT account_id, external_id, balance, low_below,
              (SELECT coalesce(max(id), 0) FROM entry WHERE account = account.id) AS entry
       FROM account WHERE id = ?`,
    )
    .get(account);
  if (!row) return;
  const { account_id, external_id, balance, low_below, entry } = row;
  const of = { id: String(account_id), externalId: external_id === null ? null : String(external_id) };
  const low = { below: low_below === null ? null : Number(low_below) };
  emit(db, [accountEvent(what, { ...of, balance: Number(balance), low }, Number(entry))]);
}

/** Tells it where a balance fell below the mark, or the mark rose above the balance. A charge that does neither compares two numbers. */
export function tellIfLow(db: DatabaseSync, account: number, before: Mark, after: Mark): void {
  if (isLow(after) && !isLow(before)) tellOf(db, account, 'low');
}

interface Mark {
  readonly balance: Points;
  /** Null where there is none, or not a number. */
  readonly below: unknown;
}

function isLow({ balance, below }: Mark): boolean {
  return typeof below === 'number' && balance < below;
}
