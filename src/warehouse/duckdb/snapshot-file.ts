import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Tables } from '../../snapshot/tables.ts';

/*
 * A published version as one file: a magic word, the length of a JSON header, the header, then the columns
 * as they lie in memory. Reading it is one read and a view per column.
 */
const MAGIC = 'MDQSNAP2';
const ALIGN = 8;

const TYPES = { i32: Int32Array, u32: Uint32Array, u16: Uint16Array, f64: Float64Array } as const;

type ColumnType = keyof typeof TYPES;
type Column = Int32Array | Uint32Array | Uint16Array | Float64Array;

interface ColumnPlace {
  readonly table: string;
  readonly name: string;
  readonly type: ColumnType;
  readonly offset: number;
  readonly length: number;
}

interface Header {
  readonly names: Pick<Tables, 'facts' | 'categories' | 'subs' | 'methods' | 'tags'>;
  readonly columns: readonly ColumnPlace[];
  readonly bytes: number;
  readonly crc: number;
}

type TableName = Exclude<keyof Tables, keyof Header['names']>;

const TABLES: readonly TableName[] = [
  'days',
  'daily',
  'weekly',
  'payments',
  'members',
  'merchants',
  'taggedWith',
  'tagged',
  'related',
];

export function encodeTables(tables: Tables): Buffer {
  const places: ColumnPlace[] = [];
  const parts: Buffer[] = [];
  let bytes = 0;
  for (const table of TABLES) {
    for (const [name, column] of columnsOf(tables[table])) {
      const type = typeOf(column);
      places.push({ table, name, type, offset: bytes, length: column.length });
      const part = Buffer.from(column.buffer, column.byteOffset, column.byteLength);
      const padding = Buffer.alloc(aligned(part.length) - part.length);
      parts.push(part, padding);
      bytes += part.length + padding.length;
    }
  }
  const body = Buffer.concat(parts);
  const { facts, categories, subs, methods, tags } = tables;
  const header: Header = {
    names: { facts, categories, subs, methods, tags },
    columns: places,
    bytes,
    crc: crc32(body),
  };
  const json = Buffer.from(JSON.stringify(header));
  const start = Buffer.alloc(aligned(MAGIC.length + 4 + json.length));
  start.write(MAGIC, 'latin1');
  start.writeUInt32LE(json.length, MAGIC.length);
  json.copy(start, MAGIC.length + 4);
  return Buffer.concat([start, body]);
}

/** The header alone: what a version is about. */
export async function readNames(file: FileHandle): Promise<Header['names']> {
  const head = Buffer.alloc(MAGIC.length + 4);
  await file.read(head, 0, head.length, 0);
  const json = Buffer.alloc(headerLength(head));
  await file.read(json, 0, json.length, head.length);
  return (JSON.parse(json.toString()) as Header).names;
}

function headerLength(head: Buffer): number {
  if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('not a published version');
  return head.readUInt32LE(MAGIC.length);
}

export function decodeTables(file: Buffer): Tables {
  const jsonEnd = MAGIC.length + 4 + headerLength(file);
  const header: Header = JSON.parse(file.toString('utf8', MAGIC.length + 4, jsonEnd));
  const start = aligned(jsonEnd);
  const body = file.subarray(start, start + header.bytes);
  if (body.length !== header.bytes || crc32(body) !== header.crc) {
    throw new Error('a published version is damaged');
  }
  // A copy of its own, so that columns lie at multiples of eight whatever the buffer came from.
  const memory = new Uint8Array(body).buffer;
  const tables: Partial<Record<TableName, Record<string, Column> | null>> = { weekly: null };
  for (const { table, name, type, offset, length } of header.columns) {
    const into = tables[table as TableName] ?? {};
    into[name] = new TYPES[type](memory, offset, length);
    tables[table as TableName] = into;
  }
  return { ...header.names, ...tables, days: tables.days?.days } as unknown as Tables;
}

/** The columns of a table; `days` is one by itself. */
function columnsOf(table: Tables[TableName]): [name: string, column: Column][] {
  return table instanceof Int32Array ? [['days', table]] : Object.entries(table ?? {});
}

function typeOf(column: Column): ColumnType {
  const found = (Object.keys(TYPES) as ColumnType[]).find((type) => column instanceof TYPES[type]);
  if (!found) throw new Error('a column of no known type');
  return found;
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGN) * ALIGN;
}
