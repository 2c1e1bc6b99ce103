import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Day } from '../../../lib/calendar.ts';

/*
 * The column `stamp` of a charge holds its day in business time and, in the lower 20 bits, a checksum of the whole
 * row: it costs a few multiplications to write, and whoever changes a row by hand leaves one that does not fit. The
 * SQL below is the same sum; an audit fails on every row where the two differ.
 */

interface ChargeRow {
  readonly account: number;
  readonly at: number;
  readonly points: number;
  readonly balance: number;
  readonly key: number;
  readonly path: number;
  readonly day: Day;
  /** Calls from before these were kept have none, and count as 0. */
  readonly parameters?: string | null | undefined;
}

/** The largest prime below 2 ** 20: no usual change, of an hour or of a thousand points, is a multiple of it. */
const PRIME = 1_048_573;

export function dayAndChecksum(row: ChargeRow): number {
  const { account, at, points, balance, key, path, day, parameters } = row;
  const spread = day * 32_003 + key * 8009 + path * 16_001;
  const text = parameters ? crc32(parameters) : 0;
  // A balance may be as large as numbers can count, so only its rest goes into the sum.
  const checksum = ((balance % PRIME) + at * 3 + account * 1009 + points * 2003 + spread + text) % PRIME;
  return day * 2 ** 20 + checksum;
}

const SPREAD_SQL = 'day * 32003 + key * 8009 + path * 16001';

/** The day of a row of `entry`; NULL for a grant. */
export const DAY = 'stamp >> 20';

/** A number for a day, key and path: adds up the same over charges as over their totals, unless one was moved. */
export const WEIGHT = `((${SPREAD_SQL}) % ${PRIME})`;

/** Whether a row of `entry` is a charge that was changed after it was written. */
export const IS_CHANGED = `
  (balance + at * 3 + account * 1009 - change * 2003 + ${SPREAD_SQL}
   + CASE WHEN parameters IS NULL THEN 0 ELSE crc32(parameters) END) % ${PRIME} IS NOT (stamp & ${2 ** 20 - 1})`;

/** What IS_CHANGED needs, for a connection. */
export function addChecks(db: DatabaseSync): void {
  // A bigint: a number would come back as a REAL, and the sum with it.
  db.function('crc32', { deterministic: true }, (text) => BigInt(crc32(String(text))));
}
