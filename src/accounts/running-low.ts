import type { Day } from '../lib/calendar.ts';
import type { Account, Accounts, Points } from './accounts.ts';

/** An account runs low with points for fewer days than these, at the rate of so many days before today. */
export const LOW_DAYS = 7;
export const RATE_DAYS = 14;

/** How few points an account runs low below, after what it used of late; null for one that is not in use. */
export function lowMarkOf(used: Points): Points | null {
  return used === 0 ? null : Math.ceil((used * LOW_DAYS) / RATE_DAYS);
}

/** What accounts used from a day to a day, by name. */
export async function usedBy(
  store: Pick<Accounts, 'usage'>,
  from: Day,
  to: Day,
): Promise<ReadonlyMap<string, Points>> {
  const rows = await store.usage({ from, to, by: 'account' });
  return new Map(rows.map(({ of, points }) => [of, points]));
}

/** Of open accounts those that run low, and those that have run out and were used of late, today too. */
export async function runningLow(
  store: Pick<Accounts, 'usage' | 'listAccounts'>,
  today: Day,
): Promise<Account[]> {
  const used = await usedBy(store, today - RATE_DAYS, today - 1);
  const usedToday = await usedBy(store, today, today);
  return (await store.listAccounts()).filter(({ name, balance, closedAt, low }) => {
    if (closedAt) return false;
    const below = Math.max(lowMarkOf(used.get(name) ?? 0) ?? 0, low.isSet ? (low.below ?? 0) : 0);
    return balance < below || (balance === 0 && usedToday.has(name));
  });
}
