import type { ChargedCall } from '../../accounts/books.ts';
import { readIdempotencyKey, readParameters } from '../../accounts/parameters-text.ts';
import { type Schema, Type } from '../../lib/schema.ts';
import { ownOnly } from '../may-ask.ts';
import { type AccountRoute, exact, type PointsOf } from './account-route.ts';
import { LAST_CALLS } from './limits.ts';

/** By name, as they were called then: endpoints may have others by now. */
const KEPT: Schema<Record<string, string>> = { type: 'object', additionalProperties: Type.String() };

export const CALL_SCHEMA = Type.Object(
  {
    time: Type.String({ format: 'date-time', description: 'When it was charged, in UTC.' }),
    path: Type.String({ description: 'Path of the call.' }),
    key: Type.Object(
      {
        id: Type.String({ description: 'Id of the key that made it, not the key itself.' }),
        last4: Type.String({ description: 'Its last four characters.' }),
      },
      { ...exact, description: 'The key that made the call.' },
    ),
    points: Type.Integer({ description: 'Points charged.' }),
    parameters: Type.Union([KEPT, Type.Null()], {
      description:
        'Parameters that the path takes, as sent: an unknown name, not the default used for it. Long values are shortened; null for older calls.',
    }),
    idempotency_key: Type.Union([Type.String(), Type.Null()], {
      description:
        'The `Idempotency-Key` it was sent with; null without one. An API key sent as one is shown as its SHA-256.',
    }),
    request_id: Type.String({ description: 'The `x-request-id` of its answer.' }),
    balance: Type.Integer({ description: 'Balance after the call.' }),
  },
  { ...exact, title: 'Call' },
);

/** The call of the examples: the sandbox has it for ever. */
export const EXAMPLE_CALL = { id: 'mq0phmxi003k-1x9d0ab', path: '/api/public/market/focus' };

export function exampleCall(points: PointsOf) {
  return {
    time: '2026-06-05T09:12:44.120Z',
    path: EXAMPLE_CALL.path,
    key: { id: 'key_2c79d5a621', last4: 'Lbp2' },
    points: points(EXAMPLE_CALL.path),
    parameters: { category: 'Home & Living' },
    idempotency_key: null,
    request_id: EXAMPLE_CALL.id,
    balance: 99_428,
  };
}

export const calls: AccountRoute = {
  path: '/api/account/calls',
  summary: 'Recent calls',
  description: `The newest charged calls of all keys of the account: ${LAST_CALLS} at most, newest first.`,
  parameters: [],
  schema: Type.Object(
    {
      calls: Type.Array(CALL_SCHEMA, { maxItems: LAST_CALLS, description: 'Newest first.' }),
    },
    exact,
  ),
  example: (points) => ({
    calls: [
      exampleCall(points),
      {
        time: '2026-06-02T14:03:10.007Z',
        path: '/api/public/meta/categories',
        key: { id: 'key_2c79d5a621', last4: 'Lbp2' },
        points: points('/api/public/meta/categories'),
        parameters: {},
        idempotency_key: 'june-report-1',
        request_id: 'mpwpjkty001c-1x9d0ab',
        balance: 99_473,
      },
    ],
  }),
  async answer({ books }, caller) {
    const last = await books.lastCalls(caller.holder.account, LAST_CALLS, ownOnly(caller));
    return {
      calls: last.map(callData),
    };
  },
};

export function callData(call: ChargedCall) {
  const { at, path, keyId, keyLast4, points, parameters, requestId, balance } = call;
  return {
    time: at.toISOString(),
    path,
    key: { id: keyId, last4: keyLast4 },
    points,
    parameters: readParameters(parameters),
    idempotency_key: readIdempotencyKey(parameters),
    request_id: requestId,
    balance,
  };
}
