import { USUAL_NAME } from '../../brand/brand.ts';
import { dataSchema, type Endpoint, GROUPS } from '../../endpoints/form/endpoint.ts';
import { type OwnParameter, SHARED_PARAMETERS } from '../../endpoints/form/parameters.ts';
import { endpoints } from '../../endpoints/index.ts';
import { type Schema, Type } from '../../lib/schema.ts';
import type { AccountRoute } from '../../request/account/account-route.ts';
import { accountRoutes } from '../../request/account/index.ts';
import { describeEndpoint } from '../describe-endpoint.ts';
import { EXAMPLE_ADDRESS } from '../examples/example-address.ts';
import { exampleAnswer, exampleValue } from '../examples/example-calls.ts';
import { shortSample } from '../examples/short-sample.ts';
import { pointsOf, shortPrice, type Terms, USUAL_TERMS } from '../terms.ts';
import {
  CALL_ERRORS,
  ERROR_SCHEMA,
  errorRefs,
  errorResponse,
  NOT_FREE,
  statusesOf,
} from './openapi-errors.ts';
import {
  DATA_HEADERS,
  HEADERS,
  headerRefs,
  IDEMPOTENCY_KEY,
  IF_NONE_MATCH,
  MAX_POINTS,
  PREFER,
  RECEIPT,
} from './openapi-headers.ts';

export const API_VERSION = '2026-06-09';

const GROUP_DESCRIPTIONS: Record<(typeof GROUPS)[number], string> = {
  Meta: 'Names of categories and sub-categories. Start here.',
  Overview: 'The whole market, over the default period.',
  Market: 'One main category.',
  'Sub-market': 'One sub-category of a main category.',
};

const SANDBOX =
  ' To try it: `mdk_test_ok`, a public key, gets made-up figures with `x-sandbox: true`, free of charge. ' +
  'For refusals: `mdk_test_nopoints` (402), `mdk_test_inactive` and `mdk_test_owner` (403), `mdk_test_limit` (429), ' +
  '`mdk_test_unknown` (500).';

const QUERY_PARAMETERS = Object.fromEntries(
  Object.entries(SHARED_PARAMETERS).map(([name, schema]) => [name, queryParameter(name, schema)]),
);

function queryParameter(name: string, declared: Schema, own?: OwnParameter) {
  const { description, ...schema } = declared;
  return {
    name,
    in: 'query',
    required: false,
    description,
    schema,
    example: own?.usual ?? exampleValue(name),
  };
}

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
      title: terms.brand?.name ?? USUAL_NAME,
      version: API_VERSION,
      summary: 'Aggregated e-commerce transaction statistics, by category.',
      description:
        'A read-only API of aggregated order statistics at three levels: the whole market, main categories and ' +
        'sub-categories. Every call needs a key in the header `x-api-key`. Data calls cost points, and only a 200 is ' +
        'charged; account calls are free. ' +
        'Where a price is per started period, only the days inside the data are billed. ' +
        'Every answer is `{code, data}` or `{code, msg, data?}`. Headers report a default that was used and ' +
        'parameters that were ignored; `Prefer: handling=strict` refuses such calls. `x-error-code` names every error. With `Accept: text/csv` data calls ' +
        'return CSV.',
      license: { name: "The operator's terms", identifier: 'LicenseRef-operator-terms' },
    },
    servers: [{ url: EXAMPLE_ADDRESS, description: 'This service' }],
    tags: [
      ...GROUPS.map((name) => ({ name, description: GROUP_DESCRIPTIONS[name] })),
      { name: 'Account', description: 'Your account, free of charge.' },
    ],
    security: [{ apiKey: [] }],
    paths: withSharedSchemas(paths, schemas),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: `A key such as \`mdk_…\`.${terms.sandboxRate === undefined ? '' : SANDBOX}`,
        },
      },
      parameters: {
        ...QUERY_PARAMETERS,
        maxPoints: MAX_POINTS,
        idempotencyKey: IDEMPOTENCY_KEY,
        ifNoneMatch: IF_NONE_MATCH,
        prefer: PREFER,
      },
      headers: HEADERS,
      schemas,
      responses: {
        Unchanged: {
          description:
            'The answer that `If-None-Match` names has not changed. It costs nothing and has no body.',
          headers: headerRefs('x-request-id', ...RECEIPT, 'x-data-version', 'etag'),
        },
        ...Object.fromEntries(
          statusesOf(CALL_ERRORS).map((status) => [`E${status}`, errorResponse(status, terms)]),
        ),
      },
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

