import type { Accounts } from '../../accounts/accounts.ts';
import type { Plan } from '../../accounts/due.ts';
import { formatDay } from '../../lib/calendar.ts';
import { thousands } from '../../lib/count.ts';
import { choice, text, whole, wholeOr } from '../schema.ts';

/** A plan as it is given out. */
export const PLAN = {
  account: text(),
  points: whole(),
  every: choice(['month']),
  from: text(),
  keep: wholeOr(['all']),
  next: text(),
  time_zone: text(),
};

/** Its days are those of the books. */
export function planFields(account: string, { points, from, keep, next }: Plan, timeZone: string) {
  const days = {
    from: formatDay(from),
    keep: keep ?? ('all' as const),
    next: formatDay(next),
    time_zone: timeZone,
  };
  return { account, points, every: 'month' as const, ...days };
}

/** The plan of an account as it is now, for the log. */
export async function planNow(accounts: Accounts, account: string) {
  const plan = await accounts.plan(account);
  return plan ? planFields(account, plan, (await accounts.terms.timeZone()) ?? '') : null;
}

export function planText({ account, points, keep, next, time_zone }: ReturnType<typeof planFields>): string {
  const stays = keep === 'all' ? 'all of what is left stays' : `${thousands(keep)} of what is left stay`;
  return (
    `"${account}" gets ${thousands(points)} points every month, next on ${next}, 00:00 ${time_zone}; ` +
    (keep === 0 ? 'what is left then is gone.' : `${stays} then.`)
  );
}
