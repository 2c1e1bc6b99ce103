import type { Day } from '../../../lib/calendar.ts';
import { firstAtLeast } from '../../../snapshot/day-series.ts';
import { paymentSeries, type Tables } from '../../../snapshot/tables.ts';
import type { Counted, Names } from '../../../snapshot/tally/sales-tally.ts';
import { spliceFirstSeen } from './splice-first-seen.ts';
import { spliceRows } from './splice-rows.ts';

/** What an earlier version says of the days before one, and what was counted from it on. */
export function spliceTables(
  earlier: Tables,
  counted: Counted,
  { days, methods }: Names,
  from: Day,
): Counted {
  const index = firstAtLeast(days, 0, days.length, from);
  const join = (name: 'members' | 'merchants' | 'taggedWith' | 'tagged') =>
    spliceFirstSeen(earlier[name], counted[name], index);
  return {
    daily: spliceRows('scope', earlier.daily, counted.daily, from),
    payments: spliceRows('series', renumbered(earlier, methods.length), counted.payments, from),
    members: join('members'),
    merchants: join('merchants'),
    taggedWith: join('taggedWith'),
    tagged: join('tagged'),
    closed: spliceRows('scope', earlier.closed, counted.closed, from),
    closedBasis: spliceRows('scope', earlier.closedBasis, counted.closedBasis, from),
  };
}

/** The payments of an earlier version, as they are numbered now that there may be more methods. */
export function renumbered(
  { payments, methods }: Pick<Tables, 'payments' | 'methods'>,
  now: number,
): Tables['payments'] {
  const before = methods.length;
  const series = payments.series.map((id) => paymentSeries(Math.floor(id / before), id % before, now));
  return { ...payments, series };
}
