import type { Docs } from '../../docs/docs.ts';
import type { EndpointDoc } from '../../docs/endpoint-page.ts';
import { ECHO_FIELDS, type FieldDoc } from '../../docs/openapi/field-docs.ts';
import { lazily } from '../../lib/made-once.ts';
import { createTool, type Tool, toolResult } from './tool.ts';

export function apiListEndpoints({ endpoints, accountRoutes }: Docs): Tool {
  const result = lazily(() => toolResult(asText([...endpoints, ...accountRoutes])));
  return createTool({
    name: 'api.list_endpoints',
    title: 'List the REST endpoints',
    description:
      'List every endpoint with its path, parameters, price in points and fields, and the rules for all calls. Use it to choose an endpoint, or to compare prices; then read the one you chose with api.get_endpoint.',
    takes: {},
    call: result,
  });
}

const COMMON = [
  `Every call is a GET with a key in the header \`x-api-key\`. Parameters go into the query and are optional, with two exceptions: \`path\` is required, and \`id\` goes into the path. An answer is \`{"code": 200, "data": {…}}\`; \`data\` also says what it is about (${ECHO_FIELDS.join(', ')}).`,
  'Only a 200 is charged (a 500 says whether it may be). Days outside the data are free; `/api/account/quote` returns the exact price. `x-max-points: N` refuses a call that costs more; it holds for one call, so lower it as you spend.',
  'An unknown category or sub falls back to the default, and the header `x-fallback` says so; `Prefer: handling=strict` refuses it. Errors: page `errors`.',
  'There is nothing else: no age or gender, no payment methods of a sub-category, no tags of a main category, no own dates for the whole market or for related purchases, and nothing about combinations beyond those: no two categories of your choice, no baskets. Lists of names begin with the largest of the default period.',
].join('\n');

const GROUPS: Readonly<Record<string, string>> = {
  Meta: 'Names',
  Overview: 'The whole market, always over the default period',
  Market: 'A main category',
  'Sub-market': 'A sub-category',
  Account: 'Your account',
};

function asText(endpoints: readonly EndpointDoc[]): string {
  const groups = Map.groupBy(endpoints, ({ group }) => group);
  const parts = [...groups].map(
    ([group, rows]) => `## ${GROUPS[group] ?? group}\n${rows.map(rowOf).join('\n')}`,
  );
  return [COMMON, ...parts].join('\n\n');
}

export function rowOf({ path, group, summary, parameters, price, fields, deprecated }: EndpointDoc): string {
  const names = parameters.map(({ name }) => name).join(', ');
  const own = fields.filter(({ name }) => group === 'Account' || !ECHO_FIELDS.includes(name));
  return `- \`${path}\`${names && ` (${names})`}: ${summary}. ${sentence(price.short)}. ${inShort(own)}${deprecated ? `. ${deprecated}` : ''}`;
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `granularity, items[] (name, count)`; fields that an object shares with one before it stand once. */
function inShort(fields: readonly FieldDoc[]): string {
  const seen = new Map<string, string>();
  const outer = fields.filter(({ name }) => !name.includes('.'));
  return outer
    .map(({ name, type }) => {
      const shown = type.startsWith('list of') ? `${name}[]` : name;
      const inner = fields
        .filter((field) => field.name.startsWith(`${shown}.`))
        .map((field) => field.name.slice(shown.length + 1))
        .filter((field) => !field.includes('.'))
        .join(', ');
      if (inner === '') return shown;
      const same = seen.get(inner);
      seen.set(inner, shown);
      return same ? `${shown} (as ${same})` : `${shown} (${inner})`;
    })
    .join(', ');
}
