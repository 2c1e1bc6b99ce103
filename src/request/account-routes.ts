import Type, { type TSchema } from 'typebox';
import type { Standing, UsageRow } from '../accounts/accounts.ts';
import { endpoints } from '../endpoints/index.ts';
import { formatDay } from '../snapshot/calendar.ts';
import { readQuery, readRange } from './parameters.ts';
import type { Service } from './service.ts';

/** What a key holder can ask about itself, for nothing. */
export interface AccountRoute {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly { name: string; description: string; example: string }[];
  readonly schema: TSchema;
  /** An answer as it may look; ids and balances are made up. */
  readonly example: Record<string, unknown>;
  answer(service: Service, standing: Standing, query: string): Promise<Record<string, unknown>>;
}

const closed = { additionalProperties: false };
const date = (description: string) => Type.String({ format: 'date', description });
const counted = {
  calls: Type.Integer({ description: 'Calls that were charged.' }),
  points: Type.Integer({ description: 'Points they cost.' }),
};

const account: AccountRoute = {
  path: '/api/account',
  summary: 'Balance, key and prices',
  description: 'The account a key belongs to, what is left on it, and what every endpoint costs.',
  parameters: [],
  schema: Type.Object(
    {
      account: Type.String({ description: 'Account name.' }),
      balance: Type.Integer({ description: 'Points left.' }),
      key: Type.Object(
        {
          id: Type.String({ description: 'Id of the key used; not the key.' }),
          last4: Type.String({ description: 'Its last four characters.' }),
        },
        closed,
      ),
      prices: Type.Array(
        Type.Object(
          {
            path: Type.String(),
            base: Type.Integer({ description: 'Base points.' }),
            kind: Type.Union([Type.Literal('fixed'), Type.Literal('per-period')]),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
  example: {
    account: 'acme',
    balance: 99_428,
    key: { id: 'key_2c79d5a621', last4: 'Lbp2' },
    prices: [
      { path: '/api/public/meta/categories', base: 1, kind: 'fixed' },
      { path: '/api/public/market/focus', base: 45, kind: 'per-period' },
    ],
  },
  async answer(_service, { holder, balance }) {
    return {
      account: holder.account,
      balance,
      key: { id: holder.keyId, last4: holder.keyLast4 },
      prices: endpoints.map(({ path, price }) => ({ path, ...price })),
    };
  },
};

const USAGE_DAYS = 30;

const usage: AccountRoute = {
  path: '/api/account/usage',
  summary: 'Calls and points by day and by path',
  description: `What the account was charged. Without dates: the last ${USAGE_DAYS} days.`,
  parameters: [
    { name: 'start', description: 'First day, `YYYY-MM-DD`.', example: '2026-06-01' },
    { name: 'end', description: 'Last day, `YYYY-MM-DD`.', example: '2026-06-07' },
  ],
  schema: Type.Object(
    {
      start: date('First day.'),
      end: date('Last day.'),
      ...counted,
      days: Type.Array(Type.Object({ day: date('Day, in business time.'), ...counted }, closed)),
      paths: Type.Array(Type.Object({ path: Type.String(), ...counted }, closed)),
    },
    closed,
  ),
  example: {
    start: '2026-06-01',
    end: '2026-06-07',
    calls: 3,
    points: 91,
    days: [
      { day: '2026-06-02', calls: 1, points: 1 },
      { day: '2026-06-05', calls: 2, points: 90 },
    ],
    paths: [
      { path: '/api/public/market/focus', calls: 2, points: 90 },
      { path: '/api/public/meta/categories', calls: 1, points: 1 },
    ],
  },
  async answer({ accounts, dayOf }, { holder }, query) {
    const end = dayOf(Date.now());
    const usual = { start: end - USAGE_DAYS + 1, end };
    const range = readRange(readQuery(query, ['start', 'end']), usual, USAGE_DAYS);
    const select = { account: holder.account, from: range.start, to: range.end };
    const [byDay, byPath] = await Promise.all([
      accounts.usage({ ...select, by: 'day' }),
      accounts.usage({ ...select, by: 'path' }),
    ]);
    return {
      start: formatDay(range.start),
      end: formatDay(range.end),
      calls: byDay.reduce((sum, row) => sum + row.calls, 0),
      points: byDay.reduce((sum, row) => sum + row.points, 0),
      days: byDay.map(named('day')),
      paths: byPath.map(named('path')),
    };
  },
};

const LAST_CALLS = 50;

const calls: AccountRoute = {
  path: '/api/account/calls',
  summary: 'The last calls, one by one',
  description: `The newest calls of all keys of the account that cost points: ${LAST_CALLS} at most, newest first.`,
  parameters: [],
  schema: Type.Object(
    {
      calls: Type.Array(
        Type.Object(
          {
            time: Type.String({ format: 'date-time', description: 'When it was charged, in UTC.' }),
            path: Type.String(),
            key: Type.Object(
              {
                id: Type.String({ description: 'Id of the key that made it; not the key.' }),
                last4: Type.String({ description: 'Its last four characters.' }),
              },
              closed,
            ),
            points: Type.Integer({ description: 'Points it cost.' }),
            request_id: Type.String({ description: 'The `x-request-id` of its answer.' }),
          },
          closed,
        ),
        { maxItems: LAST_CALLS },
      ),
    },
    closed,
  ),
  example: {
    calls: [
      {
        time: '2026-06-05T09:12:44.120Z',
        path: '/api/public/market/focus',
        key: { id: 'key_2c79d5a621', last4: 'Lbp2' },
        points: 45,
        request_id: '5f0c9b1e77a2-3k',
      },
      {
        time: '2026-06-02T14:03:10.007Z',
        path: '/api/public/meta/categories',
        key: { id: 'key_2c79d5a621', last4: 'Lbp2' },
        points: 1,
        request_id: '5f0c9b1e77a2-1c',
      },
    ],
  },
  async answer({ accounts }, { holder }) {
    const last = await accounts.lastCalls(holder.account, LAST_CALLS);
    return {
      calls: last.map(({ at, path, keyId, keyLast4, points, requestId }) => ({
        time: at.toISOString(),
        path,
        key: { id: keyId, last4: keyLast4 },
        points,
        request_id: requestId,
      })),
    };
  },
};

export const accountRoutes: readonly AccountRoute[] = [account, usage, calls];

function named(name: string): (row: UsageRow) => Record<string, unknown> {
  return ({ of, calls, points }) => ({ [name]: of, calls, points });
}
