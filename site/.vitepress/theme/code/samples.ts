import type { Asked } from '../call/call.ts';
import { type Caller, curlOf, isStrict } from './curl.ts';

/** The languages in which every call is shown, in the order of their tabs. */
export const CODE_LANGUAGES = ['curl', 'typescript', 'python', 'javascript'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

export const CODE_NAMES: Readonly<Record<CodeLanguage, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  javascript: 'JavaScript',
};

/** All the calls of something that is shown, such as those of a comparison, as one program that runs as it is pasted. */
export function codeOf(language: CodeLanguage, asked: readonly Asked[], caller: Caller): string {
  return SAMPLES[language](asked, caller);
}

type Sample = (asked: readonly Asked[], caller: Caller) => string;

const SAMPLES: Readonly<Record<CodeLanguage, Sample>> = {
  curl: (asked, caller) => asked.map((one) => curlOf(one, caller)).join('\n\n'),
  typescript: typeScriptOf,
  python: pythonOf,
  javascript: (asked, caller) => fetchOf(asked, caller),
};

/** One call of the account: the typed client knows no path that has a value in it. */
const isOneCall = ({ path }: Asked) => /^\/api\/account\/calls\/./.test(path);

/** With the typed client that the service hands out, for all that it knows. */
function typeScriptOf(asked: readonly Asked[], caller: Caller): string {
  const { origin, publicKey } = caller;
  if (asked.some(isOneCall)) return fetchOf(asked, caller, ' as { data: unknown }');
  return [
    `// npm install ${origin}/developers/client.tgz`,
    `import { createMarketDataClient } from 'market-data-client';`,
    ``,
    `const client = createMarketDataClient({`,
    `  baseUrl: ${quoted(origin)},`,
    `  key: ${publicKey ? quoted(publicKey) : "process.env.MDQ_KEY ?? ''"},`,
    ...(isStrict(asked) ? ['  strict: true,'] : []),
    `});`,
    ...asked.flatMap(({ path, parameters }, at) => [
      ``,
      `const ${nth('answer', asked, at)} = await client.get(${quoted(path)}${second(fieldsOf(parameters))});`,
      `console.log(${nth('answer', asked, at)}.data, ${nth('answer', asked, at)}.receipt.charged);`,
    ]),
  ].join('\n');
}

/** With the Python file that it hands out. */
function pythonOf(asked: readonly Asked[], { origin, publicKey }: Caller): string {
  const key = publicKey ? `, ${JSON.stringify(publicKey)}` : '';
  const strict = isStrict(asked) ? ', strict=True' : '';
  return [
    `# curl -O ${origin}/developers/market_data.py`,
    `from market_data import MarketData`,
    ``,
    `client = MarketData(${JSON.stringify(origin)}${key}${strict})${publicKey ? '' : '  # key: MDQ_KEY'}`,
    ...asked.flatMap((one) => {
      const { path, parameters } = one;
      // A string of JSON is one of Python, too.
      const fields = parameters.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      const inLine = fields.join(', ');
      const given = inLine.length > 40 ? `\n    ${fields.join(',\n    ')},\n` : inLine;
      return [
        ``,
        `answer = client.${isOneCall(one) ? `get(${JSON.stringify(path)})` : `${methodOf(path)}(${given})`}`,
        `print(answer.data, answer.receipt.charged)`,
      ];
    }),
  ].join('\n');
}

/** `/api/public/trends/sub-market` is `trends_sub_market`, and `/api/account/usage` is `usage`. */
function methodOf(path: string): string {
  return path.replace(/^\/api\/(public\/|account\/)?/, '').replaceAll(/[/-]/g, '_');
}

/** With what every browser and Node have; `bodyType` is for TypeScript. */
function fetchOf(asked: readonly Asked[], { origin, publicKey }: Caller, bodyType = ''): string {
  const key = publicKey ? quoted(publicKey) : `process.env.MDQ_KEY${bodyType && " ?? ''"}`;
  const one = `{ 'x-api-key': ${key}${isStrict(asked) ? `, prefer: 'handling=strict'` : ''} }`;
  return [
    `const headers = ${one};`,
    ...asked.flatMap(({ path, parameters }, at) => {
      const query = nth('query', asked, at);
      const response = nth('response', asked, at);
      const address =
        parameters.length > 0 ? `${quoted(`${origin}${path}?`)} + ${query}` : quoted(origin + path);
      return [
        ``,
        ...(parameters.length > 0
          ? [`const ${query} = new URLSearchParams(${objectOf(fieldsOf(parameters))});`]
          : []),
        `const ${response} = await fetch(${address}, { headers });`,
        `const ${nth('body', asked, at)} = ${bodyType ? `(await ${response}.json())${bodyType}` : `await ${response}.json()`};`,
        `console.log(${nth('body', asked, at)}.data, ${response}.headers.get('x-points-charged'));`,
      ];
    }),
  ].join('\n');
}

function fieldsOf(parameters: Asked['parameters']): string[] {
  return parameters.map(([name, value]) => `${name}: ${quoted(value)}`);
}

function objectOf(fields: readonly string[]): string {
  const one = `{ ${fields.join(', ')} }`;
  return one.length > 40 ? `{\n  ${fields.join(',\n  ')},\n}` : one;
}

const second = (fields: readonly string[]) => (fields.length > 0 ? `, ${objectOf(fields)}` : '');

/** `answer`, and `answer2` of the second call. */
const nth = (name: string, asked: readonly Asked[], at: number) =>
  asked.length > 1 ? `${name}${at + 1}` : name;

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
