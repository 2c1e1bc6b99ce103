import type { Question } from '../state/questions.ts';

type Asked = Pick<Question, 'path' | 'parameters'>;

/** A name that is not in the reader's data is then refused, for nothing, instead of another being charged. */
const isStrict = ({ parameters }: Asked) => parameters.some(([name]) => name === 'category');

/** A call as someone can paste it into a shell. The key is read from the environment, never written out. */
export function curlOf(origin: string, asked: Asked): string {
  const { path, parameters } = asked;
  const lines = parameters.map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`);
  const start = parameters.length > 0 ? 'curl --get' : 'curl';
  const headers = ['-H "x-api-key: $MDQ_KEY"', ...(isStrict(asked) ? ["-H 'Prefer: handling=strict'"] : [])];
  return [`${start} ${shellQuoted(origin + path)}`, ...headers, ...lines].join(' \\\n  ');
}

/** The same call with the typed client that the service hands out. */
export function typeScriptOf(origin: string, question: Asked): string {
  const { path, parameters } = question;
  const fields = parameters.map(([name, value]) => `${name}: ${quoted(value)}`);
  const one = `{ ${fields.join(', ')} }`;
  const query = one.length > 60 ? `{\n  ${fields.join(',\n  ')},\n}` : one;
  const asked = fields.length > 0 ? `, ${query}` : '';
  return [
    `// npm install ${origin}/developers/client.tgz`,
    `import { createMarketDataClient } from 'market-data-client';`,
    ``,
    `const client = createMarketDataClient({`,
    `  baseUrl: ${quoted(origin)},`,
    `  key: process.env.MDQ_KEY ?? '',`,
    ...(isStrict(question) ? ['  strict: true,'] : []),
    `});`,
    ``,
    `const { data, receipt } = await client.get('${path}'${asked});`,
    `console.log(data, receipt.charged);`,
  ].join('\n');
}

/** And with the Python file that it hands out. */
export function pythonOf(origin: string, question: Asked): string {
  const { path, parameters } = question;
  const method = path.replace('/api/public/', '').replaceAll(/[/-]/g, '_');
  // A string of JSON is one of Python, too.
  const fields = parameters.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const one = fields.join(', ');
  const asked = one.length > 60 ? `\n    ${fields.join(',\n    ')},\n` : one;
  return [
    `# curl -O ${origin}/developers/market_data.py`,
    `from market_data import MarketData`,
    ``,
    `client = MarketData(${JSON.stringify(origin)}${isStrict(question) ? ', strict=True' : ''})  # with the key in MDQ_KEY`,
    `answer = client.${method}(${asked})`,
    `print(answer.data, answer.receipt.charged)`,
  ].join('\n');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
