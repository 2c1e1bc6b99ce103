import { type Connection, dayOf } from '../database/connection.ts';
import { storedLine } from '../stored-line.ts';
import type { StoredOrder } from '../warehouse.ts';
import { ASIDE_ROW, FORGOTTEN } from './aside.ts';
import { NAMED_COLUMNS, NAMED_LINES } from './named-lines.ts';

export async function readOrder(connection: Connection, id: string): Promise<StoredOrder | undefined> {
  const [found] = await connection.rows(
    `SELECT number, day, EXISTS (FROM aside_removed WHERE aside_removed.id = orders.id) AS is_to_go,
            EXISTS (FROM aside_row WHERE order_id = orders.id)
            OR EXISTS (FROM line WHERE order_number = number AND member IN (${FORGOTTEN})) AS is_to_change
     FROM orders WHERE id = $id`,
    { id },
  );
  if (!found) return readWaiting(connection, id);
  const rows = await connection.rows(
    `SELECT ${NAMED_COLUMNS} FROM ${NAMED_LINES} WHERE line.order_number = $number ORDER BY line.rowid`,
    { number: found.number as bigint },
  );
  return {
    id,
    day: Number(found.day),
    waits: found.is_to_go ? 'deletion' : found.is_to_change ? 'change' : null,
    lines: rows.map(lineOf),
  };
}

/** An order that came too late for its published week: nothing of it is among the lines yet. */
async function readWaiting(connection: Connection, id: string): Promise<StoredOrder | undefined> {
  const rows = await connection.rows(
    `SELECT ${ASIDE_ROW}, ${dayOf('ordered_at')} AS day
     FROM aside_row WHERE order_id = $id ORDER BY rowid`,
    { id },
  );
  if (rows.length === 0) return undefined;
  const day = Math.min(...rows.map((row) => Number(row.day)));
  return { id, day, waits: 'arrival', lines: rows.map(lineOf) };
}

const lineOf = (row: Readonly<Record<string, unknown>>) =>
  storedLine(row, (value) => (value === null ? null : String(value)));
