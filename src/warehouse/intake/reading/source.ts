import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Connection, fileName, identifier, literal, type Values } from '../../database/connection.ts';
import { COLUMN_NAMES, type ColumnName, type Profile } from '../../profile.ts';
import { findColumns, refuseBoth } from '../columns.ts';
import { refusedFile } from '../refused-file.ts';
import { findDialect, MAX_COLUMNS } from './dialect.ts';
import { parquetColumns, refuseParquet, rowSize, typedCents, typedTime } from './parquet.ts';
import type { ReadableFile } from './plain-text.ts';
import { csvRecords, lineRecords, MAX_RECORD_BYTES, type TextRecord } from './records.ts';

/** A relation of text columns, to be read by `runMetered`, and which expression over it gives each of ours. */
export interface Source {
  readonly from: string;
  readonly values: Values;
  readonly cells: Readonly<Record<ColumnName, string>>;
  /** Business time and amount in hundredths, where the file has them in a type of their own. */
  readonly typed?: { readonly time?: string | undefined; readonly cents?: string | undefined };
  /** Of Parquet: the same as `numbered` gives it. */
  readonly numberedFrom?: string;
  /** Between values; only CSV has one. */
  readonly delimiter?: string;
  /** The names of all its columns; of NDJSON, which has none of its own, one. */
  readonly header: readonly string[];
  readonly ignored: readonly string[];
}

export interface ReadingContext {
  readonly connection: Connection;
  readonly profile: Profile;
  /** A folder for what is needed while reading. */
  readonly workDir: string;
}

/** What a column gives that is not there. */
export const NO_CELL = 'NULL::VARCHAR';

export const CSV = `quote = '"', escape = '"', auto_detect = false, strict_mode = true, max_line_size = ${MAX_RECORD_BYTES}`;
const WHOLE_LINE = `delim = '', quote = '', escape = '', auto_detect = false, max_line_size = ${MAX_RECORD_BYTES}`;
/** A day, in whatever form, has three digits at least. */
const LIKE_A_TIME = /(\d\D*){3}/;
/**
 * Of a file that is read again: so much is written before it is looked at whether to go on. The first part is small: a
 * file of nothing but bad rows ends there. Those after it grow.
 */
const FIRST_PART_LENGTH = 1 << 22;
const PART_LENGTH = 1 << 26;
const READ_LINES = `read_csv($path, ${WHOLE_LINE}, header = false, columns = {'line': 'VARCHAR'}, compression = 'none')`;

/** How a file is read in one go. */
export async function describe(context: ReadingContext, file: ReadableFile): Promise<Source> {
  const values = { path: fileName(file.readAs) };
  switch (file.format) {
    case 'csv': {
      const { delimiter, header } = await findDialect(file, context.profile.delimiter);
      const columns = header.map((_, i) => `'c${i}': 'VARCHAR'`).join(', ');
      return {
        ...cellsOf(context, file, header, (index) => `c${index}`),
        header,
        delimiter,
        from: `read_csv($path, ${CSV}, delim = $delimiter, header = true, columns = {${columns}}, compression = 'none')`,
        values: { ...values, delimiter },
      };
    }
    case 'parquet': {
      const types = await parquetColumns(context.connection, file);
      const header = [...types.keys()];
      const named = (name: ColumnName) => context.profile.columns?.[name] ?? name;
      const [ordered_at, amount] = [named('ordered_at'), named('amount')];
      const asText = (_index: number, name: string) => `CAST(${identifier(name)} AS VARCHAR)`;
      const { ignored, cells } = cellsOf(context, file, header, asText);
      // A product's name is not kept, so it is not read.
      const used = header.filter((name) => !ignored.includes(name) && name !== named('product_name'));
      await refuseParquet(context.connection, file, types, used);
      return {
        cells,
        ignored,
        header,
        numberedFrom: `(SELECT *, file_row_number + 1 AS line, NULL::VARCHAR AS problem, NULL::VARCHAR AS record
                        FROM ${metered('read_parquet($path, file_row_number = true)', rowSize(types, used))})`,
        typed: {
          time: typedTime(identifier(ordered_at), types.get(ordered_at)),
          cents: typedCents(identifier(amount), types.get(amount)),
        },
        from: metered('read_parquet($path)', rowSize(types, used)),
        values,
      };
    }
    case 'ndjson': {
      const names = jsonColumns(context);
      return {
        cells: withConstants(context, (_name, index) => `cell[${index + 1}]`),
        header: ['line'],
        ignored: [],
        from: `(SELECT ${jsonCells('line')} AS cell FROM ${READ_LINES} WHERE line IS NOT NULL)`,
        values: { ...values, paths: names.map((name) => `$."${name.replaceAll('"', '\\"')}"`).join('\n') },
      };
    }
  }
}

