import { contains, type DayRange, parseDay } from '../../../../../src/lib/calendar.ts';
import { type Asked, targetOf } from '../../call/call.ts';
import { type KeptAnswer, keptAnswers } from '../../key/kept.ts';
import type { Dates } from '../../shared/dates.ts';
import type { About } from '../panel.ts';
import { PANELS } from '../panels/list.ts';
import type { Question } from './questions.ts';
import { datesOf } from './ranges.ts';

/** What was paid for, where it answers a question: of the same days, however they were chosen, or cut out of more. */
export function keptAnswer(question: Question): Pick<KeptAnswer, 'data' | 'receipt'> | undefined {
  const { path, days } = question;
  const same = keptAnswers.get(targetOf(question)) ?? keptOfDays(question, datesOf(days));
  const panel = PANELS.find((one) => one.path === path && one.stretch);
  if (same || !panel?.stretch) return same;
  const more = keptOfNames(question).find(
    ({ data, receipt }) => isByWeekOver(data, days) && !receipt.suppressed,
  );
  return more && { data: panel.stretch(more.data, days), receipt: more.receipt };
}

/** Of the same names and days, however they were chosen. */
export function keptOfDays(asked: Asked, { start, end }: Dates): KeptAnswer | undefined {
  return keptOfNames(asked).find(({ data }) => {
    const about = data as About;
    return about.start === start && about.end === end;
  });
}

/** Of the same path and names. */
function keptOfNames({ path, parameters }: Asked): KeptAnswer[] {
  const { category, sub } = Object.fromEntries(parameters);
  const ofPath = [...keptAnswers].filter(([target]) => target === path || target.startsWith(`${path}?`));
  return ofPath.flatMap(([, kept]) => {
    const about = kept.data as About;
    return about.category === category && about.subCategory === sub ? [kept] : [];
  });
}

/** Whether an answer is by week, over at least the days that are asked for. */
function isByWeekOver(data: unknown, days: DayRange): boolean {
  const { start = '', end = '', granularity } = data as About;
  const all = { start: parseDay(start) ?? 0, end: parseDay(end) ?? -1 };
  return granularity === 'week' && contains(all, days);
}
