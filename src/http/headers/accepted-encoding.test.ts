/** The content encoding follows the weights in `Accept-Encoding`, and Brotli wins ties. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { acceptedEncoding } from './accepted-encoding.ts';

const CASES: readonly [header: string | undefined, encoding: string | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['zstd', undefined],
  ['gzip;q=0, *;q=0', undefined],
  [`gzip${', gzip'.repeat(200)}`, undefined],
];

test('the encoding that a client likes most is used, and none that it does not take', () => {
  for (const [header, encoding] of CASES)
    assert.equal(acceptedEncoding(header)?.name, encoding, String(header).slice(0, 30));
});
