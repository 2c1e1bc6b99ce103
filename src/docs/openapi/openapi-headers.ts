/* The headers of the OpenAPI document: what a call may send, and what answers carry. */

export const MAX_POINTS = sent(
  'x-max-points',
  'The most you want to pay: a call that would cost more is refused with 402.',
  { type: 'integer', minimum: 0 },
  100,
);

export const IDEMPOTENCY_KEY = sent(
  'Idempotency-Key',
  'Any text of yours. The same call with the same text within one hour is answered again and costs nothing.',
  { type: 'string', maxLength: 255 },
  '6f1c1a6e-report-2026-06',
);

export const PREFER = sent(
  'Prefer',
  '`handling=strict`: refuse with 400, for nothing, what would otherwise be answered with a default in the place of ' +
    'an unknown name, or without a parameter that this path does not take.',
  { type: 'string' },
  'handling=strict',
);

function sent(name: string, description: string, schema: object, example: unknown) {
  return { name, in: 'header', required: false, description, schema, example };
}

/** What every answer to a call with a good key carries; a 500 may not even know whose key it was. */
export const RECEIPT = ['x-points-charged', 'x-points-balance'];

/** What 200s of data calls carry beside the receipt. */
export const DATA_HEADERS = [
  'x-data-version',
  'x-fallback',
  'x-ignored-parameters',
  'x-suppressed',
  'preference-applied',
  'idempotent-replayed',
];

export const HEADERS = {
  'x-points-charged': always('integer', 'Points that this call cost.'),
  'x-points-balance': always('integer', 'Points that are left.'),
  'x-data-version': always('integer', 'Number of the published data that the answer is from.'),
  'x-fallback': sometimes(
    'The parameters, of `category` and `sub`, whose value names nothing, so that the default was used: absent where there is none.',
    'category, sub',
  ),
  'x-ignored-parameters': sometimes(
    'Names that were sent and that this path does not take, at most ten; `?` stands for one of other characters. Absent where there is none.',
    'start, end',
  ),
  'x-suppressed': sometimes(
    'Cells (a scope and a week) behind this answer that are not shown, because they are about too few people or merchants. Absent where the operator has not turned disclosure control on.',
    0,
  ),
  'preference-applied': sometimes('`handling=strict` where the call preferred it.', 'handling=strict'),
  'idempotent-replayed': sometimes(
    '`true` where the call was paid before, under the same `Idempotency-Key`: this one cost nothing.',
    'true',
  ),
  'x-request-id': always('string', 'Request id; quote it to support.'),
  'ratelimit-policy': always(
    'string',
    'The limit of requests per key, as `"key";q=REQUESTS;w=SECONDS`, a structured field of ' +
      'draft-ietf-httpapi-ratelimit-headers-11. With a limit set, every other answer to a valid key has it too.',
    '"key";q=20;w=1',
  ),
  ratelimit: always(
    'string',
    'What is left of that limit, as `"key";r=REQUESTS;t=SECONDS`: so many requests for so many seconds. ' +
      'With a limit set, every other answer to a valid key has it too.',
    '"key";r=19;t=1',
  ),
  'retry-after': always('integer', 'Seconds to wait.'),
};

/** Answers that name it always have it. */
function always(type: 'integer' | 'string', description: string, example?: string) {
  return { description, required: true, schema: { type }, ...(example && { example }) };
}

function sometimes(description: string, example: string | number) {
  return { description, schema: { type: typeof example === 'number' ? 'integer' : 'string' }, example };
}

export function headerRefs(...names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
