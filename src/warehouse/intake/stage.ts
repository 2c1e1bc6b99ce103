import { createReadStream } from 'node:fs';
import { UserError } from '../../errors/operators.ts';
import { type Connection, identifier, literal } from '../database/connection.ts';
import { firstLine } from '../database/engine-error.ts';
import { COLUMN_NAMES } from '../profile.ts';
import { isOutOfRoom } from '../warehouse-errors.ts';
import { IS_ORDER_TOO_LONG, IS_TOO_LONG, LENGTHS } from './lengths.ts';
import type { ReadableFile } from './reading/plain-text.ts';
import { countBytes } from './reading/records.ts';
import {
  describe,
  NO_CELL,
  numbered,
  otherNames,
  type ReadingContext,
  type Source,
} from './reading/source.ts';
import { refuseUnpacked } from './reading/unpacked.ts';
import { refusedFile } from './refused-file.ts';

/*
 * Reading files into the temporary table `staged`, typed and checked. The engine reads a file whole; only a
 * file with something wrong in it is read once more, record by record, to tell the line.
 */

/** Files with more than these are not what they are taken for: reading on would only fill the disk. */
export const MAX_BAD_ROWS = 100_000;
/** Of a bad value in the list, and of a status. */
const SHOWN_CHARACTERS = 200;
/** What ends the reading of a file whose rows are not all good. */
const A_BAD_ROW = 'a bad row';
/** A product's name is not kept, so it is not read. */
const READ_COLUMNS = COLUMN_NAMES.filter((name) => name !== 'product_name');

interface Staged {
  readonly source: Source;
  /** Counted up to one more than there may be: then reading has stopped. */
  readonly badRows: number;
  /** Rows without any value. */
  readonly blankRows: number;
}

