import { daysOfCall } from '../../../../../src/endpoints/form/days.ts';
import { type DayRange, growthPeriod, NO_DAYS } from '../../../../../src/lib/calendar.ts';
import type { Asked } from '../../call/call.ts';
import type { Dataset } from '../../call/dataset.ts';
import { CATEGORIES_PATH, SUB_CATEGORIES_PATH } from '../../key/name-lists.ts';
import type { Panel } from '../panel.ts';
import { MOST_SIDE_BY_SIDE } from '../shapes/side-by-side.ts';
import { comparedDays, datesOf, daysOf, isSame, scaleOf } from './ranges.ts';
import type { Comparison, View } from './view.ts';

/** One call to the service, and the days it is charged for. */
export interface Question extends Asked {
  readonly days: DayRange;
}

/** Everything that one panel is drawn from. */
export interface Questions {
  readonly main?: Question | undefined;
  /** The same for the days that are compared with. */
  readonly compared?: Question | undefined;
  /** The whole market, which shares are measured by. */
  readonly market?: Question | undefined;
  /** The same for other names. */
  readonly others: readonly { readonly name: string; readonly question: Question }[];
  readonly compare?: Comparison;
}

/** All of them, the one that the panel is about first. */
export function allOf({ main, compared, market, others }: Questions): Question[] {
  const all = [main, compared, market, ...others.map(({ question }) => question)];
  return all.filter((question) => question !== undefined);
}

/** `subs` are the sub-categories of the category, as far as they are known, the largest first. */
export function questionsOf(panel: Panel, view: View, dataset: Dataset, subs: readonly string[]): Questions {
  const { category, sub } = namesOf(view, dataset);
  const days = pricedDays(panel, view, dataset);
  const isDefault = (asked: DayRange) => view.range.kind !== 'dates' && isSame(asked, dataset.defaultPeriod);
  const ask = (names: Names, asked = days) => question(panel, names, asked, isDefault(asked));
  const each = (names: readonly string[], asked: (name: string) => Names) =>
    names.map((name) => ({ name, question: ask(asked(name)) }));
  const asSub = (name: string) => ({ category, sub: name });
  const market = isShare(panel, view, dataset) ? overDefault(dataset, MARKET_PATH) : undefined;
  if (panel.isSideBySide) {
    const others = each(subs.slice(0, MOST_SIDE_BY_SIDE), asSub);
    return { market: others.length > 0 ? market : undefined, others };
  }
  const names = { overall: {}, category: { category }, sub: { category, sub } }[panel.level];
  const main = ask(names);
  if (!panel.takesDates) return { main, others: [] };
  const isBrought = panel.bringsPrevious && view.compare === 'previous';
  const before = isBrought ? undefined : comparisonFor(panel, view, dataset);
  const isSub = panel.level === 'sub';
  const own = isSub ? sub : category;
  const others = panel.comparesNames ? view.others.filter((name) => name !== own) : [];
  return {
    main,
    compared: before && ask(names, before),
    market,
    others: each(others, isSub ? asSub : (name) => ({ category: name })),
    compare: view.compare,
  };
}

/** The days that a panel is charged for: of growth none while there is nothing to compare with. */
function pricedDays(panel: Panel, view: View, dataset: Dataset): DayRange {
  const { coverage, defaultPeriod } = dataset;
  if (panel.takesDates) return daysOf(view.range, dataset);
  return panel.isOfGrowth ? (growthPeriod(coverage, defaultPeriod) ?? NO_DAYS) : defaultPeriod;
}

/** The days that a panel is compared with, if the data has them; for a trend by week, the weeks of a year before. */
export function comparisonFor(
  panel: Panel,
  view: View,
  dataset: Dataset,
  days = daysOf(view.range, dataset),
): DayRange | undefined {
  // A share is of the whole market, which is not known for earlier days.
  if (!panel.comparesDays || !panel.takesDates || isShare(panel, view, dataset)) return undefined;
  const { isWeeklyBuilt } = dataset;
  const isByWeek = panel.isOfWeeks && isWeeklyBuilt && view.compare === 'year-dates';
  const before = comparedDays(days, isByWeek ? 'year' : view.compare, dataset);
  // Days that are all in the first week give no earlier week: nothing to compare with or to pay for.
  return panel.isOfWeeks && before && isInFirstWeek(before, days, dataset) ? undefined : before;
}

/** The whole weeks that a trend of these days counts, or months. */
export function weeksFor(days: DayRange, dataset: Dataset): readonly DayRange[] {
  return daysOfCall({ period: 'asked', shows: 'weeks' }, days, dataset).weeks;
}

/** Whether the days before are all in the week, or month, that the others begin in. */
export function isInFirstWeek(before: DayRange, days: DayRange, dataset: Dataset): boolean {
  return weeksFor(before, dataset)[0]?.start === weeksFor(days, dataset)[0]?.start;
}

function isShare(panel: Panel, view: View, dataset: Dataset): boolean {
  return panel.scaling !== undefined && scaleOf(view, dataset) === 'share';
}

/** A call with its days written out, as code shows it: it asks for the same days next week. */
export function withDays({ path, parameters, days }: Question): Question {
  const { start, end } = datesOf(days);
  const names = parameters.filter(([name]) => name !== 'start' && name !== 'end');
  return { path, parameters: [...names, ['start', start], ['end', end]], days };
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

/** The default period goes without dates. Dates that were chosen are sent: newer data has another default period. */
function question(panel: Panel, names: Names, days: DayRange, isDefault: boolean): Question {
  const isDated = panel.takesDates && !isDefault;
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

const MARKET_PATH = '/api/public/trends/overview';

/** A list of names: the largest first. */
export function listQuestion(of: 'category' | 'sub', category: string, dataset: Dataset): Question {
  if (of === 'category') return overDefault(dataset, CATEGORIES_PATH);
  return overDefault(dataset, SUB_CATEGORIES_PATH, category === '' ? [] : [['category', category]]);
}

function overDefault(dataset: Dataset, path: string, parameters: Question['parameters'] = []): Question {
  return { path, parameters, days: dataset.defaultPeriod };
}
