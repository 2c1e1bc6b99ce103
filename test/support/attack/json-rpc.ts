import type { Random } from '../reference/random.ts';
import { bytes } from './words.ts';

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'notifications/initialized',
  'subscriptions/listen',
];
const STRANGE_METHODS = [
  '',
  'tools/',
  '__proto__',
  'constructor',
  'toString',
  'rpc.discover',
  'tools/call\0',
  'a'.repeat(5000),
];
const TOOLS = [
  'docs.search',
  'docs_get_page',
  'api.get_endpoint',
  'api.list_endpoints',
  'api.get_openapi',
  'market.focus',
  '__proto__',
  '',
];
const VALUES = [
  'null',
  'true',
  '0',
  '-1',
  '1e999',
  '-0',
  '1.5',
  '""',
  '"x"',
  '[]',
  '{}',
  '[[]]',
  '{"__proto__":{"a":1}}',
  '"\\u0000"',
  '"\\ud800"',
];

/** A body for `/api/mcp`: wrong JSON, JSON that is no JSON-RPC, and JSON-RPC with anything in its places. */
export function strangeBody(random: Random): string {
  return random.pick([
    () => message(random),
    () => message(random),
    () => toolCall(random),
    () => toolCall(random),
    () => `[${Array.from({ length: random.pick([0, 1, 2, 20, 200]) }, () => message(random)).join()}]`,
    () => `[${'[],'.repeat(random.below(5000))}[]]`,
    () => nested('[', ']', 1 + random.below(30_000)),
    () => nested('{"a":', '}', 1 + random.below(8000)),
    () => `{"jsonrpc":"2.0","id":1,"method":"ping","params":${nested('[', ']', 1 + random.below(20_000))}}`,
    () => '['.repeat(1 + random.below(60_000)),
    () => random.pick(VALUES),
    () => message(random).slice(0, random.below(60)),
    () => `${message(random)}${random.pick(['}', ',', '\0', 'x', '\n{}'])}`,
    () => `\ufeff${message(random)}`.replace('\ufeff', '\xef\xbb\xbf'),
    () => bytes(random, random.below(500)),
    () => `{${'"id":1,'.repeat(1 + random.below(3000))}"jsonrpc":"2.0","method":"ping"}`,
    () => `{"jsonrpc":"2.0","id":1,"method":"ping","x":"${'y'.repeat(random.below(70_000))}"}`,
    () => '',
  ])();
}

function message(random: Random): string {
  const any = () => random.pick(VALUES);
  const method = random.pick([...METHODS, ...STRANGE_METHODS]);
  const fields = [
    ['jsonrpc', random.chance(0.8) ? '"2.0"' : any()],
    ['id', random.chance(0.6) ? String(random.below(99)) : any()],
    ['method', random.chance(0.8) ? JSON.stringify(method) : any()],
    ['params', random.chance(0.4) ? any() : '{"name":"docs.search","arguments":{"query":"price"}}'],
  ];
  return `{${fields.flatMap(([name, value]) => (random.chance(0.9) ? [`"${name}":${value}`] : [])).join()}}`;
}

function toolCall(random: Random): string {
  const argument = () =>
    random.pick([
      ...VALUES,
      JSON.stringify('價格 '.repeat(1 + random.below(50))).replace(/[^\0-\xff]/g, '?'),
      JSON.stringify('a '.repeat(1 + random.below(2000))),
      '"/api/public/market/focus"',
      '"../../package.json"',
    ]);
  const names = ['query', 'id', 'path', 'limit', 'lang', '__proto__', 'group'];
  const given = names.filter(() => random.chance(0.4)).map((name) => `"${name}":${argument()}`);
  const params = `{"name":${JSON.stringify(random.pick(TOOLS))},"arguments":{${given.join()}}}`;
  return `{"jsonrpc":"2.0","id":${random.below(9)},"method":"tools/call","params":${params}}`;
}

function nested(open: string, close: string, depth: number): string {
  return `${open.repeat(depth)}${open === '[' ? '' : '1'}${close.repeat(depth)}`;
}
