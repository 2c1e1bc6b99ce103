import type { Question } from './questions.ts';

type Asked = Pick<Question, 'path' | 'parameters'>;

/** A call as someone can paste it into a shell. The key is read from the environment, never written out. */
export function curlOf(origin: string, { path, parameters }: Asked): string {
  const lines = parameters.map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`);
  const start = parameters.length > 0 ? 'curl --get' : 'curl';
  return [`${start} ${shellQuoted(origin + path)}`, '-H "x-api-key: $MDQ_KEY"', ...lines].join(' \\\n  ');
}

/** The same call with the typed client of the project. */
export function typeScriptOf(origin: string, { path, parameters }: Asked): string {
  const fields = parameters.map(([name, value]) => `${name}: ${quoted(value)}`);
  const one = `{ ${fields.join(', ')} }`;
  const query = one.length > 60 ? `{\n        ${fields.join(',\n        ')},\n      }` : one;
  const call =
    fields.length > 0
      ? [`  await client.GET('${path}', {`, `    params: {`, `      query: ${query},`, `    },`, `  }),`]
      : [`  await client.GET('${path}'),`];
  return [
    `import { createMarketDataClient, unwrap } from 'market-data-query/client';`,
    ``,
    `const client = createMarketDataClient({`,
    `  baseUrl: ${quoted(origin)},`,
    `  key: process.env.MDQ_KEY ?? '',`,
    `});`,
    ``,
    `const { data, receipt } = unwrap(`,
    ...call,
    `);`,
    `console.log(data, receipt.charged);`,
  ].join('\n');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
