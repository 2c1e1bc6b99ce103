import type { Random } from '../reference/random.ts';

/** What is sold, cheap and dear. */
export const PAID = ['meta/categories', 'overview/ranking', 'market/focus', 'sub-market/tags'].map(
  (path) => `/api/public/${path}`,
);

/** Paths of every sort of thing that is served. */
export const PATHS = [
  ...PAID,
  ...['/api/account', '/api/account/usage', '/api/account/calls', '/api/account/quote', '/api/mcp'],
  ...['/api/docs/openapi.json', '/llms.txt', '/developers', '/developers/quickstart'],
  ...['/healthz', '/readyz', '/', '/nope'],
];

const STRANGE = '# #% #%ff % %ff %00 %zz %2f %E4%BD ? ?? ?# && .. /../ //'.split(' ');
const RAW = ['\0', '\x01', '\t', ' ', '\\', '"', '<', '\x7f', '\x80', '\xff', 'é', '{', '|', '^'];

/** A target that is wrong in some way, or only looks so. */
export function strangeTarget(random: Random): string {
  const path = random.pick(PATHS);
  const some = () => Array.from({ length: 1 + random.below(4) }, () => random.pick(STRANGE)).join('');
  const dates = ['2024-02-30', '0000-00-00', '-1', '9'.repeat(300), '2024-01-01T00:00'];
  const files = ['../../package.json', '%2e%2e%2fpackage.json', 'assets/%00', '%5c..', 'a/'.repeat(2000)];
  const hosts = ['x', '', '[::1', 'x:99999', 'user:pass@x', '%', 'x#%ff'];
  return random.pick([
    () => `${path}${some()}`,
    () => `${path}?category=${some()}&start=${some()}`,
    () => `${path}?${'category=a&'.repeat(1 + random.below(400))}`,
    () => `${path}?start=${random.pick(dates)}`,
    () => `${path}${random.pick(RAW)}${some()}`,
    () => `${some()}${path}`,
    () => '/'.repeat(1 + random.below(15_900)),
    () => `${path}${'/'.repeat(1 + random.below(15_000))}`,
    () => `/${'%2e%2e/'.repeat(1 + random.below(500))}etc/passwd`,
    () => `/developers/${random.pick(files)}`,
    () => `http://${random.pick(hosts)}${path}${some()}`,
    () => random.pick(['', ...'* x:80 x // /% # ? https: http: ///x \\\\x javascript:1'.split(' ')]),
    () => `/${letters(random, 1 + random.below(7000))}`,
    () => `/api/${random.pick(['__proto__', 'constructor', 'public/__proto__', 'hasOwnProperty'])}`,
  ])();
}

/** A value that a header was never meant to have. */
export function strangeValue(random: Random): string {
  return random.pick([
    () => '',
    () => ' '.repeat(1 + random.below(15_000)),
    () => `a${' '.repeat(1 + random.below(15_000))}b`,
    () => ' ,'.repeat(1 + random.below(7000)),
    () => '"'.repeat(1 + random.below(7000)),
    () => `W/${'"x", '.repeat(1 + random.below(2000))}`,
    () => `gzip;q=${'0'.repeat(1 + random.below(3000))}`,
    () => letters(random, 1 + random.below(9000)),
    () => random.pick(['-1', '1e99', '0x10', 'NaN', '１', '1,1', '00', '9'.repeat(40), '+1', '1.5', 'null']),
    () => random.pick(RAW),
    () => bytes(random, 1 + random.below(200)).replaceAll(/[\r\n]/g, ''),
    () => random.pick(['__proto__', 'constructor', "' OR 1=1 --", '../../x', '<script>']),
  ])();
}

export function letters(random: Random, length: number): string {
  return random.pick(['a', 'Z', '0', '%41', 'x.', '-_']).repeat(length).slice(0, length);
}

export function bytes(random: Random, length: number): string {
  return Array.from({ length }, () => String.fromCharCode(random.below(256))).join('');
}

const RPC_METHODS = [
  ...['initialize', 'ping', 'tools/list', 'tools/call', 'notifications/initialized', 'subscriptions/listen'],
  ...['', 'tools/', '__proto__', 'constructor', 'rpc.discover', 'tools/call\0', 'a'.repeat(5000)],
];
const TOOLS = [
  'docs.search',
  'docs_get_page',
  'api.get_endpoint',
  'api.get_openapi',
  'market.focus',
  '__proto__',
  '',
];
const VALUES =
  String.raw`null true 0 -1 1e999 -0 1.5 "" "x" [] {} [[]] {"__proto__":{"a":1}} "\u0000" "\ud800"`.split(
    ' ',
  );

/** A body for `/api/mcp`: wrong JSON, JSON that is no JSON-RPC, and JSON-RPC with anything in its places. */
export function strangeBody(random: Random): string {
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"';
  const nested = (open: string, close: string, most: number) => {
    const depth = 1 + random.below(most);
    return `${open.repeat(depth)}${open === '[' ? '' : '1'}${close.repeat(depth)}`;
  };
  return random.pick([
    ...[() => message(random), () => toolCall(random), () => message(random), () => toolCall(random)],
    () => `[${Array.from({ length: random.pick([0, 1, 2, 20, 200]) }, () => message(random)).join()}]`,
    () => `[${'[],'.repeat(random.below(5000))}[]]`,
    () => nested('[', ']', 30_000),
    () => nested('{"a":', '}', 8000),
    () => `${ping},"params":${nested('[', ']', 20_000)}}`,
    () => '['.repeat(1 + random.below(60_000)),
    () => random.pick(['', ...VALUES]),
    () => message(random).slice(0, random.below(60)),
    () => `${message(random)}${random.pick(['}', ',', '\0', 'x', '\n{}'])}`,
    () => `\xef\xbb\xbf${message(random)}`,
    () => bytes(random, random.below(500)),
    () => `{${'"id":1,'.repeat(1 + random.below(3000))}"jsonrpc":"2.0","method":"ping"}`,
    () => `${ping},"x":"${'y'.repeat(random.below(70_000))}"}`,
  ])();
}

function message(random: Random): string {
  const any = () => random.pick(VALUES);
  const fields = [
    ['jsonrpc', random.chance(0.8) ? '"2.0"' : any()],
    ['id', random.chance(0.6) ? String(random.below(99)) : any()],
    ['method', random.chance(0.8) ? JSON.stringify(random.pick(RPC_METHODS)) : any()],
    ['params', random.chance(0.4) ? any() : '{"name":"docs.search","arguments":{"query":"price"}}'],
  ];
  return `{${fields.flatMap(([name, value]) => (random.chance(0.9) ? [`"${name}":${value}`] : [])).join()}}`;
}

function toolCall(random: Random): string {
  const long = JSON.stringify('a '.repeat(1 + random.below(2000)));
  const values = [
    ...VALUES,
    long,
    '"\xe5\x83\xb9\xe6\xa0\xbc"',
    '"/api/public/market/focus"',
    '"../../package.json"',
  ];
  const names = ['query', 'id', 'path', 'limit', 'lang', '__proto__', 'group'];
  const given = names.filter(() => random.chance(0.4)).map((name) => `"${name}":${random.pick(values)}`);
  const params = `{"name":${JSON.stringify(random.pick(TOOLS))},"arguments":{${given.join()}}}`;
  return `{"jsonrpc":"2.0","id":${random.below(9)},"method":"tools/call","params":${params}}`;
}
