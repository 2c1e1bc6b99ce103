import { type Level, type Panel, type PanelKind, panelsOf } from './panels.ts';

/** `all` is everything up to the end of the default period. Dates are kept as typed: the service judges them. */
export type Range =
  | { readonly kind: 'default' }
  | { readonly kind: 'all' }
  | { readonly kind: 'dates'; readonly start: string; readonly end: string };

export type Metric = 'amount' | 'orders' | 'average';

/** Everything that decides what is seen. An empty name is the service's default. */
export interface View {
  readonly level: Level;
  readonly category: string;
  readonly sub: string;
  readonly range: Range;
  readonly metric: Metric;
  /** The panels of the level that are shown with figures. */
  readonly panels: readonly PanelKind[];
}

export const FIRST_VIEW: View = {
  level: 'overall',
  category: '',
  sub: '',
  range: { kind: 'default' },
  metric: 'amount',
  panels: [],
};

/** Before any order there can be: with it alone, the service answers for all there is. */
const BEGINNING = '1970-01-01';

/** The query of an address that shows the view again. It has no place for a key. */
export function viewToQuery({ level, category, sub, range, metric, panels }: View): string {
  const query = new URLSearchParams();
  if (level !== FIRST_VIEW.level) query.set('level', level);
  if (category !== '') query.set('category', category);
  if (sub !== '') query.set('sub', sub);
  if (range.kind === 'all') query.set('range', 'all');
  if (range.kind === 'dates') {
    query.set('start', range.start);
    query.set('end', range.end);
  }
  if (metric !== FIRST_VIEW.metric) query.set('metric', metric);
  if (panels.length > 0) query.set('panels', panels.join(' '));
  return query.toString();
}

/** Reads what `viewToQuery` wrote; anything else in an address counts as not given. */
export function viewFromQuery(text: string): View {
  const query = new URLSearchParams(text);
  const level = oneOf(query.get('level'), ['overall', 'category', 'sub'], FIRST_VIEW.level);
  const asked = (query.get('panels') ?? '').split(' ');
  return {
    level,
    category: query.get('category') ?? '',
    sub: query.get('sub') ?? '',
    range: readRange(query),
    metric: oneOf(query.get('metric'), ['amount', 'orders', 'average'], FIRST_VIEW.metric),
    panels: panelsOf(level)
      .map(({ kind }) => kind)
      .filter((kind) => asked.includes(kind)),
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

/** A question to the service: its path and the parameters that have a value, in one order always. */
export interface Question {
  readonly path: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

export function questionOf(
  panel: Pick<Panel, 'path' | 'level' | 'takesDates'>,
  view: Pick<View, 'category' | 'sub' | 'range'>,
): Question {
  const { range } = view;
  const parameters: [string, string][] = [];
  if (panel.level !== 'overall') parameters.push(['category', view.category]);
  if (panel.level === 'sub') parameters.push(['sub', view.sub]);
  if (panel.takesDates && range.kind === 'all') parameters.push(['start', BEGINNING]);
  if (panel.takesDates && range.kind === 'dates') {
    parameters.push(['start', range.start], ['end', range.end]);
  }
  return { path: panel.path, parameters: parameters.filter(([, value]) => value !== '') };
}

/** `/api/public/trends/market?category=Home%20%26%20Living` */
export function targetOf({ path, parameters }: Question): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}
