import { contains, parseDay } from '../../../../../src/lib/calendar.ts';
import { type Asked, targetOf } from '../../call/call.ts';
import { type KeptAnswer, keptAnswers } from '../../key/kept.ts';
import type { Dates } from '../../shared/dates.ts';
import { PANELS } from '../panels/list.ts';
import type { Question } from './questions.ts';
import { datesOf } from './ranges.ts';

/** What an answer says it is about. */
interface About {
  readonly category?: string;
  readonly subCategory?: string;
  readonly start?: string;
  readonly end?: string;
  readonly granularity?: string;
}

/** What was paid for, where it answers a question: of the same days, however they were chosen, or cut out of more. */
export function keptAnswer(question: Question): Pick<KeptAnswer, 'data' | 'receipt'> | undefined {
  const { path, days } = question;
  const found = keptAnswers.get(targetOf(question));
  if (found) return found;
  const ofPath = [...keptAnswers].filter(([target]) => target === path || target.startsWith(`${path}?`));
  const same = keptOfDays(question, datesOf(days));
  if (same) return same;
  const panel = PANELS.find((one) => one.path === path && one.stretch);
  if (!panel?.stretch) return undefined;
  for (const [, { data, receipt }] of ofPath)
    if (hasAll(data as About, question) && !receipt.suppressed)
      return { data: panel.stretch(data, days), receipt };
  return undefined;
}

function isOfNames({ category, subCategory }: About, { parameters }: Asked): boolean {
  const value = (name: string) => parameters.find(([one]) => one === name)?.[1];
  return category === value('category') && subCategory === value('sub');
}

/** Of the same names and days, however they were chosen. */
export function keptOfDays(asked: Asked, { start, end }: Dates): KeptAnswer | undefined {
  for (const [target, kept] of keptAnswers) {
    const about = kept.data as About;
    const isOfPath = target === asked.path || target.startsWith(`${asked.path}?`);
    if (isOfPath && isOfNames(about, asked) && about.start === start && about.end === end) return kept;
  }
  return undefined;
}

/** Whether it is of the same names, by week, over at least the days that are asked for. */
function hasAll(about: About, asked: Question): boolean {
  const { start = '', end = '', granularity } = about;
  const days = { start: parseDay(start) ?? 0, end: parseDay(end) ?? -1 };
  return isOfNames(about, asked) && granularity === 'week' && contains(days, asked.days);
}