/** What our columns are called in a file of JSON objects. */
function jsonColumns({ profile }: ReadingContext): string[] {
  return COLUMN_NAMES.map((name) => profile.columns?.[name] ?? name);
}

/** The names in a file of JSON objects that are none of our columns; finding them takes a reading of its own. */
export async function otherNames(context: ReadingContext, file: ReadableFile): Promise<string[]> {
  const names = jsonColumns(context);
  const found = await jsonNames(context.connection, { path: fileName(file.readAs) });
  refuseBoth(file.path, found, context.profile);
  return found.filter((name) => !names.includes(name));
}

/** CASE and not AND: the engine evaluates both sides of AND, and to ask for the type of what is no JSON is an error. */
function isJsonObject(line: string): string {
  return `CASE WHEN json_valid(${line}) THEN json_type(${line}) = 'OBJECT' ELSE false END`;
}

/** The cells of a JSON object; a list of NULLs for what is not one. */
function jsonCells(line: string): string {
  return `CASE WHEN ${isJsonObject(line)}
               THEN json_extract_string(${line}, string_split($paths, chr(10))) ELSE [] END`;
}

/** The names in a file of JSON objects: of more than a file has columns, some. */
export async function jsonNames(connection: Connection, values: Values): Promise<string[]> {
  try {
    const rows = await connection.rows(
      `SELECT DISTINCT unnest(CASE WHEN ${isJsonObject('line')} THEN json_keys(line) END) AS name FROM ${READ_LINES}
       LIMIT ${MAX_COLUMNS + 1}`,
      values,
    );
    return rows.map((row) => String(row.name)).sort();
  } catch {
    // Something is wrong with the form of the file: reading it says what.
    return [];
  }
}

function cellsOf(
  context: ReadingContext,
  file: ReadableFile,
  header: readonly string[],
  cell: (index: number, name: string) => string,
): Pick<Source, 'cells' | 'ignored'> {
  const { indexes, ignored } = findColumns(file.path, header, context.profile);
  const cells = withConstants(context, (name) => {
    const index = indexes[name];
    return index === undefined ? NO_CELL : cell(index, header[index] ?? '');
  });
  return { cells, ignored };
}

/** What gives each of our columns: what the profile says is the same in every row, or else its cell. */
function withConstants(
  { profile }: ReadingContext,
  cell: (name: ColumnName, index: number) => string,
): Source['cells'] {
  const cells = COLUMN_NAMES.map((name, index) => {
    const constant = profile.set?.[name];
    return [name, constant === undefined ? cell(name, index) : literal(constant)];
  });
  return Object.fromEntries(cells) as Source['cells'];
}

/** How a file is read with the line of every record, and what is wrong with its form: text in parts, in their order. */
export async function* numbered(
  context: ReadingContext,
  file: ReadableFile,
  source: Source,
  onBlank: () => void,
): AsyncGenerator<Source> {
  if (source.numberedFrom) yield { ...source, from: source.numberedFrom };
  else yield* numberedText(context, file, source, onBlank);
}

/** Text is as many bytes as its file; what is packed otherwise is counted row by row, whenever it is read. */
function metered(from: string, size: string): string {
  return `(FROM ${from} WHERE metered(${size}) IS NOT NULL)`;
}

/** Writes a text file again, each record with its line and what is wrong with its form. */
async function* numberedText(
  context: ReadingContext,
  file: ReadableFile,
  source: Source,
  onBlank: () => void,
): AsyncGenerator<Source> {
  const bytes = createReadStream(file.readAs, { highWaterMark: 1 << 20 });
  const isCsv = file.format === 'csv';
  const records = isCsv ? csvRecords(bytes, source.delimiter) : lineRecords(bytes);
  const lines = numberedLines(records, file, source, onBlank);
  try {
    for (let part = 0, isLast = false; !isLast; part++) {
      const path = join(context.workDir, `numbered-${part}.csv`);
      isLast = await writePart(path, lines, Math.min(FIRST_PART_LENGTH * 2 ** part, PART_LENGTH));
      yield numberedPart(path, source, isCsv);
      await rm(path);
    }
  } finally {
    bytes.destroy();
  }
}

