/* The headers of the OpenAPI document: what a call may send, and what answers carry. */

export const MAX_POINTS = {
  name: 'x-max-points',
  in: 'header',
  required: false,
  description: 'The most you want to pay: a call that would cost more is refused with 402.',
  schema: { type: 'integer', minimum: 0 },
  example: 100,
};

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of yours. The same call with the same text within one hour is answered again and costs nothing.',
  schema: { type: 'string', maxLength: 255 },
  example: '6f1c1a6e-report-2026-06',
};

export const PREFER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`handling=strict`: refuse with 400, for nothing, what would otherwise be answered with a default in the place of ' +
    'an unknown name, or without a parameter that this path does not take.',
  schema: { type: 'string' },
  example: 'handling=strict',
};

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

/** `required`: answers that name it always have it. */
export const HEADERS = {
  'x-points-charged': {
    description: 'Points that this call cost.',
    required: true,
    schema: { type: 'integer' },
  },
  'x-points-balance': { description: 'Points that are left.', required: true, schema: { type: 'integer' } },
  'x-data-version': {
    description: 'Number of the published data that the answer is from.',
    required: true,
    schema: { type: 'integer' },
  },
  'x-fallback': {
    description:
      'The parameters, of `category` and `sub`, whose value names nothing, so that the default was used: absent where there is none.',
    schema: { type: 'string' },
    example: 'category, sub',
  },
  'x-ignored-parameters': {
    description:
      'Names that were sent and that this path does not take, at most ten; `?` stands for one of other characters. Absent where there is none.',
    schema: { type: 'string' },
    example: 'start, end',
  },
  'x-suppressed': {
    description:
      'Cells (a scope and a week) behind this answer that are not shown, because they are about too few people or merchants. Absent where the operator has not turned disclosure control on.',
    schema: { type: 'integer' },
    example: 0,
  },
  'preference-applied': {
    description: '`handling=strict` where the call preferred it.',
    schema: { type: 'string' },
    example: 'handling=strict',
  },
  'idempotent-replayed': {
    description:
      '`true` where the call was paid before, under the same `Idempotency-Key`: this one cost nothing.',
    schema: { type: 'string' },
    example: 'true',
  },
  'x-request-id': {
    description: 'Request id; quote it to support.',
    required: true,
    schema: { type: 'string' },
  },
  'ratelimit-policy': {
    description:
      'The limit of requests per key, as `"key";q=REQUESTS;w=SECONDS`, a structured field of ' +
      'draft-ietf-httpapi-ratelimit-headers-11. With a limit set, every other answer to a valid key has it too.',
    required: true,
    schema: { type: 'string' },
    example: '"key";q=20;w=1',
  },
  ratelimit: {
    description:
      'What is left of that limit, as `"key";r=REQUESTS;t=SECONDS`: so many requests for so many seconds. ' +
      'With a limit set, every other answer to a valid key has it too.',
    required: true,
    schema: { type: 'string' },
    example: '"key";r=19;t=1',
  },
  'retry-after': { description: 'Seconds to wait.', required: true, schema: { type: 'integer' } },
};

export function headerRefs(...names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
