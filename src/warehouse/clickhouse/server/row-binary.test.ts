/** Values of a RowBinary stream arrive whole however the stream is chunked; a truncated value is dropped. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesIn, lengthPrefix } from './row-binary.ts';

const VALUES = ['', 'a', 'b'.repeat(127), 'c'.repeat(128), '', 'd'.repeat(20_000)].map((text) =>
  Buffer.from(text),
);
const WRITTEN = Buffer.concat(VALUES.flatMap((value) => [lengthPrefix(value.length), value]));

async function* inChunks(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

test('values come out whole, however their bytes were cut on the way; one that is cut short does not come', async () => {
  for (const length of [1, 2, 127, 1000, WRITTEN.length]) {
    assert.deepEqual(
      await Array.fromAsync(bytesIn(inChunks(WRITTEN, length))),
      VALUES,
      `in pieces of ${length}`,
    );
    const short = await Array.fromAsync(bytesIn(inChunks(WRITTEN.subarray(0, -1), length)));
    assert.deepEqual(short, VALUES.slice(0, -1));
  }
});
