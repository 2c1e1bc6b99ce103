import type { Random } from '../random.ts';
import type { Exchange, Keys } from './exchange.ts';
import { strangeBody } from './json-rpc.ts';
import { bytes, letters, PAID, PATHS, strangeTarget, strangeValue } from './words.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'];
const NAMES = [
  ...[
    'Accept',
    'Accept-Encoding',
    'If-None-Match',
    'If-Modified-Since',
    'Range',
    'Cookie',
    'Origin',
    'Upgrade',
  ],
  ...['x-api-key', 'x-max-points', 'Idempotency-Key', 'Prefer', 'Content-Type', 'Connection', 'Expect', 'TE'],
  ...['X-Forwarded-For', 'Mcp-Protocol-Version', 'Mcp-Method', 'Access-Control-Request-Method', '__proto__'],
];
const HOST = 'Host: x\r\n';
const END = '\r\n';

/** Everything but what is said: one request that can be answered, all at once, on a connection that is left open. */
const PLAIN = { isSlow: false, ending: 'wait', answers: 1, heads: [] } as const;

type Maker = (random: Random, keys: Keys) => Omit<Exchange, 'kind'>;

const MAKERS: Readonly<Record<string, Maker>> = {
  'a strange target': (random, { honest }) => ({
    ...PLAIN,
    // What is no request may leave the server waiting for more.
    ending: 'half-close',
    pieces: [
      `${random.pick(['GET', 'POST', 'OPTIONS', 'DELETE'])} ${strangeTarget(random)} HTTP/1.1\r\n`,
      ...[HOST, random.chance(0.5) ? `x-api-key: ${honest}\r\n` : '', END],
    ],
  }),
  'a strange method': (random) => ({
    ...PLAIN,
    ending: 'half-close',
    pieces: [
      random.pick([
        'CONNECT',
        'get',
        'BREW',
        'PRI',
        'M-SEARCH',
        '',
        ' ',
        'GE\0T',
        '(GET)',
        'A'.repeat(9000),
        'PURGE',
      ]),
      ...[` ${random.pick([...PATHS, '*', 'x:443'])} HTTP/1.1\r\n`, HOST, END],
    ],
  }),
  'a strange version': (random) => ({
    ...PLAIN,
    ending: 'half-close',
    pieces: [
      `GET ${random.pick(PATHS)}`,
      random.pick([
        ' HTTP/1.0',
        ' HTTP/0.9',
        '',
        ' ',
        ' HTTP/2.0',
        ' HTTP/1.1 ',
        ' HTTP/9.9',
        ' http/1.1',
        ' HTTP/1',
        ' ICY',
        ' HTTP/11',
        ' RTSP/1.0',
      ]),
      ...[END, random.chance(0.5) ? HOST : '', END],
    ],
  }),
  'the asterisk': (random) => ({
    ...PLAIN,
    pieces: [`OPTIONS ${random.pick(['*', ...PATHS])} HTTP/1.1\r\n`, HOST, 'Connection: close\r\n', END],
  }),
  'strange headers': (random, { honest }) => {
    const method = random.pick(['GET', 'GET', 'HEAD', 'OPTIONS']);
    const header = () => `${random.pick(NAMES)}: ${strangeValue(random)}\r\n`;
    const strange = Array.from({ length: 1 + random.below(6) }, header);
    return {
      ...PLAIN,
      ending: 'half-close',
      heads: method === 'HEAD' ? [0] : [],
      pieces: [
        `${method} ${random.pick(PATHS)} HTTP/1.1\r\n`,
        HOST,
        `x-api-key: ${honest}\r\n`,
        ...strange,
        END,
      ],
    };
  },
  'many headers': (random, { honest }) => {
    const name = random.pick(NAMES);
    const value = random.pick([honest, '1', 'x', strangeValue(random)]);
    const count = random.pick([2, 3, 50, 1000, 3000]);
    return {
      ...PLAIN,
      ending: 'half-close',
      pieces: [
        `GET ${random.pick(PATHS)} HTTP/1.1\r\n`,
        HOST,
        ...Array<string>(count).fill(`${name}: ${value}\r\n`),
        END,
      ],
    };
  },
  'giant headers': (random) => ({
    ...PLAIN,
    pieces: [
      ...[`GET ${random.pick(PATHS)} HTTP/1.1\r\n`, HOST],
      `${random.pick(['x-api-key', letters(random, 20_000), 'Cookie'])}: ${'x'.repeat(17_000 + random.below(80_000))}\r\n`,
      END,
    ],
  }),
  'wrong lengths': (random) => {
    const body = random.pick(['', 'x', '{}', 'x'.repeat(5000)]);
    const length = random.pick([
      '-1',
      '+5',
      '1000000000000',
      '5, 5',
      '0x5',
      '5 5',
      '٣',
      '9'.repeat(30),
      'five',
      '',
      '0',
    ]);
    const second = random.pick([
      '',
      '',
      'Content-Length: 6\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Content-Length: 5\r\n',
    ]);
    return {
      ...PLAIN,
      ending: 'half-close',
      pieces: [
        `${random.pick(METHODS.filter((method) => method !== 'HEAD'))} ${random.pick(PATHS)} HTTP/1.1\r\n`,
        ...[HOST, 'Content-Type: application/json\r\n', `Content-Length: ${length}\r\n`, second, END, body],
      ],
    };
  },
  'wrong encodings': (random) => ({
    ...PLAIN,
    ending: 'half-close',
    pieces: [
      ...[
        `POST ${random.pick(['/api/mcp', ...PATHS])} HTTP/1.1\r\n`,
        HOST,
        'Content-Type: application/json\r\n',
      ],
      `Transfer-Encoding: ${random.pick(['chunked', 'gzip', 'gzip, chunked', 'chunked, chunked', 'identity', 'xchunked', ' chunked', 'chunked\r\nTransfer-Encoding: x', ''])}\r\n`,
      END,
      random.pick([
        '0\r\n\r\n',
        '5\r\nhello\r\n0\r\n\r\n',
        'ffffffffffff\r\nx',
        '-1\r\n\r\n',
        'g\r\n',
        '5\r\nhel',
        '1;x=y\r\na\r\n0\r\n\r\n',
        `1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
        '0\r\nTrailer: x\r\n\r\n',
        '5\nhello\n0\n\n',
        '0\r\n\r\nGET /nope HTTP/1.1\r\n\r\n',
      ]),
    ],
  }),
  'an endless body': (random, { reckless }) => ({
    ...PLAIN,
    // It is refused before all of it has arrived.
    ending: random.pick(['wait', 'wait', 'leave']),
    pieces: [
      `${random.pick(['POST', 'PUT', 'GET'])} ${random.pick(PATHS)} HTTP/1.1\r\n`,
      ...[HOST, `x-api-key: ${reckless}\r\n`, 'Content-Type: application/json\r\n'],
      ...[
        'Content-Length: 1000000000000\r\n',
        END,
        ...Array<string>(1 + random.below(20)).fill('x'.repeat(16_384)),
      ],
    ],
  }),
  'a body where none is taken': (random, { honest }) => {
    const method = random.pick(METHODS);
    const body = 'x'.repeat(random.pick([1, 100, 60_000]));
    return {
      ...PLAIN,
      heads: method === 'HEAD' ? [0] : [],
      pieces: [
        `${method} ${random.pick(PATHS.filter((path) => path !== '/api/mcp'))} HTTP/1.1\r\n`,
        ...[HOST, `x-api-key: ${honest}\r\n`, `Content-Length: ${body.length}\r\n`, END, body],
      ],
    };
  },
  'a trickle of chunks': (random) => ({
    ...PLAIN,
    isSlow: true,
    ending: 'half-close',
    pieces: [
      `POST ${random.pick(['/api/mcp', '/nope', '/api/public/meta/categories'])} HTTP/1.1\r\n`,
      ...[HOST, 'Content-Type: application/json\r\n', 'Transfer-Encoding: chunked\r\n', END],
      ...Array<string>(1 + random.below(100)).fill('1\r\n[\r\n'),
      random.pick(['0\r\n\r\n', '']),
    ],
  }),
  'an expectation': (random) => ({
    ...PLAIN,
    ending: 'half-close',
    pieces: [
      `${random.pick(['POST', 'GET', 'PUT'])} ${random.pick(['/api/mcp', ...PATHS])} HTTP/1.1\r\n`,
      ...[HOST, `Expect: ${random.pick(['100-continue', '200-ok', '', strangeValue(random)])}\r\n`],
      ...['Content-Type: application/json\r\n', 'Content-Length: 2\r\n', END, '{}'],
    ],
  }),
  'half a request': (random, { reckless }) => {
    const pieces = [
      `${random.pick(['GET', 'POST'])} ${random.pick(PATHS)}?category=a HTTP/1.1\r\n`,
      ...[HOST, `x-api-key: ${reckless}\r\n`, 'Content-Length: 10\r\n', END, '12345'],
    ];
    const text = pieces.join('');
    return {
      ...PLAIN,
      ending: random.pick(['half-close', 'leave']),
      pieces: [text.slice(0, 1 + random.below(text.length - 1))],
    };
  },
  'calls in a row, then garbage': (random, { honest }) => {
    const count = 1 + random.below(20);
    const call = () => goodCall(random, honest, random.chance(0.3));
    return {
      ...PLAIN,
      ending: 'half-close',
      isSlow: random.chance(0.2),
      pieces: [
        ...Array.from({ length: count }, call),
        random.pick([
          '',
          '\0',
          'garbage\r\n\r\n',
          'GET / HTTP/9.9\r\n\r\n',
          bytes(random, 300),
          `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
          'POST /nope HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 6\r\n\r\n',
        ]),
      ],
    };
  },
  'calls in a row': (random, { honest }) => {
    const count = 1 + random.below(20);
    return {
      ...PLAIN,
      answers: count,
      pieces: Array.from({ length: count }, () => goodCall(random, honest, random.chance(0.3))),
    };
  },
  garbage: (random) => ({
    ...PLAIN,
    ending: 'half-close',
    pieces: [
      random.pick([
        () => bytes(random, 1 + random.below(3000)),
        () => '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
        () => 'SSH-2.0-OpenSSH_9.2\r\n',
        () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        () => '\r\n'.repeat(1 + random.below(3000)),
        () => '\0'.repeat(1 + random.below(3000)),
        () => 'EHLO x\r\nMAIL FROM:<a@b>\r\n',
      ])(),
    ],
  }),
  'other line endings': (random, { honest }) => {
    const ending = random.pick(['\n', '\r', '\n\r', '\r\r\n', '\0\r\n', ' \r\n']);
    const lines = [`GET ${random.pick(PATHS)} HTTP/1.1`, 'Host: x', `x-api-key: ${honest}`, ''];
    return {
      ...PLAIN,
      ending: 'half-close',
      pieces: lines.map((line) => `${line}${random.chance(0.7) ? ending : '\r\n'}`),
    };
  },
  'headers that are none': (random, { honest }) => ({
    ...PLAIN,
    ending: 'half-close',
    pieces: [
      ...[`GET ${random.pick(PATHS)} HTTP/1.1\r\n`, `x-api-key: ${honest}\r\n`],
      random.pick([
        'no colon\r\n',
        ' : x\r\n',
        'a b: c\r\n',
        'x :y\r\n',
        ': y\r\n',
        'a: b\r\n c\r\n',
        'a: \0\r\n',
        'Host: x\r\nHost: y\r\n',
        '\x80: x\r\n',
        'a\0b: c\r\n',
        '\t\r\n',
      ]),
      END,
    ],
  }),
  'JSON-RPC': (random) => {
    const body = strangeBody(random);
    const type = random.chance(0.85)
      ? 'application/json'
      : random.pick([
          'text/plain',
          '',
          'application/json; charset=x',
          strangeValue(random),
          'application/JSON;;',
          'multipart/form-data',
        ]);
    const extra = random.chance(0.3)
      ? random.pick([
          `Mcp-Protocol-Version: ${random.pick(['2026-07-28', '2025-06-18', 'x', strangeValue(random)])}\r\n`,
          `Origin: ${random.pick(['http://evil', 'null', 'x', 'http://x', '[', 'http://[::1'])}\r\n`,
          'Accept: text/event-stream\r\n',
        ])
      : '';
    return {
      ...PLAIN,
      ending: 'half-close',
      pieces: [
        'POST /api/mcp HTTP/1.1\r\n',
        HOST,
        `Content-Type: ${type}\r\n`,
        extra,
        `Content-Length: ${body.length}\r\n`,
        END,
        body,
      ],
    };
  },
  'a body that is too large': (random) => {
    const length = 65_537 + random.below(200_000);
    return {
      ...PLAIN,
      pieces: [
        'POST /api/mcp HTTP/1.1\r\n',
        HOST,
        'Content-Type: application/json\r\n',
        `Content-Length: ${length}\r\n`,
        END,
        'x'.repeat(length),
      ],
    };
  },
  'a client that breaks off': (random, { reckless }) => ({
    ...PLAIN,
    ending: random.pick(['reset', 'leave']),
    pieces: Array.from({ length: 1 + random.below(8) }, () =>
      random.chance(0.5)
        ? goodCall(random, reckless, false)
        : `GET ${random.pick(PATHS)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ),
  }),
};

export const KINDS = Object.keys(MAKERS);

/** The same attack for the same seed: each exchange of a kind of its own. */
export function generate(
  random: Random,
  keys: Keys,
  count: number,
  kinds: readonly string[] = KINDS,
): Exchange[] {
  return Array.from({ length: count }, () => {
    const kind = random.pick(kinds);
    const make = MAKERS[kind];
    if (!make) throw new Error(`there is no attack "${kind}"`);
    return { kind, ...make(random, keys) };
  });
}

/** A call as it should be, which costs points. */
function goodCall(random: Random, key: string, isNamed: boolean): string {
  const name = isNamed ? `Idempotency-Key: ${random.below(2 ** 31)}\r\n` : '';
  const query = random.pick(['', '?category=Garden', '?category=none', '?start=2024-05-01&end=2024-05-31']);
  return `GET ${random.pick(PAID)}${query} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n${name}\r\n`;
}
