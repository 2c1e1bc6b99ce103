import { type DayRange, overlap, parseDay } from '../../../../../src/lib/calendar.ts';
import { linesPicture } from '../../charts/lines.ts';
import type { Locale } from '../../locale/locale.ts';
import { records, type Table } from '../../shared/csv.ts';
import type { TableCell } from '../../shared/table.ts';
import type { Words } from '../../words/words.ts';
import type { Figures, Panel } from '../panel.ts';
import { datesOf } from '../state/ranges.ts';
import type { Metric } from '../state/view.ts';
import { aboutOf } from './answer-rows.ts';
import { cellsOf } from './cells.ts';
import { exactly, FIELDS } from './measures.ts';
import { LINE } from './outline.ts';
import { type Scaling, scalingOf } from './scaling.ts';
import { closedCell, isShown, withoutSuppressed } from './shown.ts';
import { type Trend, type TrendPoint, trendLines, weeksBefore } from './trend-lines.ts';

/** A line over weeks or months, beside other days and other names. */
export const trend = {
  name: 'trend',
  isWide: true,
  comparesDays: true,
  comparesNames: true,
  scaling: scalingOf,
  isOfWeeks: true,
  outline: LINE,
  caption: (words) => words.perWeek.amount,
  title: ({ words, name, others, metric, isMonthly, inScale }) => {
    const what = (isMonthly ? words.perMonth : words.perWeek)[metric];
    const all = [name, ...others.filter((other) => other !== name)];
    return inScale(words.of(what, words.together(all)));
  },
  isEmpty: ({ data }) => isFlat(data),
  picture: (figures, drawn, look) => linesPicture(trendLines(figures, drawn), look),
  table(figures, metric, locale, scaling) {
    const { data, compared, others = [] } = figures;
    const { word, number, money, count, salesHeads } = cellsOf(locale);
    const { columns, measures, scaleNames } = locale.words;
    const { period, weekOf, inTerms } = weekCells(metric, locale, scaling);
    const head = word(data.granularity === 'week' ? columns.week : columns.month);
    const before = compared ? [{ name: columns.before, data: compared, weeks: weeksBefore(figures) }] : [];
    const more = [...before, ...others.map((one) => ({ ...one, weeks: one.data.trend }))];
    const terms = [...(scaling ? [scaleNames[scaling.name]] : []), measures[metric]];
    return {
      columns: [
        head,
        ...(scaling ? [number(scaleNames[scaling.name])] : []),
        ...salesHeads,
        ...more.flatMap((one) => terms.map((term) => number(`${one.name} · ${term}`))),
      ],
      rows: data.trend.map((point, index) => [
        period(point),
        ...inTerms(data.trend)
          .slice(0, -1)
          .map((term) => weekOf(point, term)),
        weekOf(point, ({ total_amount }) => money(total_amount)),
        weekOf(point, ({ trade_count }) => count(trade_count)),
        weekOf(point, ({ avg_amount }) => money(avg_amount)),
        ...more.flatMap(({ data: other, weeks }) =>
          inTerms(other.trend).map((term) => weekOf(weeks[index], term)),
        ),
      ]),
    };
  },
  file: (figures, scaling) => {
    const before = new Set(weeksBefore(figures));
    return trendFile(figures, scaling, (of, week) => of !== figures.compared || before.has(week));
  },
  closedText,
  hasEdges: ({ data: { start, end, trend: weeks } }, coverage) =>
    weeks.some(
      ({ week_start = start, week_end = end }) =>
        week_start < start || week_end > end || week_end > coverage.end || week_start < coverage.start,
    ),
  stretch: stretchOf,
} satisfies Partial<Panel<Trend>>;

export function isFlat({ trend: points }: Trend): boolean {
  return points.every((point) => point.trade_count === 0);
}

/** All that is drawn, each once: of what stands side by side, the first is the one that the figures are about. */
function trendsIn({ data, compared, others = [] }: Figures<Trend>): Trend[] {
  return [...new Set([data, ...(compared ? [compared] : []), ...others.map((one) => one.data)])];
}

/** The weeks of a trend that touch the days asked for, as the service would list them. */
function stretchOf(all: Trend, days: DayRange): Trend {
  const touches = ({ week_start = '', week_end = '' }: TrendPoint) => {
    const shared = overlap({ start: parseDay(week_start) ?? 0, end: parseDay(week_end) ?? -1 }, days);
    return shared.start <= shared.end;
  };
  return { ...all, ...datesOf(days), trend: all.trend.filter(touches) };
}

/** The cells of weeks, as far as these are shown. */
export function weekCells(metric: Metric, locale: Locale, scaling: Scaling | undefined) {
  const { format } = locale;
  const { none } = cellsOf(locale);
  return {
    period: ({ week_start, month }: TrendPoint): TableCell => ({
      text: week_start ? format.day(week_start) : format.month(month),
      value: week_start ?? month,
    }),
    weekOf(point: TrendPoint | undefined, cell: (shownPoint: TrendPoint) => TableCell) {
      if (!point) return none;
      return isShown(point) ? cell(point) : closedCell(locale);
    },
    /** The cells of one line: what it is scaled to, and its figure. */
    inTerms(weeks: readonly TrendPoint[]): ((point: TrendPoint) => TableCell)[] {
      const scaled = scaling?.over(weeks);
      const cell = (value: number | undefined, text: (known: number) => string) =>
        value === undefined ? none : { text: text(value), value };
      return [
        ...(scaling && scaled ? [(point: TrendPoint) => cell(scaled(point), scaling.text)] : []),
        (point) => cell(point[FIELDS[metric]], (value) => exactly(metric, value, locale)),
      ];
    },
  };
}

/**
 * Trends as the service lists them, one below the other: names and dates in each row tell them apart. A suppressed week
 * has no figures, and says so in the last column.
 */
export function trendFile(
  figures: Figures<Trend>,
  scaling: Scaling | undefined,
  isOf: (trend: Trend, week: TrendPoint) => boolean = () => true,
): Table {
  const rows = trendsIn(figures).flatMap((data) => {
    const about = aboutOf(data);
    const scaled = scaling?.over(data.trend);
    return data.trend
      .filter((point) => isOf(data, point))
      .map((point) => {
        const { month, week_start = null, week_end = null, suppressed = null, ...sales } = point;
        const value = scaled?.(point);
        const inTerms = scaling && {
          ...(scaling.name === 'share' && {
            [`market_${scaling.field}`]: scaling.by(point)?.[scaling.field] ?? null,
          }),
          [`${scaling.field}_${scaling.name}`]: value === undefined ? null : Number(value.toFixed(4)),
        };
        const values = withoutSuppressed({ ...sales, ...inTerms }, () => !isShown(point));
        return { ...about, month, week_start, week_end, ...values, suppressed };
      });
  });
  const hasClosed = rows.some(({ suppressed }) => suppressed);
  return records(hasClosed ? rows : rows.map(({ suppressed, ...row }) => row));
}

/** How many weeks are suppressed. */
export function closedText(figures: Figures<Trend>, count: number, { chart }: Words): string {
  const trends = trendsIn(figures);
  return trends.length > 1 && count > 1 ? chart.closedPoints(count) : chart.closedWeeks(count);
}
