import { count } from '../../lib/count.ts';
import type { Connection } from '../database/connection.ts';
import type { ImportRequest } from '../warehouse.ts';

const SHOWN = 5;

/**
 * Decides what is taken of an order that is in several files of one import. Where that refuses the import, returns why, line
 * by line, the first without its full stop.
 */
export async function decideOverlap(
  connection: Connection,
  paths: readonly string[],
  overlap: ImportRequest['overlap'] = 'refuse',
): Promise<string[]> {
  if (paths.length < 2 || overlap === 'add') return [];
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE overlapping AS
    SELECT order_id, list_sort(list(DISTINCT file)) AS files FROM staged
    GROUP BY order_id HAVING min(file) <> max(file)`);
  if (overlap === 'replace') {
    await connection.run(`
      DELETE FROM staged USING overlapping
      WHERE staged.order_id = overlapping.order_id AND staged.file <> overlapping.files[-1]`);
    return [];
  }
  const { orders } = await connection.numbers<'orders'>('SELECT count(*) AS orders FROM overlapping');
  if (orders === 0) return [];
  const first = await connection.rows(
    `SELECT order_id, files FROM overlapping ORDER BY files, order_id LIMIT ${SHOWN}`,
  );
  const told = first.map(({ order_id, files }) => {
    const names = (files as number[]).map((file) => paths[file]);
    return `  ${JSON.stringify(order_id)} in ${names.join(' and ')}`;
  });
  return [
    `${count(orders, 'order')} ${orders === 1 ? 'is' : 'are'} in more than one of these files`,
    ...told,
    'If they are exports of different times, --overlap replace keeps the order as the file named last has it.',
    'If each file holds a part of the order, --overlap add takes all rows.',
  ];
}
