import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../errors.ts';
import { COLUMN_NAMES, COLUMNS, type ColumnName, type ImportRequest } from '../warehouse.ts';
import type { Connection, Values } from './connection.ts';
import { readBytes, readHeader, type SourceFile } from './files.ts';
import { csvRecords, lineRecords, type TextRecord } from './records.ts';

/** A relation of text columns, and which expression over it gives each of ours. */
export interface Source {
  readonly from: string;
  readonly values: Values;
  readonly cells: Readonly<Record<ColumnName, string>>;
  /** Business time and amount in hundredths, where the file has them in a type of their own. */
  readonly typed?: { readonly time?: string | undefined; readonly cents?: string | undefined };
  /** How many columns it has, those not read too. */
  readonly width: number;
  readonly ignored: readonly string[];
}

export interface StageContext {
  readonly connection: Connection;
  readonly request: ImportRequest;
  readonly timeZone: string;
  /** A folder for what is needed while reading. */
  readonly workDir: string;
}

const CSV = `delim = ',', quote = '"', escape = '"', auto_detect = false, strict_mode = true, max_line_size = 16777216`;
const WHOLE_LINE = `delim = '', quote = '', escape = '', auto_detect = false, max_line_size = 16777216`;

/** How a file is read in one go. */
export async function describe(context: StageContext, file: SourceFile): Promise<Source> {
  const values = { path: file.content };
  const compression = file.isGzip ? 'gzip' : 'none';
  switch (file.format) {
    case 'csv': {
      const header = await readHeader(file);
      const columns = header.map((_, i) => `'c${i}': 'VARCHAR'`).join(', ');
      return {
        ...cellsOf(context, file, header, (_name, index) => `c${index}`),
        from: `read_csv($path, ${CSV}, header = true, columns = {${columns}}, compression = '${compression}')`,
        values,
      };
    }
    case 'parquet': {
      const types = await parquetColumns(context.connection, file);
      const { ordered_at = 'ordered_at', amount = 'amount' } = context.request.columns;
      return {
        ...cellsOf(context, file, [...types.keys()], (name) => `CAST(${identifier(name)} AS VARCHAR)`),
        typed: {
          time: typedTime(identifier(ordered_at), types.get(ordered_at), context.timeZone),
          cents: typedCents(identifier(amount), types.get(amount)),
        },
        from: 'read_parquet($path)',
        values,
      };
    }
    case 'ndjson': {
      const names = COLUMN_NAMES.map((name) => context.request.columns[name] ?? name);
      const cell = (index: number) => `cell[${index + 1}]`;
      const lines = `read_csv($path, ${WHOLE_LINE}, header = false, columns = {'line': 'VARCHAR'},
                              compression = '${compression}')`;
      return {
        cells: Object.fromEntries(COLUMN_NAMES.map((name, index) => [name, cell(index)])) as Source['cells'],
        width: 1,
        ignored: await jsonNames(context.connection, lines, values, names),
        from: `(SELECT ${jsonCells('line')} AS cell FROM ${lines} WHERE line IS NOT NULL)`,
        values: { ...values, paths: names.map((name) => `$."${name.replaceAll('"', '\\"')}"`).join('\n') },
      };
    }
  }
}

/** One look inside the other: both at once would ask what is no JSON for its type, which is an error. */
function isJsonObject(line: string): string {
  return `CASE WHEN json_valid(${line}) THEN json_type(${line}) = 'OBJECT' ELSE false END`;
}

/** The cells of a JSON object; a list of NULLs for what is not one. */
function jsonCells(line: string): string {
  return `CASE WHEN ${isJsonObject(line)}
               THEN json_extract_string(${line}, string_split($paths, chr(10))) ELSE [] END`;
}

/** The names in a file of JSON objects that are not read. */
async function jsonNames(
  connection: Connection,
  lines: string,
  values: Values,
  read: readonly string[],
): Promise<string[]> {
  try {
    const rows = await connection.rows(
      `SELECT DISTINCT unnest(CASE WHEN ${isJsonObject('line')} THEN json_keys(line) END) AS name FROM ${lines}`,
      values,
    );
    return rows
      .map((row) => String(row.name))
      .filter((name) => !read.includes(name))
      .sort();
  } catch {
    // Something is wrong with the form of the file: reading it says what.
    return [];
  }
}

