import type { DatabaseSync } from 'node:sqlite';
import { logPage, MAX_LISTED_BYTES, PAGE_BYTES } from '../common/log-page.ts';
import type { ChainedRow } from '../log-chain.ts';
import type { LogPage, LogQuery } from '../office.ts';

/** Rows are read one by one, so that no more of them is in memory than a page may have. */
export function readLog(db: DatabaseSync, query: LogQuery, isListed: boolean): LogPage {
  const { after, limit, since = null, operator = null, account = null } = query;
  const found: ChainedRow[] = [];
  const rows = db
    .prepare(
      `SELECT number, at, operator, door, address, operation, outcome, account,
              CASE WHEN octet_length(details) > ?1 THEN json_object('omittedBytes', octet_length(details))
                   ELSE details END AS details,
              details_hash AS detailsHash, hash
       FROM log
       WHERE number > ?2 AND (?3 IS NULL OR at >= ?3) AND (?4 IS NULL OR operator = ?4) AND (?5 IS NULL OR account = ?5)
       ORDER BY number LIMIT ?6`,
    )
    .iterate(...[isListed ? MAX_LISTED_BYTES : null, after, since, operator, account, limit + 1]);
  let bytes = 0;
  for (const row of rows) {
    const read = { ...row } as unknown as ChainedRow;
    found.push(read);
    bytes += Buffer.byteLength(read.details ?? '');
    if (bytes >= PAGE_BYTES) break;
  }
  return logPage(found, query);
}
