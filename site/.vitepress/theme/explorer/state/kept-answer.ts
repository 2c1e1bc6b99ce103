import { contains, parseDay } from '../../../../../src/lib/calendar.ts';
import { targetOf } from '../../call/call.ts';
import { type KeptAnswer, keptAnswers } from '../../call/kept.ts';
import { PANELS } from '../panels/list.ts';
import type { Question } from './questions.ts';

/** What an answer says it is about. */
interface About {
  readonly category?: string;
  readonly subCategory?: string;
  readonly start?: string;
  readonly end?: string;
  readonly granularity?: string;
}

/** What was paid for, where it answers a question: as it is, or cut out of more days. */
export function keptAnswer(question: Question): Pick<KeptAnswer, 'data' | 'receipt'> | undefined {
  const found = keptAnswers.get(targetOf(question));
  const panel = PANELS.find(({ path, stretch }) => path === question.path && stretch);
  if (found || !panel?.stretch) return found;
  for (const [target, { data, receipt }] of keptAnswers)
    if (target.startsWith(`${question.path}?`) && hasAll(data as About, question) && !receipt.suppressed)
      return { data: panel.stretch(data, question.days), receipt };
  return undefined;
}

/** Whether it is of the same names, by week, over at least the days that are asked for. */
function hasAll(
  { category, subCategory, start = '', end = '', granularity }: About,
  asked: Question,
): boolean {
  const value = (name: string) => asked.parameters.find(([one]) => one === name)?.[1];
  const days = { start: parseDay(start) ?? 0, end: parseDay(end) ?? -1 };
  const isSame = category === value('category') && subCategory === value('sub');
  return isSame && granularity === 'week' && contains(days, asked.days);
}
