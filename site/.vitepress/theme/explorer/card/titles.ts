import { type DayRange, growthPeriod, overlap, parseDay } from '../../../../../src/lib/calendar.ts';
import type { Dataset } from '../../call/dataset.ts';
import type { ToolLocale } from '../../locale/tool-locale.ts';
import type { Dates } from '../../shared/dates.ts';
import type { About, Figures, Panel, Titled } from '../panel.ts';
import { unitOf } from '../shapes/measures.ts';
import type { PanelState } from '../state/panel-state.ts';
import { comparisonFor, isInFirstWeek, namesOf, weeksFor } from '../state/questions.ts';
import { comparedDays, datesOf, daysOf, earlierDays, isSame, scaleOf } from '../state/ranges.ts';
import type { View } from '../state/view.ts';

/** What an answer says it is about; empty until there is one. */
interface Said extends About {
  /** Only of an answer of older data, whose days may be others than those of the view. */
  readonly days?: DayRange | undefined;
  /** The days that the answer itself compares with. */
  readonly against?: Dates | undefined;
}

export function saidIn(figures: Pick<Figures, 'data' | 'against'> | undefined, isOld: boolean): Said {
  const about = (figures?.data ?? {}) as About;
  const [start, end] = [parseDay(about.start ?? ''), parseDay(about.end ?? '')];
  const days = start === undefined || end === undefined ? undefined : { start, end };
  return { ...about, days: isOld ? days : undefined, against: figures?.against };
}

/** A sentence of what a panel shows: what, in which unit, on which days. */
export function titleOf(panel: Panel, view: View, dataset: Dataset, about: Said, locale: ToolLocale): string {
  const { words, format } = locale;
  const range = rangeOf(panel, view, dataset, about);
  const names = namesOf(view, dataset);
  const category = about.category ?? names.category;
  const sub = about.subCategory ?? (names.sub || words.explorer.largestIn(category));
  const unit = unitOf(view.metric, locale);
  const scale = scaleOf(view, dataset);
  const isMonthly = about.granularity === 'month';
  const of: Titled = {
    words,
    metric: view.metric,
    name: panel.level === 'sub' ? sub : category,
    category,
    others: view.others,
    isMonthly,
    days: format.days(datesOf(range)),
    daysBefore: about.against ? format.days(about.against) : '',
    inUnit: (what) => (unit === '' ? what : words.inUnit(what, unit)),
    inScale: (what) =>
      scale === 'figures' ? of.inUnit(what) : words.inUnit(what, words.scales[scale](isMonthly)),
  };
  const isBrought = panel.bringsPrevious && view.compare === 'previous';
  const expected = comparisonFor(panel, view, dataset, range);
  const before = (isBrought ? about.against : undefined) ?? (expected && datesOf(expected));
  const when = panel.when?.(of) ?? of.days;
  return words.title([panel.title(of), before ? words.against(when, format.days(before)) : when]);
}

function rangeOf(panel: Panel, view: View, dataset: Dataset, about: Said): DayRange {
  return about.days ?? daysShown(panel, view, dataset);
}

/** The days that a panel is about. */
export function daysShown(panel: Panel, view: View, dataset: Dataset): DayRange {
  const { coverage, defaultPeriod } = dataset;
  if (panel.takesDates) return daysOf(view.range, dataset);
  return (panel.isOfGrowth ? growthPeriod(coverage, defaultPeriod) : undefined) ?? defaultPeriod;
}

/** Remarks on a panel of whole weeks or months: which days they cover beyond those asked for, and how they are compared. */
export function weeksText(
  panel: Panel,
  view: View,
  dataset: Dataset,
  about: Said,
  locale: ToolLocale,
): string[] {
  if (!panel.isOfWeeks) return [];
  const { words, format } = locale;
  const { wholeWeeks, sameWeek, weeksFewer, byWholeWeeks } = words.explorer;
  const isMonthly = !dataset.isWeeklyBuilt;
  const days = rangeOf(panel, view, dataset, about);
  const weeks = weeksFor(days, dataset);
  const [first, last] = [weeks[0] ?? days, weeks.at(-1) ?? days];
  const counted = overlap({ start: first.start, end: last.end }, dataset.coverage);
  const texts = isSame(counted, days) ? [] : [wholeWeeks(format.days(datesOf(counted)), isMonthly)];
  const asked = comparedDays(days, view.compare, dataset);
  const isCompared = panel.comparesDays && panel.takesDates && scaleOf(view, dataset) !== 'share';
  // An answer of older data was compared with other days than a new one would be.
  if (!asked || !isCompared || about.days) return texts;
  const before = comparisonFor(panel, view, dataset);
  if (!before) return isInFirstWeek(asked, days, dataset) ? [...texts, sameWeek(isMonthly)] : texts;
  if (!isSame(before, asked)) return [...texts, byWholeWeeks];
  // The last week of the previous period may be the first week of the period itself, which is not earlier.
  const earlier = weeksFor(before, dataset).filter(({ end }) => end < first.start);
  const missing = weeks.length - earlier.length;
  if (missing <= 0 || view.compare !== 'previous') return texts;
  const isShared = missing === 1 && before.end >= first.start;
  return [...texts, weeksFewer(missing, isShared ? format.days(datesOf(first)) : '', isMonthly)];
}

/** What is bought in addition to figures that are shown already. */
export function addText(
  states: readonly PanelState[],
  of: 'category' | 'sub',
  points: number,
  { words, format }: ToolLocale,
): string {
  const sum = (count: 'comparisons' | 'names') => states.reduce((all, { lacks }) => all + lacks[count], 0);
  const [comparisons, names] = [sum('comparisons'), sum('names')];
  const { add, added } = words.explorer;
  const parts = [
    ...(comparisons > 0 ? [added.comparisons(comparisons)] : []),
    ...(names > 0 ? [added[of](names)] : []),
    ...(states.some(({ lacks }) => lacks.market) ? [added.market] : []),
  ];
  return add(words.together(parts), format.points(points));
}

/** Sentences on what a view asks for and the data do not have. */
export function missingText(view: View, dataset: Dataset, { words, format }: ToolLocale): string[] {
  const { level, range, compare, scale } = view;
  if (level === 'overall') return [];
  const days = daysOf(range, dataset);
  const isMissing = compare !== 'none' && !comparedDays(days, compare, dataset);
  const { notInData, noShare, shareAlone } = words.explorer;
  const period = format.days(datesOf(dataset.defaultPeriod));
  const isShare = scaleOf(view, dataset) === 'share';
  return [
    ...(isMissing
      ? [notInData(words.comparisons[compare], format.days(datesOf(earlierDays(days, compare, dataset))))]
      : []),
    ...(scale === scaleOf(view, dataset) || !dataset.hasMarket ? [] : [noShare(period)]),
    ...(isShare && compare !== 'none' ? [shareAlone(period)] : []),
  ];
}

/** The days that a view is compared with, in words. */
export function comparisonText(view: View, dataset: Dataset, { format }: ToolLocale): string | undefined {
  if (view.level === 'overall') return undefined;
  const before = comparedDays(daysOf(view.range, dataset), view.compare, dataset);
  return before && format.days(datesOf(before));
}
