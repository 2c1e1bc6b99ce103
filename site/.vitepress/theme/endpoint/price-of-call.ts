import { daysOf } from '../../../../src/endpoints/form/days.ts';
import { pointsFor } from '../../../../src/endpoints/form/price.ts';
import { type Day, daysIn, formatDay, parseDay, wholeWeeks } from '../../../../src/lib/calendar.ts';
import type { Days, PathPrice } from '../call/site-facts.ts';

/** The price of an endpoint as its page was built with. */
export interface BuiltPrice {
  readonly base: number;
  readonly kind: 'fixed' | 'per-period';
}

/** What a service tells of its prices and data: to everybody, or to a key. */
export interface PriceFacts {
  readonly prices: readonly PathPrice[];
  readonly data?:
    | {
        readonly coverage: Days;
        readonly default_period: Days;
        readonly period_days: number;
        readonly granularity?: 'week' | 'month';
        readonly privacy?: object | null;
      }
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
export function baseOf(path: string, built: BuiltPrice, facts: PriceFacts | undefined): number {
  return facts?.prices.find((price) => price.path === path)?.base ?? built.base;
}

/** What a call over so many days inside the data costs. */
export function pointsOver(base: number, { kind }: BuiltPrice, days: number, periodDays: number): number {
  return pointsFor({ base, kind }, days, periodDays);
}

/** Without a key: from the facts that everybody may know. With dates that mean nothing yet, undefined. */
export function quoteFromFacts(
  path: string,
  built: BuiltPrice,
  facts: PriceFacts | undefined,
  asked: { readonly start?: string; readonly end?: string },
): Quote | undefined {
  const base = baseOf(path, built, facts);
  const data = facts?.data;
  if (built.kind === 'fixed' || !data) return { points: base, start: null, end: null, days: 0 };
  const to = asked.end || data.default_period.end;
  const from = asked.start || (asked.end ? '' : data.default_period.start);
  const isInWeeks = Boolean(data.privacy);
  // A week is whole before days are counted back from its end, as the service does.
  const whole = (day: Day) => (isInWeeks ? wholeWeeks({ start: day, end: day }) : { start: day, end: day });
  const last = parseDay(to);
  const end = last === undefined ? undefined : whole(last).end;
  const first = from ? parseDay(from) : end && end - data.period_days + 1;
  if (first === undefined || end === undefined || whole(first).start > end) return undefined;
  const range = { start: whole(first).start, end };
  const coverage = { start: parseDay(data.coverage.start) ?? 0, end: parseDay(data.coverage.end) ?? 0 };
  const calendar = { coverage, isInWeeks, isWeeklyBuilt: data.granularity !== 'month' };
  const days = daysIn(daysOf({ period: 'asked' }, range, calendar).priced);
  return {
    points: pointsOver(base, built, days, data.period_days),
    start: formatDay(range.start),
    end: formatDay(range.end),
    days,
  };
}
