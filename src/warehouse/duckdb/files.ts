import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UserError } from '../../errors.ts';
import { csvRecords } from './records.ts';

export interface SourceFile {
  /** What it is called. */
  readonly path: string;
  /** What is opened. */
  readonly content: string;
  readonly format: 'csv' | 'ndjson' | 'parquet';
  readonly isGzip: boolean;
}

/** Looks at what a file really holds, whatever it is called. */
export async function inspect(path: string, content = path): Promise<SourceFile> {
  const head = await readHead(path, content);
  if (head.length === 0) throw new UserError(`${path} is empty`);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  if (/\.gz$/i.test(path) && !isGzip) throw new UserError(`${path} is not gzip, though it is called .gz`);
  if (head.toString('latin1', 0, 4) === 'PAR1') return { path, content, format: 'parquet', isGzip: false };
  if (/\.parquet$/i.test(path)) throw new UserError(`${path} is not Parquet, though it is called .parquet`);
  const isNdjson =
    /\.(ndjson|jsonl|json)(\.gz)?$/i.test(path) || (!isGzip && /^\s*\{/.test(head.toString('latin1')));
  return { path, content, format: isNdjson ? 'ndjson' : 'csv', isGzip };
}

async function readHead(path: string, content: string): Promise<Buffer> {
  try {
    const file = await open(content);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      { ENOENT: 'there is no such file', EACCES: 'it may not be read', EISDIR: 'it is a folder' }[
        code ?? ''
      ] ?? String(code);
    throw new UserError(`Cannot read ${path}: ${reason}`);
  }
}

/** The bytes of a text file, unpacked. */
export function readBytes({ content, isGzip }: SourceFile): Readable {
  const bytes = createReadStream(content, { highWaterMark: 1 << 20 });
  return isGzip ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
}

/** The names in the first record of a CSV file. */
export async function readHeader(file: SourceFile): Promise<string[]> {
  const bytes = readBytes(file);
  try {
    for await (const record of csvRecords(bytes)) {
      if (record.problem) throw new UserError(`${file.path}, line 1: ${record.problem}`);
      return record.fields.map((name) => name.trim());
    }
  } finally {
    bytes.destroy();
  }
  throw new UserError(`${file.path} is empty`);
}
