import { pipeline } from 'node:stream/promises';
import { stripVTControlCharacters } from 'node:util';
import { type CsvValue, csvRecord } from '../../lib/text/csv.ts';
import { table } from '../../lib/text/table.ts';
import type { Operation } from '../../operations/operation.ts';
import { declared } from '../../operations/schema.ts';
import { type CommandContext, jsonText } from '../context.ts';

type Row = Readonly<Record<string, unknown>>;
type Pages = Iterable<{ readonly rows: readonly Row[] }> | AsyncIterable<{ readonly rows: readonly Row[] }>;

/** Prints what an operation returned: what its schema declares as JSON or CSV, or its text. */
export async function printResult(
  context: CommandContext,
  operation: Operation,
  { result, input, isCsv }: { result: unknown; input: object; isCsv: boolean },
): Promise<void> {
  const { output } = operation;
  const columns = isCsv ? operation.csv?.(input) : undefined;
  if (output.type !== 'array' && !columns)
    return context.print(declared(output, result), operation.text?.(result, input) ?? '');
  const list = operation.lines?.(result) ?? result;
  const pages = Array.isArray(list) ? [{ rows: list }] : (list as Pages);
  const write = columns
    ? csvLines(columns)
    : context.isJson
      ? (rows: readonly Row[]) =>
          [declared(output, rows)]
            .flat()
            .map((row) => `${jsonText(row)}\n`)
            .join('')
      : tableLines(context, operation, input);
  await writeAll(written(pages, write), context.output.stdout);
}

type WritePage = (rows: readonly Row[], isFirst: boolean) => string;

async function* written(pages: Pages, write: WritePage): AsyncGenerator<string> {
  let isFirst = true;
  for await (const { rows } of pages) {
    if (rows.length === 0) continue;
    yield write(rows, isFirst);
    isFirst = false;
  }
  if (isFirst) yield write([], true);
}

function csvLines(columns: readonly string[]): WritePage {
  return (rows, isFirst) =>
    (isFirst ? `${columns.join(',')}\n` : '') +
    rows.map((row) => `${csvRecord(columns.map((name) => csvValue(row[name])))}\n`).join('');
}

function csvValue(value: unknown): CsvValue {
  if (value instanceof Date) return value.toISOString();
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as CsvValue);
}

/** Each page is lined up by itself; the names of the columns stand above the first. */
function tableLines({ output }: CommandContext, operation: Operation, input: object): WritePage {
  return (rows, isFirst) => {
    if (rows.length === 0) return isFirst ? `${operation.empty?.(input) ?? ''}\n` : '';
    const drawn = operation.text?.(rows, input) ?? table(rows);
    const text = output.stdout.isTTY ? drawn : stripVTControlCharacters(drawn);
    return `${isFirst ? text : text.slice(text.indexOf('\n') + 1)}\n`;
  };
}

/** Writes pieces as they come, no faster than they are read. That it could not be written is reported by the owner of the stream. */
async function writeAll(pieces: AsyncIterable<string>, stdout: NodeJS.WritableStream): Promise<void> {
  try {
    await pipeline(pieces, stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== 'write') throw error;
  }
}
