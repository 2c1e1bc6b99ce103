import type { Dates } from '../../shared/dates.ts';

/** What a view is about: the whole market, one main category, or one sub-category. */
export const LEVELS = ['overall', 'category', 'sub'] as const;
export type Level = (typeof LEVELS)[number];

/** `all` is all there is. Dates are as the address has them; what is asked for is made of them. */
export type Range =
  | { readonly kind: 'default' }
  | { readonly kind: 'all' }
  | ({ readonly kind: 'dates' } & Dates);

export const METRICS = ['amount', 'orders', 'average'] as const;
export type Metric = (typeof METRICS)[number];

/** In which terms a trend tells a measure: as it is, its first week as 100, or as a part of the whole market. */
export const SCALES = ['figures', 'index', 'share'] as const;
export type Scale = (typeof SCALES)[number];

export const COMPARISONS = ['none', 'previous', 'year', 'year-dates'] as const;
/** With which other days: the equally long ones before, or those of the year before, by weeks or by the calendar. */
export type Comparison = (typeof COMPARISONS)[number];

/** How many other names stand in one chart at most. */
export const MOST_OTHERS = 3;

/** Everything that decides what is seen. An empty name is the service's default. */
export interface View {
  readonly level: Level;
  readonly category: string;
  readonly sub: string;
  readonly range: Range;
  readonly compare: Comparison;
  /** Other categories, or at the level of sub-categories other ones of the same category. */
  readonly others: readonly string[];
  readonly metric: Metric;
  readonly scale: Scale;
}

export const FIRST_VIEW: View = {
  level: 'overall',
  category: '',
  sub: '',
  range: { kind: 'default' },
  compare: 'none',
  others: [],
  metric: 'amount',
  scale: 'figures',
};

/** The query of an address that shows the view again. It has no place for a key. */
export function viewToQuery(view: View): string {
  const { level, category, sub, range, compare, others, metric, scale } = view;
  const query = new URLSearchParams();
  if (level !== FIRST_VIEW.level) query.set('level', level);
  if (category !== '') query.set('category', category);
  if (sub !== '') query.set('sub', sub);
  if (range.kind === 'all') query.set('range', 'all');
  if (range.kind === 'dates') {
    query.set('start', range.start);
    query.set('end', range.end);
  }
  if (compare !== FIRST_VIEW.compare) query.set('compare', compare);
  for (const name of others) query.append('with', name);
  if (metric !== FIRST_VIEW.metric) query.set('metric', metric);
  if (scale !== FIRST_VIEW.scale) query.set('scale', scale);
  return query.toString();
}

/** Reads what `viewToQuery` wrote; anything else in an address counts as not given. */
export function viewFromQuery(text: string): View {
  const query = new URLSearchParams(text);
  return {
    level: oneOf(query.get('level'), LEVELS, FIRST_VIEW.level),
    category: query.get('category') ?? '',
    sub: query.get('sub') ?? '',
    range: readRange(query),
    compare: oneOf(query.get('compare'), COMPARISONS, FIRST_VIEW.compare),
    others: [...new Set(query.getAll('with'))].filter((name) => name !== '').slice(0, MOST_OTHERS),
    metric: oneOf(query.get('metric'), METRICS, FIRST_VIEW.metric),
    scale: oneOf(query.get('scale'), SCALES, FIRST_VIEW.scale),
  };
}

function readRange(query: URLSearchParams): Range {
  if (query.get('range') === 'all') return { kind: 'all' };
  const start = query.get('start') ?? '';
  const end = query.get('end') ?? '';
  return start === '' && end === '' ? { kind: 'default' } : { kind: 'dates', start, end };
}

function oneOf<Value extends string>(text: string | null, values: readonly Value[], otherwise: Value): Value {
  return values.find((value) => value === text) ?? otherwise;
}
