import Type, { type TSchema } from 'typebox';
import { dataSchema, type Endpoint, GROUPS, PARAMETERS, parametersOf } from '../endpoints/endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { ERRORS, type ErrorName } from '../errors.ts';
import type { AccountRoute } from '../request/account/account-route.ts';
import { accountRoutes } from '../request/account/index.ts';
import { EXAMPLE_VALUES, exampleAnswer } from './example-calls.ts';
import { PARAMETER_DOCS } from './parameter-docs.ts';
import { describePrice, pointsOf, type Terms, USUAL_TERMS } from './prices.ts';
import { shortSample } from './short-sample.ts';

export const API_VERSION = '2026-06-09';

const GROUP_DESCRIPTIONS: Record<(typeof GROUPS)[number], string> = {
  Meta: 'Which categories and sub-categories there are. Start here.',
  Overview: 'The whole market, over the default period.',
  Market: 'One main category.',
  'Sub-market': 'One sub-category of a main category.',
};

/** The errors that a call with a key can end in, in the order in which they are checked. */
const CALL_ERRORS = [
  'missingKey',
  'invalidKey',
  'inactiveKey',
  'inactiveOwner',
  'tooManyRequests',
  'noData',
  'badRequest',
  'insufficientPoints',
  'aboveMaxPoints',
  'accountsMoved',
  'internal',
  'chargeUnknown',
] as const satisfies readonly ErrorName[];

/** What only calls that are charged, or that need data, can end in. */
const NOT_FREE: readonly ErrorName[] = ['noData', 'insufficientPoints', 'aboveMaxPoints'];

/** The OpenAPI 3.1 document: everything in it comes from the endpoints, their prices and the table of errors. */
export function openApiDocument(terms: Terms = USUAL_TERMS): Record<string, unknown> {
  const schemas: Record<string, unknown> = { Error: ERROR_SCHEMA };
  const paths = {
    ...Object.fromEntries(
      endpoints.map((endpoint) => [endpoint.path, { get: dataOperation(endpoint, terms) }]),
    ),
    ...Object.fromEntries(
      accountRoutes.map((route) => [route.path, { get: accountOperation(route, terms) }]),
    ),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Market-Data Query Service',
      version: API_VERSION,
      summary: 'Aggregated e-commerce transaction statistics, by category.',
      description:
        'A read-only API of aggregated order statistics at three levels: the whole market, main categories and ' +
        'sub-categories. Every call needs a key in `x-api-key` and costs points; only a 200 is charged. ' +
        'Every answer is `{code, data}` or `{code, msg, data?}`. Where a default was used or a parameter was ignored, a ' +
        'header says so; with `Prefer: handling=strict` such a call is refused instead.',
      license: { name: "The operator's terms", identifier: 'LicenseRef-operator-terms' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: [
      ...GROUPS.map((name) => ({ name, description: GROUP_DESCRIPTIONS[name] })),
      { name: 'Account', description: 'What a key holder can ask about its account, free of charge.' },
    ],
    security: [{ apiKey: [] }],
    paths: withSharedSchemas(paths, schemas),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A key such as `mdk_…`.' },
      },
      parameters: {
        ...QUERY_PARAMETERS,
        maxPoints: MAX_POINTS,
        idempotencyKey: IDEMPOTENCY_KEY,
        prefer: PREFER,
      },
      headers: HEADERS,
      schemas,
      responses: Object.fromEntries(
        statusesOf(CALL_ERRORS).map((status) => [`E${status}`, errorResponse(status, terms)]),
      ),
    },
  };
}

/** A schema with a title stands once, in `schemas`; wherever it is used there is a reference to it. */
function withSharedSchemas(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => withSharedSchemas(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { title, description, ...rest } = value as Record<string, unknown>;
  if (typeof title === 'string' && 'properties' in rest) {
    schemas[title] ??= rest;
    return { ...(description !== undefined && { description }), $ref: `#/components/schemas/${title}` };
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withSharedSchemas(inner, schemas)]),
  );
}

function dataOperation(endpoint: Endpoint, terms: Terms) {
  return {
    operationId: operationId(endpoint.path),
    tags: [endpoint.group],
    summary: endpoint.summary,
    description: `${endpoint.description}\n\n**Price:** ${describePrice(endpoint, terms)}.`,
    'x-points': terms.prices.priceOf(endpoint),
    parameters: [...parametersOf(endpoint), 'maxPoints', 'idempotencyKey', 'prefer'].map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    responses: {
      200: okResponse(dataSchema(endpoint), shortSample(exampleAnswer(endpoint.path), false), DATA_HEADERS),
      ...errorRefs(CALL_ERRORS),
    },
  };
}

