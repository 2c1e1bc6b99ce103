import type { Plan } from '../../accounts/due.ts';
import { formatDay } from '../../snapshot/calendar.ts';
import { choice, nullable, text, whole } from '../schema.ts';

/** A plan as it is given out; `keep` is null where all of it stays. */
export const PLAN = {
  account: text(),
  points: whole(),
  every: choice(['month']),
  from: text(),
  keep: nullable(whole()),
  next: text(),
  time_zone: text(),
};

/** Its days are those of the books. */
export function planFields(account: string, { points, from, keep, next }: Plan, timeZone: string) {
  const days = { from: formatDay(from), keep, next: formatDay(next), time_zone: timeZone };
  return { account, points, every: 'month' as const, ...days };
}

export function planText({ account, points, keep, next, time_zone }: ReturnType<typeof planFields>): string {
  const stays =
    keep === null ? 'all of what is left stays' : `${keep.toLocaleString('en')} of what is left stay`;
  return (
    `"${account}" gets ${points.toLocaleString('en')} points every month, next on ${next}, 00:00 ${time_zone}; ` +
    (keep === 0 ? 'what is left then is gone.' : `${stays} then.`)
  );
}
