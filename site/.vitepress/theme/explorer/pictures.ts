import { parseDay } from '../../../../src/snapshot/calendar.ts';
import { type Bars, barsPicture } from '../charts/bars.ts';
import { type Lines, linesPicture } from '../charts/lines.ts';
import { type Look, type Picture, type Stop, text } from '../charts/picture.ts';
import type { Locale } from '../locale/locale.ts';
import type { Answers, Figures, TrendPoint } from './answers.ts';
import { briefly, changeOf, exactly, FIELDS, FOCUS_FIGURES, focusFigure, onAxis } from './measures.ts';
import { beforeOf } from './tables.ts';
import type { Metric } from './view.ts';

/** What a picture is made of, besides its figures. */
export interface Drawn {
  readonly metric: Metric;
  readonly locale: Locale;
  /** The sentence above the chart. */
  readonly title: string;
  /** The days that have data, to tell which week is not complete. */
  readonly coverage: { readonly start: string; readonly end: string };
  /** How many figures the service kept back. */
  readonly suppressed?: number | undefined;
  /** For small multiples, which are drawn one by one. */
  readonly nth?: number;
}

/** How an answer is drawn. */
export function pictureOf(figures: Figures, drawn: Drawn, look: Look): Picture {
  switch (figures.kind) {
    case 'trend':
      return linesPicture(trendLines(figures, drawn), look);
    case 'multiples':
      return linesPicture(multiple(figures, drawn), look);
    case 'ranking':
      return barsPicture(ranking(figures.data.items, drawn), look);
    case 'growth':
      return barsPicture(growth(figures.data.items, drawn), look);
    case 'payment':
      return barsPicture(
        shares(
          figures.data.items.map(({ name, count, percent }) => ({ name, count, percent, value: count })),
          drawn.locale.words.measures.orders,
          drawn,
        ),
        look,
      );
    case 'tags':
      return barsPicture(
        shares(
          figures.data.items.map(({ key, value, count, percent }) => ({
            name: `${key}: ${value}`,
            count,
            percent: drawn.locale.format.share(percent),
            value: percent,
          })),
          drawn.locale.words.columns.products,
          drawn,
        ),
        look,
      );
    case 'related':
      return barsPicture(
        shares(
          figures.data.items.map(({ category, subCategory, memberCount, percent }) => ({
            name: subCategory,
            title: `${category} · ${subCategory}`,
            count: memberCount,
            percent: drawn.locale.format.share(percent),
            value: memberCount,
          })),
          drawn.locale.words.columns.members,
          drawn,
          true,
        ),
        look,
      );
    case 'focus':
      return tilesPicture(figures, drawn, look);
  }
}

function trendLines(
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
        ? [{ name: spanText(compared, locale), tone: 'compared' as const, points: along(before) }]
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

function multiple({ others }: Extract<Figures, { kind: 'multiples' }>, drawn: Drawn): Lines {
  const field = FIELDS[drawn.metric];
  const { name = '', data } = others[drawn.nth ?? 0] ?? {};
  const highest = Math.max(0, ...others.flatMap((one) => one.data.trend.map((point) => point[field])));
  if (!data)
    return { label: '', axis: String, tick: String, lines: [], tell: () => ({ title: '', rows: [] }) };
  return { ...trendLines({ kind: 'trend', data }, { ...drawn, title: name }), highest, isSmall: true };
}

function ranking(items: readonly Answers['ranking']['items'][number][], drawn: Drawn): Bars {
  const { metric, locale, title } = drawn;
  const { words, format } = locale;
  const field = FIELDS[metric];
  const sorted = [...items].sort((a, b) => b[field] - a[field]);
  const first = sorted[0];
  return {
    label: first
      ? words.chart.bars(title, first.name, exactly(metric, first[field], locale), items.length)
      : title,
    bars: sorted.map((item) => ({
      name: item.name,
      leadsTo: item.name,
      value: item[field],
      label: briefly(metric, item[field], locale),
      tip: {
        title: item.name,
        rows: [
          [words.measures.amount, format.money(item.total_amount)],
          [words.measures.orders, format.count(item.trade_count)],
          [words.measures.average, format.money(item.avg_amount)],
        ],
        note: 'top_subs' in item ? `${words.columns.bestSellers}: ${item.top_subs.join(', ')}` : undefined,
      },
    })),
  };
}

function growth(items: Answers['growth']['items'], drawn: Drawn): Bars {
  const { metric, locale, title } = drawn;
  const { words, format } = locale;
  const average = (amount: number, count: number) => (count === 0 ? 0 : amount / count);
  const all = items.map((item) => {
    const now = average(item.current_amount, item.current_count);
    const before = average(item.previous_amount, item.previous_count);
    const of = {
      amount: { now: item.current_amount, before: item.previous_amount, rate: item.growth_rate },
      orders: { now: item.current_count, before: item.previous_count, rate: item.count_growth_rate },
      average: { now, before, rate: Math.round(changeOf(now, before) * 10) / 10 },
    }[metric];
    return { name: item.producttypename, ...of };
  });
  const sorted = all.sort((a, b) => b.rate - a.rate);
  const first = sorted[0];
  return {
    label: first ? words.chart.bars(title, first.name, format.change(first.rate), items.length) : title,
    bars: sorted.map(({ name, now, before, rate }) => ({
      name,
      leadsTo: name,
      value: rate,
      label: format.change(rate),
      tip: {
        title: name,
        rows: [
          [words.measures[metric], exactly(metric, now, locale)],
          [words.columns.before, exactly(metric, before, locale)],
          [words.columns.change, format.change(rate)],
        ],
      },
    })),
  };
}

interface Share {
  readonly name: string;
  readonly title?: string;
  readonly count: number;
  readonly percent: string;
  readonly value: number;
}

function shares(items: readonly Share[], what: string, { locale, title }: Drawn, leads = false): Bars {
  const { words, format } = locale;
  const first = items[0];
  return {
    label: first ? words.chart.bars(title, first.name, first.percent, items.length) : title,
    bars: items.map((item) => ({
      name: item.name,
      leadsTo: leads ? item.name : undefined,
      value: item.value,
      label: item.percent,
      tip: {
        title: item.title ?? item.name,
        rows: [
          [what, format.count(item.count)],
          [words.columns.share, item.percent],
        ],
      },
    })),
  };
}

/** The key figures as an image; on the page they are text. */
function tilesPicture(
  figures: Extract<Figures, { kind: 'focus' }>,
  { locale, title }: Drawn,
  { palette, width }: Look,
): Picture {
  const { words, format } = locale;
  const before = beforeOf(figures);
  const columns = Math.max(1, Math.floor(width / 230));
  const shapes = FOCUS_FIGURES.flatMap(([field, kind], index) => {
    const x = (index % columns) * (width / columns);
    const y = Math.floor(index / columns) * 96;
    const value = figures.data.focus[field];
    const rate = before && changeOf(value, before[field]);
    return [
      text(words.figures[field], x, y + 16, palette.quiet, { 'font-size': 13 }),
      text(focusFigure(kind, value, format), x, y + 44, palette.text, {
        'font-size': 22,
        'font-weight': 600,
      }),
      ...(rate === null
        ? []
        : [text(format.change(rate), x, y + 66, rate < 0 ? palette.down : palette.main)]),
    ];
  });
  return { height: Math.ceil(FOCUS_FIGURES.length / columns) * 96, shapes, stops: [], label: title };
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

function spanText({ start, end }: Answers['trend'], { format }: Locale): string {
  return format.days(start, end);
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