function accountOperation(route: AccountRoute, terms: Terms) {
  const { path, summary, description, parameters, schema, errors = [] } = route;
  const example = route.example(pointsOf(terms), terms.periodDays);
  return {
    operationId: operationId(path),
    tags: ['Account'],
    summary,
    description: `${description}\n\n**Price:** nothing.`,
    'x-points': { base: 0, kind: 'fixed' },
    parameters: parameters.map(({ name, description, example, isDate = false, isRequired = false }) => ({
      name,
      in: 'query',
      required: isRequired,
      description,
      example,
      schema: { type: 'string', ...(isDate && { format: 'date' }) },
    })),
    responses: {
      200: okResponse(schema, { code: 200, data: example }),
      ...errorRefs(CALL_ERRORS.filter((name) => !NOT_FREE.includes(name) || errors.includes(name))),
    },
  };
}

function okResponse(data: TSchema, example: unknown, more: readonly string[] = []) {
  return {
    description: 'The answer.',
    headers: headerRefs('x-request-id', ...RECEIPT, ...more),
    content: {
      'application/json': {
        schema: Type.Object({ code: Type.Literal(200), data }, { additionalProperties: false }),
        example,
      },
    },
  };
}

function statusesOf(names: readonly ErrorName[]): number[] {
  return [...new Set(names.map((name) => ERRORS[name].status))].sort((a, b) => a - b);
}

function errorRefs(names: readonly ErrorName[]): Record<string, unknown> {
  return Object.fromEntries(
    statusesOf(names).map((status) => [status, { $ref: `#/components/responses/E${status}` }]),
  );
}

function errorResponse(status: number, terms: Terms) {
  const rows = CALL_ERRORS.filter((name) => ERRORS[name].status === status).map((name) => ({
    name,
    ...ERRORS[name],
  }));
  return {
    description: rows
      .map(({ msg, meaning }) => (rows.length > 1 ? `**${msg}**: ${meaning}` : meaning))
      .join('\n\n'),
    headers: headerRefs(
      'x-request-id',
      ...(status === 401 || status === 403 || status === 500 ? [] : RECEIPT),
      ...(status === 400 ? ['preference-applied'] : []),
      ...(status === 429 ? ['ratelimit-policy', 'ratelimit', 'retry-after'] : []),
    ),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(
          rows.map(({ name, msg }) => [
            name,
            {
              summary: msg,
              value: { code: status, msg: EXAMPLE_MESSAGES[name] ?? msg, ...exampleData(name, terms) },
            },
          ]),
        ),
      },
    },
  };
}

const EXAMPLE_MESSAGES: Partial<Record<ErrorName, string>> = {
  badRequest: 'start must be a calendar date as YYYY-MM-DD',
};

/** Of a 402: what the key figures of a category cost, and a balance below or above that. */
function exampleData(name: ErrorName, terms: Terms): { data?: object } {
  const required = pointsOf(terms)('/api/public/market/focus');
  if (name === 'insufficientPoints') return { data: { balance: Math.max(0, required - 33), required } };
  return name === 'aboveMaxPoints' ? { data: { balance: required + 955, required } } : {};
}

const ERROR_SCHEMA = Type.Object(
  {
    code: Type.Integer({ description: 'The HTTP status.' }),
    msg: Type.String({ description: 'What happened.' }),
    data: Type.Optional(
      Type.Object(
        {
          balance: Type.Optional(Type.Integer({ description: 'Points the account has.' })),
          required: Type.Optional(Type.Integer({ description: 'Points the call costs.' })),
        },
        { additionalProperties: false, description: 'With 402 only.' },
      ),
    ),
  },
  { additionalProperties: false },
);

const QUERY_PARAMETERS = Object.fromEntries(
  PARAMETERS.map((name) => [
    name,
    { name, in: 'query', required: false, ...PARAMETER_DOCS[name], example: EXAMPLE_VALUES[name] },
  ]),
);

const MAX_POINTS = {
  name: 'x-max-points',
  in: 'header',
  required: false,
  description: 'The most you want to pay: a call that would cost more is refused with 402.',
  schema: { type: 'integer', minimum: 0 },
  example: 100,
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of yours. The same call with the same text within one hour is answered again and costs nothing.',
  schema: { type: 'string', maxLength: 255 },
  example: '6f1c1a6e-report-2026-06',
};

const PREFER = {
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
const RECEIPT = ['x-points-charged', 'x-points-balance'];

/** What 200s of data calls carry beside the receipt. */
const DATA_HEADERS = [
  'x-data-version',
  'x-fallback',
  'x-ignored-parameters',
  'x-suppressed',
  'preference-applied',
  'idempotent-replayed',
];

/** `required`: answers that name it always have it. */
const HEADERS = {
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

function headerRefs(...names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** `/api/public/sub-market/focus` → `subMarketFocus`. */
export function operationId(path: string): string {
  return path
    .replace(/^\/api\/(public\/)?/, '')
    .replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());
}
