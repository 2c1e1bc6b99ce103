import {
  contains,
  type Day,
  type DayRange,
  daysIn,
  formatDay,
  parseDay,
  previousPeriod,
  wholeWeeks,
} from '../../../../../src/lib/calendar.ts';
import type { Dataset } from '../../call/dataset.ts';
import type { Dates } from '../../shared/dates.ts';
import type { Comparison, Range, Scale, View } from './view.ts';

/** 48 and not 52 weeks: these are four usual periods, and a year would begin a fifth one. */
const PRESETS = ['default', '4', '12', '26', '48', 'all'] as const;
export type Preset = (typeof PRESETS)[number];

/** Weeks are counted back from the end of the default period, so that they are full ones. */
export function rangeOfPreset(preset: Preset, { coverage, defaultPeriod }: Dataset): Range {
  if (preset === 'default' || preset === 'all') return { kind: preset };
  const start = Math.max(coverage.start, defaultPeriod.end - 7 * Number(preset) + 1);
  return { kind: 'dates', start: formatDay(start), end: formatDay(defaultPeriod.end) };
}

/** The presets, without those whose days are the same as an earlier one's. */
export function presetsOf(dataset: Dataset): Preset[] {
  const seen = new Set<string>();
  return PRESETS.filter((preset) => {
    const { start, end } = daysOf(rangeOfPreset(preset, dataset), dataset);
    const isNew = !seen.has(`${start}/${end}`);
    seen.add(`${start}/${end}`);
    return isNew;
  });
}

export function presetOf(range: Range, dataset: Dataset): Preset | undefined {
  const days = daysOf(range, dataset);
  return presetsOf(dataset).find((preset) => isSame(daysOf(rangeOfPreset(preset, dataset), dataset), days));
}

/** The days a range asks for: always days that have data, whatever an address says. */
export function daysOf(range: Range, dataset: Dataset): DayRange {
  const { coverage, defaultPeriod, isInWeeks } = dataset;
  if (range.kind === 'default') return defaultPeriod;
  if (range.kind === 'all') return coverage;
  const inside = (day: Day) => Math.min(coverage.end, Math.max(coverage.start, day));
  const asked = askedDays(range, dataset);
  if (!asked || !hasDays(asked, coverage)) return defaultPeriod;
  const { start, end } = isInWeeks ? wholeWeeks(asked) : asked;
  return { start: inside(start), end: inside(end) };
}

/** The days that dates name, whether the data has them or not; undefined if they are not a range. */
function askedDays(range: Dates, { defaultPeriod }: Dataset): DayRange | undefined {
  const end = range.end === '' ? defaultPeriod.end : parseDay(range.end);
  if (end === undefined) return undefined;
  const start = range.start === '' ? end - daysIn(defaultPeriod) + 1 : parseDay(range.start);
  return start === undefined || start > end ? undefined : { start, end };
}

function hasDays(asked: DayRange, coverage: DayRange): boolean {
  return asked.start <= coverage.end && asked.end >= coverage.start;
}

/** Why other days are shown than an address names: some or all are outside the data, or they are not a range. */
export function whyMoved(range: Range, dataset: Dataset): 'outside' | 'elsewhere' | 'no-range' | undefined {
  if (range.kind !== 'dates') return undefined;
  const asked = askedDays(range, dataset);
  if (!asked) return 'no-range';
  const { coverage } = dataset;
  if (!hasDays(asked, coverage)) return 'elsewhere';
  const isOutside = (text: string, day: Day) => text !== '' && (day < coverage.start || day > coverage.end);
  return isOutside(range.start, asked.start) || isOutside(range.end, asked.end) ? 'outside' : undefined;
}

const YEAR_OF_WEEKS = 52 * 7;

/** The days to compare with, whether the data have them or not. */
export function earlierDays({ start, end }: DayRange, compare: Comparison, { isInWeeks }: Dataset): DayRange {
  if (compare === 'previous') return previousPeriod({ start, end });
  // Figures by week can only be compared by week.
  if (compare === 'year-dates' && !isInWeeks) return { start: yearBefore(start), end: yearBefore(end) };
  return { start: start - YEAR_OF_WEEKS, end: end - YEAR_OF_WEEKS };
}

/** The same date a year earlier; of 29 February, the day before it. */
function yearBefore(day: Day): Day {
  const [year, ...date] = formatDay(day).split('-');
  const same = parseDay([String(Number(year) - 1).padStart(4, '0'), ...date].join('-'));
  return same ?? yearBefore(day - 1);
}

/** The days to compare with, where the data have all of them. */
export function comparedDays(days: DayRange, compare: Comparison, dataset: Dataset): DayRange | undefined {
  const earlier = earlierDays(days, compare, dataset);
  return compare !== 'none' && contains(dataset.coverage, earlier) ? earlier : undefined;
}

/** A share needs the whole market, which is known over the default period only, and not to every key. */
export function scaleOf({ level, metric, range, scale }: View, dataset: Dataset): Scale {
  const isKnown = dataset.hasMarket && contains(dataset.defaultPeriod, daysOf(range, dataset));
  return scale === 'share' && (level === 'overall' || metric === 'average' || !isKnown) ? 'figures' : scale;
}

export function isSame(a: DayRange, b: DayRange): boolean {
  return a.start === b.start && a.end === b.end;
}

export function datesOf({ start, end }: DayRange): Dates {
  return { start: formatDay(start), end: formatDay(end) };
}
