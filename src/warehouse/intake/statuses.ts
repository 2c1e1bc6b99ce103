import { count, thousands } from '../../lib/count.ts';
import type { RefreshSettings } from '../../snapshot/tables.ts';
import type { Connection } from '../database/connection.ts';
import { describeStaged } from '../describe-staged.ts';
import type { Warning } from '../warning.ts';

const SHOWN = 8;
/** What shops write by itself, whatever language their own words are in. */
const USUAL = ['cancelled', 'canceled', 'refunded', 'voided'];
/** More of them are none: the column is something else. */
const MOST = 1000;

/** A status as the files write it, and whether its rows are left out. */
export interface StatusCount {
  readonly status: string;
  readonly rows: number;
  /** Those of them that are bad; undefined for none. */
  readonly badRows?: number;
  /** Those of the bad ones with nothing wrong but an amount below 0, as of credit notes; undefined for none. */
  readonly belowZeroRows?: number;
  readonly isCancelled: boolean;
}

/** The statuses of the staged rows and of bad ones, the most frequent first; none where the files have no such column. */
export async function statusesOf(connection: Connection): Promise<StatusCount[]> {
  const rows = await connection.rows(
    `SELECT status, sum(rows) AS rows, sum(bad) AS bad, sum(below_zero) AS below_zero, bool_or(is_cancelled) AS is_cancelled
     FROM (SELECT status, count(*) AS rows, 0 AS bad, 0 AS below_zero, bool_or(is_cancelled) AS is_cancelled
           FROM staged WHERE status IS NOT NULL GROUP BY status
           UNION ALL SELECT status, rows, rows, below_zero, is_cancelled FROM bad_status)
     GROUP BY status ORDER BY rows DESC, status LIMIT ${MOST}`,
  );
  return rows.map(({ status, rows, bad, below_zero, is_cancelled }) => ({
    status: String(status),
    rows: Number(rows),
    ...(Number(bad) > 0 && { badRows: Number(bad) }),
    ...(Number(below_zero) > 0 && { belowZeroRows: Number(below_zero) }),
    isCancelled: is_cancelled === true,
  }));
}

/** Statuses that may mean cancelled, and are not known as that. Bad rows do not count. */
export function unknownCancelled(
  statuses: readonly StatusCount[],
  known: RefreshSettings['cancelledStatuses'],
): Warning[] {
  const counted = statuses
    .filter(({ isCancelled }) => !isCancelled)
    .map(({ status, rows, badRows = 0 }) => ({ status, rows: rows - badRows }))
    .filter(({ rows }) => rows > 0);
  const usual = counted.filter(({ status }) => USUAL.includes(status.toLowerCase()));
  if (usual.length > 0) return [usualCancelled(usual, known)];
  if (counted.length < 2 || statuses.some(({ isCancelled }) => isCancelled)) return [];
  const isAll = statuses.every(({ badRows }) => badRows === undefined);
  const shown = counted
    .slice(0, SHOWN)
    .map(({ status, rows }) => `${status} (${thousands(rows)})`)
    .join(', ');
  return [
    {
      code: 'no-cancelled',
      message:
        `No status is known as cancelled, so all ${isAll ? '' : 'good '}rows count: ${shown}${counted.length > SHOWN ? ', …' : ''}. ` +
        `If some of these are, run: ${adding('…', known)}, and import the files again`,
    },
  ];
}

/** A list of one's own takes the place of the usual one, which was perhaps not meant. */
function usualCancelled(
  counted: readonly { readonly status: string; readonly rows: number }[],
  known: RefreshSettings['cancelledStatuses'],
): Warning {
  const shown = counted.map(({ status, rows }) => `${status} (${thousands(rows)})`).join(', ');
  const words = [...new Set(counted.map(({ status }) => status.toLowerCase()))].join(',');
  const message =
    `MDQ_CANCELLED_STATUSES leaves out a usual word for cancelled, so these rows count: ${shown}. ` +
    `Unless that is meant, run: ${adding(words, known)}, and import the files again`;
  return { code: 'usual-cancelled', message };
}

/** The setting is the whole list. */
function adding(words: string, known: RefreshSettings['cancelledStatuses']): string {
  return `mdq settings set MDQ_CANCELLED_STATUSES "${[...known, words].join(',')}"`;
}

/** Orders that are cancelled on some rows, while others have no status: many shops write it on the first row alone. */
export async function blankStatuses(connection: Connection): Promise<Warning[]> {
  const { orders } = await connection.numbers<'orders'>(`
    SELECT count(DISTINCT order_id) AS orders FROM staged
    WHERE status IS NULL AND order_id IN (SELECT order_id FROM staged WHERE is_cancelled)`);
  if (orders === 0) return [];
  const message =
    `${count(orders, 'order')} ${orders === 1 ? 'has' : 'have'} cancelled rows and rows without a status, which count. If the status of an order is ` +
    'written on its first row only, have it on every row, as a query can write it (--sql), and import the files again';
  return [{ code: 'blank-status', message, count: orders }];
}

/**
 * Rows that were cancelled are left out; an order without other rows is one to be removed. A row that could not be read
 * is another row.
 */
export async function leaveOutCancelled(connection: Connection): Promise<number> {
  await connection.run('CREATE OR REPLACE TEMP TABLE cancelled (id VARCHAR)');
  const { rows } = await connection.numbers<'rows'>('SELECT count(*) AS rows FROM staged WHERE is_cancelled');
  if (rows > 0) {
    await connection.run(`
      INSERT INTO cancelled
      SELECT order_id FROM staged ANTI JOIN reject USING (order_id) GROUP BY order_id HAVING bool_and(is_cancelled);
      DELETE FROM staged WHERE is_cancelled`);
    await describeStaged(connection);
  }
  return rows;
}
