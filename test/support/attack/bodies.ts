import { strangeBody } from './json-rpc.ts';
import { END, HOST, type Maker, METHODS, PLAIN } from './maker.ts';
import { PATHS, strangeValue } from './words.ts';

/** What is wrong with a body: its length, its framing, its being there, or what it says. */
export const BODIES: Readonly<Record<string, Maker>> = {
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
};
