import Type from 'typebox';
import { Refusal } from '../../errors/callers.ts';
import { readQuery } from '../parameters.ts';
import { type AccountRoute, closed } from './account-route.ts';
import { CALL_SCHEMA, callData } from './calls.ts';

/** Calls are not listed by their ids: as far back as it takes no longer than what is free may take. */
const AMONG = 10_000;
const NO_SUCH_CALL = new Refusal('notFound');

export const call: AccountRoute = {
  path: '/api/account/calls/{id}',
  summary: 'One call',
  description: `One call of the account that cost points, by its request id: among the newest ${AMONG.toLocaleString('en')}. Otherwise 404.`,
  parameters: [
    {
      name: 'id',
      description: 'The `x-request-id` of its answer.',
      example: '5f0c9b1e77a2-3k',
      isRequired: true,
      isInPath: true,
    },
  ],
  schema: Type.Object(
    { ...CALL_SCHEMA.properties, balance: Type.Integer({ description: 'Points left after it.' }) },
    closed,
  ),
  example: (points) => ({
    time: '2026-06-05T09:12:44.120Z',
    path: '/api/public/market/focus',
    key: { id: 'key_2c79d5a621', last4: 'Lbp2' },
    points: points('/api/public/market/focus'),
    parameters: { category: 'Home & Living' },
    request_id: '5f0c9b1e77a2-3k',
    balance: 99_428,
  }),
  async answer({ books }, { holder }, query) {
    const asked = readQuery(query, ['id']);
    if (asked instanceof Refusal) return asked;
    const found = await books.findCall(holder.account, asked.given.id ?? '', AMONG);
    return found ? { ...callData(found), balance: found.balance } : NO_SUCH_CALL;
  },
};
