import { effectiveSettings } from '../../settings/data-settings.ts';
import { NOTHING_CLOSED } from '../../snapshot/privacy/close-week.ts';
import { lastCompleteDay } from '../../snapshot/privacy/complete-weeks.ts';
import { basisColumn } from '../../snapshot/tally/closing-tally.ts';
import { WeekBuffer } from '../../snapshot/tally/week-buffer.ts';
import type { Connection } from '../database/connection.ts';
import type { BeginWeeks, State } from '../engine.ts';
import { readClosed } from './closed-table.ts';
import { LINE_TYPES, LINES } from './figures-sql.ts';
import { dayRanges, lastOrder, readNames } from './refresh.ts';

/** Hands over the lines of complete weeks as disclosure control sees them, one week after the other. */
export async function readWeeks(
  connection: Connection,
  { stored, completeThrough, published }: State,
  begin: BeginWeeks,
): Promise<void> {
  const last = await lastOrder(connection);
  const end = lastCompleteDay({ lastOrder: last, completeThrough, published });
  const names = await readNames(connection, end);
  const closed = await readClosed(connection, 0);
  const { orders } = await connection.numbers<'orders'>('SELECT count(*) AS orders FROM orders');
  const ranges = await dayRanges(connection, { start: 0, end });
  const coverage = { start: ranges[0]?.start ?? end + 1, end };
  const { take } = begin(stored, names, coverage, orders > 0 && last > end ? end + 1 : null);
  const basisOf = basisColumn(names, effectiveSettings({}, stored));
  const weeks = new WeekBuffer((monday, lines) =>
    take(monday, { ...lines, isOnBasis: basisOf(lines) }, closed.get(monday) ?? NOTHING_CLOSED),
  );
  for (const range of ranges)
    await connection.each(LINE_TYPES, LINES, { ...range }, (lines) => weeks.add(lines));
  await weeks.finish();
}
