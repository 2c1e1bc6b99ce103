import type { Random } from '../reference/random.ts';
import type { Exchange, Keys } from './exchange.ts';
import { bytes, letters, PAID, PATHS, strangeBody, strangeTarget, strangeValue } from './words.ts';

/** Makes an exchange of one kind: what it does not say is as usual. */
type Maker = (random: Random, keys: Keys) => Partial<Exchange>;

/** One request that can be answered, all at once, on a connection that is left open. */
const USUAL = { ending: 'wait', answers: 1, isHead: false } as const;
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
const JSON_TYPE = 'Content-Type: application/json';

function request(start: string, headers: readonly string[], body = ''): string {
  return `${[`${start} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n${body}`;
}

/** What is no request may leave the server waiting for more, so the client says that there is none. */
const whole = (...pieces: string[]): Partial<Exchange> => ({ ending: 'half-close', pieces });
const isHead = (method: string): Partial<Exchange> => ({ isHead: method === 'HEAD' });

/** What is wrong before any body: the request line, the headers, or all of it. */
const HEADS: Readonly<Record<string, Maker>> = {
  'a strange target': (random, { honest }) => {
    const method = random.pick(['GET', 'POST', 'OPTIONS', 'DELETE']);
    const key = random.chance(0.5) ? [`x-api-key: ${honest}`] : [];
    return whole(request(`${method} ${strangeTarget(random)}`, key));
  },
  'a strange method': (random) => {
    const methods = [
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
    ];
    return whole(request(`${random.pick(methods)} ${random.pick([...PATHS, '*', 'x:443'])}`, []));
  },
  'a strange version': (random) => {
    const versions = [
      'HTTP/1.0',
      'HTTP/0.9',
      '',
      'HTTP/2.0',
      'HTTP/1.1 ',
      'HTTP/9.9',
      'http/1.1',
      'ICY',
      'RTSP/1.0',
    ];
    const host = random.chance(0.5) ? 'Host: x\r\n' : '';
    return whole(`GET ${random.pick(PATHS)} ${random.pick(versions)}\r\n${host}\r\n`);
  },
  'the asterisk': (random) => ({
    pieces: [request(`OPTIONS ${random.pick(['*', ...PATHS])}`, ['Connection: close'])],
  }),
  'strange headers': (random, { honest }) => {
    const method = random.pick(['GET', 'GET', 'HEAD', 'OPTIONS']);
    const header = () => `${random.pick(NAMES)}: ${strangeValue(random)}`;
    const strange = Array.from({ length: 1 + random.below(6) }, header);
    const text = request(`${method} ${random.pick(PATHS)}`, [`x-api-key: ${honest}`, ...strange]);
    return { ...whole(text), ...isHead(method) };
  },
  'many headers': (random, { honest }) => {
    const header = `${random.pick(NAMES)}: ${random.pick([honest, '1', 'x', strangeValue(random)])}`;
    const count = random.pick([2, 3, 50, 1000, 3000]);
    return whole(request(`GET ${random.pick(PATHS)}`, Array<string>(count).fill(header)));
  },
  'giant headers': (random) => {
    const name = random.pick(['x-api-key', letters(random, 20_000), 'Cookie']);
    return {
      pieces: [
        request(`GET ${random.pick(PATHS)}`, [`${name}: ${'x'.repeat(17_000 + random.below(80_000))}`]),
      ],
    };
  },
  garbage: (random) =>
    whole(
      random.pick([
        bytes(random, 1 + random.below(3000)),
        '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
        'SSH-2.0-OpenSSH_9.2\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        '\r\n'.repeat(1 + random.below(3000)),
        '\0'.repeat(1 + random.below(3000)),
        'EHLO x\r\nMAIL FROM:<a@b>\r\n',
      ]),
    ),
  'other line endings': (random, { honest }) => {
    const ending = random.pick(['\n', '\r', '\n\r', '\r\r\n', '\0\r\n', ' \r\n']);
    const lines = [`GET ${random.pick(PATHS)} HTTP/1.1`, 'Host: x', `x-api-key: ${honest}`, ''];
    return whole(lines.map((line) => `${line}${random.chance(0.7) ? ending : '\r\n'}`).join(''));
  },
  'headers that are none': (random, { honest }) => {
    const lines = [
      'no colon',
      ' : x',
      'a b: c',
      'x :y',
      ': y',
      'a: b\r\n c',
      'a: \0',
      'Host: y',
      '\x80: x',
      'a\0b: c',
      '\t',
    ];
    return whole(request(`GET ${random.pick(PATHS)}`, [`x-api-key: ${honest}`, random.pick(lines)]));
  },
};

/** What is wrong with a body: its length, its framing, its being there, or what it says. */
const BODIES: Readonly<Record<string, Maker>> = {
  'wrong lengths': (random) => {
    const method = random.pick(METHODS.filter((each) => each !== 'HEAD'));
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
      [],
      [],
      ['Content-Length: 6'],
      ['Transfer-Encoding: chunked'],
      ['Content-Length: 5'],
    ]);
    const body = random.pick(['', 'x', '{}', 'x'.repeat(5000)]);
    const headers = [JSON_TYPE, `Content-Length: ${length}`, ...second];
    return whole(request(`${method} ${random.pick(PATHS)}`, headers, body));
  },
  'wrong encodings': (random) => {
    const encodings = [
      'chunked',
      'gzip',
      'gzip, chunked',
      'chunked, chunked',
      'identity',
      'xchunked',
      ' chunked',
      '',
    ];
    const body = random.pick([
      ...['0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', 'ffffffffffff\r\nx', '-1\r\n\r\n', 'g\r\n', '5\r\nhel'],
      ...['1;x=y\r\na\r\n0\r\n\r\n', `1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`, '0\r\nTrailer: x\r\n\r\n'],
      ...['5\nhello\n0\n\n', '0\r\n\r\nGET /nope HTTP/1.1\r\n\r\n'],
    ]);
    const headers = [JSON_TYPE, `Transfer-Encoding: ${random.pick(encodings)}`];
    return whole(request(`POST ${random.pick(['/api/mcp', ...PATHS])}`, headers, body));
  },
  'an endless body': (random, { reckless }) => {
    const headers = [`x-api-key: ${reckless}`, JSON_TYPE, 'Content-Length: 1000000000000'];
    const body = 'x'.repeat(16_384 * (1 + random.below(20)));
    const start = `${random.pick(['POST', 'PUT', 'GET'])} ${random.pick(PATHS)}`;
    // It is refused before all of it has arrived.
    return { ending: random.pick(['wait', 'wait', 'leave']), pieces: [request(start, headers, body)] };
  },
  'a body where none is taken': (random, { honest }) => {
    const method = random.pick(METHODS);
    const path = random.pick(PATHS.filter((each) => each !== '/api/mcp'));
    const body = 'x'.repeat(random.pick([1, 100, 60_000]));
    const headers = [`x-api-key: ${honest}`, `Content-Length: ${body.length}`];
    return { ...isHead(method), pieces: [request(`${method} ${path}`, headers, body)] };
  },
  'a trickle of chunks': (random) => {
    const path = random.pick(['/api/mcp', '/nope', '/api/public/meta/categories']);
    const chunks = Array<string>(1 + random.below(100)).fill('1\r\n[\r\n');
    const head = request(`POST ${path}`, [JSON_TYPE, 'Transfer-Encoding: chunked']);
    return whole(head, ...chunks, random.pick(['0\r\n\r\n', '']));
  },
  'an expectation': (random) => {
    const expected = `Expect: ${random.pick(['100-continue', '200-ok', '', strangeValue(random)])}`;
    const start = `${random.pick(['POST', 'GET', 'PUT'])} ${random.pick(['/api/mcp', ...PATHS])}`;
    return whole(request(start, [expected, JSON_TYPE, 'Content-Length: 2'], '{}'));
  },
  'JSON-RPC': (random) => {
    const body = strangeBody(random);
    const types = [
      'text/plain',
      '',
      'application/json; charset=x',
      strangeValue(random),
      'application/JSON;;',
    ];
    const type = random.chance(0.85) ? JSON_TYPE : `Content-Type: ${random.pick(types)}`;
    const more = [
      `Mcp-Protocol-Version: ${random.pick(['2026-07-28', '2025-06-18', 'x', strangeValue(random)])}`,
      `Origin: ${random.pick(['http://evil', 'null', 'x', 'http://x', '[', 'http://[::1'])}`,
      'Accept: text/event-stream',
    ];
    const headers = [
      type,
      ...(random.chance(0.3) ? [random.pick(more)] : []),
      `Content-Length: ${body.length}`,
    ];
    return whole(request('POST /api/mcp', headers, body));
  },
  'a body that is too large': (random) => {
    const body = 'x'.repeat(65_537 + random.below(200_000));
    return { pieces: [request('POST /api/mcp', [JSON_TYPE, `Content-Length: ${body.length}`], body)] };
  },
};

/** Clients whose requests are right, and who are not: in a row, followed by something else, broken off. */
const CLIENTS: Readonly<Record<string, Maker>> = {
  'half a request': (random, { reckless }) => {
    const start = `${random.pick(['GET', 'POST'])} ${random.pick(PATHS)}?category=a`;
    const text = request(start, [`x-api-key: ${reckless}`, 'Content-Length: 10'], '12345');
    const half = text.slice(0, 1 + random.below(text.length - 1));
    return { ending: random.pick(['half-close', 'leave']), pieces: [half] };
  },
  'calls in a row, then garbage': (random, { honest }) => {
    const calls = Array.from({ length: 1 + random.below(20) }, () => goodCall(random, honest, 0.3));
    const garbage = random.pick([
      ...['', '\0', 'garbage\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', bytes(random, 300)],
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
      request('POST /nope', ['Content-Length: 5, 6']),
    ]);
    const pieces = [...calls, garbage];
    return random.chance(0.2) ? whole(...pieces) : whole(pieces.join(''));
  },
  'calls in a row': (random, { honest }) => {
    const answers = 1 + random.below(20);
    return {
      answers,
      pieces: [Array.from({ length: answers }, () => goodCall(random, honest, 0.3)).join('')],
    };
  },
  'a client that breaks off': (random, { reckless }) => {
    const one = () =>
      random.chance(0.5) ? goodCall(random, reckless, 0) : request(`GET ${random.pick(PATHS)}`, []);
    const text = Array.from({ length: 1 + random.below(8) }, one).join('');
    return { ending: random.pick(['reset', 'leave']), pieces: [text] };
  },
};

const MAKERS: Readonly<Record<string, Maker>> = { ...HEADS, ...BODIES, ...CLIENTS };
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
    return { kind, ...USUAL, pieces: [], ...make(random, keys) };
  });
}

/** A call as it should be, which costs points. */
function goodCall(random: Random, key: string, named: number): string {
  const name = random.chance(named) ? [`Idempotency-Key: ${random.below(2 ** 31)}`] : [];
  const query = random.pick(['', '?category=Garden', '?category=none', '?start=2024-05-01&end=2024-05-31']);
  return request(`GET ${random.pick(PAID)}${query}`, [`x-api-key: ${key}`, ...name]);
}
