import type { Random } from '../reference/random.ts';

/** Paths of every sort of thing that is served. */
export const PATHS = [
  '/api/public/meta/categories',
  '/api/public/overview/ranking',
  '/api/public/market/focus',
  '/api/public/sub-market/tags',
  '/api/account',
  '/api/account/usage',
  '/api/account/calls',
  '/api/account/quote',
  '/api/mcp',
  '/api/docs/openapi.json',
  '/llms.txt',
  '/developers',
  '/developers/quickstart',
  '/healthz',
  '/readyz',
  '/',
  '/nope',
];

/** What is sold, cheap and dear. */
export const PAID = PATHS.slice(0, 4);

const STRANGE = [
  '#',
  '#%',
  '#%ff',
  '%',
  '%ff',
  '%00',
  '%zz',
  '%2f',
  '%E4%BD',
  '?',
  '??',
  '?#',
  '&&',
  '..',
  '/../',
  '//',
];
const RAW = ['\0', '\x01', '\t', ' ', '\\', '"', '<', '\x7f', '\x80', '\xff', 'é', '{', '|', '^'];

/** A target that is wrong in some way, or only looks so. */
export function strangeTarget(random: Random): string {
  const path = random.pick(PATHS);
  const some = () => Array.from({ length: 1 + random.below(4) }, () => random.pick(STRANGE)).join('');
  return random.pick([
    () => `${path}${some()}`,
    () => `${path}?category=${some()}&start=${some()}`,
    () => `${path}?${'category=a&'.repeat(1 + random.below(400))}`,
    () =>
      `${path}?start=${random.pick(['2024-02-30', '0000-00-00', '-1', '9'.repeat(300), '2024-01-01T00:00'])}`,
    () => `${path}${random.pick(RAW)}${some()}`,
    () => `${some()}${path}`,
    () => '/'.repeat(1 + random.below(15_900)),
    () => `${path}${'/'.repeat(1 + random.below(15_000))}`,
    () => `/${'%2e%2e/'.repeat(1 + random.below(500))}etc/passwd`,
    () =>
      `/developers/${random.pick(['../../package.json', '%2e%2e%2fpackage.json', 'assets/%00', 'assets/', '%5c..', `${'a/'.repeat(2000)}`])}`,
    () => `http://${random.pick(['x', '', '[::1', 'x:99999', 'user:pass@x', '%', 'x#%ff'])}${path}${some()}`,
    () =>
      random.pick([
        '*',
        '',
        'x:80',
        'x',
        '//',
        '/%',
        '#',
        '?',
        'https:',
        'http:',
        '///x',
        '\\\\x',
        'javascript:1',
      ]),
    () => `/${letters(random, 1 + random.below(7000))}`,
    () =>
      `/api/${random.pick(['__proto__', 'constructor', 'toString', 'public/__proto__', 'hasOwnProperty'])}`,
  ])();
}

/** A value that a header was never meant to have. */
export function strangeValue(random: Random): string {
  return random.pick([
    () => '',
    () => ' '.repeat(1 + random.below(15_000)),
    () => `a${' '.repeat(1 + random.below(15_000))}b`,
    () => `${' ,'.repeat(1 + random.below(7000))}`,
    () => `${'"'.repeat(1 + random.below(7000))}`,
    () => `W/${'"x", '.repeat(1 + random.below(2000))}`,
    () => `gzip;q=${'0'.repeat(1 + random.below(3000))}`,
    () => letters(random, 1 + random.below(9000)),
    () => random.pick(['-1', '1e99', '0x10', 'NaN', '１', '1,1', '00', '9'.repeat(40), '+1', '1.5', 'null']),
    () => random.pick(RAW),
    () =>
      bytes(random, 1 + random.below(200))
        .replaceAll('\r', '')
        .replaceAll('\n', ''),
    () => random.pick(['__proto__', 'constructor', "' OR 1=1 --", '../../x', '<script>']),
  ])();
}

export function letters(random: Random, length: number): string {
  return random.pick(['a', 'Z', '0', '%41', 'x.', '-_']).repeat(length).slice(0, length);
}

export function bytes(random: Random, length: number): string {
  return Array.from({ length }, () => String.fromCharCode(random.below(256))).join('');
}
