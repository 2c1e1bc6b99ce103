import { thousands } from '../../lib/count.ts';
import type { Connection } from '../database/connection.ts';
import type { ColumnName, Profile } from '../profile.ts';
import type { Guess } from './guess.ts';
import type { ReadableFile } from './reading/plain-text.ts';
import { sampleRows } from './reading/sample.ts';
import type { ReadingContext, Source } from './reading/source.ts';
import type { Unclear } from './unclear.ts';

const FOUR_DIGITS = ['%d/%m/%Y', '%m/%d/%Y', '%d.%m.%Y', '%d-%m-%Y', '%Y/%m/%d', '%Y%m%d'];
const TWO_DIGITS = ['%d/%m/%y', '%m/%d/%y', '%d.%m.%y', '%d-%m-%y', '%y/%m/%d'];
const DATES = [...FOUR_DIGITS, ...TWO_DIGITS];
const TIMES = ['', ' %H:%M', ' %H:%M:%S', ' %I:%M %p', ' %I:%M:%S %p'];
const PATTERNS = DATES.flatMap((date) => TIMES.map((time) => date + time));
/** A pattern that fits this share of what the best one fits could be meant too: the rest may be mistakes. */
const NEARLY_ALL = 0.95;

interface Proposal {
  /** What the values fit best. */
  readonly forms: Pick<Profile, 'dateFormat'>;
  readonly unclear: readonly Unclear[];
}

const NOTHING: Proposal = { forms: {}, unclear: [] };

/** How dates of a text file, or of what a query gives, are written, where they are not as usual. */
export async function proposeDates(
  context: ReadingContext,
  file: ReadableFile,
  { header, guess: { missing } }: { header: readonly string[]; guess: Guess },
): Promise<Proposal> {
  const { connection, profile } = context;
  if (profile.dateFormat || (file.format === 'parquet' && !file.isQuery)) return NOTHING;
  // A column that is missing is read from any other, and what stands there is not looked at.
  const stand = Object.fromEntries(missing.map((name) => [name, header[0] ?? name]));
  const cell = (name: ColumnName, { cells }: Source) => (missing.includes(name) ? "''" : cells[name]);
  const columns = { ...profile.columns, ...stand };
  const source = await sampleRows({ ...context, profile: { ...profile, columns } }, file, {
    table: 'sampled',
    columns: (source) => `trim(${cell('ordered_at', source)}) AS date`,
  });
  return source ? dateForms(connection) : NOTHING;
}

/** The pattern that fits the most dates, if that is most of them; none where they are as usual. */
async function dateForms(connection: Connection): Promise<Proposal> {
  const { wrong, all } = await connection.numbers<'wrong' | 'all'>(`
    SELECT count(*) FILTER (WHERE NOT regexp_matches(date, '^[0-9]{4}-[0-9]{2}-[0-9]{2}')) AS wrong,
           count(date) AS all FROM sampled WHERE date <> ''`);
  if (wrong === 0) return NOTHING;
  const passed = await countFits(connection, isPassed);
  const counts = mostOf(passed) * 2 > all ? passed : await countFits(connection, fits);
  const most = mostOf(counts);
  if (most * 2 <= all) return NOTHING;
  const [dateFormat = '', ...others] = PATTERNS.map((pattern, i) => ({
    pattern,
    dates: counts[`p${i}`] ?? 0,
  }))
    .filter(({ dates }) => dates >= most * NEARLY_ALL)
    .sort((a, b) => b.dates - a.dates)
    .map(({ pattern }) => pattern);
  const other = others.find((pattern) => orderIn(pattern) !== orderIn(dateFormat));
  const forms = { dateFormat };
  if (other === undefined) return { forms, unclear: [] };
  const deciding = await decidingDates(connection, dateFormat, other);
  const question = `dates could be ${dateFormat} or ${other}${deciding}: say which with --date-format`;
  return { forms, unclear: [{ about: 'dateFormat', question }] };
}

/** How many dates each pattern fits. */
function countFits(
  connection: Connection,
  isFit: (pattern: string) => string,
): Promise<Record<string, number>> {
  return connection.numbers<string>(
    `SELECT ${PATTERNS.map((pattern, i) => `count(*) FILTER (WHERE ${isFit(pattern)}) AS p${i}`).join(', ')}
     FROM sampled WHERE date <> ''`,
  );
}

const mostOf = (counts: Record<string, number>) => Math.max(...Object.values(counts));

/** Whether a date, read so, is not in the future, which no order is of. */
const isPassed = (pattern: string) =>
  `${fits(pattern)} AND try_strptime(date, '${pattern}') < CAST(current_date + 2 AS TIMESTAMP)`;

const fits = (pattern: string) => `try_strptime(date, '${pattern}') >= TIMESTAMP '1970-01-01'`;

/** How a pattern orders day, month and year: `dmy`. */
const orderIn = (pattern: string) =>
  pattern
    .replace(/ .*/, '')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();

/** How many dates fit one of two patterns alone, with an example: they may be what is wrong. */
async function decidingDates(connection: Connection, one: string, other: string): Promise<string> {
  const found = await connection.rows(`
    SELECT fits_one, count(*) AS dates, min(date) AS example, any_value(all_dates) AS all_dates
    FROM (SELECT date, coalesce(${fits(one)}, false) AS fits_one, coalesce(${fits(other)}, false) AS fits_other,
                 count(*) OVER () AS all_dates
          FROM sampled WHERE date <> '')
    WHERE fits_one <> fits_other GROUP BY fits_one ORDER BY fits_one DESC`);
  if (found.length === 0) return '';
  const told = found.map(({ fits_one, dates, example }) => {
    const fit = Number(dates) === 1 ? 'fits' : 'fit';
    return `${thousands(Number(dates))} ${fit} only ${fits_one === true ? one : other}, such as ${example}`;
  });
  return ` (of ${thousands(Number(found[0]?.all_dates))}, ${told.join(', and ')})`;
}
