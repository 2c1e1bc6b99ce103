import { crc32 } from 'node:zlib';
import { refuseNewer } from '../../disk/layout.ts';
import { isControlled } from '../../snapshot/privacy/numbers.ts';
import { noneClosed, type Tables } from '../../snapshot/tables.ts';
import type { Description } from '../warehouse.ts';

/*
 * A published version as one file: a magic word that ends in the number of the layout, the length of a JSON header, the header, then the columns
 * as they lie in memory. Reading it is one read and a view per column.
 */
const KIND = 'MDQSNAP';
/** The newest layout that this program writes: one character. */
export const LAYOUT = 3;
/** What programs without disclosure control can serve: to them, a version that is under it is a newer one. */
const OPEN_LAYOUT = 2;
const MAGIC_BYTES = KIND.length + 1;
const ALIGN = 8;
/** No single read may be longer than 2 GiB. */
const READ_BYTES = 1 << 28;

const TYPES = { i32: Int32Array, u32: Uint32Array, u16: Uint16Array, f64: Float64Array } as const;

type ColumnType = keyof typeof TYPES;
type Column = Int32Array | Uint32Array | Uint16Array | Float64Array;

interface ColumnSpan {
  readonly table: string;
  readonly name: string;
  readonly type: ColumnType;
  readonly offset: number;
  readonly length: number;
}

interface Header {
  readonly names: Description;
  readonly columns: readonly ColumnSpan[];
  readonly bytes: number;
  readonly crc: number;
}

type TableName = Exclude<keyof Tables, keyof Description>;

const TABLES: readonly TableName[] = [
  'days',
  'daily',
  'payments',
  'members',
  'merchants',
  'taggedWith',
  'tagged',
  'related',
  'closed',
  'closedBasis',
];

/** The layout in which a version is written. */
export function layoutOf({ settings }: Pick<Tables['facts'], 'settings'>): number {
  return isControlled(settings) ? LAYOUT : OPEN_LAYOUT;
}

/** A version as pieces to be written one after the other; the columns are not copied. */
export function encodeTables(tables: Tables): Buffer[] {
  const spans: ColumnSpan[] = [];
  const parts: Buffer[] = [];
  let bytes = 0;
  for (const table of TABLES) {
    for (const [name, column] of columnsOf(tables[table])) {
      const type = typeOf(column);
      spans.push({ table, name, type, offset: bytes, length: column.length });
      const part = Buffer.from(column.buffer, column.byteOffset, column.byteLength);
      const padding = Buffer.alloc(aligned(part.length) - part.length);
      parts.push(part, padding);
      bytes += part.length + padding.length;
    }
  }
  const { facts, categories, subs, methods, tags } = tables;
  const header: Header = {
    names: { facts, categories, subs, methods, tags },
    columns: spans,
    bytes,
    crc: parts.reduce((crc, part) => crc32(part, crc), 0),
  };
  const json = Buffer.from(JSON.stringify(header));
  const start = Buffer.alloc(aligned(MAGIC_BYTES + 4 + json.length));
  start.write(`${KIND}${layoutOf(facts)}`, 'latin1');
  start.writeUInt32LE(json.length, MAGIC_BYTES);
  json.copy(start, MAGIC_BYTES + 4);
  return [start, ...parts];
}

/** What a version can be read from, a piece at a time: a file that is open, or bytes. */
interface VersionSource {
  read(
    into: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
}

/** Pieces that are on their way, read from the first to the last. */
export function fromPieces(pieces: AsyncIterator<Buffer>): VersionSource {
  let piece: Buffer = Buffer.alloc(0);
  let start = 0;
  return {
    async read(into, offset, length, position) {
      while (position >= start + piece.length) {
        const { value, done } = await pieces.next();
        if (done) return { bytesRead: 0 };
        start += piece.length;
        piece = value;
      }
      const bytes = piece.subarray(position - start, position - start + length);
      into.set(bytes, offset);
      return { bytesRead: bytes.length };
    },
  };
}

/** What a version is about, from the header alone. */
export async function readNames(file: VersionSource): Promise<Description> {
  const { header } = await readHeader(file);
  return header.names;
}

/** A whole version, read into the memory where it stays. */
export async function readTables(file: VersionSource): Promise<Tables> {
  const { header, end } = await readHeader(file);
  const memory = new ArrayBuffer(header.bytes);
  const bytes = new Uint8Array(memory);
  await fill(file, bytes, aligned(end));
  if (crc32(bytes) !== header.crc) throw new Error('a published version is damaged');
  // A file of unknown origin may name a table like a property of every object.
  const tables: Partial<Record<TableName, Record<string, Column>>> = Object.create(null);
  for (const { table, name, type, offset, length } of header.columns) {
    const into = tables[table as TableName] ?? {};
    into[name] = new TYPES[type](memory, offset, length);
    tables[table as TableName] = into;
  }
  // Versions from before disclosure control have nothing closed.
  return {
    closed: noneClosed(),
    closedBasis: noneClosed(),
    ...header.names,
    ...tables,
    days: tables.days?.days,
  } as unknown as Tables;
}

async function readHeader(file: VersionSource): Promise<{ header: Header; end: number }> {
  const head = Buffer.alloc(MAGIC_BYTES + 4);
  await fill(file, head, 0);
  const magic = head.toString('latin1', 0, MAGIC_BYTES);
  const layout = Number(magic.slice(KIND.length));
  if (magic.startsWith(KIND)) refuseNewer('The published version', layout, LAYOUT);
  if (!magic.startsWith(KIND) || !(layout >= OPEN_LAYOUT)) throw new Error('not a published version');
  const json = Buffer.alloc(head.readUInt32LE(MAGIC_BYTES));
  await fill(file, json, head.length);
  return { header: JSON.parse(json.toString()), end: head.length + json.length };
}

async function fill(file: VersionSource, bytes: Uint8Array, position: number): Promise<void> {
  for (let filled = 0; filled < bytes.length; ) {
    const length = Math.min(bytes.length - filled, READ_BYTES);
    const { bytesRead } = await file.read(bytes, filled, length, position + filled);
    if (bytesRead === 0) throw new Error('a published version is cut short');
    filled += bytesRead;
  }
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
