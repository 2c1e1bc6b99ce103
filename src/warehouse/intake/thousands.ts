import type { ReadableFile } from './reading/plain-text.ts';
import type { ReadingContext, Source } from './reading/source.ts';
import { refuseUnpacked } from './reading/unpacked.ts';

/** So many rows of a file mostly show how its amounts are written. Only where they do not is all of it looked at. */
const SAMPLE_ROWS = 10_000;

/** A file that was staged, and how it was read. */
export interface StagedFile {
  readonly file: ReadableFile;
  readonly source: Source;
}

/** How the amounts of a file are written. */
interface Forms {
  /** Whether one of them can be read in one way only. */
  readonly isClear: boolean;
  /** One that can be read in two; with a third decimal that is not 0 it is a bad row. */
  readonly example: string | undefined;
}

/** What to ask where every amount with a point could be one of thousands: 1.290 is 1290 there, or 1.29. */
export async function unclearDecimals(
  context: ReadingContext,
  staged: readonly StagedFile[],
): Promise<string[]> {
  if (context.profile.decimal !== undefined) return [];
  const texts = staged.filter(isText);
  const example = unclearIn(await formsOf(context, texts, SAMPLE_ROWS));
  if (example === undefined || unclearIn(await formsOf(context, texts)) === undefined) return [];
  const [thousands, decimals] = [example.replace('.', ''), example.replace(/0+$/, '').replace(/\.$/, '')];
  return [
    `Amounts such as ${example} could be ${thousands} or ${decimals}: say which with --decimal comma or --decimal point`,
  ];
}

/** Numbers of Parquet and JSON have a point before decimals, whoever wrote them. */
function isText({ file, source }: StagedFile): boolean {
  return file.format === 'csv' || (file.format === 'parquet' && source.typed?.cents === undefined);
}

/** An amount that could be meant in two ways, if no file has one that could not. */
function unclearIn(files: readonly Forms[]): string | undefined {
  if (files.some(({ isClear }) => isClear)) return undefined;
  return files.find(({ example }) => example !== undefined)?.example;
}

async function formsOf(
  { connection }: ReadingContext,
  staged: readonly StagedFile[],
  most?: number,
): Promise<Forms[]> {
  const found: Forms[] = [];
  for (const { file, source } of staged) {
    const { from, soundFrom = from, values, cells } = source;
    await connection.runMetered(
      `CREATE OR REPLACE TEMP TABLE amount_forms AS
       SELECT coalesce(bool_or(NOT regexp_full_match(amount, '[1-9][0-9]{0,2}(\\.[0-9]{3})+')), false) AS is_clear,
              min(amount) FILTER (WHERE regexp_full_match(amount, '[0-9]+\\.[0-9]{2}0')) AS example
       FROM (SELECT trim(${cells.amount}) AS amount FROM ${soundFrom}${most === undefined ? '' : ` LIMIT ${most}`})
       WHERE contains(amount, '.') OR contains(amount, ',')`,
      values,
      file.limit.bytes,
      () => refuseUnpacked(file.path, file.limit),
    );
    const [forms] = await connection.rows('FROM amount_forms');
    found.push({
      isClear: forms?.is_clear === true,
      example: forms?.example == null ? undefined : String(forms.example),
    });
    if (forms?.is_clear === true) break;
  }
  return found;
}
