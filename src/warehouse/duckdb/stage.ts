import { isDiskFull, UserError } from '../../errors.ts';
import { COLUMN_NAMES } from '../warehouse.ts';
import { type Connection, isConstraintViolation, isOutOfMemory } from './connection.ts';
import { readBytes, type SourceFile } from './files.ts';
import { countSeparators } from './records.ts';
import { describe, firstLine, literal, numbered, type Source, type StageContext } from './source.ts';

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
      order_id VARCHAR NOT NULL, ordered_at TIMESTAMP NOT NULL, category VARCHAR NOT NULL,
      sub_category VARCHAR NOT NULL, product_id VARCHAR NOT NULL, tags VARCHAR, cents BIGINT NOT NULL,
      payment_method VARCHAR NOT NULL, merchant_id VARCHAR, member_id VARCHAR
    );
    CREATE OR REPLACE TEMP TABLE reject (file VARCHAR, line BIGINT, name VARCHAR, value VARCHAR, reason VARCHAR);
  `);
}

/** Adds the good rows of a file to `staged`, and a row to `reject` for everything wrong in the others. */
export async function stageFile(context: StageContext, file: SourceFile): Promise<Staged> {
  try {
    const source = await describe(context, file);
    const isGood = await readWhole(context, file, source);
    const badRows = isGood ? 0 : await readAgain(context, file, source);
    return { ignoredColumns: source.ignored, badRows };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!file.isGzip || !code.startsWith('Z_')) throw error;
    throw new UserError(`${file.path} is damaged: it cannot be unpacked whole`);
  }
}

/** Reads a file in one go: whether that was all good. If not, nothing of it is kept. */
async function readWhole(context: StageContext, file: SourceFile, source: Source): Promise<boolean> {
  const { connection } = context;
  // The engine does not check that what is packed is whole, and lets empty columns pass at the end of a row that
  // the header does not have. Reading the bytes beside it tells both.
  const separators = file.format === 'csv' || file.isGzip ? countSeparators(readBytes(file)) : undefined;
  await connection.run('BEGIN');
  try {
    // A value that could not be read is NULL, which the table does not take where one is required.
    const rows = await connection.run(
      `INSERT INTO staged SELECT ${typed(context, source)} FROM ${source.from}`,
      source.values,
    );
    const count = await separators?.count;
    const isGood = file.format !== 'csv' || count === (rows + 1) * (source.width - 1);
    await connection.run(isGood ? 'COMMIT' : 'ROLLBACK');
    return isGood;
  } catch (error) {
    await connection.run('ROLLBACK');
    separators?.stop();
    if (isOutOfMemory(error) || isDiskFull(error)) throw error;
    if (file.format !== 'parquet' || isConstraintViolation(error)) return false;
    throw new UserError(`${file.path} cannot be read as Parquet: ${firstLine(error)}`);
  }
}

/** Reads a file with the line of every record, keeps the good rows and says what is wrong with the others. */
async function readAgain(context: StageContext, file: SourceFile, source: Source): Promise<number> {
  const { connection } = context;
  const again = await numbered(context, file, source);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE reading AS
     SELECT ${typed(context, again)}, line, problem, record,
            {${COLUMN_NAMES.map((name) => `${name}: ${again.cells[name]}`).join(', ')}} AS cells
     FROM ${again.from}`,
    again.values,
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

const typed = ({ timeZone }: StageContext, { cells, typed }: Source) => `
  to_id(${cells.order_id}) AS order_id,
  ${typed?.time ?? `to_time(${cells.ordered_at}, ${literal(timeZone)})`} AS ordered_at,
  to_name(${cells.category}) AS category,
  to_name(${cells.sub_category}) AS sub_category,
  to_id(${cells.product_id}) AS product_id,
  to_name(${cells.tags}) AS tags,
  ${typed?.cents ?? `to_cents(${cells.amount})`} AS cents,
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
