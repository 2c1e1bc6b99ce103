/** What a call was answered with, and charged, before prices covered what is shown: from the reference of now. */
import type { Question } from './questions.ts';
import { type Answer, ENDPOINTS, type Reference } from './reference.ts';
import {
  formatDay,
  holds,
  monthsOfWeeks,
  monthsTouching,
  previousPeriod,
  type Range,
  shared,
  touches,
  weeksTouching,
} from './reference-calendar.ts';

/** Where there was no priced day the base was charged; a trend had weeks that touch both range and coverage. */
export function earlierAnswer(reference: Reference, { path, parameters }: Question): Answer {
  const { coverage } = reference;
  const now = reference.answer(path, parameters);
  if (!(ENDPOINTS[path].reads as readonly string[]).includes('start')) return now;
  const range = reference.range(parameters);
  const over = (days: Range): object =>
    reference.answer(path, { ...parameters, start: formatDay(days.first), end: formatDay(days.last) }).data;
  const points = shared(range, coverage) ? now.points : ENDPOINTS[path].base;
  if (path.endsWith('/focus')) {
    const previous = previousPeriod(range);
    const prevFocus = holds(coverage, previous) ? Reflect.get(over(previous), 'focus') : null;
    return { ...now, points, data: { ...now.data, prevFocus } };
  }
  if (path.includes('/trends/')) {
    const trend = spansOf(reference)
      .filter((span) => touches(span, range))
      .flatMap((span) => Reflect.get(over(shared(span, coverage) ?? span), 'trend'));
    return { ...now, points, data: { ...now.data, trend } };
  }
  return { ...now, points };
}

function spansOf({ coverage, settings }: Reference): Range[] {
  if (settings.granularity === 'week') return weeksTouching(coverage);
  return (settings.privacy ? monthsOfWeeks : monthsTouching)(coverage);
}
