import { randomUUID } from 'node:crypto';
import { UserError } from '../../errors/operators.ts';
import { type Day, type DayRange, LAST_DAY, mondayOf } from '../../lib/calendar.ts';
import { lastCompleteDay } from '../../snapshot/privacy/complete-weeks.ts';
import { isControlled } from '../../snapshot/privacy/numbers.ts';
import { type Facts, MAX_DAYS, type PrivacyFacts, type Tables, WHOLE } from '../../snapshot/tables.ts';
import type { RefreshOptions } from '../engine.ts';
import { TooLargeToAddUp } from '../warehouse-errors.ts';

/** The coverage of a version without lines. */
const NO_DAYS: DayRange = { start: 0, end: -1 };

/** The last day that is shown of lines whose last order is of a day. */
export function lastShown({ settings, completeThrough, published }: RefreshOptions, lastOrder: Day): Day {
  if (!isControlled(settings)) return completeThrough ?? LAST_DAY;
  return lastCompleteDay({ lastOrder, completeThrough, published });
}

/** What an engine counts of its lines; of the days that are shown unless it says otherwise. */
interface CountedFacts extends Pick<Facts, 'lines' | 'orders' | 'imports'> {
  /** Of each hidden day that has orders, in any order; of a day several times where they are in several places. */
  readonly hidden: readonly { readonly day: Day; readonly orders: number }[];
  /** The last day with an order, shown or not. */
  readonly newestOrder: Day;
  /** Those with an order, in order. */
  readonly days: Int32Array;
}

/** What is true of a version as a whole. */
export function factsOf(
  { version, settings, weekly, completeThrough, published }: RefreshOptions,
  last: Day,
  { days, lines, orders, hidden, newestOrder, imports }: CountedFacts,
): Omit<Facts, 'privacy'> {
  if (days.length > MAX_DAYS)
    throw new UserError(`Orders on more than ${MAX_DAYS} days are more than can be kept`);
  const hiddenDays = new Map<Day, number>();
  for (const each of hidden) hiddenDays.set(each.day, (hiddenDays.get(each.day) ?? 0) + each.orders);
  // With disclosure control what is shown are whole weeks, so coverage ends on a Sunday.
  const end = isControlled(settings) ? last : (days.at(-1) ?? 0);
  return {
    version,
    publishedAt: new Date().toISOString(),
    publication: randomUUID(),
    coverage: days.length === 0 ? NO_DAYS : { start: days[0] ?? 0, end },
    lines,
    orders,
    settings,
    weekly,
    completeThrough,
    ...(isControlled(settings) &&
      published?.withheldFrom !== undefined && { withheldFrom: published.withheldFrom }),
    hiddenOrders: hidden.reduce((sum, each) => sum + each.orders, 0),
    hiddenDays: [...hiddenDays].sort(([a], [b]) => a - b),
    newestOrder,
    imports,
  };
}

/** What disclosure control did, from what an engine has counted and what is closed. */
export function privacyFacts(
  counted: Omit<PrivacyFacts, 'weeks' | 'closedWeeks'>,
  { days, closed }: Pick<Tables, 'days' | 'closed'>,
): PrivacyFacts {
  return {
    ...counted,
    weeks: new Set(Array.from(days, mondayOf)).size,
    closedWeeks: closed.scope.filter((scope) => scope === WHOLE).length,
  };
}

/** Refuses amounts whose running totals would not be exact. */
export function mustAddUp({ scope, cents }: Tables['daily']): void {
  let sum = 0;
  for (let row = 0; row < scope.length && scope[row] === WHOLE; row++) sum += cents[row] ?? 0;
  if (sum > Number.MAX_SAFE_INTEGER) throw new TooLargeToAddUp();
}

/** A row of a day outside the coverage would be withheld figures, and the wrong row for every look-up by day. */
export function mustBeCovered({ facts: { coverage }, daily, payments, closed, closedBasis }: Tables): void {
  for (const { day } of [daily, payments, closed, closedBasis])
    if (day.some((each) => each > coverage.end)) throw new Error('figures of days outside the coverage');
}
