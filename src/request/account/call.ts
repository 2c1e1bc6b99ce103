import { Refusal } from '../../errors/callers.ts';
import { timeOfRequest } from '../../lib/request-id.ts';
import { ownOnly } from '../may-ask.ts';
import { readQuery } from '../parameters.ts';
import type { AccountRoute } from './account-route.ts';
import { CALL_SCHEMA, callData, EXAMPLE_CALL, exampleCall } from './calls.ts';

const NO_SUCH_CALL = new Refusal('notFound');

export const call: AccountRoute = {
  path: '/api/account/calls/{id}',
  summary: 'One call',
  description: 'One charged call of the account, by its request id; 404 if there is none.',
  parameters: [
    {
      name: 'id',
      description: 'The `x-request-id` of its answer.',
      example: EXAMPLE_CALL.id,
      isRequired: true,
      isInPath: true,
    },
  ],
  errors: ['notFound'],
  schema: CALL_SCHEMA,
  example: exampleCall,
  async answer({ books }, caller, { query }) {
    const asked = readQuery(query, ['id']);
    if (asked instanceof Refusal) return asked;
    const { id = '' } = asked.given;
    const at = timeOfRequest(id);
    const found =
      at === undefined ? undefined : await books.findCall(caller.holder.account, id, at, ownOnly(caller));
    return found ? callData(found) : NO_SUCH_CALL;
  },
};
