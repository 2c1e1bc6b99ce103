import type { ChainedRow } from '../log-chain.ts';
import type { LogPage, LogQuery } from '../office.ts';

/** A page of the log ends with the row that brings its details to so many bytes. */
export const PAGE_BYTES = 1_048_576;

/** Longer details are left out of lists. Older programs logged every id of a change. */
export const MAX_LISTED_BYTES = 262_144;

/** Makes a page of the rows that were found: one more than its limit, or as many as its bytes allow. */
export function logPage(found: readonly ChainedRow[], { limit }: LogQuery): LogPage {
  const rows = found.slice(0, limit);
  const bytes = rows.reduce((sum, { details }) => sum + Buffer.byteLength(details ?? ''), 0);
  const hasMore = found.length > limit || bytes >= PAGE_BYTES;
  return { rows, next: hasMore ? rows.at(-1)?.number : undefined };
}
