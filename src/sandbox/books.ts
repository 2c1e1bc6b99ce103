import type { Points } from '../accounts/accounts.ts';
import type { ChargedCall, DailyUsage, UsageQuery, UsageRow } from '../accounts/books.ts';
import type { OpenGrant } from '../accounts/grants.ts';
import { parametersText } from '../accounts/parameters-text.ts';
import type { StatementSource } from '../accounts/statement.ts';
import type { Endpoint } from '../endpoints/form/endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { type Day, type DayRange, formatDay } from '../lib/calendar.ts';
import { requestId } from '../lib/request-id.ts';
import { EXAMPLE_CALL } from '../request/account/calls.ts';
import type { Service } from '../request/service.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { sandboxKey } from './keys.ts';
import { holderOf, SANDBOX_BALANCE } from './ledger.ts';

const DAYS = 365;
const DAY_MS = 86_400_000;
const FIRST_HOUR = 8;
/** Farther from now than any day that is asked about. */
const ALWAYS = 10_000_000;

/** All that the account has: points that were given on a day long ago, and never end. */
const FIRST_POINTS: OpenGrant = {
  ...{
    number: 1,
    account: 'sandbox',
    accountId: 'acc_sandbox',
    externalId: null,
    kind: 'promotional',
    points: SANDBOX_BALANCE,
    left: SANDBOX_BALANCE,
  },
  ...{ balance: SANDBOX_BALANCE, at: new Date('2026-01-12T10:31:07.412Z'), by: 'mdq', note: '' },
  ...{ reference: null, expires: null, endsAt: null, isPlan: false, ofGrant: null },
};

/** A call that was never made. */
interface MadeUpCall {
  readonly endpoint: Endpoint;
  readonly points: Points;
}

/**
 * What the account of the sandbox is said to have been charged: the same for every key, by a pattern that is counted
 * back from yesterday, over a year. A call costs what it costs now over the default period.
 */
export function madeUpBooks({ dayOf, prices }: Pick<Service, 'dayOf' | 'prices'>, snapshot: Snapshot) {
  /** The calls of the day that is so many days ago, oldest first. */
  const callsOf = (daysAgo: number): MadeUpCall[] => {
    // Two days of seven are without one.
    const count = daysAgo < 1 || daysAgo > DAYS || daysAgo % 7 > 4 ? 0 : 2 + (daysAgo % 4);
    const list = prices();
    return Array.from({ length: count }, (_, n) => {
      const endpoint = endpoints[(3 * daysAgo + n * (1 + (daysAgo % 2))) % endpoints.length] as Endpoint;
      return { endpoint, points: list.priceOf(endpoint).base };
    }).filter(({ points }) => points > 0);
  };
  const category = snapshot.category();
  const given = [
    ['category', category.name],
    ['sub', snapshot.sub(category).name],
  ] as const;
  const { keyId, keyLast4 } = holderOf(sandboxKey());
  const charged = ({ endpoint: { path, takes }, points }: MadeUpCall, day: Day, n: number): ChargedCall => {
    const at = day * DAY_MS + (FIRST_HOUR + n) * 3_600_000 + (day % 60) * 60_000;
    return {
      at: new Date(at),
      ...{ path, keyId, keyLast4, points },
      balance: SANDBOX_BALANCE,
      requestId: requestId(at, n, 'sandbox'),
      parameters: parametersText(Object.fromEntries(given.filter(([name]) => takes.includes(name)))),
    };
  };
  const dailyUsage = ({ start, end }: DayRange): DailyUsage[] => {
    const today = dayOf(Date.now());
    const rows: DailyUsage[] = [];
    for (let day = Math.max(start, today - DAYS); day <= Math.min(end, today - 1); day++) {
      const byPath = Map.groupBy(callsOf(today - day), ({ endpoint }) => endpoint.path);
      const ofDay = [...byPath].map(([path, calls]) => ({
        ...{ day, path, calls: calls.length },
        points: calls.reduce((sum, { points }) => sum + points, 0),
      }));
      rows.push(...ofDay.sort((a, b) => b.points - a.points || (a.path < b.path ? -1 : 1)));
    }
    return rows;
  };
  const names = {
    day: ({ day }: DailyUsage) => formatDay(day),
    path: ({ path }: DailyUsage) => path,
    key: () => keyId,
    account: () => 'sandbox',
  };
  const usage = ({ from = -ALWAYS, to = ALWAYS, by }: Pick<UsageQuery, 'from' | 'to' | 'by'>): UsageRow[] =>
    [...Map.groupBy(dailyUsage({ start: from, end: to }), names[by])]
      .map(([of, rows]) => ({
        of,
        calls: rows.reduce((sum, { calls }) => sum + calls, 0),
        points: rows.reduce((sum, { points }) => sum + points, 0),
      }))
      .sort((a, b) => b.points - a.points || (a.of < b.of ? -1 : 1));
  return {
    async openGrants() {
      return [FIRST_POINTS];
    },
    async dailyUsage(_account, range) {
      return dailyUsage(range);
    },
    async usage(query) {
      return usage(query);
    },
    async findAccount() {
      return { id: 'acc_sandbox', name: 'sandbox' };
    },
    /** So many, long ago, that what is left of them now is the balance. */
    async listGrants() {
      const used = usage({ by: 'key' }).reduce((sum, { points }) => sum + points, 0);
      return [{ ...FIRST_POINTS, points: SANDBOX_BALANCE + used, at: new Date(0) }];
    },
    async listKeys() {
      return [{ id: keyId, last4: keyLast4, name: '' }];
    },
    async lastCalls(_account, limit) {
      const today = dayOf(Date.now());
      const calls: ChargedCall[] = [];
      for (let daysAgo = 1; daysAgo <= DAYS && calls.length < limit; daysAgo++) {
        const day = today - daysAgo;
        calls.push(
          ...callsOf(daysAgo)
            .map((call, n) => charged(call, day, n))
            .reverse(),
        );
      }
      return calls.slice(0, limit);
    },
    async findCall(_account, id, at) {
      const day = dayOf(at);
      const endpoint = endpoints.find(({ path }) => path === EXAMPLE_CALL.path);
      if (id === EXAMPLE_CALL.id && endpoint) {
        const { base } = prices().priceOf(endpoint);
        return { ...charged({ endpoint, points: base }, day, 0), at: new Date(at), requestId: id };
      }
      const calls = callsOf(dayOf(Date.now()) - day).map((call, n) => charged(call, day, n));
      return calls.find(({ requestId }) => requestId === id);
    },
  } satisfies Service['books'] & StatementSource;
}
