import type { Readable } from 'node:stream';
import { thousands } from '../../../lib/count.ts';

/** A record of a text file: the line it starts on and its fields, or what is wrong with it. */
export interface TextRecord {
  readonly line: number;
  readonly fields: readonly string[];
  readonly problem?: string;
  /** It is too long to be one, so nothing after its beginning was read. */
  readonly isCut?: true;
}

const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const MARK = Buffer.from('\ufeff');

/** A quote that is never closed takes in all that follows: no use in reading on. The engine stops there too. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;
const SHOWN_BYTES = 200;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads CSV with a line number for every record. The engine reads files far faster, but does not say where
 * a row stood: so this is how a file is read again once something in it is wrong.
 */
export async function* csvRecords(bytes: AsyncIterable<Buffer>, delimiter = ','): AsyncGenerator<TextRecord> {
  for await (const raw of splitRecords(bytes, delimiter.charCodeAt(0))) {
    const { line, bytes: record, isOpen } = raw;
    if (record.length === 0) continue;
    if (raw.isCut) return yield cutRecord(raw);
    const text = decode(record);
    if (text === undefined) yield { line, fields: [looseUtf8.decode(record)], problem: 'is not valid UTF-8' };
    else if (text.includes('\0'))
      yield { line, fields: [text.replaceAll('\0', '')], problem: 'has a NUL byte' };
    else if (isOpen) yield { line, fields: [text], problem: neverClosed(text) };
    else yield splitFields(line, text, delimiter);
  }
}

/** What a quote without an end has taken in, which is no row of its own any more. */
export const NEVER_CLOSED = 'has a quote that is never closed';

function neverClosed(text: string): string {
  const lines = text.trimEnd().split('\n').length - 1;
  if (lines === 0) return NEVER_CLOSED;
  return `${NEVER_CLOSED}: the ${lines === 1 ? 'line' : `${thousands(lines)} lines`} after it ${lines === 1 ? 'belongs' : 'belong'} to this row`;
}

/** What a look at the bytes of a CSV file tells that the engine does not. */
interface ByteCounts {
  /** Delimiters outside quotes. Every record has as many as the header, or something is wrong with one. */
  readonly delimiters: number;
  /** More than none where there is a NUL byte. */
  readonly nuls: number;
}

/** Counts while the engine reads the same file. */
export function countBytes(
  bytes: Readable,
  delimiter: string,
): { counts: Promise<ByteCounts>; stop(): void } {
  const separator = delimiter.charCodeAt(0);
  async function count(): Promise<ByteCounts> {
    let delimiters = 0;
    let nuls = 0;
    let isQuoted = 0;
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      if (chunk.includes(0)) nuls++;
      const words = new Int32Array(chunk.buffer, 0, chunk.buffer.byteLength >> 2);
      // Most files have few quotes: what is found by the runtime needs no look at every byte.
      let from = 0;
      while (from < chunk.length) {
        const quote = chunk.indexOf(QUOTE, from);
        const to = quote < 0 ? chunk.length : quote;
        if (isQuoted === 0) delimiters += countOf(separator, chunk, words, from, to);
        if (quote >= 0) isQuoted ^= 1;
        from = to + 1;
      }
    }
    return { delimiters, nuls };
  }
  const counts = count();
  // Whoever stops it does not ask for the counts.
  counts.catch(() => undefined);
  return { counts, stop: () => bytes.destroy() };
}

/**
 * How often a byte stands in a part of a chunk. Four bytes are looked at at once, as one of the words of its memory: the
 * whole of a large file is, and byte by byte that takes as long as a third of what the engine does with it.
 */
function countOf(byte: number, chunk: Buffer, words: Int32Array, from: number, to: number): number {
  const firstWord = (chunk.byteOffset + from + 3) >> 2;
  const lastWord = (chunk.byteOffset + to) >> 2;
  if (firstWord >= lastWord) return countBytewise(byte, chunk, from, to);
  const pattern = Math.imul(byte, 0x01010101);
  let count = 0;
  for (let i = firstWord; i < lastWord; i++) {
    const other = (words[i] ?? 0) ^ pattern;
    // The high bit of each byte that is the one looked for, and no other bit.
    const same = ~(((other & 0x7f7f7f7f) + 0x7f7f7f7f) | other | 0x7f7f7f7f);
    count += Math.imul(same >>> 7, 0x01010101) >>> 24;
  }
  return (
    count +
    countBytewise(byte, chunk, from, firstWord * 4 - chunk.byteOffset) +
    countBytewise(byte, chunk, lastWord * 4 - chunk.byteOffset, to)
  );
}

function countBytewise(byte: number, chunk: Buffer, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (chunk[i] === byte) count++;
  return count;
}

