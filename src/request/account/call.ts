import { Refusal } from '../../errors/callers.ts';
import { timeOfRequest } from '../../lib/request-id.ts';
import { readQuery } from '../parameters.ts';
import type { AccountRoute } from './account-route.ts';
import { CALL_SCHEMA, callData } from './calls.ts';

const NO_SUCH_CALL = new Refusal('notFound');

export const call: AccountRoute = {
  path: '/api/account/calls/{id}',
  summary: 'One call',
  description:
    'One call of the account that cost points, by its request id; otherwise 404. Ids from before they began with a time are not found.',
  parameters: [
    {
      name: 'id',
      description: 'The `x-request-id` of its answer.',
      example: 'mq0phmxi003k-1x9d0ab',
      isRequired: true,
      isInPath: true,
    },
  ],
  errors: ['notFound'],
  schema: CALL_SCHEMA,
  example: (points) => ({
    time: '2026-06-05T09:12:44.120Z',
    path: '/api/public/market/focus',
    key: { id: 'key_2c79d5a621', last4: 'Lbp2' },
    points: points('/api/public/market/focus'),
    parameters: { category: 'Home & Living' },
    request_id: 'mq0phmxi003k-1x9d0ab',
    balance: 99_428,
  }),
  async answer({ books }, { holder }, query) {
    const asked = readQuery(query, ['id']);
    if (asked instanceof Refusal) return asked;
    const { id = '' } = asked.given;
    const at = timeOfRequest(id);
    const found = at === undefined ? undefined : await books.findCall(holder.account, id, at);
    return found ? callData(found) : NO_SUCH_CALL;
  },
};
