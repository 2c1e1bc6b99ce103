import { END, HOST, type Maker, PLAIN } from './maker.ts';
import { bytes, letters, PATHS, strangeTarget, strangeValue } from './words.ts';

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

/**
 * What is wrong before any body: the request line, the headers, or all of it. What is no request may leave the server
 * waiting for more, so the client says that there is none.
 */
export const HEADS: Readonly<Record<string, Maker>> = {
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
};
