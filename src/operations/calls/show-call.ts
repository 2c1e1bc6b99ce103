import { noSuchCall } from '../../accounts/common/rules.ts';
import { readIdempotencyKey, readParameters } from '../../accounts/parameters-text.ts';
import { timeOfRequest } from '../../lib/request-id.ts';
import { printable } from '../../lib/text/printable.ts';
import { table } from '../../lib/text/table.ts';
import { defineOperation, InputError } from '../operation.ts';
import { flag, nullable, object, record, text, time, whole } from '../schema.ts';

/** When a request came in, by its id. */
export function timeOf(request: string): number {
  const at = timeOfRequest(request);
  if (at === undefined)
    throw new InputError(`{request} must be the x-request-id of an answer, not "${request}"`);
  return at;
}

export const showCall = defineOperation({
  http: 'GET /calls/{request}',
  summary: 'show a charged call by its request id, whoever made it',
  role: 'viewer',
  input: { request: text() },
  args: ['request'],
  output: object({
    request_id: text(),
    account: text(),
    account_id: text(),
    key: text(),
    time: time(),
    path: text(),
    parameters: nullable(record<Readonly<Record<string, string>>>()),
    idempotency_key: nullable(text()),
    points: whole(),
    balance: whole(),
    refunded: flag(),
  }),
  async run({ accounts }, { request }) {
    const call = await (await accounts()).findAnyCall(request, timeOf(request));
    if (!call) throw noSuchCall(request);
    const { requestId, account, accountId, keyId, at, path, parameters, points, balance, isRefunded } = call;
    return {
      ...{ request_id: requestId, account, account_id: accountId, key: keyId, time: at, path },
      ...{ parameters: readParameters(parameters), idempotency_key: readIdempotencyKey(parameters) },
      ...{ points, balance, refunded: isRefunded },
    };
  },
  text: ({ parameters, ...call }) => `${table([call])}\n${printable(JSON.stringify(parameters))}`,
});
