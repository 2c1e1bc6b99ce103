import { previousPeriod } from '../../../../src/snapshot/calendar.ts';
import type { Locale } from '../locale/locale.ts';
import type { Dataset } from '../shared/dataset.ts';
import { type Figures, notShownIn } from './answers.ts';
import { unitOf } from './measures.ts';
import type { Panel } from './panels.ts';
import { namesOf } from './questions.ts';
import { comparedDays, datesOf, daysOf } from './ranges.ts';
import { shownIn } from './shown.ts';
import type { View } from './view.ts';

export interface About {
  /** What an answer said it is about; before there is one, what was asked for. */
  readonly category?: string | undefined;
  readonly subCategory?: string | undefined;
  readonly isMonthly?: boolean;
}

/** A sentence of what a panel shows: what, in which unit, on which days. */
export function titleOf(panel: Panel, view: View, dataset: Dataset, about: About, locale: Locale): string {
  const { words } = locale;
  const range = panel.takesDates ? daysOf(view.range, dataset) : dataset.defaultPeriod;
  const { start, end } = datesOf(range);
  const days = locale.format.days(start, end);
  const names = namesOf(view, dataset);
  const category = about.category ?? names.category;
  const sub = about.subCategory ?? (names.sub || words.explorer.largest);
  const name = panel.level === 'sub' ? sub : category;
  const { metric } = view;
  const unit = unitOf(metric, locale);
  const parts = (what: string, hasUnit = false) =>
    words.title([hasUnit && unit !== '' ? words.inUnit(what, unit) : what, days]);
  switch (panel.kind) {
    case 'focus':
      return parts(words.panels.focus(name));
    case 'trend': {
      const what = (about.isMonthly ? words.perMonth : words.perWeek)[metric];
      const all = [name, ...view.others.filter((other) => other !== name)];
      return parts(panel.level === 'overall' ? what : words.of(what, words.together(all)), true);
    }
    case 'ranking':
      return parts(
        panel.level === 'overall'
          ? words.panels.rankingOfCategories[metric]
          : words.panels.rankingOfSubs[metric](category),
        true,
      );
    case 'growth': {
      const before = datesOf(previousPeriod(range));
      return words.title([
        words.panels.growth[metric],
        words.against(days, locale.format.days(before.start, before.end)),
      ]);
    }
    case 'payment':
      return parts(words.panels.payment);
    case 'tags':
      return parts(words.panels.tags);
    case 'related':
      return parts(words.panels.related(name));
    case 'multiples':
      return parts(words.panels.multiples[metric](category), true);
  }
}

/** What is not shown of some figures, in a sentence; none where all is. */
export function notShownText(figures: Figures, { words }: Locale): string {
  const count = notShownIn(figures);
  if (count === 0) return '';
  if (figures.kind === 'focus') return words.chart.closedFigures(count);
  if (figures.kind !== 'trend' && figures.kind !== 'multiples') return words.chart.closedCells(count);
  const others = (figures.others ?? []).map(({ data }) => data);
  const trends = figures.kind === 'trend' ? [figures.data, figures.compared, ...others] : others;
  const drawn = trends.filter((data) => data !== undefined);
  const isSure = drawn.every((data) => {
    const shown = shownIn(data, figures.suppressed?.get(data));
    return data.trend.every((point) => shown(point) !== 'maybe');
  });
  if (!isSure) return words.chart.someClosedWeeks(count);
  return drawn.length > 1 && count > 1 ? words.chart.closedPoints(count) : words.chart.closedWeeks(count);
}

/** The days that a view is compared with, in words. */
export function comparisonText(view: View, dataset: Dataset, { format }: Locale): string | undefined {
  if (view.level === 'overall') return undefined;
  const before = comparedDays(daysOf(view.range, dataset), view.compare, dataset);
  if (!before) return undefined;
  const { start, end } = datesOf(before);
  return format.days(start, end);
}
