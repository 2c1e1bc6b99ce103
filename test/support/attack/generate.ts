import type { Random } from '../reference/random.ts';
import { BODIES } from './bodies.ts';
import type { Exchange, Keys } from './exchange.ts';
import { HEADS } from './heads.ts';
import { END, HOST, type Maker, PLAIN } from './maker.ts';
import { bytes, PAID, PATHS } from './words.ts';

/** Clients whose requests are right, and who are not: in a row, followed by something else, broken off. */
const CLIENTS: Readonly<Record<string, Maker>> = {
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
    return { kind, ...make(random, keys) };
  });
}

/** A call as it should be, which costs points. */
function goodCall(random: Random, key: string, isNamed: boolean): string {
  const name = isNamed ? `Idempotency-Key: ${random.below(2 ** 31)}\r\n` : '';
  const query = random.pick(['', '?category=Garden', '?category=none', '?start=2024-05-01&end=2024-05-31']);
  return `GET ${random.pick(PAID)}${query} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n${name}\r\n`;
}
