import { type DayRange, parseDay } from '../../../../src/lib/calendar.ts';

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

/** Two days, both included, as an address and the service write them. */
export interface Dates {
  readonly start: string;
  readonly end: string;
}

/** What the service has, as its free call tells: with it every price and every choice of days is exact. */
export interface Dataset {
  readonly version: string;
  readonly coverage: DayRange;
  readonly defaultPeriod: DayRange;
  /** The days that one price pays for. */
  readonly periodDays: number;
  readonly category: string;
  readonly sub: string;
  readonly currency: string | undefined;
  /** Whether figures are of whole weeks: then a range is too, and so is its price. */
  readonly isInWeeks: boolean;
  /** Otherwise trends are by month. */
  readonly isWeeklyBuilt: boolean;
}

export function datasetOf(data: AccountData): Dataset {
  return {
    version: String(data.version),
    coverage: rangeOf(data.coverage),
    defaultPeriod: rangeOf(data.default_period),
    periodDays: data.period_days,
    category: data.default_category ?? '',
    sub: data.default_sub ?? '',
    currency: data.currency ?? undefined,
    isInWeeks: Boolean(data.privacy),
    isWeeklyBuilt: data.granularity !== 'month',
  };
}

export function rangeOf({ start, end }: Dates): DayRange {
  return { start: parseDay(start) ?? 0, end: parseDay(end) ?? 0 };
}
