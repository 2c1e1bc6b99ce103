import type { Docs } from '../../docs/docs.ts';
import type { EndpointDoc } from '../../docs/endpoint-page.ts';
import { EXAMPLE_VALUES } from '../../docs/example-calls.ts';
import { PARAMETER_DOCS } from '../../docs/parameter-docs.ts';
import { ERRORS } from '../../errors.ts';
import type { EndpointNames } from '../endpoint-names.ts';
import { type Fields, isFields } from '../json-rpc.ts';
import type { Result } from '../result.ts';
import { fullPrice, fullPriceSchema } from './prices.ts';
import { listOf, record, type Tool, text, textArgument, toolError, toolResult } from './tool.ts';

export function apiGetEndpoint(docs: Docs, names: EndpointNames): Tool {
  const results = new Map(docs.endpoints.map((endpoint) => [endpoint, endpointResult(endpoint, docs)]));
  const known = docs.endpoints.map(({ path, summary }) => `- \`${path}\`: ${summary}`).join('\n');
  return {
    name: 'api.get_endpoint',
    title: 'Read one REST endpoint',
    description:
      'Read all about one data endpoint: parameters, price and how it grows with the range, every field of the answer, errors, a curl and a TypeScript example, and a real sample answer. Use it before you call an endpoint or say what a call costs.',
    inputSchema: {
      type: 'object',
      properties: {
        path: text('Path of the endpoint, such as "/api/public/market/focus" or "market/focus".'),
      },
      required: ['path'],
    },
    outputSchema: record(
      {
        method: text('HTTP method.'),
        path: text('Path.'),
        group: text('What it is about.'),
        summary: text('What it answers.'),
        description: text('More about it.'),
        url: text('Address of its page, on this host.'),
        authentication: text('How a call says who asks.'),
        parameters: listOf(
          record(
            {
              name: text('Name.'),
              in: text('Where it goes.'),
              required: { type: 'boolean' },
              type: text('Type.'),
              format: text('Format.'),
              description: text('What it takes, and what happens without it.'),
              example: text('A value.'),
            },
            ['format'],
          ),
        ),
        price: fullPriceSchema,
        fields: listOf(
          record({
            name: text('Path of the field in the answer.'),
            type: text('Type.'),
            description: text('Meaning.'),
            optional: { type: 'boolean', description: 'Whether it may be absent.' },
          }),
          'Every field of a 200.',
        ),
        errors: listOf(
          record({
            status: { type: 'integer', description: 'HTTP status, and code in the body.' },
            msg: text('Message in the body.'),
            meaning: text('What happened, and what to do.'),
          }),
        ),
        curl: text('The call in a shell.'),
        typescript: text('The call in TypeScript.'),
        sampleAnswer: { type: 'object', description: 'What the service answered to that call.' },
      },
      ['sampleAnswer'],
    ),
    call(args) {
      const path = textArgument(args, 'path', 'endpoint', 'name');
      if (path === undefined) return toolError(`path is missing. The endpoints are:\n${known}`);
      const endpoint = names.find(path);
      const result = endpoint && results.get(endpoint);
      return result ?? toolError(`There is no such endpoint. The endpoints are:\n${known}`);
    },
  };
}

function endpointResult(endpoint: EndpointDoc, { openApi }: Docs): Result {
  const { method, path, group, summary, description, parameters, page, curl, typescript } = endpoint;
  const hasRange = parameters.some(({ name }) => name === 'start');
  const price = fullPrice(endpoint, hasRange);
  const errors = errorsOf(path, openApi);
  return toolResult(asText(endpoint, price, errors), {
    method,
    path,
    group,
    summary,
    description,
    url: page.url,
    authentication: 'A key in the header x-api-key.',
    parameters: parameters.map(({ name, required, description }) => ({
      name,
      in: 'query',
      required,
      ...PARAMETER_DOCS[name].schema,
      description,
      example: EXAMPLE_VALUES[name],
    })),
    price,
    fields: [
      { name: 'code', type: '200', description: 'The HTTP status.', optional: false },
      ...endpoint.fields.map(({ name, type, description, isOptional }) => ({
        name: `data.${name}`,
        type,
        description,
        optional: isOptional,
      })),
    ],
    errors,
    curl,
    typescript,
    ...(isFields(endpoint.exampleAnswer) && { sampleAnswer: endpoint.exampleAnswer }),
  });
}

type ErrorRow = (typeof ERRORS)[keyof typeof ERRORS];

/** The errors whose status the OpenAPI document names for the path. */
function errorsOf(path: string, { paths }: Fields): ErrorRow[] {
  const item = isFields(paths) ? paths[path] : undefined;
  const operation = isFields(item) ? item.get : undefined;
  const responses = isFields(operation) && isFields(operation.responses) ? operation.responses : {};
  return Object.values(ERRORS).filter(({ status }) => status in responses);
}

function asText({ page }: EndpointDoc, { formula, examples }: Fields, errors: readonly ErrorRow[]): string {
  const growth = Array.isArray(examples)
    ? [
        '## How the price grows',
        `\`${formula}\``,
        examples.map(({ days, points }) => `- ${days} days: ${points} points`).join('\n'),
      ]
    : [];
  const table = errors.map(({ status, msg, meaning }) => `- ${status} \`${msg}\`: ${meaning}`);
  return [page.markdown, ...growth, '## Errors', table.join('\n')].join('\n\n');
}
