import { askedRange, daysOfCall } from '../../../../src/endpoints/form/days.ts';
import { type Points, type Price, pointsFor } from '../../../../src/endpoints/form/price.ts';
import { type DayRange, daysIn, formatDay, parseDay } from '../../../../src/lib/calendar.ts';
import type { Locale } from '../locale/locale.ts';
import type { Dates } from '../shared/dates.ts';
import type { DataOf } from './call.ts';
import { type CalendarData, calendarOf, type DataCalendar } from './dataset.ts';
import type { PathPrice } from './site-facts.ts';

/** What the service says of its prices and data, to everybody or to a key. */
export interface PricesAndData {
  readonly prices: readonly PathPrice[];
  readonly data?: CalendarData | null | undefined;
}

/** What a call costs, and the days that are charged for; 0 days if the price is fixed. */
export type Quote = Pick<DataOf<'accountQuote'>, 'points' | 'start' | 'end' | 'days'>;

/** The current base of a path; that of the build until the service has answered. */
export function baseOf(path: string, built: Price, told: PricesAndData | undefined): number {
  return told?.prices.find((price) => price.path === path)?.base ?? built.base;
}

/** From the facts that everybody may know; undefined if the dates are not a range. */
export function quoteFromFacts(
  path: string,
  built: Price,
  told: PricesAndData | undefined,
  asked: Partial<Dates>,
): Quote | undefined {
  const base = baseOf(path, built, told);
  if (built.kind === 'fixed' || !told?.data) return { points: base, start: null, end: null, days: 0 };
  // What is not a date makes no range.
  const dayOf = (text = '') => (text === '' ? undefined : (parseDay(text) ?? Number.NaN));
  const given = { start: dayOf(asked.start), end: dayOf(asked.end) };
  const calendar = calendarOf(told.data);
  const range = askedRange(given, calendar.defaultPeriod, calendar.periodDays, calendar.isInWeeks);
  if (!(range.start <= range.end)) return undefined;
  return {
    ...chargeFor({ ...built, base }, range, calendar),
    start: formatDay(range.start),
    end: formatDay(range.end),
  };
}

/** The price of a call in a few words. */
export function priceText({ base, kind }: Price, periodDays: number, { words, format }: Locale): string {
  const { free, fixed, growing } = words.price;
  if (base === 0) return free;
  return kind === 'fixed' ? fixed(format.points(base)) : growing(format.points(base), periodDays);
}

/** What a call over known days costs; 0 if it has no price. */
export function costOf(
  prices: readonly PathPrice[],
  { path, days }: { readonly path: string; readonly days: DayRange },
  calendar: DataCalendar,
): Points {
  const price = prices.find((one) => one.path === path);
  return price ? chargeFor(price, days, calendar).points : 0;
}

/** By the rule that the service itself charges by. */
function chargeFor(price: Price, range: DayRange, calendar: DataCalendar): Pick<Quote, 'points' | 'days'> {
  const days = daysIn(daysOfCall({ period: 'asked' }, range, calendar).priced);
  // A price that is fixed is not for nothing either.
  return { points: days === 0 ? 0 : pointsFor(price, days, calendar.periodDays), days };
}
