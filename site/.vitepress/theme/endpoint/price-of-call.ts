import { askedRange, daysOf } from '../../../../src/endpoints/form/days.ts';
import { type Price, pointsFor } from '../../../../src/endpoints/form/price.ts';
import { daysIn, formatDay, parseDay } from '../../../../src/lib/calendar.ts';
import { type AccountData, type Dates, rangeOf } from '../call/dataset.ts';
import type { PathPrice } from '../call/site-facts.ts';

/** What a service tells of its prices and data: to everybody, or to a key. */
export interface PriceFacts {
  readonly prices: readonly PathPrice[];
  readonly data?:
    | Pick<AccountData, 'coverage' | 'default_period' | 'period_days' | 'granularity' | 'privacy'>
    | null
    | undefined;
}

/** What a call costs and for which days. */
export interface Quote {
  readonly points: number;
  readonly start: string | null;
  readonly end: string | null;
  /** Those that are charged for; 0 too where a price is fixed. */
  readonly days: number;
}

/** The base of now, where the service has told it. */
export function baseOf(path: string, built: Price, facts: PriceFacts | undefined): number {
  return facts?.prices.find((price) => price.path === path)?.base ?? built.base;
}

/** Without a key: from the facts that everybody may know. With dates that mean nothing yet, undefined. */
export function quoteFromFacts(
  path: string,
  built: Price,
  facts: PriceFacts | undefined,
  asked: Partial<Dates>,
): Quote | undefined {
  const base = baseOf(path, built, facts);
  const data = facts?.data;
  if (built.kind === 'fixed' || !data) return { points: base, start: null, end: null, days: 0 };
  // No range begins or ends with what is no date.
  const dayOf = (text = '') => (text === '' ? undefined : (parseDay(text) ?? Number.NaN));
  const given = { start: dayOf(asked.start), end: dayOf(asked.end) };
  const isInWeeks = Boolean(data.privacy);
  const range = askedRange(given, rangeOf(data.default_period), data.period_days, isInWeeks);
  if (!(range.start <= range.end)) return undefined;
  const calendar = {
    coverage: rangeOf(data.coverage),
    isInWeeks,
    isWeeklyBuilt: data.granularity !== 'month',
  };
  const days = daysIn(daysOf({ period: 'asked' }, range, calendar).priced);
  return {
    points: pointsFor({ ...built, base }, days, data.period_days),
    start: formatDay(range.start),
    end: formatDay(range.end),
    days,
  };
}