/** Reads lines with their numbers; empty ones are left out. */
export async function* lineRecords(bytes: AsyncIterable<Buffer>): AsyncGenerator<TextRecord> {
  for await (const raw of splitRecords(bytes)) {
    if (raw.isCut) return yield cutRecord(raw);
    const { line, bytes: record } = raw;
    const text = decode(record);
    if (text === undefined) yield { line, fields: [looseUtf8.decode(record)], problem: 'is not valid UTF-8' };
    else if (text.trim() !== '') yield { line, fields: [text] };
  }
}

function cutRecord({ line, bytes, isOpen }: RawRecord): TextRecord {
  const most = `${MAX_RECORD_BYTES >> 20} MiB`;
  return {
    line,
    fields: [looseUtf8.decode(bytes.subarray(0, SHOWN_BYTES))],
    problem: isOpen ? `has a quote that is not closed within ${most}` : `is longer than ${most}`,
    isCut: true,
  };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

interface RawRecord {
  readonly line: number;
  readonly bytes: Uint8Array;
  /** It ended inside quotes. */
  readonly isOpen: boolean;
  /** It goes on. */
  readonly isCut: boolean;
}

/** Splits at line ends (LF, CR LF or CR), with a delimiter except inside a quoted field. */
async function* splitRecords(chunks: AsyncIterable<Buffer>, delimiter?: number): AsyncGenerator<RawRecord> {
  let buffer: Buffer = Buffer.alloc(0);
  let line = 1;
  let recordLine = 1;
  let isQuoted = false;
  let isFieldStart = true;
  let next = 0;
  for await (const chunk of withoutMark(chunks)) {
    buffer = Buffer.concat([buffer, chunk]);
    let start = 0;
    // The last byte waits for the next chunk: it may be half of a CR LF or of a doubled quote.
    for (; next + 1 < buffer.length; next++) {
      const byte = buffer[next];
      const following = buffer[next + 1];
      if (isQuoted && byte === QUOTE) {
        if (following === QUOTE) next++;
        else isQuoted = false;
      } else if (byte === LF || byte === CR) {
        const width = byte === CR && following === LF ? 2 : 1;
        line++;
        if (!isQuoted) {
          yield { line: recordLine, bytes: buffer.subarray(start, next), isOpen: false, isCut: false };
          start = next + width;
          recordLine = line;
          isFieldStart = true;
        }
        next += width - 1;
      } else if (!isQuoted) {
        if (delimiter !== undefined && byte === QUOTE && isFieldStart) isQuoted = true;
        isFieldStart = byte === delimiter || (isFieldStart && byte === SPACE);
      }
    }
    buffer = buffer.subarray(start);
    next -= start;
    if (buffer.length > MAX_RECORD_BYTES)
      return yield { line: recordLine, bytes: buffer, isOpen: isQuoted, isCut: true };
  }
  const last = buffer.at(-1);
  if (last === QUOTE && next < buffer.length) isQuoted = false;
  const end = !isQuoted && (last === LF || last === CR) ? -1 : undefined;
  const rest = buffer.subarray(0, end);
  if (rest.length > 0) yield { line: recordLine, bytes: rest, isOpen: isQuoted, isCut: false };
}

/** Leaves out the byte order mark that some programs begin a file with. */
async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === undefined) yield chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < MARK.length) continue;
      yield head.subarray(0, MARK.length).equals(MARK) ? head.subarray(MARK.length) : head;
      head = undefined;
    }
  }
  if (head !== undefined) yield head;
}

function splitFields(line: number, text: string, delimiter: string): TextRecord {
  if (!text.includes('"')) return { line, fields: text.split(delimiter) };
  const fields: string[] = [];
  let i = 0;
  for (;;) {
    let start = i;
    while (text.charCodeAt(start) === SPACE) start++;
    if (text.charCodeAt(start) !== QUOTE) {
      const end = endOfField(text, i, delimiter);
      fields.push(text.slice(i, end));
      i = end;
    } else {
      const close = closingQuote(text, start + 1);
      let end = close + 1;
      while (text.charCodeAt(end) === SPACE) end++;
      if (close < 0 || (end < text.length && text[end] !== delimiter)) {
        return { line, fields: [text], problem: 'has text after a closing quote' };
      }
      fields.push(text.slice(start + 1, close).replaceAll('""', '"'));
      i = end;
    }
    if (i >= text.length) return { line, fields };
    i++;
  }
}

function endOfField(text: string, from: number, delimiter: string): number {
  const end = text.indexOf(delimiter, from);
  return end < 0 ? text.length : end;
}

function closingQuote(text: string, from: number): number {
  for (let i = from; ; i += 2) {
    i = text.indexOf('"', i);
    if (i < 0 || text.charCodeAt(i + 1) !== QUOTE) return i;
  }
}
