import type { DayRange } from '../../../../src/snapshot/calendar.ts';
import type { Dataset } from '../shared/dataset.ts';
import { MOST_MULTIPLES } from './multiples.ts';
import type { Panel } from './panels.ts';
import { comparedDays, datesOf, daysOf, isSame } from './ranges.ts';
import type { View } from './view.ts';

/** One call to the service: its path, the parameters that have a value, and the days it is charged for. */
export interface Question {
  readonly path: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly days: DayRange;
}

/** Everything that one panel is drawn from. */
export interface Questions {
  readonly main?: Question | undefined;
  /** The same for the days that are compared with. */
  readonly compared?: Question | undefined;
  /** The same for other names. */
  readonly others: readonly { readonly name: string; readonly question: Question }[];
}

/** `subs` are the sub-categories of the category, as far as they are known, the largest first. */
export function questionsOf(panel: Panel, view: View, dataset: Dataset, subs: readonly string[]): Questions {
  const { category, sub } = namesOf(view, dataset);
  const days = panel.takesDates ? daysOf(view.range, dataset) : dataset.defaultPeriod;
  const ask = (names: Names, asked = days) => question(panel, names, asked, dataset);
  if (panel.kind === 'multiples') {
    return {
      others: subs.slice(0, MOST_MULTIPLES).map((name) => ({ name, question: ask({ category, sub: name }) })),
    };
  }
  const names: Names =
    panel.level === 'overall' ? {} : panel.level === 'category' ? { category } : { category, sub };
  const main = ask(names);
  if (!panel.takesDates || (panel.kind !== 'trend' && panel.kind !== 'focus')) return { main, others: [] };
  // Key figures bring their previous period with them.
  const needsOther = panel.kind === 'trend' || view.compare === 'year';
  const before = needsOther ? comparedDays(days, view.compare, dataset) : undefined;
  const others =
    panel.kind === 'trend'
      ? view.others.filter((name) => name !== names.sub && (names.sub !== undefined || name !== category))
      : [];
  return {
    main,
    compared: before && ask(names, before),
    others: others.map((name) => ({
      name,
      question: ask(panel.level === 'sub' ? { category, sub: name } : { category: name }),
    })),
  };
}

interface Names {
  readonly category?: string;
  readonly sub?: string;
}

/** The names that are asked for: the service's default is named too, so that it is not paid for twice. */
export function namesOf(view: View, dataset: Dataset): { category: string; sub: string } {
  const category = view.category || dataset.category;
  const sub = view.sub || (category === dataset.category ? dataset.sub : '');
  return { category, sub };
}

/** The default period goes without dates: the same days are the same question, however they were chosen. */
function question(panel: Panel, names: Names, days: DayRange, dataset: Dataset): Question {
  const isDated = panel.takesDates && !isSame(days, dataset.defaultPeriod);
  const { start, end } = datesOf(days);
  const parameters: (readonly [string, string | undefined])[] = [
    ['category', names.category],
    ['sub', names.sub],
    ['start', isDated ? start : undefined],
    ['end', isDated ? end : undefined],
  ];
  const given = parameters.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return { path: panel.path, parameters: given, days };
}

/** `/api/public/trends/market?category=Home%20%26%20Living` */
export function targetOf({ path, parameters }: Pick<Question, 'path' | 'parameters'>): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}
