import { programVersion } from '../lib/version.ts';
import { isReading, type Operation } from '../operations/operation.ts';
import { type Fields, flag, optional, type Schema } from '../operations/schema.ts';
import { isList } from './answer.ts';
import { ADMIN_ERRORS } from './error-codes.ts';
import { outsideName } from './input.ts';
import { type AdminRoute, PREFIX } from './routes.ts';

type Json = Readonly<Record<string, unknown>>;

/** What an operation can be refused with: timeouts and headers end a request before its path is known. */
const STATUSES = [
  ...new Set(
    Object.values(ADMIN_ERRORS)
      .map(({ status }) => status)
      .filter((status) => status !== 408 && status !== 431),
  ),
];

function errorResponse(status: number): Json {
  const rows = Object.entries(ADMIN_ERRORS).filter(([, error]) => error.status === status);
  return {
    description: rows.map(([code, { meaning }]) => `\`${code}\`: ${meaning}`).join('\n\n'),
    headers: {
      'x-error-code': {
        description: 'What is wrong, for programs: a code never changes.',
        schema: { type: 'string', enum: rows.map(([code]) => code) },
      },
    },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

/** The OpenAPI 3.1 document of the admin API, from the operations themselves. */
export function adminDocument(routes: readonly AdminRoute[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Admin API',
      version: programVersion(),
      description:
        'Everything that an operator can do, on a port of its own. Answers are `{"code": 200, "data": …}`, refusals `{"code", "msg"}`; lists come in pages.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: PREFIX }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of `mdq operator create`.' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'msg'],
          properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: { type: 'object' } },
        },
      },
      responses: Object.fromEntries(STATUSES.map((status) => [`Error${status}`, errorResponse(status)])),
    },
  };
}

function operationOf({ name, operation, method, path }: AdminRoute): Json {
  const { summary, role, adminFields, input } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const others = Object.entries(input).filter(([field]) => !inPath.includes(field));
  const inQuery = method === 'GET' || method === 'DELETE' ? others : [];
  const inBody = inQuery.length > 0 ? [] : others;
  return {
    operationId: idOf(name, path, method),
    summary: summary.charAt(0).toUpperCase() + summary.slice(1),
    tags: [name.split(' ')[0]],
    'x-role': role,
    ...(adminFields && {
      'x-admin-fields': adminFields.map(outsideName),
      description: `Takes the role admin with any of ${adminFields.map(outsideName).join(', ')}.`,
    }),
    parameters: [
      ...inPath.map((field) => parameter(field, input[field], 'path')),
      ...inQuery.map(([field, schema]) => parameter(field, schema, 'query')),
      ...(isList(operation) ? PAGING : []),
      ...(method === 'GET' ? [] : [IDEMPOTENCY_KEY]),
    ],
    ...(inBody.length > 0 && {
      requestBody: {
        required: inBody.some(([, schema]) => isRequired(schema)),
        content: { 'application/json': { schema: objectOf(Object.fromEntries(inBody)) } },
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        content: {
          'application/json': { schema: envelope(dataOf(operation)) },
        },
      },
      ...Object.fromEntries(
        STATUSES.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  };
}

const PAGING = [
  {
    name: 'limit',
    in: 'query',
    description: 'Most rows of a page.',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  },
  {
    name: 'cursor',
    in: 'query',
    description: 'The `next` of the page before, with the same parameters.',
    schema: { type: 'string' },
  },
];

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same key and input again within a day is the same change: it is answered and not done twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

/** `points grant` is `pointsGrant`; at a second address, what that is about is added. */
function idOf(name: string, path: string, method: string): string {
  const words = name.replace(/--/g, '').split(/[ -]+/);
  const [first = '', ...rest] = words;
  const id = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
  return method === 'GET' && path.startsWith('/accounts/{') && words.length > 1 && words[0] !== 'account'
    ? `${id}OfAccount`
    : id;
}

function parameter(field: string, schema: Schema | undefined, location: 'path' | 'query'): Json {
  const { description, ...rest } = plain(schema ?? { type: 'string' }) as { description?: string };
  return {
    name: location === 'path' ? field : outsideName(field),
    in: location,
    required: location === 'path' || (schema !== undefined && isRequired(schema)),
    ...(description && { description }),
    schema: rest,
  };
}

function isRequired({ isOptional, default: usual }: Schema): boolean {
  return !isOptional && usual === undefined;
}

function objectOf(fields: Fields): Json {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(fields)
      .filter((name) => isRequired(fields[name] ?? { type: '' }))
      .map(outsideName),
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => [outsideName(name), plain(schema)]),
    ),
  };
}

/** What a schema says to others: without what only this program knows. */
function plain(schema: Schema): Json {
  const {
    takes,
    label: _,
    file: __,
    isOptional,
    isSecret,
    isPersonal,
    isAddress,
    of: ___,
    words,
    none,
    nullIs,
    items,
    properties,
    ...rest
  } = schema;
  if (isSecret) return { type: [rest.type, 'null'], description: 'Shown once; null in a repeated answer.' };
  const nothing = none ?? (nullIs === undefined ? undefined : `for ${nullIs || 'none'}`);
  const told = [
    schema.description ?? (takes && !schema.enum && `Must be ${takes}.`),
    nothing && `null ${nothing}`,
  ]
    .filter(Boolean)
    .join('; ');
  if (words) {
    const { type: _type, minimum, ...about } = rest;
    return {
      ...about,
      description: told,
      oneOf: [
        { type: 'integer', minimum },
        { type: 'string', enum: words },
        ...(nullIs === undefined ? [] : [{ type: 'null' }]),
      ],
    };
  }
  return {
    ...rest,
    ...(nullIs !== undefined && { type: [rest.type, 'null'] }),
    ...(told && { description: told }),
    ...(items && { items: plain(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, plain(inner)])),
    }),
  };
}

const NOTES = {
  type: 'array',
  items: { type: 'string' },
  description: 'What a command would say besides, in sentences; missing where there is nothing.',
};

function envelope(data: Json): Json {
  return {
    type: 'object',
    required: ['code', 'data'],
    properties: { code: { type: 'integer', const: 200 }, data, notes: NOTES },
  };
}

/** Of a change, with what a repeated Idempotency-Key adds. */
function dataOf(operation: Operation): Json {
  const { output } = operation;
  if (isList(operation)) return pageOf(output);
  if (isReading(operation) || !output.properties) return plain(output);
  const repeated = optional(
    flag({ description: 'true if it was done before, under the same `Idempotency-Key`' }),
  );
  return plain({ ...output, properties: { repeated, ...output.properties } });
}

function pageOf(output: Schema): Json {
  return {
    type: 'object',
    required: ['items', 'next'],
    properties: {
      items: plain(output),
      next: {
        type: ['string', 'null'],
        description: 'The cursor of the next page; null after the last one.',
      },
    },
  };
}
