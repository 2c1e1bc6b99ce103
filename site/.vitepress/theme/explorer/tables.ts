import type { Locale } from '../locale/locale.ts';
import type { Cell, Table } from '../shared/csv.ts';
import type { ReadableTable, TableCell } from '../shared/table.ts';
import type { Answers, Figures, Focus, TrendPoint } from './answers.ts';
import { changeOf, exactly, FIELDS, FOCUS_FIGURES, focusFigure, focusLabel } from './measures.ts';
import { type Suppressed, shownIn } from './shown.ts';
import type { Metric } from './view.ts';

/** The answer as a table of its own fields: what a CSV file holds. */
export function apiTable(figures: Figures): Table {
  switch (figures.kind) {
    case 'trend':
      return trendTable(
        [
          { name: nameOf(figures.data), data: figures.data },
          ...(figures.compared
            ? [{ name: nameOf(figures.compared), data: figures.compared, isCompared: true }]
            : []),
          ...(figures.others ?? []),
        ],
        figures.suppressed,
      );
    case 'multiples':
      return trendTable(figures.others, figures.suppressed);
    case 'ranking':
      return records(figures.data.items, ['name', ...SALES, ...topSubs(figures.data.items)]);
    case 'growth':
      return records(figures.data.items, [
        'producttypename',
        'current_amount',
        'previous_amount',
        'growth_rate',
        'current_count',
        'previous_count',
        'count_growth_rate',
      ]);
    case 'payment':
      return records(figures.data.items, ['name', 'count', 'percent']);
    case 'tags':
      return records(figures.data.items, ['key', 'value', 'count', 'percent']);
    case 'related':
      return records(figures.data.items, ['category', 'subCategory', 'memberCount', 'percent']);
    case 'focus': {
      const { focus } = figures.data;
      const before = beforeOf(figures);
      const names = Object.keys(focus) as (keyof Focus)[];
      return {
        columns: ['metric', 'focus', figures.compared ? 'compared' : 'prevFocus'],
        rows: names.map((name) => [name, focus[name], before?.[name] ?? null]),
      };
    }
  }
}

const SALES = ['total_amount', 'trade_count', 'avg_amount'] as const;

interface Named {
  readonly name: string;
  readonly data: Answers['trend'];
  /** Of other days, to compare with. */
  readonly isCompared?: boolean;
}

/**
 * One trend as the service lists it; several one below the other, each under its name, and told apart from the days that
 * it is compared with. A week that is not shown has no figures, and says so in a column of its own.
 */
function trendTable(trends: readonly Named[], suppressed: Suppressed | undefined): Table {
  const all = trends.flatMap(({ name, data, isCompared }) => {
    const of = { name, period: isCompared ? 'compared' : 'current' };
    const shown = shownIn(data, suppressed?.get(data));
    return data.trend.map((point) => {
      const { month, week_start, week_end } = point;
      const dates = { month, ...(week_start && { week_start }), ...(week_end && { week_end }) };
      return shown(point) === 'yes' ? { ...of, ...point } : { ...of, ...dates, shown: shown(point) };
    });
  });
  const hasClosed = all.some((row) => 'shown' in row);
  return records(hasClosed ? all.map((row) => ({ shown: 'yes', ...row })) : all, [
    ...(trends.length > 1 ? ['name'] : []),
    ...(trends.some(({ isCompared }) => isCompared) ? ['period'] : []),
    'month',
    'week_start',
    'week_end',
    ...SALES,
    ...(hasClosed ? ['shown'] : []),
  ]);
}

function nameOf(data: Answers['trend']): string {
  if ('subCategory' in data) return data.subCategory;
  return 'category' in data ? data.category : '';
}

function topSubs(items: readonly object[]): readonly string[] {
  return items.some((item) => 'top_subs' in item) ? ['top_subs'] : [];
}

function records(items: readonly object[], columns: readonly string[]): Table {
  const used = columns.filter((name) => items.length === 0 || items.some((item) => name in item));
  return { columns: used, rows: items.map((item) => used.map((name) => cell(Reflect.get(item, name)))) };
}

