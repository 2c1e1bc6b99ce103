import type { Locale } from '../locale/locale.ts';
import type { Cell, Table } from '../shared/csv.ts';
import type { ReadableTable, TableCell } from '../shared/table.ts';
import type { Answers, Figures, Focus, TrendPoint } from './answers.ts';
import { changeOf, FOCUS_FIGURES, focusFigure } from './measures.ts';

/** The answer as a table of its own fields: what a CSV file holds. */
export function apiTable(figures: Figures): Table {
  switch (figures.kind) {
    case 'trend':
      return trendTable([
        { name: nameOf(figures.data), data: figures.data },
        ...(figures.compared ? [{ name: nameOf(figures.compared), data: figures.compared }] : []),
        ...(figures.others ?? []),
      ]);
    case 'multiples':
      return trendTable(figures.others);
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

type Named = { readonly name: string; readonly data: Answers['trend'] };

/** One trend as the service lists it; several one below the other, each under its name. */
function trendTable(trends: readonly Named[]): Table {
  const fields = ['month', 'week_start', 'week_end', ...SALES];
  if (trends.length === 1) return records(trends[0]?.data.trend ?? [], fields);
  const all = trends.flatMap(({ name, data }) => data.trend.map((point) => ({ name, ...point })));
  return records(all, ['name', ...fields]);
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
export function readableTable(figures: Figures, locale: Locale): ReadableTable {
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
  switch (figures.kind) {
    case 'trend': {
      const { data, compared, others = [] } = figures;
      const head = word(data.granularity === 'week' ? heads.week : heads.month);
      if (others.length === 0 && !compared) {
        return {
          columns: [head, ...salesHeads],
          rows: data.trend.map((point) => [period(point), ...sales(point)]),
        };
      }
      const more = [...(compared ? [{ name: heads.before, data: compared }] : []), ...others];
      return {
        columns: [head, ...salesHeads, ...more.map((one) => number(`${one.name} · ${measures.amount}`))],
        rows: data.trend.map((point, index) => [
          period(point),
          ...sales(point),
          ...more.map(({ data: { trend } }) => {
            const other = trend[index];
            return other ? money(other.total_amount) : { text: '–', value: -1 };
          }),
        ]),
      };
    }
    case 'multiples': {
      const first = figures.others[0]?.data.trend ?? [];
      return {
        columns: [word(heads.week), ...figures.others.map((one) => number(one.name))],
        rows: first.map((point, index) => [
          period(point),
          ...figures.others.map(({ data }) => money(data.trend[index]?.total_amount ?? 0)),
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
          name(`${item.key}: ${item.value}`),
          count(item.count),
          share(item.percent),
        ]),
      };
    case 'related':
      return {
        columns: [word(heads.sub), word(heads.category), number(heads.members), number(heads.share)],
        rows: figures.data.items.map((item) => [
          name(item.subCategory),
          name(item.category),
          count(item.memberCount),
          share(item.percent),
        ]),
      };
    case 'focus': {
      const { focus } = figures.data;
      const before = beforeOf(figures);
      return {
        columns: [word(heads.figure), number(heads.now), number(heads.before), number(heads.change)],
        rows: FOCUS_FIGURES.map(([field, kind]) => [
          name(words.figures[field]),
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
