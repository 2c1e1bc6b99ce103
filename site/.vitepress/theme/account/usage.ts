import { type Day, formatDay, parseDay } from '../../../../src/snapshot/calendar.ts';
import type { Table } from '../shared/csv.ts';
import { brief, compact, count, dateRange, dayAndMonth, fullDate } from '../shared/format.ts';
import { barsPicture, common, INNER, type Look, type Picture, tipHtml, tooltip } from '../shared/picture.ts';

export interface Used {
  readonly calls: number;
  readonly points: number;
}

/** What `/api/account/usage` answers. Days and paths without a call are not listed. */
export interface Usage extends Used {
  readonly start: string;
  readonly end: string;
  readonly days: readonly (Used & { readonly day: string })[];
  readonly paths: readonly (Used & { readonly path: string })[];
}

export type Measure = keyof Used;

/** Every day of the range, those without a call with zeros. */
export function everyDay({ start, end, days }: Usage): (Used & { day: string })[] {
  const used = new Map(days.map((row) => [row.day, row]));
  const first = parseDay(start) ?? 0;
  const last = parseDay(end) ?? -1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const day = formatDay(first + index);
    return used.get(day) ?? { day, calls: 0, points: 0 };
  });
}

export function dayTable({ days }: Usage): Table {
  return { columns: ['day', 'calls', 'points'], rows: days.map((row) => [row.day, row.calls, row.points]) };
}

export function pathTable({ paths }: Usage): Table {
  return {
    columns: ['path', 'calls', 'points'],
    rows: paths.map((row) => [row.path, row.calls, row.points]),
  };
}

/** The query for the last days up to one; without a last day, the service's usual thirty. */
export function lastDays(days: number, end: Day | undefined): string {
  if (end === undefined || days === 30) return '';
  return `?start=${formatDay(end - days + 1)}&end=${formatDay(end)}`;
}

export function dayPicture(usage: Usage, measure: Measure, { palette, width }: Look): Picture {
  const days = everyDay(usage);
  return {
    height: 260,
    label: `Bar chart. ${measure === 'points' ? 'Points' : 'Calls'} per day, ${dateRange(usage.start, usage.end)}, ${count(usage[measure])} in all`,
    option: {
      ...common(palette),
      grid: { left: 0, right: 8, top: 16, bottom: 4, ...INNER },
      tooltip: {
        ...tooltip(palette),
        trigger: 'axis',
        axisPointer: { type: 'shadow', shadowStyle: { color: palette.area } },
        formatter: ([hit]: { dataIndex: number }[]) => {
          const row = days[hit?.dataIndex ?? 0];
          if (!row) return '';
          const rows = [['Points', count(row.points)] as const, ['Calls', count(row.calls)] as const];
          return tipHtml(fullDate(row.day), rows);
        },
      },
      xAxis: {
        type: 'category',
        data: days.map(({ day }) => dayAndMonth(day)),
        axisLine: { lineStyle: { color: palette.grid } },
        axisTick: { show: false },
        axisLabel: { color: palette.quiet, fontSize: 12, hideOverlap: true },
      },
      yAxis: {
        type: 'value',
        splitNumber: width < 520 ? 3 : 4,
        minInterval: 1,
        axisLabel: { color: palette.quiet, fontSize: 12, formatter: compact },
        splitLine: { lineStyle: { color: palette.grid } },
      },
      series: [
        {
          type: 'bar',
          data: days.map((row) => row[measure]),
          barMaxWidth: 24,
          barCategoryGap: '35%',
          itemStyle: { color: palette.main, borderRadius: [3, 3, 0, 0] },
        },
      ],
    },
  };
}

export function pathPicture({ paths }: Usage, measure: Measure, look: Look): Picture {
  const sorted = [...paths].sort((a, b) => b[measure] - a[measure]);
  return barsPicture(
    {
      title: `${measure === 'points' ? 'Points' : 'Calls'} per path, ${sorted[0]?.path ?? 'none'} first`,
      names: sorted.map(({ path }) => shortPath(path)),
      nameShare: 0.58,
      values: sorted.map((row) => row[measure]),
      label: (index) => brief(sorted[index]?.[measure] ?? 0),
      tip: (index) => {
        const row = sorted[index];
        if (!row) return '';
        const rows = [['Points', count(row.points)] as const, ['Calls', count(row.calls)] as const];
        return tipHtml(row.path, rows);
      },
    },
    look,
  );
}

export const shortPath = (path: string): string => path.replace('/api/public/', '');
