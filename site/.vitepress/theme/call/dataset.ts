import type { Calendar } from '../../../../src/endpoints/form/days.ts';
import { type DayRange, parseDay } from '../../../../src/lib/calendar.ts';
import type { Dates } from '../shared/dates.ts';

/** `data` of `GET /api/account`: what there is to ask for. */
export interface AccountData {
  readonly version: string | number;
  readonly coverage: Dates;
  readonly default_period: Dates;
  readonly period_days: number;
  /** Weeks, where it does not say. */
  readonly granularity?: 'week' | 'month';
  readonly default_category: string | null;
  readonly default_sub: string | null;
  readonly currency: string | null;
  /** Pages that ask nobody do not know it. */
  readonly time_zone?: string;
  /** What a figure needs to be shown; null: everything is. */
  readonly privacy?: object | null;
}

/** What is told of the days of the data, also to everybody. */
export type CalendarData = Pick<
  AccountData,
  'coverage' | 'default_period' | 'period_days' | 'granularity' | 'privacy'
>;

/** Which days there are: with it every price is exact. */
export interface DataCalendar extends Calendar {
  readonly defaultPeriod: DayRange;
  /** The days that one price pays for. */
  readonly periodDays: number;
}

/** What the service has, as its free call tells: with it every price and every choice of days is exact. */
export interface Dataset extends DataCalendar {
  readonly version: string;
  readonly category: string;
  readonly sub: string;
  readonly currency: string | undefined;
  /** Whether the whole market may be asked for, which shares are measured by. */
  readonly hasMarket: boolean;
}

export function datasetOf(data: AccountData, hasMarket = true): Dataset {
  return {
    ...calendarOf(data),
    version: String(data.version),
    category: data.default_category ?? '',
    sub: data.default_sub ?? '',
    currency: data.currency ?? undefined,
    hasMarket,
  };
}

export function calendarOf(data: CalendarData): DataCalendar {
  return {
    coverage: rangeOf(data.coverage),
    defaultPeriod: rangeOf(data.default_period),
    periodDays: data.period_days,
    isInWeeks: Boolean(data.privacy),
    isWeeklyBuilt: data.granularity !== 'month',
  };
}

function rangeOf({ start, end }: Dates): DayRange {
  return { start: parseDay(start) ?? 0, end: parseDay(end) ?? 0 };
}
