import type { EndpointDoc } from '../docs/endpoint-page.ts';
import { type Failure, type Fields, failure, shown } from './json-rpc.ts';

const NO_DATA = 'This server only documents and returns no data';

export function unknownTool(name: string, tools: readonly string[]): Failure {
  const message = `Unknown tool: ${shown(name)}. The tools are ${tools.join(', ')}`;
  return failure('invalidParams', 200, message, { tools });
}

/** Leads a call of a data tool, which other servers have, to the endpoints that its name can mean. */
export function legacyTool(
  name: string,
  args: Fields,
  { meant, tools }: { readonly meant: readonly EndpointDoc[]; readonly tools: readonly string[] },
): Failure {
  const found = meant.map((endpoint) => hintOf(endpoint, args));
  const [only] = found;
  const calls = found.map(({ method, request, price }) => `${method} ${request} (${price})`).join(' or ');
  return failure(
    'invalidParams',
    200,
    `Unknown tool: ${shown(name)}. ${NO_DATA}: call ${calls} of the REST API instead, with a key in the header x-api-key`,
    found.length === 1 ? { ...only } : { endpoints: found, tools },
  );
}

/** Longer values are left out of the request: they are no names and no dates. */
const MAX_VALUE = 200;

function hintOf({ method, path, page, price, parameters }: EndpointDoc, args: Fields): Fields {
  const given = parameters.flatMap(({ name }) => {
    const value = args[name];
    return typeof value === 'string' && value !== '' && value.length <= MAX_VALUE
      ? ([[name, value]] as const)
      : [];
  });
  const query = new URLSearchParams(given.map(([name, value]) => [name, value])).toString();
  const dates = given.filter(([name]) => name === 'start' || name === 'end');
  return {
    method,
    path,
    request: query === '' ? path : `${path}?${query}`,
    price: price.short,
    documentation: page.url,
    tool: 'api.get_endpoint',
    arguments: { path, ...Object.fromEntries(dates) },
  };
}
