import {
  contains,
  type Day,
  type DayRange,
  daysIn,
  formatDay,
  parseDay,
  previousPeriod,
  wholeWeeks,
} from '../../../../src/snapshot/calendar.ts';
import type { Dataset } from '../shared/dataset.ts';
import type { Comparison, Range } from './view.ts';

export const PRESETS = ['default', '4', '12', '26', '52', 'all'] as const;
export type Preset = (typeof PRESETS)[number];

/** Weeks are counted back from the end of the default period, so that they are full ones. */
export function rangeOfPreset(preset: Preset, { coverage, defaultPeriod }: Dataset): Range {
  if (preset === 'default' || preset === 'all') return { kind: preset };
  const start = Math.max(coverage.start, defaultPeriod.end - 7 * Number(preset) + 1);
  return { kind: 'dates', start: formatDay(start), end: formatDay(defaultPeriod.end) };
}

/** The presets that are no other one's days again. */
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
export function daysOf(range: Range, { coverage, defaultPeriod, isInWeeks }: Dataset): DayRange {
  if (range.kind === 'default') return defaultPeriod;
  if (range.kind === 'all') return coverage;
  const inside = (day: Day) => Math.min(coverage.end, Math.max(coverage.start, day));
  const end = parseDay(range.end) ?? (range.end === '' ? defaultPeriod.end : undefined);
  if (end === undefined) return defaultPeriod;
  const start = parseDay(range.start) ?? (range.start === '' ? end - daysIn(defaultPeriod) + 1 : undefined);
  if (start === undefined || start > end) return defaultPeriod;
  const asked = isInWeeks ? wholeWeeks({ start, end }) : { start, end };
  return { start: inside(asked.start), end: inside(asked.end) };
}

const YEAR_OF_WEEKS = 52 * 7;

/** The days to compare with, where the data have all of them. */
export function comparedDays(
  days: DayRange,
  compare: Comparison,
  { coverage }: Dataset,
): DayRange | undefined {
  if (compare === 'none') return undefined;
  const before =
    compare === 'previous'
      ? previousPeriod(days)
      : // By whole weeks, so that each week lies over one of the year before.
        { start: days.start - YEAR_OF_WEEKS, end: days.end - YEAR_OF_WEEKS };
  return contains(coverage, before) ? before : undefined;
}

export function isSame(a: DayRange, b: DayRange): boolean {
  return a.start === b.start && a.end === b.end;
}

/** As an address and the service write it. */
export function datesOf({ start, end }: DayRange): { start: string; end: string } {
  return { start: formatDay(start), end: formatDay(end) };
}
