import { periodsBegun } from '../../../../src/endpoints/price.ts';
import { type Day, type DayRange, daysIn, mondayOf, parseDay } from '../../../../src/snapshot/calendar.ts';
import type { Range } from './view.ts';

/**
 * What the answers so far tell about the days that have data. No call says it outright, so the first and the
 * last day are each known only to lie between two days.
 */
export interface Coverage {
  readonly defaultPeriod?: DayRange | undefined;
  readonly start: Between;
  readonly end: Between;
  /** Ranges whose number of periods a price has told. */
  readonly found: Readonly<Record<string, number>>;
}

interface Between {
  readonly earliest: Day;
  readonly latest: Day;
}

/** How many default periods a range begins: the factor of its price. */
export interface Periods {
  readonly least: number;
  /** Infinity while nothing is known about the beginning of the data. */
  readonly most: number;
}

export const NOTHING_KNOWN: Coverage = {
  start: { earliest: -Infinity, latest: Infinity },
  end: { earliest: -Infinity, latest: Infinity },
  found: {},
};

const ONE: Periods = { least: 1, most: 1 };

/** The days of a range, as far as they can be said before it is answered. */
export function daysOf(range: Range, { defaultPeriod }: Coverage): DayRange | undefined {
  if (range.kind === 'default') return defaultPeriod;
  if (range.kind === 'all') return defaultPeriod && { start: -Infinity, end: defaultPeriod.end };
  if (range.start === '' && range.end === '') return defaultPeriod;
  const end = range.end === '' ? defaultPeriod?.end : parseDay(range.end);
  if (end === undefined) return undefined;
  const start = range.start === '' ? defaultPeriod && end - daysIn(defaultPeriod) + 1 : parseDay(range.start);
  return start === undefined || start > end ? undefined : { start, end };
}

export function periodsOf(range: Range, coverage: Coverage): Periods {
  const { defaultPeriod, start, end } = coverage;
  if (range.kind === 'default') return ONE;
  const found = coverage.found[nameOf(range)];
  if (found !== undefined) return { least: found, most: found };
  const days = daysOf(range, coverage);
  if (!defaultPeriod || !days) return { least: 1, most: Infinity };
  const inside = (from: Day, to: Day) => Math.max(0, Math.min(days.end, to) - Math.max(days.start, from) + 1);
  const periods = (days: number) => periodsBegun(days, daysIn(defaultPeriod));
  return {
    least: periods(inside(start.latest, end.earliest)),
    most: periods(inside(start.earliest, end.latest)),
  };
}

/** An answer without dates covers the default period: full weeks, and never seven more days after them. */
export function learnDefaultPeriod(coverage: Coverage, start: string, end: string): Coverage {
  const period = { start: parseDay(start) ?? 0, end: parseDay(end) ?? 0 };
  const { defaultPeriod } = coverage;
  if (defaultPeriod?.start === period.start && defaultPeriod.end === period.end) return coverage;
  const isWeeks = mondayOf(period.start) === period.start && mondayOf(period.end) === period.end - 6;
  return {
    defaultPeriod: period,
    start: isWeeks ? { earliest: -Infinity, latest: period.start } : exactly(period.start),
    end: isWeeks ? { earliest: period.end, latest: period.end + 6 } : exactly(period.end),
    // Another default period means other data; a first one does not.
    found: defaultPeriod ? {} : coverage.found,
  };
}

/** A range that was found to cost a number of periods tells how far back the data reaches. */
export function learnPeriods(before: Coverage, range: Range, periods: number): Coverage {
  const coverage = { ...before, found: { ...before.found, [nameOf(range)]: periods } };
  const { defaultPeriod, start, end } = coverage;
  const days = daysOf(range, coverage);
  if (!defaultPeriod || !days) return coverage;
  const length = daysIn(defaultPeriod);
  const latest = periods > 1 ? Math.min(days.end, end.latest) - (periods - 1) * length : Infinity;
  const earliest = Math.min(days.end, end.earliest) - periods * length + 1;
  return {
    ...coverage,
    start: {
      earliest: days.start < earliest ? Math.max(start.earliest, earliest) : start.earliest,
      latest: Math.min(start.latest, latest),
    },
  };
}

/** A trend lists the weeks that have data: one that begins later than asked begins with the data. */
export function learnFirstWeek(coverage: Coverage, range: Range, weekStart: string): Coverage {
  const monday = parseDay(weekStart);
  const days = daysOf(range, coverage);
  if (monday === undefined || !days) return coverage;
  const isFirst = monday > days.start;
  return {
    ...coverage,
    start: {
      earliest: isFirst ? Math.max(coverage.start.earliest, monday) : coverage.start.earliest,
      latest: Math.min(coverage.start.latest, monday + 6),
    },
  };
}

function nameOf(range: Range): string {
  return range.kind === 'dates' ? `${range.start}/${range.end}` : range.kind;
}

export function exactly(day: Day): Between {
  return { earliest: day, latest: day };
}
