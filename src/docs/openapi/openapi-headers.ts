/* The headers of the OpenAPI document: what a call may send, and what answers carry. */
import { ERRORS } from '../../errors/callers.ts';
import { MOST_POINTS } from '../../lib/points.ts';

export const MAX_POINTS = sent(
  'x-max-points',
  'The most you want to pay: a more expensive call is refused with 402.',
  { type: 'integer', minimum: 0, maximum: MOST_POINTS },
  100,
);

export const IDEMPOTENCY_KEY = sent(
  'Idempotency-Key',
  'The same call with the same key within one hour is answered again and costs nothing.',
  { type: 'string', pattern: '^[!-~]{1,255}$' },
  '6f1c1a6e-report-2026-06',
);

export const IF_NONE_MATCH = sent(
  'If-None-Match',
  'The `ETag` of an answer you have. While data and program are unchanged, the same call returns 304 and costs nothing.',
  { type: 'string' },
  '"pT3vC0kqGz8m4xW1aZ7yRQ"',
);

export const PREFER = sent(
  'Prefer',
  '`handling=strict`: an unknown name, an empty value, a parameter that this path does not take, or a range without a day ' +
    'of the data is refused with 400, free of charge.',
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
  'etag',
  'x-fallback',
  'x-ignored-parameters',
  'x-days-outside',
  'x-suppressed',
  'preference-applied',
  'idempotent-replayed',
];

export const HEADERS = {
  'x-points-charged': always('integer', 'Points charged.'),
  'x-points-balance': always('integer', 'Balance in points.'),
  'x-data-version': always('integer', 'Version of the data behind the answer.'),
  etag: always('string', 'Names the answer, for `If-None-Match`.', '"pT3vC0kqGz8m4xW1aZ7yRQ"'),
  'x-fallback': sometimes(
    '`category` or `sub`, if the name is unknown and the default was used. Absent otherwise.',
    'category, sub',
  ),
  'x-ignored-parameters': sometimes(
    'Parameters that this path does not take, at most ten; `?` for a name with unusual characters. Absent otherwise.',
    'start, end',
  ),
  'x-days-outside': sometimes(
    'Days of the range outside the data, which are free. Absent if there is none.',
    12,
  ),
  'x-compared': sometimes(
    'The days that the answer compares its range with, both included. Absent if it compares nothing.',
    '2025-12-22/2026-03-15',
  ),
  'x-suppressed': sometimes(
    'Weekly figures left out of this answer because they are based on too few people or merchants. Absent without disclosure control.',
    0,
  ),
  'preference-applied': sometimes('`handling=strict` if the call asked for it.', 'handling=strict'),
  'idempotent-replayed': sometimes(
    '`true` if the call was paid before, with the same `Idempotency-Key`, and cost nothing.',
    'true',
  ),
  'x-request-id': always('string', 'Request id; quote it to support.'),
  'x-error-code': {
    description: 'The error, as a code for programs. Codes keep their meaning; new ones are added.',
    required: true,
    schema: { type: 'string', enum: Object.values(ERRORS).map(({ code }) => code) },
    example: ERRORS.unknownCategory.code,
  },
  'ratelimit-policy': sometimes(
    'The limit, a structured field of draft-ietf-httpapi-ratelimit-headers-11: `q` requests per key, in the sandbox ' +
      'per address, in `w` seconds. If a limit is set, every answer to a valid key has it.',
    '"key";q=20;w=1',
  ),
  ratelimit: sometimes(
    'What is left of that limit: `r` requests for the next `t` seconds.',
    '"key";r=19;t=1',
  ),
  'retry-after': always('integer', 'Seconds to wait.'),
  'www-authenticate': always('string', 'How to send a key.', 'ApiKey header="x-api-key"'),
  allow: always('string', 'The methods that the path takes.', 'GET, HEAD, OPTIONS'),
  link: always('string', 'The page that helps.', '</developers/errors>; rel="help"'),
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