function cell(value: unknown): Cell {
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

/** What the key figures are compared with: the year before, or the previous period that came along. */
export function beforeOf({ data, compared }: Extract<Figures, { kind: 'focus' }>): Focus | null {
  return compared ? compared.focus : data.prevFocus;
}

/** The same figures under names that people use. */
export function readableTable(figures: Figures, metric: Metric, locale: Locale): ReadableTable {
  const { words, format } = locale;
  const { columns: heads, measures } = words;
  const word = (label: string) => ({ label, isWord: true });
  const number = (label: string) => ({ label, isWord: false });
  const salesHeads = [number(measures.amount), number(measures.orders), number(measures.average)];
  const money = (value: number): TableCell => ({ text: format.money(value), value });
  const count = (value: number): TableCell => ({ text: format.count(value), value });
  const change = (value: number): TableCell => ({ text: format.change(value), value });
  const share = (value: number): TableCell => ({ text: format.share(value), value });
  const name = (text: string): TableCell => ({ text, value: text });
  const period = ({ week_start, month }: TrendPoint): TableCell => ({
    text: week_start ? format.day(week_start) : format.month(month),
    value: week_start ?? month,
  });
  const sales = (item: { total_amount: number; trade_count: number; avg_amount: number }) => [
    money(item.total_amount),
    count(item.trade_count),
    money(item.avg_amount),
  ];
  const none: TableCell = { text: '–', value: -1 };
  const closed = {
    no: { text: words.chart.notShown, value: -1, title: words.chart.whyNotShown },
    maybe: { text: words.chart.maybeShown, value: -1, title: words.chart.maybeNotShown },
  };
  /** A cell for a week of a trend, as far as that is shown. */
  const weekOf = (data: Answers['trend']) => {
    const shown = shownIn(data, 'suppressed' in figures ? figures.suppressed?.get(data) : 0);
    return (point: TrendPoint | undefined, cell: (shownPoint: TrendPoint) => TableCell) => {
      if (!point) return none;
      const state = shown(point);
      return state === 'yes' ? cell(point) : closed[state];
    };
  };
  const inMeasure = (point: TrendPoint): TableCell => ({
    text: exactly(metric, point[FIELDS[metric]], locale),
    value: point[FIELDS[metric]],
  });
  switch (figures.kind) {
    case 'trend': {
      const { data, compared, others = [] } = figures;
      const head = word(data.granularity === 'week' ? heads.week : heads.month);
      const more = [...(compared ? [{ name: heads.before, data: compared }] : []), ...others];
      const own = weekOf(data);
      return {
        columns: [head, ...salesHeads, ...more.map((one) => number(`${one.name} · ${measures[metric]}`))],
        rows: data.trend.map((point, index) => [
          period(point),
          own(point, ({ total_amount }) => money(total_amount)),
          own(point, ({ trade_count }) => count(trade_count)),
          own(point, ({ avg_amount }) => money(avg_amount)),
          ...more.map((one) => weekOf(one.data)(one.data.trend[index], inMeasure)),
        ]),
      };
    }
    case 'multiples': {
      const first = figures.others[0]?.data.trend ?? [];
      return {
        columns: [word(heads.week), ...figures.others.map((one) => number(one.name))],
        rows: first.map((point, index) => [
          period(point),
          ...figures.others.map(({ data }) => weekOf(data)(data.trend[index], inMeasure)),
        ]),
      };
    }
    case 'ranking':
      return {
        columns: [word(heads.name), ...salesHeads],
        rows: figures.data.items.map((item) => [name(item.name), ...sales(item)]),
      };
    case 'growth':
      return {
        columns: [
          word(heads.category),
          number(measures.amount),
          number(heads.before),
          number(heads.change),
          number(measures.orders),
          number(heads.before),
          number(heads.change),
        ],
        rows: figures.data.items.map((item) => [
          name(item.producttypename),
          money(item.current_amount),
          money(item.previous_amount),
          change(item.growth_rate),
          count(item.current_count),
          count(item.previous_count),
          change(item.count_growth_rate),
        ]),
      };
    case 'payment':
      return {
        columns: [word(heads.method), number(measures.orders), number(heads.share)],
        rows: figures.data.items.map((item) => [
          name(item.name),
          count(item.count),
          { text: item.percent, value: item.count },
        ]),
      };
    case 'tags':
      return {
        columns: [word(heads.tag), number(heads.products), number(heads.share)],
        rows: figures.data.items.map((item) => [
          name(words.tag(item.key, item.value)),
          count(item.count),
          share(item.percent),
        ]),
      };
    case 'related':
      return {
        columns: [word(heads.sub), word(heads.category), number(heads.members)],
        rows: figures.data.items.map((item) => [
          name(item.subCategory),
          name(item.category),
          count(item.memberCount),
        ]),
      };
    case 'focus': {
      const { focus } = figures.data;
      const before = beforeOf(figures);
      return {
        columns: [word(heads.figure), number(heads.now), number(heads.before), number(heads.change)],
        rows: FOCUS_FIGURES.map(([field, kind, basis]) => [
          name(focusLabel(field, basis, words)),
          { text: focusFigure(kind, focus[field], format), value: focus[field] },
          before
            ? { text: focusFigure(kind, before[field], format), value: before[field] }
            : { text: '–', value: -1 },
          before ? change(changeOf(focus[field], before[field])) : { text: '–', value: -1 },
        ]),
      };
    }
  }
}
