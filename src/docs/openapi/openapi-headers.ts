/* The headers of the OpenAPI document: what a call may send, and what answers carry. */

export const MAX_POINTS = {
  name: 'x-max-points',
  in: 'header',
  required: false,
  description: 'The most you want to pay: a dearer call is refused with 402.',
  schema: { type: 'integer', minimum: 0 },
  example: 100,
};

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text. The same call with the same text within one hour is answered again and costs nothing.',
  schema: { type: 'string', maxLength: 255 },
  example: '6f1c1a6e-report-2026-06',
};

export const PREFER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`handling=strict`: an unknown name, or a parameter that this path does not take, is refused with 400, free of ' +
    'charge, in place of a default.',
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
    description: 'Points it cost.',
    required: true,
    schema: { type: 'integer' },
  },
  'x-points-balance': { description: 'Points left.', required: true, schema: { type: 'integer' } },
  'x-data-version': {
    description: 'Version of the data behind the answer.',
    required: true,
    schema: { type: 'integer' },
  },
  'x-fallback': {
    description:
      'Those of `category` and `sub` whose value names nothing, so that the default was used. Absent where there is none.',
    schema: { type: 'string' },
    example: 'category, sub',
  },
  'x-ignored-parameters': {
    description:
      'Names sent that this path does not take, at most ten; `?` for one of other characters. Absent where there is none.',
    schema: { type: 'string' },
    example: 'start, end',
  },
  'x-suppressed': {
    description:
      'Cells (a scope and a week) behind this answer that are not shown: they are about too few people or merchants. Absent without disclosure control.',
    schema: { type: 'integer' },
    example: 0,
  },
  'preference-applied': {
    description: '`handling=strict` where the call preferred it.',
    schema: { type: 'string' },
    example: 'handling=strict',
  },
  'idempotent-replayed': {
    description: '`true` where the call was paid before, under the same `Idempotency-Key`, and cost nothing.',
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
      'The limit, a structured field of draft-ietf-httpapi-ratelimit-headers-11: `q` requests per key, in the sandbox ' +
      'per address, in `w` seconds. With a limit set, every other answer to a valid key has it too.',
    required: true,
    schema: { type: 'string' },
    example: '"key";q=20;w=1',
  },
  ratelimit: {
    description: 'What is left of that limit, wherever it is told: `r` requests for `t` seconds.',
    required: true,
    schema: { type: 'string' },
    example: '"key";r=19;t=1',
  },
  'retry-after': { description: 'Seconds to wait.', required: true, schema: { type: 'integer' } },
};

export function headerRefs(...names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
