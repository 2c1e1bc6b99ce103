import type { CallsPage, ChargedCall } from '../books.ts';
import { numbersOf } from '../cursor.ts';
import { listNotWhole } from './rules.ts';

/** Calls of a page. */
export const PAGE = 2000;
/** So many of an account's newest calls are looked through for those of one key: there is no index by key. */
export const LOOKED_THROUGH = 10_000;

/**
 * Between two pages. Charges are never changed, so the last one there is at the start marks what there is to
 * read, and no transaction needs to stay open between pages, however slowly they are read.
 */
export interface Cursor {
  /** The last charge that was read, and the last there is to read. */
  readonly seen: number;
  readonly last: number;
  /** Calls that are still to come, by the totals. */
  readonly left: number;
  readonly pruned: number;
}

/** So far from their order a call's time may be: clocks differ, and a call may wait for others, for locks, or for the store to come back. */
const OUT_OF_ORDER_MS = 120_000;

/** Where to look for a call that came in at a moment. There is no index by id, and entries are nearly in the order of time. */
export function chargedBetween(at: number): readonly [from: number, to: number] {
  return [at - OUT_OF_ORDER_MS, at + OUT_OF_ORDER_MS];
}

type Row = Readonly<Record<string, unknown>>;

export function cursorOf(after: string): Cursor {
  const [seen = 0, last = 0, left = 0, pruned = 0] = numbersOf(after, 4);
  return { seen, last, left, pruned };
}

/** The page that begins at a cursor; `number` is that of a charge. A list that ends before all came is refused. */
export function pageOf(rows: readonly Row[], { last, left, pruned }: Cursor): CallsPage {
  const stillLeft = left - rows.length;
  const isLast = rows.length < PAGE;
  if (stillLeft < 0 || (isLast && stillLeft > 0)) throw listNotWhole();
  const next = [Number(rows.at(-1)?.number), last, stillLeft, pruned];
  return { calls: rows.map(toCall), pruned, next: isLast ? undefined : next.join('.') };
}

/** A charge as it is listed, from a row of either store. */
export function toCall(row: Row): ChargedCall {
  return {
    at: new Date(Number(row.at)),
    path: String(row.path),
    keyId: String(row.public_id),
    keyLast4: String(row.last4),
    points: Number(row.points),
    balance: Number(row.balance),
    requestId: String(row.request_id),
    parameters: row.parameters === null ? null : String(row.parameters),
  };
}
