import type { EndpointDoc } from '../src/docs/endpoint-page.ts';
import { exampleValue } from '../src/docs/example-calls.ts';
import type { Language } from './languages.ts';

/** Stands for the address of the service until a reader's browser knows it. */
const EXAMPLE_ADDRESS = 'http://127.0.0.1:8080';

/** The example call of an endpoint in three languages, each as it runs. */
export function endpointSnippets(
  { path, parameters }: Pick<EndpointDoc, 'path' | 'parameters'>,
  language: Language,
): { info: string; text: string }[] {
  const query = parameters.map(
    ({ name, example }) => [name, exampleValue(name, language) || example] as const,
  );
  return [
    { info: 'sh [curl]', text: shell(path, query) },
    { info: 'ts [TypeScript]', text: typescript(path, query) },
    { info: 'python [Python]', text: python(path, query) },
  ];
}

type Query = readonly (readonly [name: string, value: string])[];

/** The names of an example need not be in a reader's data: strict, the call is then refused instead of charged. */
const namesSomething = (query: Query) => query.some(([name]) => name === 'category');

function shell(path: string, query: Query): string {
  return [
    'curl --get -H "x-api-key: $MDQ_KEY"',
    ...(namesSomething(query) ? ["  -H 'Prefer: handling=strict'"] : []),
    `  "${EXAMPLE_ADDRESS}${path}"`,
    ...query.map(([name, value]) =>
      /^[\w/-]*$/.test(value) ? `  -d ${name}=${value}` : `  --data-urlencode '${name}=${value}'`,
    ),
  ].join(' \\\n');
}

/** As the example has it: a template in the reader's program, not in ours. */
const QUERY = '?$\u007bquery}';

function typescript(path: string, query: Query): string {
  const parameters = query.map(([name, value]) => `  ${name}: '${value}',`);
  return [
    ...(query.length > 0 ? ['const query = new URLSearchParams({', ...parameters, '});'] : []),
    `const response = await fetch(\`${EXAMPLE_ADDRESS}${path}${query.length > 0 ? QUERY : ''}\`, {`,
    namesSomething(query)
      ? `  headers: { 'x-api-key': process.env.MDQ_KEY ?? '', prefer: 'handling=strict' },`
      : `  headers: { 'x-api-key': process.env.MDQ_KEY ?? '' },`,
    '});',
    'const { code, data, msg } = await response.json();',
    `console.log(code, data ?? msg, response.headers.get('x-points-charged'));`,
  ].join('\n');
}

function python(path: string, query: Query): string {
  const parameters = query.map(([name, value]) => `    "${name}": "${value}",`);
  return [
    'import json, os, urllib.parse, urllib.request',
    '',
    ...(query.length > 0 ? ['query = urllib.parse.urlencode({', ...parameters, '})'] : []),
    'request = urllib.request.Request(',
    `    ${query.length > 0 ? 'f' : ''}"${EXAMPLE_ADDRESS}${path}${query.length > 0 ? '?{query}' : ''}",`,
    namesSomething(query)
      ? '    headers={"x-api-key": os.environ["MDQ_KEY"], "prefer": "handling=strict"},'
      : '    headers={"x-api-key": os.environ["MDQ_KEY"]},',
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response)["data"], response.headers["x-points-charged"])',
  ].join('\n');
}
