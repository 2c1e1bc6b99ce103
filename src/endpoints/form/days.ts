import {
  contains,
  type Day,
  type DayRange,
  daysIn,
  FIRST_DAY,
  LAST_DAY,
  mondayOf,
  monthsOf,
  monthsOfWeeksOf,
  NO_DAYS,
  overlap,
  previousPeriod,
  weeksOf,
  wholeWeeks,
} from '../../lib/calendar.ts';

/**
 * `asked`: takes `start` and `end`. `default`: always the default period. `compared`: always the current period of growth,
 * which has an equally long one before it in the data. `none`: not about a period.
 */
export type Period = 'asked' | 'default' | 'compared' | 'none';

/**
 * What an answer tells of beside the priced days. `weeks`: the whole weeks that they lie in, or months in the fallback.
 * `previous`: the equally long range before.
 */
export type Shows = 'weeks' | 'previous';

/** The days of one call. Every figure of its answer is of these; where none is priced, nothing is shown. */
export interface Days {
  /** What is paid for: the days of the range that lie inside the data. */
  readonly priced: DayRange;
  /** Nothing is reported, so the call costs nothing, whatever its price. */
  readonly isFree: boolean;
  /** How many days of the range lie outside the data. */
  readonly outside: number;
  /** The whole weeks or months that are shown, in order; none unless the endpoint shows them. */
  readonly weeks: readonly DayRange[];
  /** The previous period; undefined where it is not shown. */
  readonly previous: DayRange | undefined;
}

/** What has to be known of the data to tell which days a call is about. */
export interface Calendar {
  readonly coverage: DayRange;
  readonly isWeeklyBuilt: boolean;
  /** With disclosure control no week is ever split. */
  readonly isInWeeks: boolean;
}

/**
 * The range that dates ask for, backwards where they are. Only `start`: up to the usual end. Only `end`: as many days as
 * usual, ending there. In whole weeks a given start goes back to its Monday, and a given end on to its Sunday.
 */
export function askedRange(
  { start, end }: { readonly start: Day | undefined; readonly end: Day | undefined },
  usual: DayRange,
  usualDays: number,
  isInWeeks: boolean,
): DayRange {
  if (start === undefined && end === undefined) return usual;
  const last = end === undefined ? usual.end : isInWeeks ? Math.min(mondayOf(end) + 6, LAST_DAY) : end;
  if (start === undefined) return { start: Math.max(FIRST_DAY, last - usualDays + 1), end: last };
  return { start: isInWeeks ? mondayOf(start) : start, end: last };
}

/** The days that a call over a range is charged for, and those that it shows. Prices, quotes and answers ask here. */
export function daysOfCall(
  { period, shows }: { readonly period: Period; readonly shows?: Shows | undefined },
  range: DayRange,
  { coverage, isWeeklyBuilt, isInWeeks }: Calendar,
): Days {
  const previous = shows === 'previous' ? previousOf(range, coverage) : undefined;
  const isReported = period === 'compared' ? previous !== undefined : period !== 'none';
  const priced = isReported ? overlap(range, coverage) : NO_DAYS;
  const hasDays = daysIn(priced) > 0;
  const spansOf = isWeeklyBuilt ? weeksOf : isInWeeks ? monthsOfWeeksOf : monthsOf;
  const known = isInWeeks ? wholeWeeks(coverage) : coverage;
  return {
    priced,
    isFree: period !== 'none' && !hasDays,
    outside: period === 'none' ? 0 : daysIn(range) - daysIn(overlap(range, known)),
    weeks: shows === 'weeks' && hasDays ? spansOf(priced) : [],
    previous,
  };
}

/** The previous period is shown where coverage holds all of both: days outside are free, so they may not buy others. */
function previousOf(range: DayRange, coverage: DayRange): DayRange | undefined {
  const previous = previousPeriod(range);
  return contains(coverage, range) && contains(coverage, previous) ? previous : undefined;
}