function cellsOf(
  { request }: StageContext,
  file: SourceFile,
  found: readonly string[],
  cell: (name: string, index: number) => string,
): Pick<Source, 'cells' | 'width' | 'ignored'> {
  const used = new Set<string>();
  const cells = COLUMN_NAMES.map((name) => {
    const wanted = request.columns[name] ?? name;
    const index = found.indexOf(wanted);
    if (index >= 0) used.add(wanted);
    else if (COLUMNS[name].isRequired || request.columns[name] !== undefined) {
      throw new UserError(
        `${file.path} has no column "${wanted}" (it has: ${found.join(', ')}). ` +
          `If it is called otherwise there, say --map ${name}=ITS_NAME`,
      );
    }
    if (found.indexOf(wanted, index + 1) > index && index >= 0) {
      throw new UserError(`${file.path} has more than one column "${wanted}"`);
    }
    return [name, index < 0 ? 'NULL' : cell(wanted, index)];
  });
  return {
    cells: Object.fromEntries(cells) as Source['cells'],
    width: found.length,
    ignored: found.filter((name) => !used.has(name)),
  };
}

/** A time that needs no reading; undefined for a type that is read as text. */
function typedTime(column: string, type: string | undefined, timeZone: string): string | undefined {
  const finite = (time: string) => `CASE WHEN isfinite(${column}) THEN ${time} END`;
  if (type === 'TIMESTAMP WITH TIME ZONE') return finite(`timezone(${literal(timeZone)}, ${column})`);
  if (type === 'DATE' || type?.startsWith('TIMESTAMP')) return finite(`CAST(${column} AS TIMESTAMP)`);
  return undefined;
}

/** An amount in hundredths that needs no reading; undefined for a type that is read as text. */
function typedCents(column: string, type = ''): string | undefined {
  if (!/^(U?(TINY|SMALL|BIG)?INT(EGER)?|DECIMAL\(\d+,[012]\))$/.test(type)) return undefined;
  return `CASE WHEN ${column} >= 0 AND ${column} < 100000000000000
               THEN CAST(CAST(${column} AS DECIMAL(18, 2)) * 100 AS BIGINT) END`;
}

async function parquetColumns(connection: Connection, file: SourceFile): Promise<Map<string, string>> {
  try {
    const rows = await connection.rows('DESCRIBE FROM read_parquet($path)', { path: file.content });
    return new Map(rows.map((row) => [String(row.column_name), String(row.column_type)]));
  } catch (error) {
    throw new UserError(`${file.path} cannot be read as Parquet: ${firstLine(error)}`);
  }
}

/** How a file is read with the line of every record, and what is wrong with its form. */
export async function numbered(context: StageContext, file: SourceFile, source: Source): Promise<Source> {
  return file.format === 'parquet' ? numberedParquet(source) : numberedText(context, file, source);
}

function numberedParquet(source: Source): Source {
  return {
    ...source,
    from: `(SELECT *, file_row_number + 1 AS line, NULL::VARCHAR AS problem, NULL::VARCHAR AS record
            FROM read_parquet($path, file_row_number = true))`,
  };
}

/** Writes a text file anew, each record with its line and what is wrong with its form. */
async function numberedText(context: StageContext, file: SourceFile, source: Source): Promise<Source> {
  const path = join(context.workDir, 'numbered.csv');
  const isCsv = file.format === 'csv';
  const records = isCsv ? csvRecords(readBytes(file)) : lineRecords(readBytes(file));
  await pipeline(Readable.from(numberedLines(records, source.width, isCsv)), createWriteStream(path));
  const columns = ['line', 'problem', 'record', ...Array.from({ length: source.width }, (_, i) => `c${i}`)];
  const types = columns.map((name) => `'${name}': '${name === 'line' ? 'BIGINT' : 'VARCHAR'}'`).join(', ');
  const from = `read_csv($path, ${CSV}, header = false, columns = {${types}})`;
  if (isCsv) return { ...source, from, values: { path } };
  const notObject = `CASE WHEN ${isJsonObject('c0')} THEN NULL ELSE 'is not a JSON object' END`;
  return {
    ...source,
    from: `(SELECT line, coalesce(problem, ${notObject}) AS problem, left(c0, 200) AS record,
                   ${jsonCells('c0')} AS cell FROM ${from})`,
    values: { ...source.values, path },
  };
}

async function* numberedLines(
  records: AsyncIterable<TextRecord>,
  width: number,
  hasHeader: boolean,
): AsyncGenerator<string> {
  let lines = '';
  let isHeader = hasHeader;
  for await (const { line, fields, problem } of records) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    const why =
      problem ?? (fields.length === width ? '' : `has ${fields.length} columns instead of ${width}`);
    const record = why ? fields.join(',').slice(0, 200) : '';
    const cells = why ? [] : fields;
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

function quoted(cell: string | number): string {
  return `"${String(cell).replaceAll('"', '""')}"`;
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}
