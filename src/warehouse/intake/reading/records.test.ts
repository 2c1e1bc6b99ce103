/** Malformed rows are reported with their exact line and cause, however the file is split into chunks. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { countBytes, csvRecords, lineRecords, type TextRecord } from './records.ts';

/** Reads a text in pieces of every size, so that no boundary is special. */
async function everyWay(text: string | Buffer, read: typeof csvRecords): Promise<TextRecord[]> {
  const bytes = Buffer.from(text);
  const results: TextRecord[][] = [];
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    results.push(await Array.fromAsync(read(toAsync(pieces))));
  }
  for (const result of results) assert.deepEqual(result, results[0]);
  return results[0] ?? [];
}

async function* toAsync(pieces: Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

test('records know the line they start on, through quoted line ends, blank lines and any line ending', async () => {
  const records = await everyWay('a,b\r\n1,"x\ny"\n\n2,"say ""hi"""\r3,z', csvRecords);
  assert.deepEqual(records, [
    { line: 1, fields: ['a', 'b'] },
    { line: 2, fields: ['1', 'x\ny'] },
    { line: 5, fields: ['2', 'say "hi"'] },
    { line: 6, fields: ['3', 'z'] },
  ]);
});

test('text after a closing quote, a quote never closed and bytes that are not UTF-8 are named', async () => {
  const broken = Buffer.concat([
    Buffer.from('1,"a"b\n2,'),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('\n3,"open\n4,c\n'),
  ]);
  const problems = (await everyWay(broken, csvRecords)).map(({ line, problem }) => [line, problem]);
  assert.deepEqual(problems, [
    [1, 'has text after a closing quote'],
    [2, 'is not valid UTF-8'],
    [3, 'has a quote that is never closed: the line after it belongs to this row'],
  ]);
});

test('a quote is only a character inside an unquoted field, and closed at the very end of a file', async () => {
  assert.deepEqual(await everyWay('1,5" disk\n', csvRecords), [{ line: 1, fields: ['1', '5" disk'] }]);
  assert.deepEqual(await everyWay('1,"a"', csvRecords), [{ line: 1, fields: ['1', 'a'] }]);
  assert.deepEqual(await everyWay('1,"a"""', csvRecords), [{ line: 1, fields: ['1', 'a"'] }]);
});

test('lines keep their numbers when empty ones are left out', async () => {
  assert.deepEqual(await everyWay('\ufeff{"a":1}\n\n{"b":"x"}\r\n', lineRecords), [
    { line: 1, fields: ['{"a":1}'] },
    { line: 3, fields: ['{"b":"x"}'] },
  ]);
});

test('delimiters are counted outside quotes, wherever in memory the pieces of a file begin and end', async () => {
  const text = 'a;b;"c;;d";\u00bb;;x\n;"";1;22;333;4444;-;:;<;\n"open;;;';
  const memory = Buffer.from(`;;;;;;;${text};;;;;;;`);
  for (let shift = 0; shift < 4; shift++) {
    const bytes = Buffer.concat([
      memory.subarray(0, shift),
      Buffer.from(text),
      memory.subarray(0, 7),
    ]).subarray(...[shift, shift + Buffer.byteLength(text)]);
    for (const size of [1, 3, 4, 5, 8, 13, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      const { counts } = countBytes(Readable.from(pieces), ';');
      assert.deepEqual(await counts, { delimiters: 14, nuls: 0 }, `${shift}, ${size}`);
    }
  }
});
