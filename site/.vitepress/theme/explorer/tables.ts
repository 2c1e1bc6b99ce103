import type { Cell, Table } from '../shared/csv.ts';
import { change, count, decimal, fullDate, share } from '../shared/format.ts';
import type { Figures, Focus, TrendPoint } from './answers.ts';

/** The answer as a table of its own fields: what a CSV file holds. */
export function apiTable(figures: Figures): Table {
  switch (figures.kind) {
    case 'trend':
      return records(figures.data.trend, ['month', 'week_start', 'week_end', ...SALES]);
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
      const { focus, prevFocus } = figures.data;
      const names = Object.keys(focus) as (keyof Focus)[];
      return {
        columns: ['metric', 'focus', 'prevFocus'],
        rows: names.map((name) => [name, focus[name], prevFocus?.[name] ?? null]),
      };
    }
  }
}

const SALES = ['total_amount', 'trade_count', 'avg_amount'] as const;

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

/** A table for reading. The first column names its row. */
export interface ReadableTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const FOCUS_LABELS: readonly {
  readonly name: keyof Focus;
  readonly label: string;
  readonly format: (value: number) => string;
}[] = [
  { name: 'totalAmount', label: 'Amount', format: decimal },
  { name: 'tradeCount', label: 'Orders', format: count },
  { name: 'avgAmount', label: 'Average order', format: decimal },
  { name: 'merchantCount', label: 'Merchants', format: count },
  { name: 'audienceCount', label: 'Members', format: count },
  { name: 'frequency', label: 'Orders per member', format: decimal },
  { name: 'arpu', label: 'Amount per member', format: decimal },
];

/** The same figures under names that people use. */
export function readableTable(figures: Figures): ReadableTable {
  switch (figures.kind) {
    case 'trend':
      return {
        columns: [figures.data.granularity === 'week' ? 'Week from' : 'Month', 'Amount', 'Orders', 'Average'],
        rows: figures.data.trend.map((point) => [periodName(point), ...sales(point)]),
      };
    case 'ranking':
      return {
        columns: ['Name', 'Amount', 'Orders', 'Average'],
        rows: figures.data.items.map((item) => [item.name, ...sales(item)]),
      };
    case 'growth':
      return {
        columns: ['Category', 'Amount', 'Before', 'Change', 'Orders', 'Before', 'Change'],
        rows: figures.data.items.map((item) => [
          item.producttypename,
          decimal(item.current_amount),
          decimal(item.previous_amount),
          change(item.growth_rate),
          count(item.current_count),
          count(item.previous_count),
          change(item.count_growth_rate),
        ]),
      };
    case 'payment':
      return {
        columns: ['Method', 'Orders', 'Share'],
        rows: figures.data.items.map((item) => [item.name, count(item.count), item.percent]),
      };
    case 'tags':
      return {
        columns: ['Tag', 'Products', 'Share'],
        rows: figures.data.items.map((item) => [
          `${item.key}: ${item.value}`,
          count(item.count),
          share(item.percent),
        ]),
      };
    case 'related':
      return {
        columns: ['Sub-category', 'Category', 'Members', 'Share'],
        rows: figures.data.items.map((item) => [
          item.subCategory,
          item.category,
          count(item.memberCount),
          share(item.percent),
        ]),
      };
    case 'focus': {
      const { focus, prevFocus } = figures.data;
      return {
        columns: ['Figure', 'Now', 'Before', 'Change'],
        rows: FOCUS_LABELS.map(({ name, label, format }) => [
          label,
          format(focus[name]),
          prevFocus ? format(prevFocus[name]) : '–',
          prevFocus ? change(changeOf(focus[name], prevFocus[name])) : '–',
        ]),
      };
    }
  }
}

/** Growth in percent, as the service counts it: from nothing to something is 100. */
export function changeOf(now: number, before: number): number {
  if (before === 0) return now > 0 ? 100 : 0;
  return ((now - before) / before) * 100;
}

export function periodName({ week_start, month }: TrendPoint): string {
  return week_start ? fullDate(week_start) : month;
}

function sales(item: { total_amount: number; trade_count: number; avg_amount: number }): string[] {
  return [decimal(item.total_amount), count(item.trade_count), decimal(item.avg_amount)];
}
