import { DayIndex } from './day-index.ts';
import { DaySeries, firstRows, RunningTotal, runningTotals } from './day-series.ts';
import { type FirstSeenSums, firstSeenSums } from './distinct-counts.ts';
import { type Ranking, rankingOf } from './ranking.ts';
import { scopeCount, type Tables } from './tables.ts';
import { packTags, type TagLists } from './tag-lists.ts';

/** What a snapshot adds up, sorts and packs ahead, as plain columns: it takes time, so a thread of its own can make it. */
export interface Derived {
  /** Where each scope begins in the daily sums, and each series in those of payments. */
  readonly firstDaily: Int32Array;
  readonly firstPayment: Int32Array;
  readonly ranking: Ranking;
  readonly cents: Float64Array;
  readonly orders: Float64Array;
  readonly audienceCents: Float64Array;
  readonly audienceOrders: Float64Array;
  readonly paymentOrders: Float64Array;
  readonly members: FirstSeenSums;
  readonly merchants: FirstSeenSums;
  readonly taggedWith: FirstSeenSums;
  readonly tagged: FirstSeenSums;
  readonly tags: TagLists;
}

export function derive(tables: Tables): Derived {
  const { daily, payments, categories, methods } = tables;
  const days = new DayIndex(tables.days);
  const firstDaily = firstRows(scopeCount(tables), daily.scope);
  const firstPayment = firstRows((1 + categories.length) * methods.length, payments.series);
  const sales = new DaySeries(firstDaily, daily.day, days);
  const paid = new DaySeries(firstPayment, payments.day);
  const cents = runningTotals(sales, daily.cents);
  const orders = runningTotals(sales, daily.orders);
  return {
    firstDaily,
    firstPayment,
    ranking: rankingOf(tables, sales, {
      cents: new RunningTotal(sales, cents),
      orders: new RunningTotal(sales, orders),
    }),
    cents,
    orders,
    audienceCents: runningTotals(sales, daily.audienceCents),
    audienceOrders: runningTotals(sales, daily.audienceOrders),
    paymentOrders: runningTotals(paid, payments.orders),
    members: firstSeenSums(days, tables.members),
    merchants: firstSeenSums(days, tables.merchants),
    taggedWith: firstSeenSums(days, tables.taggedWith),
    tagged: firstSeenSums(days, tables.tagged),
    tags: packTags(tables.tags, tables.subs.length),
  };
}
