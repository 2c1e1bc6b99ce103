import { parseDay } from '../../../../../src/lib/calendar.ts';
import type { DataOf } from '../../call/call.ts';
import type { Lines } from '../../charts/lines.ts';
import type { Stop } from '../../charts/picture.ts';
import type { Locale } from '../../locale/locale.ts';
import type { Drawn, Figures } from '../panel.ts';
import { changeOf, exactly, FIELDS, onAxis } from './measures.ts';
import { isShown } from './shown.ts';

export type Trend = DataOf<'trendsOverview'> | DataOf<'trendsMarket'> | DataOf<'trendsSubMarket'>;
export type TrendPoint = Trend['trend'][number];

/** The weeks to compare with. Days before a range that begins within a week end in that week: it is no earlier one. */
export function weeksBefore({ data, compared, compare }: Figures<Trend>): TrendPoint[] {
  const [first] = data.trend;
  const weeks = compared?.trend ?? [];
  if (compare !== 'previous' || !first) return weeks;
  return weeks.filter((week) => spanOf(week).end < spanOf(first).start);
}

/** A trend, with what it is compared with laid over it. */
export function trendLines(figures: Figures<Trend>, drawn: Drawn): Lines {
  const { data, compared, compare = 'previous', others = [] } = figures;
  const { metric, locale, scaling } = drawn;
  const { words, format } = locale;
  const field = FIELDS[metric];
  const main = data.trend;
  const before = weeksBefore(figures);
  const mainName = nameOf(data) || words.levels.overall;
  const when = words.comparisons[compare];
  // Laid over the same places of the axis, week by week.
  const valuesOf = (of: Trend) => {
    const scaled = scaling?.over(of.trend) ?? ((point: TrendPoint) => point[field]);
    return (point: TrendPoint) => (isShown(point) ? scaled(point) : undefined);
  };
  const own = valuesOf(data);
  const along = (of: Trend, weeks = of.trend) => {
    const values = weeks.map(valuesOf(of));
    return main.map((point, index) => ({ ...spanOf(point), value: values[index] }));
  };
  const figureOf = (point: TrendPoint) => exactly(metric, point[field], locale);
  // What it is scaled to comes first, then the figure itself.
  const inWords = (point: TrendPoint, of: Trend) => {
    if (!isShown(point)) return words.chart.closed;
    const value = scaling?.over(of.trend)(point);
    return scaling && value !== undefined ? `${scaling.text(value)} · ${figureOf(point)}` : figureOf(point);
  };
  const changeText = (now: TrendPoint, before: TrendPoint) => {
    const [after, earlier] = [own(now), own(before)];
    return scaling?.change && after !== undefined && earlier !== undefined
      ? scaling.change(after, earlier)
      : format.change(changeOf(now[field], before[field]));
  };
  const change = (now: TrendPoint, before: TrendPoint): [string, string][] =>
    isShown(now) && isShown(before) ? [[words.columns.change, changeText(now, before)]] : [];
  const briefly = (point: TrendPoint) => {
    const value = own(point);
    return scaling && value !== undefined ? scaling.text(value) : figureOf(point);
  };
  const open = main.filter(isShown);
  const [first, last] = [open[0], open.findLast((point) => !isPartial(point, data, drawn)) ?? open.at(-1)];
  const sentence = data.granularity === 'month' ? words.chart.trendMonths : words.chart.trend;
  return {
    label:
      first && last
        ? sentence(
            others.length > 0 ? words.title([drawn.title, mainName]) : drawn.title,
            briefly(first),
            briefly(last),
            changeText(last, first),
          )
        : drawn.title,
    axis: (value) => scaling?.axis(value) ?? onAxis(metric, value, locale),
    tick: format.monthTick,
    dayTick: format.dayTick,
    isIndex: scaling?.name === 'index',
    lines: [
      {
        name: mainName,
        tone: 'main',
        points: main.map((point) => ({
          ...spanOf(point),
          value: own(point),
          isPartial: isPartial(point, data, drawn),
        })),
      },
      ...(compared && before.length > 0
        ? [
            {
              name: others.length > 0 ? words.comparedLine(mainName, when) : when,
              tone: 'compared' as const,
              points: along(compared, before),
            },
          ]
        : []),
      ...others.map((other) => ({ name: other.name, tone: 'other' as const, points: along(other.data) })),
    ],
    tell: (index) => {
      const point = main[index];
      if (!point) return { title: '', rows: [] };
      const earlier = before[index];
      const rows: [string, string][] = [
        [others.length > 0 ? mainName : words.measures[metric], inWords(point, data)],
      ];
      if (earlier && compared) {
        rows.push(
          [
            others.length > 0
              ? words.title([mainName, periodText(earlier, locale)])
              : periodText(earlier, locale),
            inWords(earlier, compared),
          ],
          ...change(point, earlier),
        );
      }
      for (const { name, data: other } of others) {
        const same = other.trend[index];
        if (same) rows.push([name, inWords(same, other)]);
      }
      const whole = scaling?.by(point);
      if (whole) rows.push([words.levels.overall, figureOf(whole)]);
      const previous = main[index - 1];
      if (before.length === 0 && others.length === 0 && previous) rows.push(...change(point, previous));
      const note = isShown(point) ? noteOf(point, data, drawn) : words.chart.whyClosed;
      return { title: periodText(point, locale), rows, note };
    },
  };
}

/** What a trend is about, as the service says. */
function nameOf(data: Trend): string {
  if ('subCategory' in data) return data.subCategory;
  return 'category' in data ? data.category : '';
}

function spanOf({ week_start, week_end, month }: TrendPoint): { start: number; end: number } {
  if (week_start && week_end) return { start: parseDay(week_start) ?? 0, end: parseDay(week_end) ?? 0 };
  const [year = 1970, number = 1] = month.split('-').map(Number);
  const first = Date.UTC(year, number - 1, 1) / 86_400_000;
  return { start: first, end: Date.UTC(year, number, 1) / 86_400_000 - 1 };
}

function periodText({ week_start, week_end, month }: TrendPoint, { format }: Locale): string {
  return week_start && week_end ? format.week(week_start, week_end) : format.month(month);
}

/** A week counts whole, also where it reaches beyond the range or the end of the data. */
function isPartial(point: TrendPoint, data: Trend, drawn: Drawn): boolean {
  return noteOf(point, data, drawn) !== undefined;
}

function noteOf(
  { week_start, week_end }: TrendPoint,
  { start, end }: Trend,
  { coverage, locale }: Drawn,
): Stop['note'] {
  if (!week_start || !week_end) return undefined;
  if (week_start < coverage.start || week_end > coverage.end) return locale.words.chart.beyondData;
  return week_start < start || week_end > end ? locale.words.chart.beyondRange : undefined;
}