export async function makeStage(connection: Connection): Promise<void> {
  await connection.registerMetered();
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE staged (
      order_id VARCHAR, ordered_at TIMESTAMP, category VARCHAR, sub_category VARCHAR, product_id VARCHAR,
      tags VARCHAR, cents BIGINT, payment_method VARCHAR, merchant_id VARCHAR, member_id VARCHAR,
      is_cancelled BOOLEAN, status VARCHAR, file INTEGER
    );
    CREATE OR REPLACE TEMP TABLE reject (
      file VARCHAR, line BIGINT, name VARCHAR, value VARCHAR, reason VARCHAR, order_id VARCHAR
    );
    CREATE OR REPLACE TEMP TABLE bad_status (status VARCHAR, rows BIGINT, below_zero BIGINT, is_cancelled BOOLEAN);
    DROP TABLE IF EXISTS described;
    DROP TABLE IF EXISTS paid_by`);
}

/** Which tags each text of tags names: a key and a value, as `key=value;key=value`. */
export const namedTags = (from: 'staged' | 'described') => `
  SELECT DISTINCT tags, clean(left(piece, instr(piece, '=') - 1)) AS key,
         clean(substr(piece, instr(piece, '=') + 1)) AS value
  FROM (SELECT tags, unnest(string_split(tags, ';')) AS piece
        FROM (SELECT DISTINCT tags FROM ${from} WHERE tags IS NOT NULL))
  WHERE instr(piece, '=') > 0 AND key <> '' AND value <> ''`;

/** Stages orders as cancelled, with no rows. */
export async function stageRemovals(connection: Connection, ids: readonly string[]): Promise<void> {
  await makeStage(connection);
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE cancelled AS SELECT DISTINCT unnest(CAST(json($ids) AS VARCHAR[])) AS id',
    { ids: JSON.stringify(ids) },
  );
}

/**
 * Adds the good rows of a file to `staged`, and a row to `reject` for everything wrong in the others, which may be as
 * many as the files before have left of MAX_BAD_ROWS.
 */
export async function stageFile(
  context: ReadingContext,
  file: ReadableFile,
  number: number,
  badBefore: number,
): Promise<Staged> {
  const source = await describe(context, file);
  const isGood = file.invalidIn === undefined && (await readWhole(context, file, source, number));
  const most = MAX_BAD_ROWS - badBefore;
  const { badRows, blankRows } = isGood
    ? { badRows: 0, blankRows: 0 }
    : await readAgain(context, file, source, { number, most });
  // Of a file that is not read to its end, the names do not matter.
  const isRead = file.format === 'ndjson' && badRows <= most;
  return {
    source: isRead ? { ...source, ignored: await otherNames(context, file) } : source,
    badRows,
    blankRows,
  };
}

/** Reads a file in one go: whether that was all good. If not, nothing of it is kept. */
async function readWhole(
  { connection }: ReadingContext,
  file: ReadableFile,
  source: Source,
  number: number,
): Promise<boolean> {
  // The engine lets empty columns pass at the end of a row that the header does not have. The bytes tell.
  const bytes = source.delimiter
    ? countBytes(createReadStream(file.readAs, { highWaterMark: 1 << 20 }), source.delimiter)
    : undefined;
  // The first bad row ends it: such a file is read again anyway, as far as it takes.
  const onlyGood = `WHERE CASE WHEN ${IS_BAD} THEN error('${A_BAD_ROW}')::BOOLEAN ELSE true END`;
  const run = counted(connection, file, source);
  let isGood = false;
  const insert = async () => {
    const rows = await run(
      `INSERT INTO staged SELECT *, ${number} FROM (SELECT ${typed(source)} FROM ${timed(source)}) ${onlyGood}`,
    );
    const counts = await bytes?.counts;
    isGood = !counts || (counts.nuls === 0 && counts.delimiters === (rows + 1) * (source.header.length - 1));
  };
  try {
    await connection.transaction(insert, () => isGood);
    return isGood;
  } catch (error) {
    bytes?.stop();
    if (error instanceof UserError || isOutOfRoom(error)) throw error;
    if (file.format !== 'parquet' || firstLine(error).endsWith(A_BAD_ROW)) return false;
    const reason = firstLine(error).replaceAll(file.readAs, file.path);
    throw refusedFile(file.path, `cannot be read as Parquet: ${reason}`);
  }
}

/** Reads a file with the line of every record, keeps the good rows and says what is wrong with the others. */
async function readAgain(
  context: ReadingContext,
  file: ReadableFile,
  source: Source,
  { number, most }: { number: number; most: number },
): Promise<Pick<Staged, 'badRows' | 'blankRows'>> {
  let badRows = 0;
  let blankRows = 0;
  const onBlank = () => {
    blankRows++;
  };
  for await (const part of numbered(context, file, source, onBlank)) {
    badRows += await readPart(context, file, part, { number, most: most - badRows });
    if (badRows > most) break;
  }
  return { badRows, blankRows };
}

async function readPart(
  context: ReadingContext,
  file: ReadableFile,
  part: Source,
  { number, most }: { number: number; most: number },
): Promise<number> {
  const { connection } = context;
  const run = counted(connection, file, part);
  await run(
    `CREATE OR REPLACE TEMP TABLE bad AS
     FROM (SELECT ${typed(part)}, time, line, problem, record,
                  {${READ_COLUMNS.map((name) => `${name}: ${part.cells[name]}`).join(', ')}} AS cells
           FROM ${timed(part)})
     WHERE problem IS NOT NULL OR ${IS_BAD} ORDER BY line LIMIT ${most + 1}`,
  );
  await connection.run(
    `INSERT INTO reject
     SELECT $file, line, problem.name, left(problem.value, ${SHOWN_CHARACTERS}), problem.reason, order_id
     FROM (SELECT line, order_id, unnest(list_filter([${problems(context)}], lambda p: p.reason IS NOT NULL)) AS problem
           FROM (FROM bad ORDER BY line LIMIT ${most}))`,
    { file: file.path },
  );
  // Of a row of another form, what stands in the place of its status may be something else.
  await connection.run(
    `INSERT INTO bad_status
     SELECT status, count(*), count(*) FILTER (WHERE list_filter(reasons, lambda r: r IS NOT NULL) = ['${BELOW_ZERO}']),
            bool_or(is_cancelled)
     FROM (SELECT status, is_cancelled, list_transform([${problems(context)}], lambda p: p.reason) AS reasons
           FROM bad WHERE problem IS NULL AND status IS NOT NULL)
     GROUP BY status`,
  );
  const { rows } = await connection.numbers<'rows'>('SELECT count(*) AS rows FROM bad');
  await connection.run('DROP TABLE bad');
  if (rows > most) return rows;
  await run(
    `INSERT INTO staged
     SELECT * EXCLUDE (problem), ${number} FROM (SELECT ${typed(part)}, problem FROM ${timed(part)})
     WHERE problem IS NULL AND NOT (${IS_BAD})`,
  );
  return rows;
}

/** Runs a statement that reads a source, as far as its file may unpack to. */
const counted =
  (connection: Connection, { path, limit }: ReadableFile, { values }: Source) =>
  (sql: string): Promise<number> =>
    connection.runMetered(sql, values, limit.bytes, () => refuseUnpacked(path, limit));

/** The rows of a source with their time, which is looked at twice and read once. */
const timed = ({ cells, typed, from }: Source) =>
  `(SELECT *, ${typed?.time ?? `to_time(${cells.ordered_at})`} AS time FROM ${from})`;

/** Names are as they are written: `cleanNames` makes them names, once for each that differs. */
const typed = ({ cells, typed }: Source) => `
  unless_blank(${cells.order_id}) AS order_id,
  CASE WHEN is_possible(time) THEN time END AS ordered_at,
  unless_blank(${cells.category}) AS category,
  unless_blank(${cells.sub_category}) AS sub_category,
  unless_blank(${cells.product_id}) AS product_id,
  unless_blank(${cells.tags}) AS tags,
  ${typed?.cents ?? `to_cents(${cells.amount})`} AS cents,
  coalesce(unless_blank(${cells.payment_method}), 'Unspecified') AS payment_method,
  unless_blank(${cells.merchant_id}) AS merchant_id,
  unless_blank(${cells.member_id}) AS member_id,
  ${cells.status === NO_CELL ? 'false' : `is_cancelled(${cells.status})`} AS is_cancelled,
  left(to_name(${cells.status}), ${SHOWN_CHARACTERS}) AS status`;

/** Of a cancelled row only its order matters. */
const IS_BAD = `order_id IS NULL OR ${IS_ORDER_TOO_LONG}
                OR (NOT is_cancelled AND (ordered_at IS NULL OR category IS NULL OR sub_category IS NULL
                                          OR product_id IS NULL OR cents IS NULL OR ${IS_TOO_LONG}))`;

/** For each column that can be wrong, its name, the value that stood there, and what is wrong with it. */
function problems({ profile }: ReadingContext): string {
  const { amount = 'amount' } = profile.columns ?? {};
  const reasons: readonly (readonly [name: string, value: string, why: string])[] = [
    ['order_id', 'order_id', "'is missing'"],
    [
      'ordered_at',
      'ordered_at',
      `CASE WHEN time < TIMESTAMP '1970-01-01' THEN 'must be 1970-01-01 or later'
            WHEN time IS NOT NULL
            THEN 'must be no later than tomorrow; --allow-future takes later days'
            WHEN is_written(cells.ordered_at) THEN 'must be a day of the calendar: there is no such day'
            ELSE ${profile.dateFormat ? `'must be written as ' || getvariable('date_format')` : "'must be a date (YYYY-MM-DD) or an ISO 8601 time; --date-format takes others'"} END`,
    ],
    ['category', 'category', "'is missing'"],
    ['sub_category', 'sub_category', "'is missing'"],
    ['product_id', 'product_id', "'is missing'"],
    ['amount', 'cents', profile.decimal === 'comma' ? wrongCommaAmount(amount) : wrongAmount(amount)],
  ];
  return [
    `{name: '', value: record, reason: problem}`,
    ...reasons.map(
      ([name, value, why]) =>
        `{name: '${name}', value: cells.${name},
          reason: CASE WHEN problem IS NOT NULL OR ${value} IS NOT NULL
                            OR (is_cancelled AND '${name}' <> 'order_id') THEN NULL
                       WHEN coalesce(trim(cells.${name}), '') = '' THEN 'is missing' ELSE ${why} END}`,
    ),
    ...LENGTHS.map(
      ([name, isTooLong, reason]) =>
        `{name: '${name}', value: cells.${name},
          reason: CASE WHEN problem IS NULL AND (NOT is_cancelled OR '${name}' = 'order_id') AND ${isTooLong}
                       THEN '${reason}' END}`,
    ),
  ].join(', ');
}

const AMOUNT = 'trim(cells.amount)';
const BELOW_ZERO = 'must be 0 or more';

/** A letter alone is a mistyped digit rather than a currency. */
const CURRENCY = String.raw` ?(\p{Lu}{0,3}\p{Sc}|\p{Lu}{3}|kr\.?|Rs\.?|zł|元|円) ?`;
const NUMBER = String.raw`[0-9][0-9., '\x{a0}\x{2019}\x{202f}]*`;
/** A number with a currency before or after it, or with signs between thousands. */
const DRESSED_AMOUNT = literal(
  `${CURRENCY}${NUMBER}|${NUMBER}${CURRENCY}|${String.raw`[0-9]{1,3}([, '\x{a0}\x{2019}\x{202f}][0-9]{3})+([.,][0-9]*)?`}`,
);

/** A minus stays: an amount below 0 must not become one above. */
const undressed = (name: string, mark: '.' | ',') =>
  literal(
    `must have no currency sign or thousands separator; --sql can strip them: ` +
      `regexp_replace(${identifier(name)}, '[^0-9${mark}-]', '', 'g')`,
  );

const wrongAmount = (name: string) => `
  CASE WHEN regexp_full_match(${AMOUNT}, '-[0-9][0-9.,]*') THEN '${BELOW_ZERO}'
       WHEN regexp_full_match(${AMOUNT}, '[0-9]{15,}(\\.[0-9]*)?') THEN 'must have at most 14 digits before the point'
       WHEN regexp_full_match(${AMOUNT}, '[0-9]*\\.[0-9]+') THEN 'must have at most two decimals'
       WHEN regexp_full_match(${AMOUNT}, '[0-9]+,[0-9]{1,2}|[0-9]{1,3}(\\.[0-9]{3})+,[0-9]+')
       THEN 'must have a point before its decimals; --decimal comma reads commas'
       WHEN regexp_full_match(${AMOUNT}, ${DRESSED_AMOUNT}) THEN ${undressed(name, '.')}
       ELSE 'must be digits with a point before decimals, such as 1280.50' END`;

const wrongCommaAmount = (name: string) => `
  CASE WHEN regexp_full_match(${AMOUNT}, '-[0-9][0-9.,]*') THEN '${BELOW_ZERO}'
       WHEN regexp_full_match(${AMOUNT}, '[0-9.]*,[0-9]+') THEN 'must have at most two decimals'
       WHEN regexp_full_match(${AMOUNT}, ${DRESSED_AMOUNT}) THEN ${undressed(name, ',')}
       ELSE 'must be digits with a comma before decimals, such as 1280,50' END`;
