import { type Day, formatDay, parseDay } from '../../../../src/lib/calendar.ts';
import type { DataOf } from '../call/call.ts';
import { barsPicture } from '../charts/bars.ts';
import { columnsPicture } from '../charts/columns.ts';
import type { Look, Picture } from '../charts/picture.ts';
import type { ToolLocale } from '../locale/tool-locale.ts';
import type { Table } from '../shared/csv.ts';
import { number, type ReadableTable, word } from '../shared/table.ts';

/** Days and paths without a call are not listed. */
export type Usage = DataOf<'accountUsage'>;
type UsedDay = Usage['days'][number];
type Used = Pick<Usage, 'calls' | 'points'>;

export type Measure = keyof Used;

/** One way to look at usage: by day or by path. */
export interface Side {
  readonly name: 'day' | 'path';
  title(measure: Measure, locale: ToolLocale): string;
  picture(usage: Usage, measure: Measure, locale: ToolLocale, look: Look): Picture;
  /** What a file holds. */
  table(usage: Usage): Table;
  readable(usage: Usage, locale: ToolLocale): ReadableTable;
}

/** Every day of the range, those without a call with zeros. */
export function everyDay({ start, end, days }: Usage): UsedDay[] {
  const used = new Map(days.map((row) => [row.day, row]));
  const first = parseDay(start) ?? 0;
  const last = parseDay(end) ?? -1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const day = formatDay(first + index);
    return used.get(day) ?? { day, calls: 0, points: 0, paths: [] };
  });
}

/** The query for the last days up to one; without a last day, the service's usual thirty. */
export function lastDays(days: number, end: Day | undefined): string {
  if (end === undefined || days === 30) return '';
  return `?start=${formatDay(end - days + 1)}&end=${formatDay(end)}`;
}

const RATE_DAYS = 14;

/**
 * How many days the balance lasts if the last `of` days go on; undefined where fewer than two of them had use, which are
 * no rate. Days before the first call say nothing of it: an account may be new.
 */
export function daysLeft(balance: number, usage: Usage): { left: number; of: number } | undefined {
  const days = everyDay(usage);
  const first = days.findIndex(({ calls }) => calls > 0);
  const recent = days.slice(Math.max(first, days.length - RATE_DAYS));
  const points = recent.reduce((sum, day) => sum + day.points, 0);
  const used = recent.filter((day) => day.points > 0).length;
  return used < 2 ? undefined : { left: (balance / points) * recent.length, of: recent.length };
}

/** What a path is called; one that has no name yet, by itself. */
export const nameOf = (path: string, { paths }: Pick<ToolLocale['words'], 'paths'>): string =>
  paths[path] ?? path.replace('/api/public/', '');

/** So many paths have a colour of their own; the others share one. */
const PARTS = 4;

export const BY_DAY: Side = {
  name: 'day',
  title: (measure, { words }) => words.account[measure === 'points' ? 'pointsByDay' : 'callsByDay'],
  picture(usage, measure, locale, look) {
    const { words, format } = locale;
    const named = partsOf(usage, measure);
    const days = everyDay(usage);
    const usedOn = (day: UsedDay, path: string) => day.paths.find((one) => one.path === path)?.[measure] ?? 0;
    return columnsPicture(
      {
        parts: [...named.map((path) => nameOf(path, words)), words.account.otherPaths],
        label: words.chart.columns(BY_DAY.title(measure, locale), format.count(usage[measure])),
        axis: format.compact,
        tick: format.dayTick,
        columns: days.map((day) => {
          const values = named.map((path) => usedOn(day, path));
          const rest = day[measure] - values.reduce((sum, value) => sum + value, 0);
          const rows = [...day.paths]
            .sort((a, b) => b[measure] - a[measure])
            .map((one) => [nameOf(one.path, words), format.count(one[measure])] as const);
          return {
            day: day.day,
            values: [...values, rest],
            tip: {
              title: format.day(day.day),
              rows: [[words.account.total, format.count(day[measure])], ...rows],
            },
          };
        }),
      },
      look,
    );
  },
  table: ({ days }) => ({
    columns: ['day', 'path', 'calls', 'points'],
    rows: days.flatMap(({ day, paths }) => paths.map((row) => [day, row.path, row.calls, row.points])),
  }),
  readable: ({ days }, locale) =>
    readable(
      locale.words.account.day,
      days.map(({ day, ...used }) => ({ name: locale.format.day(day), value: day, ...used })),
      locale,
    ),
};

export const BY_PATH: Side = {
  name: 'path',
  title: (measure, { words }) => words.account[measure === 'points' ? 'pointsByPath' : 'callsByPath'],
  picture({ paths }, measure, locale, look) {
    const { words, format } = locale;
    const sorted = [...paths].sort((a, b) => b[measure] - a[measure]);
    const first = sorted[0];
    const title = BY_PATH.title(measure, locale);
    return barsPicture(
      {
        label: first
          ? words.chart.bars(title, nameOf(first.path, words), format.count(first[measure]), sorted.length)
          : title,
        bars: sorted.map((row) => ({
          name: nameOf(row.path, words),
          value: row[measure],
          label: format.brief(row[measure], sorted.at(-1)?.[measure]),
          tip: {
            title: row.path,
            rows: [
              [words.account.measures.points, format.count(row.points)],
              [words.account.measures.calls, format.count(row.calls)],
            ],
          },
        })),
      },
      look,
    );
  },
  table: ({ paths }) => ({
    columns: ['path', 'calls', 'points'],
    rows: paths.map((row) => [row.path, row.calls, row.points]),
  }),
  readable: ({ paths }, locale) =>
    readable(
      locale.words.account.path,
      paths.map(({ path, ...used }) => ({ name: nameOf(path, locale.words), value: path, ...used })),
      locale,
    ),
};

/** The paths with a colour of their own, those used most first. */
export function partsOf({ paths }: Usage, measure: Measure): string[] {
  return [...paths]
    .sort((a, b) => b[measure] - a[measure])
    .slice(0, PARTS)
    .map(({ path }) => path);
}

function readable(
  head: string,
  rows: readonly (Used & { name: string; value: string })[],
  { words, format }: ToolLocale,
): ReadableTable {
  const { measures } = words.account;
  return {
    columns: [word(head), number(measures.calls), number(measures.points)],
    rows: rows.map(({ name, value, calls, points }) => [
      { text: name, value },
      { text: format.count(calls), value: calls },
      { text: format.count(points), value: points },
    ]),
  };
}
