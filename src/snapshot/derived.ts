import { DayIndex } from './day-index.ts';
import { DaySeries, runningTotals } from './day-series.ts';
import { type FirstSeenSums, firstSeenSums } from './distinct-counts.ts';
import { scopeCount, type Tables } from './tables.ts';
import { packTags, type TagLists } from './tag-lists.ts';

/** What a snapshot adds up and packs ahead, as plain columns: it takes time, so a thread of its own can make it. */
export interface Derived {
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
  const sales = new DaySeries(scopeCount(tables), daily.scope, daily.day);
  const paid = new DaySeries((1 + categories.length) * methods.length, payments.series, payments.day);
  return {
    cents: runningTotals(sales, daily.cents),
    orders: runningTotals(sales, daily.orders),
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
