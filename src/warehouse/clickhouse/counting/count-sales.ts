import { UserError } from '../../../errors/operators.ts';
import { type Day, type DayRange, formatDay } from '../../../lib/calendar.ts';
import { PublicationConflict } from '../../warehouse-errors.ts';
import type { OrdersByDay } from '../lines/facts.ts';
import { ask, askEach, type SeriesRow } from '../server/ask.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import type { Values } from '../server/server.ts';
import { readNewest } from '../versions/version-record.ts';
import {
  LINE_COUNTS,
  type OrderHash,
  TOLD_PAYMENTS,
  TOLD_SALES,
  untoldPayments,
  untoldSales,
} from './sales-sql.ts';

const SALES = { texts: 2, columns: ['i32', 'f64', 'u32', 'f64', 'u32'] } as const;
const PAYMENTS = { texts: 2, columns: ['i32', 'u32'] } as const;

interface Sales {
  readonly sales: readonly SeriesRow[];
  readonly payments: readonly SeriesRow[];
}

/** Sales and payments of a range of days. They are of all orders that are noted, or there are none. */
export async function countSales(
  attempt: Attempt,
  range: Values & DayRange,
  byDay: OrdersByDay,
): Promise<Sales> {
  const told = await askEach(attempt, TOLD_SALES, range, SALES);
  const payments = await ask(attempt, TOLD_PAYMENTS, range, PAYMENTS);
  const untold = await countLines(attempt, range, byDay);
  const unfit = (others: readonly (readonly SeriesRow[])[]) =>
    told.map((rows, shard) => firstUnfit([...rows, ...(others[shard] ?? [])], byDay[shard] ?? [], range));
  const hasUnfit = (others: readonly (readonly SeriesRow[])[]) =>
    unfit(others).some((day) => day !== undefined);
  let hash: OrderHash = 'cityHash64';
  let others = untold === 0 ? [] : await askEach(attempt, untoldSales(hash), range, SALES);
  if (untold > 0 && hasUnfit(others)) {
    // Two orders of a day may have had one hash.
    hash = 'sipHash128';
    others = await askEach(attempt, untoldSales(hash), range, SALES);
  }
  for (const [shard, day] of unfit(others).entries())
    if (day !== undefined) throw await doNotFit(attempt, shard, { start: day, end: day });
  const otherPayments = untold === 0 ? [] : await ask(attempt, untoldPayments(hash), range, PAYMENTS);
  return { sales: [...told, ...others].flat(), payments: [...payments, ...otherPayments] };
}

/** How many lines do not tell what they are the first of; all that are noted must be there. */
async function countLines(attempt: Attempt, range: Values & DayRange, byDay: OrdersByDay): Promise<number> {
  const counted = await onEach(attempt.servers, async (server) => {
    const reader = await server.read(LINE_COUNTS, range, attempt.signal);
    return { lines: reader.int64(), untold: reader.int64() };
  });
  for (const [shard, { lines }] of counted.entries()) {
    const noted = (byDay[shard] ?? []).filter(({ day }) => isIn(range, day));
    if (lines !== noted.reduce((sum, each) => sum + each.lines, 0))
      throw await doNotFit(attempt, shard, range);
  }
  return counted.reduce((sum, { untold }) => sum + untold, 0);
}

/** The first day of a range that has other orders than are noted. */
function firstUnfit(
  sales: readonly SeriesRow[],
  noted: OrdersByDay[number],
  range: DayRange,
): Day | undefined {
  const left = new Map(noted.filter(({ day }) => isIn(range, day)).map(({ day, orders }) => [day, orders]));
  for (const { texts, columns } of sales) {
    if (texts[0] !== '') continue;
    const [days = [], , orders = []] = columns;
    for (const [row, day] of days.entries()) left.set(day, (left.get(day) ?? 0) - (orders[row] ?? 0));
  }
  const unfit = [...left].filter(([, orders]) => orders !== 0).map(([day]) => day);
  return unfit.length > 0 ? Math.min(...unfit) : undefined;
}

function isIn({ start, end }: DayRange, day: Day): boolean {
  return day >= start && day <= end;
}

/** Another writer that has published meanwhile has removed what it replaced; otherwise lines came or went past this program. */
async function doNotFit(
  { cluster, first, newest, servers }: Attempt,
  shard: number,
  { start, end }: DayRange,
) {
  const now = await readNewest(first);
  if (now.newest?.import !== newest?.import) return new PublicationConflict(cluster.place);
  const days = start === end ? `of ${formatDay(start)}` : `from ${formatDay(start)} to ${formatDay(end)}`;
  return new UserError(
    `The lines ${days} in mdq_line on the ClickHouse server ${servers[shard]?.host} are not those of the orders in mdq_order: ` +
      'something other than mdq has changed them. Nothing was published; bring the tables of this server back from a backup',
  );
}
