import { parseDay } from '../../../../src/snapshot/calendar.ts';
import type { Lines } from '../charts/lines.ts';
import type { Stop } from '../charts/picture.ts';
import type { Locale } from '../locale/locale.ts';
import type { Answers, Figures, TrendPoint } from './answers.ts';
import type { Drawn } from './drawn.ts';
import { changeOf, exactly, FIELDS, onAxis } from './measures.ts';

/** A trend, with what it is compared with laid over it. */
export function trendLines(
  { data, compared, others = [] }: Extract<Figures, { kind: 'trend' }>,
  drawn: Drawn,
): Lines {
  const { metric, locale } = drawn;
  const { words, format } = locale;
  const field = FIELDS[metric];
  const main = data.trend;
  const before = compared?.trend ?? [];
  const mainName = nameOf(data) || words.levels.overall;
  // Laid over the same places of the axis, week by week.
  const along = (trend: readonly TrendPoint[]) =>
    main.map((point, index) => ({ ...spanOf(point), value: trend[index]?.[field] }));
  const [first, last] = [main[0], main.findLast((point) => !isPartial(point, data, drawn)) ?? main.at(-1)];
  const sentence = data.granularity === 'month' ? words.chart.trendMonths : words.chart.trend;
  return {
    label:
      first && last
        ? sentence(
            drawn.title,
            exactly(metric, first[field], locale),
            exactly(metric, last[field], locale),
            format.change(changeOf(last[field], first[field])),
          )
        : drawn.title,
    axis: (value) => onAxis(metric, value, locale),
    tick: format.monthTick,
    lines: [
      {
        name: mainName,
        tone: 'main',
        points: main.map((point) => ({
          ...spanOf(point),
          value: isHidden(point, drawn) ? undefined : point[field],
          isPartial: isPartial(point, data, drawn),
        })),
      },
      ...(compared
        ? [
            {
              name: words.explorer.comparisons[drawn.compare ?? 'previous'],
              tone: 'compared' as const,
              points: along(before),
            },
          ]
        : []),
      ...others.map(({ name, data: { trend } }) => ({ name, tone: 'other' as const, points: along(trend) })),
    ],
    tell: (index) => {
      const point = main[index];
      if (!point) return { title: '', rows: [] };
      if (isHidden(point, drawn))
        return { title: periodText(point, locale), rows: [], note: words.chart.notShown };
      const earlier = before[index];
      const rows: [string, string][] = [
        [others.length > 0 ? mainName : words.measures[metric], exactly(metric, point[field], locale)],
      ];
      if (earlier) {
        rows.push(
          [periodText(earlier, locale), exactly(metric, earlier[field], locale)],
          [words.columns.change, format.change(changeOf(point[field], earlier[field]))],
        );
      }
      for (const { name, data: other } of others) {
        const same = other.trend[index];
        if (same) rows.push([name, exactly(metric, same[field], locale)]);
      }
      if (!earlier && others.length === 0) {
        const previous = main[index - 1];
        if (previous)
          rows.push([words.columns.change, format.change(changeOf(point[field], previous[field]))]);
      }
      return { title: periodText(point, locale), rows, note: noteOf(point, data, drawn) };
    },
  };
}

/** One of several trends on the same scale. */
export function multipleLines({ others }: Extract<Figures, { kind: 'multiples' }>, drawn: Drawn): Lines {
  const field = FIELDS[drawn.metric];
  const { name = '', data } = others[drawn.nth ?? 0] ?? {};
  const highest = Math.max(0, ...others.flatMap((one) => one.data.trend.map((point) => point[field])));
  if (!data)
    return { label: '', axis: String, tick: String, lines: [], tell: () => ({ title: '', rows: [] }) };
  return { ...trendLines({ kind: 'trend', data }, { ...drawn, title: name }), highest, isSmall: true };
}

function nameOf(data: Answers['trend']): string {
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

/** Where figures are kept back, a week without orders may be one of them: it is not drawn as a zero. */
function isHidden({ trade_count }: TrendPoint, { suppressed = 0 }: Drawn): boolean {
  return suppressed > 0 && trade_count === 0;
}

/** A week counts whole, also where it reaches beyond the range or the end of the data. */
function isPartial(point: TrendPoint, data: Answers['trend'], drawn: Drawn): boolean {
  return noteOf(point, data, drawn) !== undefined;
}

function noteOf(
  { week_start, week_end }: TrendPoint,
  { start, end }: Answers['trend'],
  { coverage, locale }: Drawn,
): Stop['note'] {
  if (!week_start || !week_end) return undefined;
  if (week_start < coverage.start || week_end > coverage.end) return locale.words.chart.beyondData;
  return week_start < start || week_end > end ? locale.words.chart.beyondRange : undefined;
}