/** Writes as many lines as make a part; whether they were the last. */
async function writePart(path: string, lines: AsyncGenerator<string>, enough: number): Promise<boolean> {
  const part = await open(path, 'w', 0o600);
  try {
    for (let length = 0; length < enough; ) {
      const { value, done } = await lines.next();
      if (done) return true;
      await part.writeFile(value);
      length += value.length;
    }
    return false;
  } finally {
    await part.close();
  }
}

function numberedPart(path: string, source: Source, isCsv: boolean): Source {
  const width = source.header.length;
  const columns = ['line', 'problem', 'record', ...Array.from({ length: width }, (_, i) => `c${i}`)];
  const types = columns.map((name) => `'${name}': '${name === 'line' ? 'BIGINT' : 'VARCHAR'}'`).join(', ');
  // Said, or the engine would take it from the first record, which may hold another in quotes.
  const from = `read_csv($path, ${CSV}, delim = ',', new_line = '\\n', header = false, columns = {${types}})`;
  if (isCsv) return { ...source, from, values: { path: fileName(path) } };
  const notObject = `CASE WHEN ${isJsonObject('c0')} THEN NULL ELSE 'is not a JSON object' END`;
  return {
    ...source,
    from: `(SELECT line, coalesce(problem, ${notObject}) AS problem, left(c0, 200) AS record,
                   ${jsonCells('c0')} AS cell FROM ${from})`,
    values: { ...source.values, path: fileName(path) },
  };
}

/**
 * The records of a text file after its header, each with what is wrong with its form: nothing, mostly. Rows without any value,
 * which spreadsheets write below the data, are left out and counted.
 */
export async function* checkedRecords(
  records: AsyncIterable<TextRecord>,
  { path, format, invalidIn }: ReadableFile,
  width: number,
  onBlank: () => void,
): AsyncGenerator<{ line: number; fields: readonly string[]; why: string; record: string }> {
  let isHeader = format === 'csv';
  for await (const { line, fields, problem, isCut } of records) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    if (isCut) throw refusedFile(path, `, line ${line}: ${problem}`);
    if (format === 'csv' && problem === undefined && fields.every((field) => field.trim() === '')) {
      onBlank();
      continue;
    }
    const why = problem ?? problemOf(fields, width, invalidIn);
    yield { line, fields, why, record: why ? fields.join(',').slice(0, 200) : '' };
  }
}

async function* numberedLines(
  records: AsyncIterable<TextRecord>,
  file: ReadableFile,
  source: Source,
  onBlank: () => void,
): AsyncGenerator<string> {
  const { length: width } = source.header;
  const orderIn = orderFinder(source);
  let lines = '';
  for await (const { line, fields, why, record } of checkedRecords(records, file, width, onBlank)) {
    const cells = why ? orderIn(fields) : fields;
    lines += [line, why, record, ...Array.from({ length: width }, (_, i) => cells[i] ?? '')]
      .map(quoted)
      .join(',');
    lines += '\n';
    if (lines.length > 1 << 20) {
      yield lines;
      lines = '';
    }
  }
  yield lines;
}

/**
 * Finds the order of a row whose form is wrong, where orders stand first and the row's time is in its place: then what is
 * missing or too much comes later. Other rows are the end of a row before, or remarks.
 */
function orderFinder({ cells, header }: Source): (fields: readonly string[]) => readonly string[] {
  if (cells.order_id !== 'c0') return () => [];
  // A time that is the same for all rows is in none of them.
  const timeAt = header.findIndex((_, i) => cells.ordered_at === `c${i}`);
  return (fields) => {
    const hasTime = timeAt < 0 || LIKE_A_TIME.test(fields[timeAt] ?? '');
    return hasTime && fields.length > 1 && !fields[0]?.includes('\ufffd') ? fields.slice(0, 1) : [];
  };
}

function problemOf(fields: readonly string[], width: number, invalidIn: string | undefined): string {
  if (invalidIn && fields.some((field) => field.includes('\ufffd'))) return `is not valid ${invalidIn}`;
  return fields.length === width ? '' : `has ${fields.length} columns instead of ${width}`;
}

export function quoted(cell: string | number): string {
  return cell === '' ? '' : `"${String(cell).replaceAll('"', '""')}"`;
}
