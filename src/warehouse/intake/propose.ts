import type { Connection } from '../database/connection.ts';
import type { ColumnName, Profile } from '../profile.ts';
import type { Guess } from './guess.ts';
import type { ReadableFile } from './reading/plain-text.ts';
import { sampleRows } from './reading/sample.ts';
import type { ReadingContext, Source } from './reading/source.ts';

const FOUR_DIGITS = ['%d/%m/%Y', '%m/%d/%Y', '%d.%m.%Y', '%d-%m-%Y', '%Y/%m/%d', '%Y%m%d'];
const TWO_DIGITS = ['%d/%m/%y', '%m/%d/%y', '%d.%m.%y', '%d-%m-%y', '%y/%m/%d'];
const DATES = [...FOUR_DIGITS, ...TWO_DIGITS];
const TIMES = ['', ' %H:%M', ' %H:%M:%S', ' %I:%M %p', ' %I:%M:%S %p'];
const PATTERNS = DATES.flatMap((date) => TIMES.map((time) => date + time));

/** Something that the values do not tell: what of a profile it is, and how it is asked for. */
export interface Unclear {
  readonly about: 'encoding' | 'decimal' | 'dateFormat' | 'amount';
  readonly question: string;
}

interface Proposal {
  /** What the values fit best. */
  readonly forms: Pick<Profile, 'dateFormat'>;
  readonly unclear: readonly Unclear[];
}

const NOTHING: Proposal = { forms: {}, unclear: [] };

/** How dates of a text file, or of what a query gives, are written, where they are not as usual. */
export async function proposeForms(
  context: ReadingContext,
  file: ReadableFile,
  { header, guess: { missing } }: { header: readonly string[]; guess: Guess },
): Promise<Proposal> {
  if (file.format === 'parquet' && !file.isQuery) return NOTHING;
  const { connection, profile } = context;
  // A column that is missing is read from any other, and what stands there is not looked at.
  const stand = Object.fromEntries(missing.map((name) => [name, header[0] ?? name]));
  const cell = (name: ColumnName, { cells }: Source) => (missing.includes(name) ? "''" : cells[name]);
  const columns = { ...profile.columns, ...stand };
  const source = await sampleRows({ ...context, profile: { ...profile, columns } }, file, {
    table: 'sampled',
    columns: (source) => `trim(${cell('ordered_at', source)}) AS date`,
  });
  if (!source) return NOTHING;
  const [dateFormat, other] = profile.dateFormat ? [] : await fittingPatterns(connection);
  const question = `dates could be ${dateFormat} or ${other}: say which with --date-format`;
  return {
    forms: dateFormat ? { dateFormat } : {},
    unclear: other ? [{ about: 'dateFormat', question }] : [],
  };
}

/** The patterns that fit the most dates, if that is most of them; none where they are as usual. */
async function fittingPatterns(connection: Connection): Promise<string[]> {
  const { wrong, all } = await connection.numbers<'wrong' | 'all'>(`
    SELECT count(*) FILTER (WHERE NOT regexp_matches(date, '^[0-9]{4}-[0-9]{2}-[0-9]{2}')) AS wrong,
           count(date) AS all FROM sampled WHERE date <> ''`);
  if (wrong === 0) return [];
  const counts = await connection.numbers<string>(
    `SELECT ${PATTERNS.map((pattern, i) => `count(*) FILTER (WHERE try_strptime(date, '${pattern}') >= TIMESTAMP '1970-01-01') AS p${i}`).join(', ')}
     FROM sampled WHERE date <> ''`,
  );
  const most = Math.max(...Object.values(counts));
  return most * 2 > all ? PATTERNS.filter((_, i) => counts[`p${i}`] === most) : [];
}
