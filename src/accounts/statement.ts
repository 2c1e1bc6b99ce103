import { type Day, dayClock, firstOfMonth, firstOfNextMonth, parseDay, startOfDay } from '../lib/calendar.ts';
import type { Account, Accounts, Points } from './accounts.ts';
import type { UsageRow } from './books.ts';
import type { Grant } from './grants.ts';

/** Calls of the last moments of a month may be charged so long after it. */
const FINAL_AFTER_MS = 600_000;
/** How often totals are read again that a call came between. */
const ATTEMPTS = 10;

/** What happened to the points of an account in a month. The closing balance of one is the opening balance of the next. */
export interface Statement {
  readonly account: Pick<Account, 'id' | 'name'>;
  /** The time zone of its days. */
  readonly timeZone: string;
  readonly opening: Points;
  /** What was given, taken back and has expired, oldest first. */
  readonly changes: readonly Grant[];
  readonly paths: readonly UsageRow[];
  readonly keys: readonly KeyUsage[];
  readonly closing: Points;
  /** Whether nothing can be added to it any more. */
  readonly isFinal: boolean;
}

/** `of` is the id of the key. */
interface KeyUsage extends UsageRow {
  readonly name: string;
  readonly last4: string;
}

export interface StatementSource extends Pick<Accounts, 'usage'> {
  findAccount(account: string): Promise<Statement['account']>;
  listGrants(account: string): Promise<Grant[]>;
  listKeys(
    account: string,
  ): Promise<{ readonly id: string; readonly name: string; readonly last4: string }[]>;
}

/** Parts of a statement: every change is in one of them. */
export const CHANGE_PARTS: Readonly<
  Record<'granted' | 'refunded' | 'taken' | 'expired', (change: Grant) => boolean>
> = {
  granted: ({ kind, points }) => kind !== 'refund' && points > 0,
  refunded: ({ kind }) => kind === 'refund',
  taken: ({ kind }) => kind === 'taken',
  expired: ({ kind }) => kind === 'expired',
};

/** The first day of a month that is written as YYYY-MM; otherwise what is wrong with it. */
export function readMonth(text: string, timeZone: string): Day | 'malformed' | 'not begun' {
  const month = /^\d{4}-\d\d$/.test(text) ? parseDay(`${text}-01`) : undefined;
  if (month === undefined) return 'malformed';
  return month > currentMonth(timeZone) ? 'not begun' : month;
}

export function currentMonth(timeZone: string): Day {
  return firstOfMonth(dayClock(timeZone)(Date.now()));
}

/** The statement of a month, which is named by its first day. */
export async function statementOf(
  accounts: StatementSource,
  name: string,
  month: Day,
  timeZone: string,
): Promise<Statement> {
  const [from, to] = [month, firstOfNextMonth(month) - 1];
  const isFinal = Date.now() >= startOfDay(to + 1, timeZone) + FINAL_AFTER_MS;
  // What is due is written by it, so that it is in the changes.
  const account = await accounts.findAccount(name);
  const days = dayClock(timeZone);
  const changes = await accounts.listGrants(account.id);
  const before = changes.filter(({ at }) => days(at.getTime()) < from);
  // One sum: a year of traffic by day would have to be grouped first.
  const earlier = await accounts.usage({ account: account.id, to: from - 1, by: 'account' });
  const opening = sum(before) - sum(earlier);
  const { paths, keys } = await usageOf(accounts, { account: account.id, from, to });
  const within = changes.filter(({ at }) => days(at.getTime()) >= from && days(at.getTime()) <= to);
  const closing = opening + sum(within) - sum(paths);
  const known = new Map((await accounts.listKeys(account.id)).map((key) => [key.id, key]));
  const named = keys.map(({ of, calls, points }) => {
    const { name = '', last4 = '' } = known.get(of) ?? {};
    return { of, calls, points, name, last4 };
  });
  return { account, timeZone, opening, changes: within, paths, keys: named, closing, isFinal };
}

/** Totals by path and by key that are of the same calls. */
async function usageOf(accounts: StatementSource, query: { account: string; from: Day; to: Day }) {
  for (let attempt = 1; ; attempt++) {
    const paths = await accounts.usage({ ...query, by: 'path' });
    const keys = await accounts.usage({ ...query, by: 'key' });
    if (sum(paths) === sum(keys) || attempt === ATTEMPTS) return { paths, keys };
  }
}

function sum(rows: readonly { readonly points: Points }[]): Points {
  return rows.reduce((all, { points }) => all + points, 0);
}
