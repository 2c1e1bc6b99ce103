import type { ReadableFile } from './plain-text.ts';
import { describe, type ReadingContext, type Source } from './source.ts';
import { refuseUnpacked } from './unpacked.ts';

const SAMPLE_ROWS = 10_000;

/** Puts the first rows of a file into a temporary table; undefined where it cannot be read, which checking it tells. */
export async function sampleRows(
  context: ReadingContext,
  file: ReadableFile,
  { table, columns }: { table: string; columns: (source: Source) => string },
): Promise<Source | undefined> {
  try {
    const source = await describe(context, file);
    await context.connection.runMetered(
      `CREATE OR REPLACE TEMP TABLE ${table} AS SELECT ${columns(source)} FROM ${source.from} LIMIT ${SAMPLE_ROWS}`,
      source.values,
      file.limit.bytes,
      () => refuseUnpacked(file.path, file.limit),
    );
    return source;
  } catch {
    return undefined;
  }
}
