import { ERRORS, type ErrorName } from '../../errors/callers.ts';
import { Type } from '../../lib/schema.ts';
import { pointsOf, type Terms } from '../terms.ts';
import { headerRefs, RECEIPT } from './openapi-headers.ts';

/* The errors of the OpenAPI document, from the table of errors. */

/** The errors that a call with a key can end in, in the order in which they are checked. */
export const CALL_ERRORS = [
  'notFound',
  'methodNotAllowed',
  'missingKey',
  'invalidKey',
  'inactiveKey',
  'inactiveOwner',
  'tooManyRequests',
  'overBudget',
  'noData',
  'invalidEncoding',
  'duplicateParameter',
  'invalidParameter',
  'invalidRange',
  'invalidHeader',
  'unknownParameter',
  'emptyParameter',
  'unknownCategory',
  'unknownSub',
  'outsideData',
  'notAllowed',
  'idempotencyKeyReused',
  'insufficientPoints',
  'aboveMaxPoints',
  'keyLimit',
  'accountsMoved',
  'accountBusy',
  'internal',
  'chargeUnknown',
] as const satisfies readonly ErrorName[];

/** What only calls that are charged, or that need data, can end in. */
export const NOT_FREE: readonly ErrorName[] = ['noData', 'insufficientPoints', 'aboveMaxPoints', 'keyLimit'];

export function statusesOf(names: readonly ErrorName[]): number[] {
  return [...new Set(names.map((name) => ERRORS[name].status))].sort((a, b) => a - b);
}

export function errorRefs(names: readonly ErrorName[]): Record<string, unknown> {
  return Object.fromEntries(
    statusesOf(names).map((status) => [status, { $ref: `#/components/responses/E${status}` }]),
  );
}

/** Statuses that may end a request before or after its key is looked up. */
const MAY_LACK_RECEIPT = [400, 404, 429, 503];
const RECEIPT_IF_KNOWN = Object.fromEntries(
  RECEIPT.map((name) => [
    name,
    {
      schema: { type: 'integer' },
      description: 'Absent if the request was refused before its key was looked up.',
    },
  ]),
);

export function errorResponse(status: number, terms: Terms) {
  const rows = CALL_ERRORS.filter((name) => ERRORS[name].status === status).map((name) => ({
    name,
    ...ERRORS[name],
  }));
  return {
    description: rows.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join('\n\n'),
    headers: {
      ...(MAY_LACK_RECEIPT.includes(status) && RECEIPT_IF_KNOWN),
      ...headerRefs(
        'x-request-id',
        'x-error-code',
        ...(status === 402 ? RECEIPT : []),
        ...([400, 401, 402, 404].includes(status) ? ['link'] : []),
        ...(status === 401 ? ['www-authenticate'] : []),
        ...(status === 405 ? ['allow'] : []),
        ...(status === 400 ? ['preference-applied'] : []),
        ...(status === 429 ? ['ratelimit-policy', 'ratelimit', 'retry-after'] : []),
      ),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(
          rows.map(({ name, msg }) => [
            name,
            {
              value: { code: status, msg, ...exampleData(name, terms) },
            },
          ]),
        ),
      },
    },
  };
}

/** Of a 402: what the key figures of a category cost, and a balance below or above that. */
function exampleData(name: ErrorName, terms: Terms): { data?: object } {
  if (name === 'notFound') return { data: { did_you_mean: '/api/public/market/focus' } };
  const required = pointsOf(terms)('/api/public/market/focus');
  if (name === 'insufficientPoints') return { data: { balance: Math.max(0, required - 33), required } };
  const told = { balance: required + 955, required };
  if (name === 'aboveMaxPoints') return { data: { reason: 'max_points', ...told } };
  if (name !== 'keyLimit') return {};
  return { data: { reason: 'key_limit', ...told, left: required - 1, resets: '2026-06-08T16:00:00Z' } };
}

export const ERROR_SCHEMA = Type.Object(
  {
    code: Type.Integer({ description: 'The HTTP status.' }),
    msg: Type.String({ description: 'What happened.' }),
    data: Type.Optional(
      Type.Object(
        {
          reason: Type.Optional(
            Type.String({ description: '`max_points` or `key_limit`, where the balance is enough.' }),
          ),
          balance: Type.Optional(Type.Integer({ description: 'Your balance.' })),
          required: Type.Optional(Type.Integer({ description: 'Points the call costs.' })),
          left: Type.Optional(Type.Integer({ description: 'Points left of the limit.' })),
          resets: Type.Optional(Type.String({ format: 'date-time', description: 'When it begins again.' })),
          did_you_mean: Type.Optional(Type.String({ description: 'The path that was probably meant.' })),
        },
        { additionalProperties: false, description: 'With 402 and 404 only.' },
      ),
    ),
  },
  { additionalProperties: false },
);
