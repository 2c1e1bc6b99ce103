import type { Docs } from '../../docs/docs.ts';
import type { EndpointDoc } from '../../docs/endpoint-page.ts';
import type { FieldDoc } from '../../docs/field-docs.ts';
import { NO_ARGUMENTS, type Tool, toolResult } from './tool.ts';

export function apiListEndpoints({ endpoints, accountRoutes }: Docs): Tool {
  const result = toolResult(asText([...endpoints, ...accountRoutes]));
  return {
    name: 'api.list_endpoints',
    title: 'List the REST endpoints',
    description:
      'List every endpoint with its path, parameters, price in points and fields, and what holds for all calls. Use it to choose an endpoint, or to compare prices; then read the one you chose with api.get_endpoint.',
    inputSchema: NO_ARGUMENTS,
    call: () => result,
  };
}

/** Fields that say what an answer is about, the same wherever they are. */
const ECHO = ['type', 'category', 'subCategory', 'start', 'end'];

const COMMON = `Every call is a GET with a key in the header \`x-api-key\`; parameters are optional query parameters. An answer is \`{"code": 200, "data": {…}}\`; \`data\` also says what was used (${ECHO.join(', ')}). Only a 200 is charged. An unknown category or sub is answered for the default one: compare the names in \`data\`. The days of a price are those of the range that lie inside the data. \`x-max-points: N\` refuses a dearer call, free of charge.`;

function asText(endpoints: readonly EndpointDoc[]): string {
  const groups = Map.groupBy(endpoints, ({ group }) => group);
  const parts = [...groups].map(([group, rows]) => `## ${group}\n${rows.map(row).join('\n')}`);
  return [COMMON, ...parts].join('\n\n');
}

function row({ path, summary, parameters, price, fields }: EndpointDoc): string {
  const names = parameters.map(({ name }) => name).join(', ');
  return `- \`${path}\`${names && ` (${names})`}: ${summary}. ${sentence(price.short)}. ${inShort(fields)}`;
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `items[] (name, count), granularity` */
function inShort(fields: readonly FieldDoc[]): string {
  const outer = fields.filter(({ name }) => !name.includes('.') && !ECHO.includes(name));
  return outer.map((field) => withInner(field, fields)).join(', ');
}

function withInner({ name, type }: FieldDoc, fields: readonly FieldDoc[]): string {
  const shown = type.startsWith('list of') ? `${name}[]` : name;
  const inner = fields
    .filter((field) => field.name.startsWith(`${shown}.`))
    .map((field) => field.name.slice(shown.length + 1));
  return inner.length > 0 ? `${shown} (${inner.join(', ')})` : shown;
}
