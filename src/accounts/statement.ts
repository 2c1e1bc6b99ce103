import { type Day, dayClock, firstOfNextMonth, startOfDay } from '../snapshot/calendar.ts';
import type { Account, Accounts, Points, UsageRow } from './accounts.ts';
import type { Grant } from './grants.ts';

/** Calls of the last moments of a month may be charged so long after it. */
const SETTLES_MS = 600_000;
/** How often totals are read again that a call came between. */
const ATTEMPTS = 10;

/** What happened to the points of an account in a month. The closing balance of one is the opening balance of the next. */
export interface Statement {
  readonly account: Account;
  readonly opening: Points;
  /** What was given, taken back and has expired, oldest first. */
  readonly changes: readonly Grant[];
  readonly paths: readonly UsageRow[];
  readonly keys: readonly UsageRow[];
  readonly closing: Points;
  /** Whether nothing can be added to it any more. */
  readonly isFinal: boolean;
}

type Source = Pick<Accounts, 'findAccount' | 'listGrants' | 'usage'>;

/** The statement of a month, which is named by its first day. */
export async function statementOf(
  accounts: Source,
  name: string,
  month: Day,
  timeZone: string,
): Promise<Statement> {
  const [from, to] = [month, firstOfNextMonth(month) - 1];
  const isFinal = Date.now() >= startOfDay(to + 1, timeZone) + SETTLES_MS;
  // What is due is written by it, so that it is in the changes.
  const account = await accounts.findAccount(name);
  const days = dayClock(timeZone);
  const changes = await accounts.listGrants(account.id);
  const before = changes.filter(({ at }) => days(at.getTime()) < from);
  const earlier = await accounts.usage({ account: account.id, to: from - 1, by: 'day' });
  const opening = sum(before) - sum(earlier);
  const { paths, keys } = await usageOf(accounts, { account: account.id, from, to });
  const within = changes.filter(({ at }) => days(at.getTime()) >= from && days(at.getTime()) <= to);
  const closing = opening + sum(within) - sum(paths);
  return { account, opening, changes: within, paths, keys, closing, isFinal };
}

/** Totals by path and by key that are of the same calls. */
async function usageOf(accounts: Source, query: { account: string; from: Day; to: Day }) {
  for (let attempt = 1; ; attempt++) {
    const paths = await accounts.usage({ ...query, by: 'path' });
    const keys = await accounts.usage({ ...query, by: 'key' });
    if (sum(paths) === sum(keys) || attempt === ATTEMPTS) return { paths, keys };
  }
}

function sum(rows: readonly { readonly points: Points }[]): Points {
  return rows.reduce((all, { points }) => all + points, 0);
}
