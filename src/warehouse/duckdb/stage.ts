import { UserError } from '../../errors.ts';
import { COLUMN_NAMES } from '../warehouse.ts';
import type { Connection } from './connection.ts';
import { readBytes, type SourceFile } from './files.ts';
import { countSeparators } from './records.ts';
import { describe, firstLine, numbered, type Source, type StageContext } from './source.ts';

/*
 * Reading files into the temporary table `staged`, typed and checked. The engine reads a file whole; only a
 * file with something wrong in it is read once more, record by record, to tell the line.
 */

export interface Staged {
  readonly ignoredColumns: readonly string[];
  readonly badRows: number;
}

export async function prepareStage(connection: Connection): Promise<void> {
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE staged (
      order_id VARCHAR, ordered_at TIMESTAMP, category VARCHAR, sub_category VARCHAR, product_id VARCHAR, tags VARCHAR,
      cents BIGINT, payment_method VARCHAR, merchant_id VARCHAR, member_id VARCHAR
    );
    CREATE OR REPLACE TEMP TABLE reject (file VARCHAR, line BIGINT, name VARCHAR, value VARCHAR, reason VARCHAR);
  `);
}

/** Adds the good rows of a file to `staged`, and a row to `reject` for everything wrong in the others. */
export async function stageFile(context: StageContext, file: SourceFile): Promise<Staged> {
  const source = await describe(context, file);
  const isGood = await readWhole(context, file, source);
  const badRows = isGood ? 0 : await readAgain(context, file, source);
  return { ignoredColumns: source.ignored, badRows };
}

/** Reads a file in one go: whether that was all good. If not, nothing of it is kept. */
async function readWhole(context: StageContext, file: SourceFile, source: Source): Promise<boolean> {
  const { connection, timeZone } = context;
  const separators = file.format === 'csv' ? countSeparators(readBytes(file)) : undefined;
  try {
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE reading AS SELECT ${typed(source)} FROM ${source.from}`,
      { ...source.values, zone: timeZone },
    );
  } catch (error) {
    separators?.stop();
    if (file.format !== 'parquet') return false;
    throw new UserError(`${file.path} cannot be read as Parquet: ${firstLine(error)}`);
  }
  const { rows = 0, bad = 0 } = await connection.numbers<'rows' | 'bad'>(
    `SELECT count(*) AS rows, count(*) FILTER (WHERE ${IS_BAD}) AS bad FROM reading`,
  );
  // The engine lets empty columns at the end of a row pass that the header does not have.
  const expected = (rows + 1) * (source.width - 1);
  const isGood = bad === 0 && (separators === undefined || (await separators.count) === expected);
  if (isGood) await connection.run('INSERT INTO staged FROM reading');
  await connection.run('DROP TABLE reading');
  return isGood;
}

/** Reads a file with the line of every record, keeps the good rows and says what is wrong with the others. */
async function readAgain(context: StageContext, file: SourceFile, source: Source): Promise<number> {
  const { connection, timeZone } = context;
  const again = await numbered(context, file, source);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE reading AS
     SELECT ${typed(again)}, line, problem, record,
            {${COLUMN_NAMES.map((name) => `${name}: ${again.cells[name]}`).join(', ')}} AS cells
     FROM ${again.from}`,
    { ...again.values, zone: timeZone },
  );
  await connection.run(
    `INSERT INTO reject
     SELECT $file, line, problem.name, problem.value, problem.reason
     FROM (SELECT line, unnest(list_filter([${PROBLEMS}], lambda p: p.reason IS NOT NULL)) AS problem
           FROM reading WHERE problem IS NOT NULL OR ${IS_BAD})`,
    { file: file.path },
  );
  const { bad = 0 } = await connection.numbers<'bad'>(
    `SELECT count(*) FILTER (WHERE problem IS NOT NULL OR ${IS_BAD}) AS bad FROM reading`,
  );
  await connection.run(`
    INSERT INTO staged SELECT * EXCLUDE (line, problem, record, cells) FROM reading
    WHERE problem IS NULL AND NOT (${IS_BAD});
    DROP TABLE reading`);
  return bad;
}

const typed = ({ cells }: Source) => `
  to_id(${cells.order_id}) AS order_id,
  to_time(${cells.ordered_at}, $zone) AS ordered_at,
  to_name(${cells.category}) AS category,
  to_name(${cells.sub_category}) AS sub_category,
  to_id(${cells.product_id}) AS product_id,
  to_name(${cells.tags}) AS tags,
  to_cents(${cells.amount}) AS cents,
  coalesce(to_name(${cells.payment_method}), 'Unspecified') AS payment_method,
  to_id(${cells.merchant_id}) AS merchant_id,
  to_id(${cells.member_id}) AS member_id`;

const IS_BAD = `order_id IS NULL OR ordered_at IS NULL OR category IS NULL OR sub_category IS NULL OR product_id IS NULL
                OR cents IS NULL`;

/** For each required column, its name, the value that stood there, and what is wrong with it. */
const PROBLEMS = [
  `{name: '', value: record, reason: problem}`,
  ...(
    [
      ['order_id', 'order_id', ''],
      ['ordered_at', 'ordered_at', 'is not a date (YYYY-MM-DD) or an ISO 8601 time'],
      ['category', 'category', ''],
      ['sub_category', 'sub_category', ''],
      ['product_id', 'product_id', ''],
      [
        'amount',
        'cents',
        'is not an amount: a decimal, 0 or more, with at most two decimals and 14 digits before them',
      ],
    ] as const
  ).map(
    ([name, value, why]) =>
      `{name: '${name}', value: cells.${name},
        reason: CASE WHEN problem IS NOT NULL OR ${value} IS NOT NULL THEN NULL
                     WHEN coalesce(trim(cells.${name}), '') = '' THEN 'is missing' ELSE '${why || 'is missing'}' END}`,
  ),
].join(', ');
