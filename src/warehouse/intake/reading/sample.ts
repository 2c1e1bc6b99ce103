import type { ReadableFile } from './plain-text.ts';
import { MAX_RECORD_BYTES } from './records.ts';
import { describe, type ReadingContext, type Source } from './source.ts';
import { refuseUnpacked } from './unpacked.ts';

export const SAMPLE_ROWS = 10_000;
/** The engine reads sixteen of the longest records ahead, at least: for a few rows that is most of the time they take. */
const FEW_BYTES = 1 << 20;

interface Sample {
  readonly table: string;
  readonly columns: (source: Source) => string;
  /** What the rows are read from, where not each becomes one. */
  readonly from?: (source: Source) => string;
  readonly rows?: number | 'all';
}

/** Puts the first rows of a file into a temporary table; undefined where it cannot be read, which checking it tells. */
export async function sampleRows(
  context: ReadingContext,
  file: ReadableFile,
  { table, columns, from = (source) => source.from, rows = SAMPLE_ROWS }: Sample,
): Promise<Source | undefined> {
  const read = (source: Source) =>
    context.connection.runMetered(
      `CREATE OR REPLACE TEMP TABLE ${table} AS SELECT ${columns(source)} FROM ${from(source)}`,
      source.values,
      file.limit.bytes,
      () => refuseUnpacked(file.path, file.limit),
    );
  try {
    const source = await describe(context, file);
    if (rows === 'all') await read(source);
    else await read(firstOf(source, rows, FEW_BYTES)).catch(() => read(firstOf(source, rows)));
    return source;
  } catch {
    return undefined;
  }
}

function firstOf(source: Source, rows: number, bytes?: number): Source {
  const longest = `max_line_size = ${MAX_RECORD_BYTES}`;
  const from = bytes
    ? source.from.replace(longest, `max_line_size = ${bytes}, buffer_size = ${bytes}`)
    : source.from;
  return { ...source, from: `(FROM ${from} LIMIT ${rows})` };
}
