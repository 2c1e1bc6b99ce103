import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { FileRefused } from '../../warehouse-errors.ts';
import { refusedFile } from '../refused-file.ts';
import type { SourceFile } from './file-kind.ts';
import type { ReadableFile } from './plain-text.ts';
import { lineRecords } from './records.ts';

/*
 * Programs that do not write UTF-8 do not say what they write. Whether a file is UTF-8 is found out from its lines, and
 * otherwise which encoding it can have from its bytes.
 */

const SAMPLE_BYTES = 1 << 20;
const MANY_LINES = 10;
const NUL = 0;
const ESC = 0x1b;
const IN_PAIRS = ['big5', 'gb18030', 'shift_jis', 'euc-kr'];

/** The encodings that a text file that is not UTF-8 may have, the likeliest first; undefined where it is UTF-8. */
export async function otherEncodings(file: ReadableFile): Promise<readonly string[] | undefined> {
  if (file.format === 'parquet') return undefined;
  const sample: Buffer[] = [];
  for await (const chunk of createReadStream(file.readAs, { end: SAMPLE_BYTES - 1 }))
    sample.push(chunk as Buffer);
  const bytes = Buffer.concat(sample);
  // The last line may be cut off inside a character.
  const whole = bytes.length < SAMPLE_BYTES ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
  return (await isMostlyOther(whole)) ? fitting(whole) : undefined;
}

/**
 * Whether a file that may be in another encoding is UTF-8 throughout: tables of one shop need not be written alike. A NUL
 * or an escape is a sign of one whose bytes look like ASCII.
 */
export async function isUtf8({ content, isGzip }: SourceFile, most: number): Promise<boolean> {
  let unpacked = 0;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const bytes = createReadStream(content, { highWaterMark: 1 << 20 });
  const check = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      unpacked += chunk.length;
      // What unpacks to more than it may is refused where it is read.
      if (unpacked > most || chunk.includes(NUL) || chunk.includes(ESC)) throw new TypeError();
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
  };
  try {
    await (isGzip ? pipeline(bytes, createGunzip(), check) : pipeline(bytes, check));
    return true;
  } catch (error) {
    // Other errors of the file are reported where it is read.
    if (error instanceof TypeError || (error as NodeJS.ErrnoException).code?.startsWith('Z_')) return false;
    throw error;
  }
}

/** Refuses a file with the encodings that it could be in; one that a profile names has its encoding there. */
export function notUtf8(
  path: string,
  [first, ...others]: readonly string[],
  isInProfile: boolean,
): FileRefused {
  const which = others.length > 0 ? `, or ${others.join(', ')}` : '';
  const table = `{"file": ${JSON.stringify(basename(path))}, "encoding": "${first}"}`;
  const how = isInProfile ? `name it as ${table} in the profile` : `import it with --encoding ${first}`;
  return refusedFile(path, `is not UTF-8: ${how}${which}`);
}

/** A few lines that are not UTF-8 are damaged; many, or the names of the columns, are another encoding. */
async function isMostlyOther(bytes: Buffer): Promise<boolean> {
  let [lines, wrong, right] = [0, 0, 0];
  for await (const { line, fields, problem } of lineRecords(inOne(bytes))) {
    lines++;
    if (problem && line === 1) return true;
    if (problem) wrong++;
    else if (/[^\0-\x7f]/.test(fields[0] ?? '')) right++;
  }
  return wrong > right && (wrong >= MANY_LINES || wrong * 2 >= lines - 1);
}

async function* inOne(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function fitting(bytes: Buffer): readonly string[] {
  let [high, letters, runs] = [0, 0, 0];
  bytes.forEach((byte, i) => {
    if (byte < 0x80) return;
    high++;
    if (byte >= 0xc0) letters++;
    if ((bytes[i - 1] ?? 0) < 0x80) runs++;
  });
  // Where a Western letter with an accent would stand almost always, one is meant; whole words of them are Cyrillic.
  const isAlphabet = letters > 0.85 * high;
  const paired = isAlphabet ? [] : IN_PAIRS.filter((name) => isValid(bytes, name));
  if (paired.length > 0) return paired;
  return [isAlphabet && high > 2.5 * runs ? 'windows-1251' : 'windows-1252'];
}

function isValid(bytes: Buffer, encoding: string): boolean {
  try {
    // What is not in use is a character all the same: a file that has some is of another encoding.
    return !/[\ue000-\uf8ff]/.test(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}
