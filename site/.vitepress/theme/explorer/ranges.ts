import { formatDay } from '../../../../src/snapshot/calendar.ts';
import { dateRange, fullDate } from '../shared/format.ts';
import type { Coverage } from './coverage.ts';
import type { Level } from './panels.ts';
import type { Range } from './view.ts';

export type PresetName = 'default' | '4' | '12' | '26' | '52' | 'all' | 'custom';

export const PRESETS: readonly {
  readonly name: PresetName;
  readonly label: string;
  readonly long: string;
}[] = [
  { name: 'default', label: 'Default', long: 'The default period of the service' },
  { name: '4', label: '4 weeks', long: 'The last 4 weeks of the data' },
  { name: '12', label: '12 weeks', long: 'The last 12 weeks of the data' },
  { name: '26', label: '26 weeks', long: 'The last 26 weeks of the data' },
  { name: '52', label: '52 weeks', long: 'The last 52 weeks of the data' },
  { name: 'all', label: 'All', long: 'All the data there is' },
  { name: 'custom', label: 'Custom', long: 'Dates of your own' },
];

/** The last weeks are counted back from the end of the data, which the first answer tells. */
export function rangeOfPreset(name: PresetName, { defaultPeriod }: Coverage): Range | undefined {
  if (name === 'default' || name === 'all') return { kind: name };
  if (!defaultPeriod) return undefined;
  const end = defaultPeriod.end;
  const start = name === 'custom' ? defaultPeriod.start : end - 7 * Number(name) + 1;
  return { kind: 'dates', start: formatDay(start), end: formatDay(end) };
}

export function presetOfRange(range: Range, coverage: Coverage): PresetName {
  if (range.kind !== 'dates') return range.kind;
  const same = PRESETS.find(({ name }) => {
    const preset = name === 'custom' ? undefined : rangeOfPreset(name, coverage);
    return preset?.kind === 'dates' && preset.start === range.start && preset.end === range.end;
  });
  return same?.name ?? 'custom';
}

/** What is plainly wrong with dates, before anyone is asked. */
export function rangeMistake(range: Range): string | undefined {
  if (range.kind !== 'dates' || range.start === '' || range.end === '') return undefined;
  return range.start > range.end ? 'The first day is after the last day.' : undefined;
}

/** The days a view is about, in words. */
export function rangeText(level: Level, range: Range, { defaultPeriod }: Coverage): string {
  if (range.kind === 'dates' && level !== 'overall' && range.start !== '' && range.end !== '') {
    return dateRange(range.start, range.end);
  }
  if (!defaultPeriod) {
    if (range.kind === 'all' && level !== 'overall') return 'Everything there is';
    return 'The default period: its dates are in the first answer';
  }
  const start = formatDay(defaultPeriod.start);
  const end = formatDay(defaultPeriod.end);
  if (level === 'overall') return `Always the default period, ${dateRange(start, end)}`;
  return range.kind === 'all' ? `Everything up to ${fullDate(end)}` : dateRange(start, end);
}
