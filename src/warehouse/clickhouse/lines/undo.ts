import type { TakenBack, Undo } from '../../engine.ts';
import { firstDay, sumUp } from '../server/ask.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import { OWN, VISIBLE } from './visible.ts';

/** Orders, and changes of orders that wait: both are kept and put back alike. */
const KINDS = ['', 'aside_'] as const;

/** The rows of the import that is taken back. */
const TAKEN = 'import = {taken:UInt64}';

/** Keeps the rows that those of the attempt replace, under its number. */
export async function keepUndo({ servers, values, signal }: Attempt): Promise<void> {
  await onEach(servers, async (server) => {
    for (const kind of KINDS) {
      const replaced = `${VISIBLE} AND order_id IN (SELECT order_id FROM mdq_${kind}order WHERE ${OWN})`;
      for (const rows of ['order', 'line'])
        await server.run(
          `INSERT INTO mdq_undo_${kind}${rows}
           SELECT * REPLACE ({import:UInt64} AS import) FROM (SELECT * FROM mdq_${kind}${rows} WHERE ${replaced})`,
          values,
          signal,
        );
    }
  });
}

/** Writes the orders of the import as they were before, or as removed. */
export async function takeBack(attempt: Attempt, { import: taken = 0 }: Undo): Promise<TakenBack> {
  await attempt.begin();
  const { servers, signal } = attempt;
  const values = { ...attempt.values, taken };
  const { from, ...touched } = await sumUp(
    attempt,
    `SELECT toInt64(countIf(what = 'order')), toInt64(countIf(what = 'line')), toInt64(countIf(what = 'returned')),
            ${firstDay()}
     FROM (SELECT 'order' AS what, day FROM mdq_order WHERE ${TAKEN} UNION ALL SELECT 'line', day FROM mdq_line WHERE ${TAKEN}
           UNION ALL SELECT 'returned', day FROM mdq_undo_order WHERE ${TAKEN})`,
    values,
    ['orders', 'lines', 'returnedOrders', 'from'],
  );
  await onEach(servers, async (server) => {
    for (const kind of KINDS) {
      const [columns, waits, waitsNoMore] = kind ? [', waits', ', waits', ', 0'] : ['', '', ''];
      const into = `INSERT INTO mdq_${kind}order (order_id, day, lines, fingerprint, import${columns})`;
      const statements = [
        `${into} SELECT order_id, day, lines, fingerprint, {import:UInt64}${waits} FROM mdq_undo_${kind}order WHERE ${TAKEN}`,
        `${into} SELECT order_id, day, 0, 0, {import:UInt64}${waitsNoMore} FROM mdq_${kind}order
         WHERE ${TAKEN} AND order_id NOT IN (SELECT order_id FROM mdq_undo_${kind}order WHERE ${TAKEN})`,
        `INSERT INTO mdq_${kind}line
         SELECT * REPLACE ({import:UInt64} AS import) FROM (SELECT * FROM mdq_undo_${kind}line WHERE ${TAKEN})`,
      ];
      for (const statement of statements) await server.run(statement, values, signal);
    }
  });
  return { ...touched, from: Number.isFinite(from) ? from : undefined };
}
