import type { Holder, UsageRow } from '../accounts/accounts.ts';
import { endpoints } from '../endpoints/index.ts';
import { ApiError } from '../errors.ts';
import { formatDay } from '../snapshot/calendar.ts';
import { readKey, receipt, settle, tooManyRequests } from './authenticate.ts';
import { failure, type Reply, success } from './envelope.ts';
import { readQuery, readRange } from './parameters.ts';
import type { Call, Service } from './service.ts';

const USAGE_DAYS = 30;

/** What a key holder can ask about itself, for nothing. */
export interface AccountRoute {
  readonly path: string;
  readonly parameters: readonly string[];
  answer(service: Service, holder: Holder, query: string): Promise<Record<string, unknown>>;
}

export const accountRoutes: readonly AccountRoute[] = [
  {
    path: '/api/account',
    parameters: [],
    async answer(_service, { account, balance, keyId, keyLast4 }) {
      return {
        account,
        balance,
        key: { id: keyId, last4: keyLast4 },
        prices: endpoints.map(({ path, price }) => ({ path, ...price })),
      };
    },
  },
  {
    path: '/api/account/usage',
    parameters: ['start', 'end'],
    async answer({ accounts, dayOf }, { account }, query) {
      const end = dayOf(new Date());
      const usual = { start: end - USAGE_DAYS + 1, end };
      const range = readRange(readQuery(query, ['start', 'end']), usual, USAGE_DAYS);
      const select = { account, from: range.start, to: range.end };
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
  },
];

/** Answers a call of a free route: the key must stand, nothing is charged. */
export async function answerAccount(service: Service, route: AccountRoute, call: Call): Promise<Reply> {
  const keyHash = readKey(call);
  const isAdmitted = service.rateLimit.admits(keyHash);
  const { holder } = await settle(service, keyHash, call, { points: 0, path: route.path });
  try {
    if (!isAdmitted) throw tooManyRequests();
    return success(await route.answer(service, holder, call.query), receipt(0, holder));
  } catch (error) {
    if (error instanceof ApiError) return failure(error, receipt(0, holder));
    throw error;
  }
}

function named(name: string): (row: UsageRow) => Record<string, unknown> {
  return ({ of, calls, points }) => ({ [name]: of, calls, points });
}