export function dataOperation(endpoint: Endpoint, terms: Terms) {
  return {
    operationId: operationId(endpoint.path),
    tags: [endpoint.group],
    summary: endpoint.summary,
    description: `${describeEndpoint(endpoint)}\n\n**Price:** ${shortPrice(endpoint, terms)}.`,
    ...(endpoint.deprecated && { deprecated: true, 'x-sunset': endpoint.deprecated.sunset }),
    'x-points': pricing(endpoint, terms),
    parameters: [...endpoint.takes, 'maxPoints', 'idempotencyKey', 'ifNoneMatch', 'prefer'].map((name) => {
      const own = endpoint.own?.find((each) => each.name === name);
      return own ? queryParameter(name, own.schema, own) : { $ref: `#/components/parameters/${name}` };
    }),
    responses: {
      200: withCsv(
        okResponse(
          dataSchema(endpoint),
          shortSample(exampleAnswer(endpoint.path), false),
          headersOf(endpoint),
        ),
      ),
      304: { $ref: '#/components/responses/Unchanged' },
      ...errorRefs(CALL_ERRORS),
    },
  };
}

/** Only answers that compare name the days that they compare with. */
function headersOf({ shows }: Endpoint): readonly string[] {
  return shows === 'previous' ? [...DATA_HEADERS, 'x-compared'] : DATA_HEADERS;
}

/** One that is per period with the days of data that one base covers. */
function pricing(endpoint: Endpoint, { prices, periodDays }: Terms) {
  const price = prices.priceOf(endpoint);
  return price.kind === 'per-period' ? { ...price, period_days: periodDays } : price;
}

function accountOperation(route: AccountRoute, terms: Terms) {
  const { path, summary, description, parameters, schema, errors = [], takesPrefer } = route;
  const example = shortSample(route.example(pointsOf(terms), terms.periodDays), false);
  return {
    operationId: operationId(path),
    tags: ['Account'],
    summary,
    description: `${description}\n\n**Price:** free.`,
    'x-points': { base: 0, kind: 'fixed' },
    parameters: [
      ...parameters.map(({ name, description, example, isDate, isRequired = false, isInPath, ...more }) => ({
        name,
        in: isInPath ? 'path' : 'query',
        required: isRequired,
        description,
        example: more.schema?.default ?? example,
        schema: more.schema ?? { type: 'string', ...(isDate && { format: 'date' }) },
      })),
      ...(takesPrefer ? [{ $ref: '#/components/parameters/prefer' }] : []),
    ],
    responses: {
      200: okResponse(schema, { code: 200, data: example }, takesPrefer ? ['preference-applied'] : []),
      ...errorRefs([...CALL_ERRORS.filter((name) => !NOT_FREE.includes(name)), ...errors]),
    },
  };
}

function okResponse(data: Schema, example: unknown, more: readonly string[] = []) {
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

/** Every data path answers in CSV too, where `Accept` asks for it. */
function withCsv({ content, ...response }: ReturnType<typeof okResponse>) {
  return { ...response, content: { ...content, 'text/csv': { schema: { type: 'string' } } } };
}

/** `/api/public/sub-market/focus` → `subMarketFocus`. */
function operationId(path: string): string {
  return (
    path
      .replace(/^\/api\/(public\/)?/, '')
      // One of several: `/api/account/calls/{id}` → `accountCall`.
      .replace(/s\/\{\w+\}$/, '')
      .replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase())
  );
}
