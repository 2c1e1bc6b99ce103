import { type Command, InvalidArgumentError } from 'commander';
import { UserError } from '../errors/operators.ts';
import { readThrough, THROUGH_TAKES } from '../warehouse/changes/complete-through.ts';
import { readDecimal, readDelimiter, readEncoding, readProfile } from '../warehouse/intake/profile.ts';
import { COLUMN_NAMES, type ColumnName, type Profile } from '../warehouse/profile.ts';
import type { CompleteThrough, ImportRequest } from '../warehouse/warehouse.ts';

export interface ImportOptions {
  map?: Partial<Record<ColumnName, string>>;
  delimiter?: string;
  encoding?: string;
  decimal?: 'point' | 'comma';
  dateFormat?: string;
  profile?: Profile;
  sql?: string;
  set?: Partial<Record<ColumnName, string>>;
  skipBadRows?: boolean;
  overlap?: 'replace' | 'add';
  allowFuture?: boolean;
  weekly: boolean;
  completeThrough?: CompleteThrough;
}

/** What can be said of the files of an import, and of what is done with them. */
export function withImportOptions(command: Command): Command {
  return command
    .option('--profile <file>', 'how the files are written, as --save-profile has kept it', (path) =>
      readProfile(path),
    )
    .option(
      '--map <column=name>',
      'read a column under another name, such as amount=price (repeatable)',
      readMap,
    )
    .option(
      '--set <column=text>',
      'what a column is in every row, for files without it, such as category=Everything (repeatable)',
      readMap,
    )
    .option(
      '--delimiter <character>',
      'what stands between values; found out unless given',
      argument(readDelimiter),
    )
    .option(
      '--encoding <name>',
      'such as windows-1252, Big5 or UTF-16; UTF-8 unless given',
      argument(readEncoding),
    )
    .option('--decimal <mark>', 'what stands before decimals: point or comma', argument(readDecimal))
    .option('--date-format <pattern>', 'how dates are written (strptime), such as "%d/%m/%Y %H:%M"')
    .option(
      '--sql <file>',
      'a DuckDB query that makes order lines of the files, each a view named after its file, or as NAME=FILE says',
    )
    .option('--allow-future', 'take orders of days after tomorrow')
    .option(
      '--overlap <replace|add>',
      'an order in several files: the file named last counts, or the rows of all; refused unless given',
      readOverlap,
    )
    .option(
      '--complete-through <day>',
      'show orders up to this date, "last-sunday" or "last" for all; later ones are kept. It holds until another import says otherwise',
      throughOf,
    )
    .option('--skip-bad-rows', 'leave bad rows out instead of refusing the import')
    .option('--no-weekly', 'leave the weekly aggregation unbuilt: trends are monthly until "mdq refresh"');
}

/** What an import is asked to do, files apart. What is said on the command line goes before the profile. */
export function readRequest(options: ImportOptions): Omit<ImportRequest, 'files'> & { profile: Profile } {
  const { map, delimiter, encoding, decimal, dateFormat, sql, set, profile = {} } = options;
  const { skipBadRows = false, overlap = 'refuse', allowFuture = false, weekly, completeThrough } = options;
  const said = Object.entries({ delimiter, encoding, decimal, dateFormat, sql }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    profile: {
      ...profile,
      ...Object.fromEntries(said),
      columns: { ...profile.columns, ...map },
      ...(set && { set: { ...profile.set, ...set } }),
    },
    skipBadRows,
    overlap,
    allowFuture,
    weekly,
    completeThrough,
  };
}

function readMap(text: string, before: ImportOptions['map']): NonNullable<ImportOptions['map']> {
  const [column = '', ...rest] = text.split('=');
  const name = rest.join('=').trim();
  if (!COLUMN_NAMES.includes(column as ColumnName) || name === '') {
    throw new InvalidArgumentError(
      `It must be column=…, the column being one of ${COLUMN_NAMES.join(', ')}.`,
    );
  }
  return { ...before, [column]: name };
}

function throughOf(text: string): CompleteThrough {
  const said = readThrough(text);
  if (said === undefined) throw new InvalidArgumentError(`It must be ${THROUGH_TAKES}.`);
  return said;
}

function readOverlap(text: string): 'replace' | 'add' {
  if (text !== 'replace' && text !== 'add') throw new InvalidArgumentError('It must be replace or add.');
  return text;
}

/** A reader whose complaints are about an argument. */
function argument<T>(read: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return read(text);
    } catch (error) {
      throw error instanceof UserError ? new InvalidArgumentError(`It ${error.message}.`) : error;
    }
  };
}
