import { defaultPeriod } from '../lib/calendar.ts';
import { byCodePoint } from '../lib/text/names.ts';
import type { DaySeries, RunningTotal } from './day-series.ts';
import { categoryScope, type ScopeId, subScope, type Tables } from './tables.ts';

/** Indexes of what has orders, by amount in the default period, then name; what sold nothing there comes last. */
export interface Ranking {
  readonly categories: Int32Array;
  readonly subs: Int32Array;
}

export function rankingOf(
  { facts, categories, subs }: Tables,
  rows: DaySeries,
  sums: { readonly cents: RunningTotal; readonly orders: RunningTotal },
): Ranking {
  const period = defaultPeriod(facts.coverage, facts.settings.defaultWeeks);
  const ranked = (names: readonly string[], scopeOf: (index: number) => ScopeId) => {
    const all = names.map((name, index) => {
      const scope = scopeOf(index);
      const [from, to] = rows.rowsIn(scope, period);
      const sales = { cents: sums.cents.sum(scope, from, to), orders: sums.orders.sum(scope, from, to) };
      const hasOrders = sums.orders.sum(scope, ...rows.rowsIn(scope, facts.coverage)) > 0;
      return { name, index, sales, hasOrders };
    });
    const known = all.filter(({ hasOrders }) => hasOrders);
    known.sort(
      (a, b) =>
        Math.sign(b.sales.orders) - Math.sign(a.sales.orders) ||
        b.sales.cents - a.sales.cents ||
        byCodePoint(a.name, b.name),
    );
    return Int32Array.from(known, ({ index }) => index);
  };
  return {
    categories: ranked(categories, categoryScope),
    subs: ranked(
      subs.map(({ name }) => name),
      subScope,
    ),
  };
}
