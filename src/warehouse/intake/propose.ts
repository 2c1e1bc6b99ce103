import type { Connection } from '../connection.ts';
import type { Profile } from '../warehouse.ts';
import type { ReadableFile } from './plain-text.ts';
import { describe } from './source.ts';

const DATES = ['%d/%m/%Y', '%m/%d/%Y', '%d.%m.%Y', '%d-%m-%Y', '%Y/%m/%d', '%Y%m%d', '%d/%m/%y', '%m/%d/%y'];
const TIMES = ['', ' %H:%M', ' %H:%M:%S', ' %I:%M %p', ' %I:%M:%S %p'];
const PATTERNS = DATES.flatMap((date) => TIMES.map((time) => date + time));
const SAMPLE_ROWS = 10_000;

export interface Proposal {
  readonly dateFormat?: string;
  readonly decimal?: 'comma';
  /** What cannot be told from the values. */
  readonly unclear: readonly string[];
}

/** How dates and amounts of a text file are written, where they are not as usual. */
export async function proposeForms(
  context: { connection: Connection; profile: Profile; workDir: string },
  file: ReadableFile,
): Promise<Proposal> {
  if (file.format === 'parquet') return { unclear: [] };
  const { connection, profile } = context;
  const { cells, from, values } = await describe(context, file);
  try {
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE sampled AS
       SELECT trim(${cells.ordered_at}) AS date, trim(${cells.amount}) AS amount FROM ${from} LIMIT ${SAMPLE_ROWS}`,
      values,
    );
  } catch {
    // Something is wrong with the form of the file: checking it says what.
    return { unclear: [] };
  }
  const { amounts, commas } = await connection.numbers<'amounts' | 'commas'>(`
    SELECT count(*) FILTER (WHERE amount LIKE '%,%') AS amounts,
           count(*) FILTER (WHERE regexp_full_match(amount, '[0-9.]*,[0-9]{1,2}')) AS commas FROM sampled`);
  const decimal =
    profile.decimal === undefined && commas > 0 && commas === amounts ? { decimal: 'comma' as const } : {};
  if (profile.dateFormat) return { ...decimal, unclear: [] };
  const fits = await fittingPatterns(connection);
  const [dateFormat, other] = fits;
  if (!dateFormat) return { ...decimal, unclear: [] };
  return {
    ...decimal,
    dateFormat,
    unclear: other ? [`dates could be ${dateFormat} or ${other}: say which with --date-format`] : [],
  };
}

/** The patterns that all dates fit; none where they are as usual. */
async function fittingPatterns(connection: Connection): Promise<string[]> {
  const { wrong, all } = await connection.numbers<'wrong' | 'all'>(`
    SELECT count(*) FILTER (WHERE NOT regexp_matches(date, '^[0-9]{4}-[0-9]{2}-[0-9]{2}')) AS wrong,
           count(date) AS all FROM sampled WHERE date <> ''`);
  if (wrong === 0) return [];
  const counts = await connection.numbers<string>(
    `SELECT ${PATTERNS.map((pattern, i) => `count(try_strptime(date, '${pattern}')) AS p${i}`).join(', ')}
     FROM sampled WHERE date <> ''`,
  );
  return PATTERNS.filter((_, i) => counts[`p${i}`] === all);
}
