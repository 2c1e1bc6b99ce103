import { constants } from 'node:fs';
import { lstat, open, readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { gunzipSync, constants as zlib } from 'node:zlib';
import { UserError } from '../../../errors/operators.ts';
import { shellWord } from '../../../lib/text/shell-word.ts';
import { FileRefused } from '../../warehouse-errors.ts';
import { guessColumns } from '../guess.ts';
import { refusedFile } from '../refused-file.ts';

export interface SourceFile {
  /** What it is called. */
  readonly path: string;
  /** What is opened. */
  readonly content: string;
  readonly format: 'csv' | 'ndjson' | 'parquet';
  readonly isGzip: boolean;
  /** As it is, packed or not. */
  readonly bytes: number;
  /** What it looked like when it was opened: a file that is still being written changes. */
  readonly mark: string;
}

const HEAD_BYTES = 1 << 16;

/** Files that are no order lines: how each begins (Latin-1, after blanks), and what to do with it. */
const FOREIGN: readonly (readonly [begins: string, what: string])[] = [
  ['PK\x03\x04', 'is a zip archive: unpack it and import the files in it'],
  ['\xd0\xcf\x11\xe0', 'is an Excel workbook: save it as "CSV UTF-8" and import that'],
  ['%PDF', 'is a PDF: export the orders as CSV'],
  ['SQLite format 3\0', 'is an SQLite database: export its tables as CSV and import them with --sql'],
  ...['BZh', '\xfd7zXZ', '\x28\xb5\x2f\xfd', '7z\xbc\xaf', 'Rar!'].map(
    (begins) => [begins, 'is packed in a way that is not read: unpack it, or pack it with gzip'] as const,
  ),
  ...['<!doctype html', '<html'].map(
    (begins) => [begins, 'is a web page: download the export again, signed in'] as const,
  ),
  ['<?xml', 'is XML: export the orders as CSV'],
];

/** Lists in the objects, such as the items of an order, are no hindrance to a query. */
const THEN = 'lists in them, such as the items of an order, --sql takes apart';
/** A JSON object that ends beyond its first line, and one that holds a list of objects. */
const OPEN_OBJECT = /^\{\s*("(\\.|[^"\\])*"\s*:\s*[[{]\s*)*(\r?\n|$)/;
const LIST_OF_OBJECTS = /^\{\s*(?:"((?:\\.|[^"\\])*)"\s*:\s*\{\s*)?"((?:\\.|[^"\\])*)"\s*:\s*\[\s*\{/;
/** Beside its list, such an object tells a page or a count. */
const MAX_WRAPPER_KEYS = 4;

/** What is wrong with JSON that is not one object a line; undefined for what may be. The name says how to make it so. */
function wrappedJson(path: string, start: string): string | undefined {
  const text = Buffer.from(start, 'latin1')
    .toString()
    .replace(/^\ufeff/, '')
    .trimStart();
  const name = basename(path).replace(/\.gz$/i, '');
  const jq = (filter: string) =>
    `jq -c ${shellWord(filter)} ${shellWord(name)} > ${shellWord(name.replace(/\.\w+$/, ''))}.ndjson does`;
  if (text.startsWith('[')) return `is one JSON array: write one object a line, as ${jq('.[]')}; ${THEN}`;
  if (!text.startsWith('{')) return undefined;
  const [, above, list] = LIST_OF_OBJECTS.exec(text) ?? [];
  const isOpen = OPEN_OBJECT.test(text);
  if (list !== undefined && (isOpen || isWrapper(text))) {
    const filter = [above, list]
      .flatMap((key) =>
        key === undefined ? [] : [/^\w+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`],
      )
      .join('');
    const whole = filter.startsWith('.') ? filter : `.${filter}`;
    return `is one JSON object with its rows in ${JSON.stringify(list)}: write one object a line, as ${jq(`${whole}[]`)}; ${THEN}`;
  }
  if (isOpen) return `has JSON objects over several lines: write one object a line, as ${jq('.')}; ${THEN}`;
  return undefined;
}

/** Whether a file is a single object on a line that says nothing of an order beside its list. */
function isWrapper(text: string): boolean {
  const [line = '', ...rest] = text.trimEnd().split('\n');
  if (rest.length > 0) return false;
  try {
    const keys = Object.keys(JSON.parse(line) as object);
    return keys.length <= MAX_WRAPPER_KEYS && guessColumns(keys, {}).columns.order_id === undefined;
  } catch {
    // Longer than what is looked at: rows of a list rather than one row.
    return true;
  }
}

/** What a file is that is no order lines, and what to do with it. */
function foreignKind(start: string): string | undefined {
  if (start.startsWith('PK') && /\[Content_Types\]|xl\//.test(start))
    return 'is an Excel workbook: save it as "CSV UTF-8" and import that';
  const text = start
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  return FOREIGN.find(([begins]) => start.startsWith(begins) || text.startsWith(begins))?.[1];
}

/** Looks at what a file really holds, whatever it is called. */
export async function inspect(
  path: string,
  { encoding, content = path }: { encoding?: string | undefined; content?: string | undefined } = {},
): Promise<SourceFile> {
  const { head: packed, mark, bytes } = await readHead(path, content);
  if (packed.length === 0) throw refusedFile(path, 'is empty');
  const isGzip = packed[0] === 0x1f && packed[1] === 0x8b;
  if (/\.gz$/i.test(path) && !isGzip) throw refusedFile(path, 'is not gzip, though it is called .gz');
  const head = isGzip ? unpackedHead(path, packed) : packed;
  if (head.length === 0) throw refusedFile(path, 'is empty');
  const start = head.toString('latin1');
  if (start.startsWith('PAR1')) {
    if (isGzip) throw refusedFile(path, 'is a packed Parquet file: unpack it (gunzip) and import that');
    return { path, content, format: 'parquet', isGzip, bytes, mark };
  }
  if (/\.parquet$/i.test(path)) throw refusedFile(path, 'is not Parquet, though it is called .parquet');
  const foreign = foreignKind(start) ?? wrappedJson(path, start);
  if (foreign) throw refusedFile(path, foreign);
  if (!encoding?.startsWith('utf-16')) refuseWide(path, head);
  const isNdjson = /\.(ndjson|jsonl|json)(\.gz)?$/i.test(path) || /^\s*\{/.test(start);
  return { path, content, format: isNdjson ? 'ndjson' : 'csv', isGzip, bytes, mark };
}

/** Refuses UTF-16, before it is read as text with one byte for each character. */
function refuseWide(path: string, head: Buffer): void {
  const say = (name: string) => refusedFile(path, `is UTF-16: import it with --encoding ${name}`);
  if (head[0] === 0xff && head[1] === 0xfe) throw say('utf-16le');
  if (head[0] === 0xfe && head[1] === 0xff) throw say('utf-16be');
  if (!head.includes(0)) return;
  const zeros = [0, 0];
  head.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length / 4 && even === 0) throw say('utf-16le');
  if (even > head.length / 4 && odd === 0) throw say('utf-16be');
  const line = head.subarray(0, head.indexOf(0)).toString('latin1').split('\n').length;
  throw refusedFile(path, `has a NUL byte in line ${line}: it is no text file, or was damaged on its way`);
}

async function readHead(
  path: string,
  content: string,
): Promise<{ head: Buffer; mark: string; bytes: number }> {
  try {
    // Not waiting: a pipe without a writer would never open.
    const file = await open(content, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
      if (!found.isFile()) throw refusedFile(path, 'is not a file');
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return { head: buffer.subarray(0, bytesRead), mark: markOf(found), bytes: found.size };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new FileRefused(
      `Cannot read ${path}: ${await whyUnreadable(path, error as NodeJS.ErrnoException)}`,
    );
  }
}

async function whyUnreadable(path: string, { code = '' }: NodeJS.ErrnoException): Promise<string> {
  if (code === 'ENOENT' && (await lstat(path).catch(() => undefined))?.isSymbolicLink())
    return `it is a link to ${await readlink(path)}, which does not exist`;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EACCES: 'it may not be read',
    EISDIR: 'it is a folder',
    ELOOP: 'it is a link that leads back to itself',
  };
  return reasons[code] ?? code;
}

function unpackedHead(path: string, packed: Buffer): Buffer {
  try {
    const head = gunzipSync(packed, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: 1 << 28 });
    return head.subarray(0, HEAD_BYTES);
  } catch {
    throw refuseDamaged(path);
  }
}

export function refuseDamaged(path: string): FileRefused {
  return refusedFile(path, 'is damaged: it cannot be unpacked whole');
}

/** A file that has changed since it was looked at is still being written: half of it would be imported. */
export async function mustBeUnchanged({ path, content, mark }: SourceFile): Promise<void> {
  const now = await stat(content).catch(() => undefined);
  if (!now || markOf(now) !== mark)
    throw refusedFile(path, 'changed while it was being read: import it again once it is complete');
}

function markOf(file: { size: number; mtimeMs: number; ino: number }): string {
  return `${file.size} ${file.mtimeMs} ${file.ino}`;
}
