import type { Docs } from '../../docs/docs.ts';
import type { EndpointDoc, FieldDoc } from '../../docs/endpoint-page.ts';
import { priceSchema } from './prices.ts';
import { listOf, NO_ARGUMENTS, record, type Tool, text, toolResult } from './tool.ts';

export function apiListEndpoints({ endpoints }: Docs): Tool {
  const rows = endpoints.map(toRow);
  const result = toolResult(asText(endpoints), { endpoints: rows });
  return {
    name: 'api.list_endpoints',
    title: 'List the REST endpoints',
    description:
      'List every data endpoint of the REST API with its path, what it answers, parameters, price in points and the fields of its answer. Use it to choose an endpoint, or to compare prices; then read the one you chose with api.get_endpoint. Takes no arguments.',
    inputSchema: NO_ARGUMENTS,
    outputSchema: record({
      endpoints: listOf(
        record({
          method: text('HTTP method.'),
          path: text('Path, for api.get_endpoint and for the call itself.'),
          group: text('What it is about: the whole market, a main category or a sub-category.'),
          summary: text('What it answers.'),
          parameters: listOf({ type: 'string' }, 'Query parameters; all are optional.'),
          price: priceSchema,
          response: text('The fields of the answer in short.'),
          page: text('Page id, for docs.get_page.'),
        }),
      ),
    }),
    call: () => result,
  };
}

function toRow({ method, path, group, summary, parameters, price, fields, page }: EndpointDoc) {
  return {
    method,
    path,
    group,
    summary,
    parameters: parameters.map(({ name }) => name),
    price: { base: price.base, kind: price.kind },
    response: responseInShort(fields),
    page: page.id,
  };
}

function asText(endpoints: readonly EndpointDoc[]): string {
  const lines = endpoints.map(({ method, path, summary, parameters, price, fields }) =>
    [
      `- \`${method} ${path}\`: ${summary}.`,
      `  Parameters: ${parameters.map(({ name }) => name).join(', ') || 'none'}.`,
      `  Price: ${price.base}${price.kind === 'fixed' ? ' points, fixed' : ' points per default period begun'}.`,
      `  Answer: ${responseInShort(fields)}.`,
    ].join('\n'),
  );
  return `Every call is a GET with a key in the header x-api-key. api.get_endpoint describes one in full.\n\n${lines.join('\n')}`;
}

/** `data: type, start, end, items[] (name, count)` */
function responseInShort(fields: readonly FieldDoc[]): string {
  const outer = fields.filter(({ name }) => !name.includes('.'));
  return `data: ${outer.map((field) => inShort(field, fields)).join(', ')}`;
}

function inShort({ name, type }: FieldDoc, fields: readonly FieldDoc[]): string {
  const shown = type.startsWith('list of') ? `${name}[]` : name;
  const inner = fields
    .filter((field) => field.name.startsWith(`${shown}.`))
    .map((field) => field.name.slice(shown.length + 1));
  return inner.length > 0 ? `${shown} (${inner.join(', ')})` : shown;
}
