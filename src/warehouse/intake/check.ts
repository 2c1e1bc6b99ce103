import type { Day } from '../../lib/calendar.ts';
import { thousands } from '../../lib/count.ts';
import { listed } from '../../lib/text/listed.ts';
import { hadCancelled, type RefreshSettings, type TableNames, type Tables } from '../../snapshot/tables.ts';
import { daysWithOrders, shownThrough } from '../changes/complete-through.ts';
import { memberOf, newEmailKey } from '../changes/marks.ts';
import { ordersByDay, unusualVolume } from '../changes/unusual-volume.ts';
import { demoData, shownIn, together, warningsAbout } from '../changes/warnings.ts';
import { type Connection, fileName } from '../database/connection.ts';
import type { Profile } from '../profile.ts';
import type { Foreseen, ImportRequest } from '../warehouse.ts';
import { describeReject, NothingToImport, TooLargeToAddUp, TooManyNames } from '../warehouse-errors.ts';
import type { Warning } from '../warning.ts';
import { daysOf, describeRows, firstRows, ordersOn, type RowsSummary, shownOf } from './checked-rows.ts';
import { cleanNames } from './clean-names.ts';
import { differentNames } from './common-columns.ts';
import { sharedNames } from './draft/joins.ts';
import { severalCurrencies } from './findings/currencies.ts';
import { findingsOf } from './findings/findings.ts';
import { NO_NAMES, refuseTooManyNames } from './findings/name-counts.ts';
import { otherTimeZone } from './findings/offsets.ts';
import { guessColumns } from './guess.ts';
import { decideOverlap } from './overlap.ts';
import { type ProfiledFile, proposeProfile } from './propose-profile.ts';
import { findDialect } from './reading/dialect.ts';
import { parquetColumns } from './reading/parquet.ts';
import type { ReadableFile } from './reading/plain-text.ts';
import { inEngine, type ReadingRoom, withReadable } from './reading/readable-files.ts';
import { defineReading } from './reading/reading-sql.ts';
import { jsonNames } from './reading/source.ts';
import { refusedFile } from './refused-file.ts';
import { firstRejects, forgetLines, noteDamaged, rowsOf, swallowedRows } from './rejects.ts';
import { runQuery, viewName } from './sql-lines.ts';
import { MAX_BAD_ROWS, makeStage, stageFile } from './stage.ts';
import { blankStatuses, leaveOutCancelled, statusesOf, unknownCancelled } from './statuses.ts';

const SHOWN_REJECTS = 10;
const CHECK_KEY = newEmailKey();

/** What an import would make of one file. */
interface CheckedFile extends ProfiledFile, Pick<ReadableFile, 'encoding'> {
  /** Whether it is what a query gave. */
  readonly isQuery: boolean;
}

/** What an import would do, found out without doing it. */
export interface CheckReport {
  readonly files: readonly CheckedFile[];
  /** With which the files can be imported. */
  readonly profile: Profile;
  /** Undefined while required columns are missing: then no row can be read. */
  readonly rows: RowsSummary | undefined;
  readonly problems: readonly string[];
  /** Whether nothing but bad rows, if that, is in the way of an import: the others can be compared with what is there. */
  readonly isComparable: boolean;
  /** The first bad rows, where they are to be left out: those are no problem. */
  readonly skipped: readonly string[];
  readonly warnings: readonly Warning[];
  /** What would become of the orders that are there. */
  readonly foreseen?: Foreseen;
  /** Why that could not be found out. */
  readonly notCompared?: string;
}

/** Reads and checks files in an engine of its own, and tells all that an import would. */
export async function checkFiles(
  request: ImportRequest,
  { settings, memory, maxBytes, published }: CheckContext,
): Promise<CheckReport> {
  return withReadable(request, maxBytes, async ({ files, profile, encodings, scratch }) => {
    const query = profile.sql
      ? await runQuery(
          files,
          { ...request, profile },
          { scratch, memory, maxBytes, cancelledStatuses: settings.cancelledStatuses, memberOf: anyMember },
        )
      : undefined;
    if (query && !query.lines)
      throw refusedFile(profile.sql ?? '', `has tables with more than ${MAX_BAD_ROWS} damaged rows`);
    const made = query?.lines ? [query.lines] : files;
    const checking = { request, profile, settings, workDir: scratch.folder, published, encodings, query };
    return inEngine(files, { scratch, memory }, (connection) => checkReadable(connection, made, checking));
  });
}

/** A check has no store, and so not its key: members are others there, but as many. */
const anyMember = (address: string) => memberOf(address, CHECK_KEY);

/** What the files would come to. */
interface CheckContext extends ReadingRoom {
  readonly settings: RefreshSettings;
  /** What is shown already; undefined before the first import. */
  readonly published: Tables | undefined;
}

interface Checking extends Omit<CheckContext, keyof ReadingRoom> {
  readonly request: ImportRequest;
  readonly profile: Profile;
  /** Those that it could be, where that was not said. */
  readonly encodings: readonly string[];
  /** What a query made of the files, where there is one. */
  readonly query: Awaited<ReturnType<typeof runQuery>> | undefined;
  readonly workDir: string;
}

async function checkReadable(
  connection: Connection,
  readable: readonly ReadableFile[],
  checking: Checking,
): Promise<CheckReport> {
  const { profile } = checking;
  await makeStage(connection);
  const files = [];
  for (const file of readable) files.push(await look(connection, file, profile));
  const { proposed, toSave, unclear, warnings } = await proposeProfile(
    { ...checking, connection },
    readable,
    files,
  );
  const missing = files.flatMap((file) => missingIn(file, profile));
  const different = missing.length > 0 ? [] : differentNames(files);
  if (missing.length + different.length === 0) {
    const found = await checkRows(connection, readable, { ...checking, profile: proposed });
    return {
      files,
      profile: toSave,
      ...found,
      problems: [...unclear, ...found.problems],
      isComparable: found.isComparable && unclear.length === 0,
      warnings: [...found.warnings, ...warnings],
    };
  }
  const tables = profile.sql || missing.length === 0 ? [] : belonging(files);
  return {
    files,
    // What was guessed of files, each for itself, is no profile of them together.
    profile: tables.length + different.length > 0 ? profile : toSave,
    rows: undefined,
    problems: [...tables, ...missing, ...different, ...(different.length > 0 ? [] : unclear)],
    isComparable: false,
    skipped: [],
    warnings: [],
  };
}

/** Stages all rows as an import does, and tells what is wrong with them and what would come of them. */
async function checkRows(
  connection: Connection,
  readable: readonly ReadableFile[],
  checking: Checking,
): Promise<Pick<CheckReport, 'rows' | 'problems' | 'isComparable' | 'skipped' | 'warnings'>> {
  const { request, settings, published, query } = checking;
  const { badRows, blankRows, stopped, currencies } = await stageRows(connection, readable, checking);
  const rejected = (await firstRejects(connection, SHOWN_REJECTS, rowsOf(request))).map(
    (reject) => `${reject.file}, ${describeReject(reject)}`,
  );
  if (badRows > rejected.length) rejected.push(`and ${thousands(badRows - rejected.length)} more bad rows`);
  const skipped = request.skipBadRows ? rejected : [];
  const refused = request.skipBadRows ? [] : rejected;
  const problems: string[] = [];
  const swallowed = request.skipBadRows ? await swallowedRows(connection) : undefined;
  if (swallowed) problems.push(swallowed.message);
  const [overlapping, ...where] = await decideOverlap(connection, request.files, request.overlap);
  if (overlapping) problems.push(`${overlapping}.`, ...where);
  const statuses = await statusesOf(connection);
  const first = await firstRows(connection, statuses.length > 0);
  await cleanNames(connection);
  const { completeThrough = null, coverage = null } = published?.facts ?? {};
  const through = shownThrough(
    request.completeThrough,
    { completeThrough, settings, published: coverage },
    { days: new Set([...(published ? daysWithOrders(published) : []), ...(await daysOf(connection))]) },
  );
  const rows = await describeRows(connection, { badRows, blankRows, statuses, first }, through);
  const blank = await blankStatuses(connection);
  const context = { connection, profile: checking.profile, workDir: checking.workDir };
  const zone = published ? [] : await otherTimeZone(context, readable[0], settings.timeZone);
  await leaveOutCancelled(connection);
  const names = await lookAtNames(connection, published ?? NO_NAMES);
  problems.push(...names.problems);
  const isFaulty = [...stopped, ...refused, ...problems].length > 0;
  if (rows.lines === 0 && (rows.cancelledRows === 0 || !published) && !isFaulty)
    problems.push(new NothingToImport().message);
  // By themselves: which of those that are there they replace is not known here.
  if (rows.cents > Number.MAX_SAFE_INTEGER) problems.push(new TooLargeToAddUp().message);
  const arriving = await shownOf(connection, through);
  const shown = published ? together(shownUntil(published, through), arriving) : arriving;
  const all = await shownOf(connection, null);
  const volume = published ? together({ ...shown, orders: ordersByDay(published) }, all) : all;
  const warnings = [
    ...demoData(published?.facts),
    ...(await warningsAbout(shown, settings, (days, most) => ordersOn(connection, days, most))),
    ...unusualVolume(published, volume.orders),
    ...unknownCancelled(statuses, settings.cancelledStatuses).filter(
      ({ code }) => !(code === 'no-cancelled' && published && hadCancelled(published.facts)),
    ),
    ...blank,
    ...currencies,
    ...zone,
    ...(await findingsOf(connection, true)),
    ...names.warnings,
    ...(query?.warnings ?? []),
  ];
  return {
    rows,
    problems: [...stopped, ...refused, ...problems],
    isComparable: rows.lines + rows.cancelledRows > 0 && [...stopped, ...problems].length === 0,
    skipped,
    warnings,
  };
}

/** What is shown of the orders that are there already, those included that were hidden until now. */
function shownUntil(published: Tables, through: Day | null) {
  const orders = [...ordersByDay(published)].filter(([day]) => through === null || day <= through);
  return { ...shownIn(published), orders: new Map(orders) };
}

async function stageRows(
  connection: Connection,
  readable: readonly ReadableFile[],
  { request, profile, settings, workDir, query }: Checking,
): Promise<{ badRows: number; blankRows: number; stopped: string[]; currencies: Warning[] }> {
  await defineReading(connection, profile, { ...settings, allowFuture: request.allowFuture });
  await noteDamaged(connection, query?.damaged ?? []);
  let badRows = query?.damaged.length ?? 0;
  let blankRows = query?.blankRows ?? 0;
  const stopped: string[] = [];
  let currencies: Warning[] = [];
  const context = { connection, profile, workDir };
  const where = ({ path }: ReadableFile) => (readable.length > 1 ? ` in ${path}` : '');
  for (const [number, file] of readable.entries()) {
    const staged = await stageFile(context, file, number, badRows);
    badRows += staged.badRows;
    blankRows += staged.blankRows;
    if (currencies.length === 0) {
      const unread = staged.source.ignored;
      currencies = await severalCurrencies(context, file, { unread, where: where(file) });
    }
    if (badRows <= MAX_BAD_ROWS) continue;
    stopped.push(`More than ${thousands(MAX_BAD_ROWS)} bad rows, up to ${file.path}: not read further`);
    break;
  }
  if (profile.sql) await forgetLines(connection, profile.sql);
  return { badRows, blankRows, stopped, currencies };
}

async function lookAtNames(
  connection: Connection,
  stored: TableNames,
): Promise<{ problems: string[]; warnings: Warning[] }> {
  try {
    return { problems: [], warnings: await refuseTooManyNames(connection, stored) };
  } catch (error) {
    if (error instanceof TooManyNames) return { problems: [error.message], warnings: [] };
    throw error;
  }
}

/** Says which tables share keys, which comes before what each of them lacks. */
function belonging(files: readonly CheckedFile[]): string[] {
  // Parts of one table have the same columns.
  if (new Set(files.map(({ header }) => header.join('\n'))).size === 1) return [];
  const shared = sharedNames(files.map(({ path, header }) => ({ name: viewName(path), header })));
  if (shared.length === 0) return [];
  return [
    `These files share ${listed(shared)}: they look like tables that belong together. ` +
      '"mdq import --draft" with the same files prints a query to start from, for --sql',
  ];
}

/** What an import would refuse a file for: columns that are not there, though they are needed or named. */
function missingIn({ path, guess, header }: CheckedFile, { columns = {} }: Profile): string[] {
  const found = `(it has: ${header.join(', ')})`;
  const named = Object.entries(columns).filter(([, theirs]) => !header.includes(theirs));
  const missing = guess.missing.filter((name) => columns[name] === undefined);
  return [
    ...named.map(([ours, theirs]) => `${path} has no column "${theirs}" to read ${ours} from ${found}`),
    ...(missing.length > 0
      ? [
          `${path} has no column for ${missing.join(', ')} ${found}. ` +
            `Say what it is called there, such as --map ${missing[0]}=ITS_NAME; what the file does not have, --sql can make`,
        ]
      : []),
  ];
}

async function look(connection: Connection, file: ReadableFile, profile: Profile): Promise<CheckedFile> {
  const { path: called, format, encoding, isQuery = false } = file;
  const about = { path: called, format, encoding, isQuery };
  if (file.format === 'csv') {
    const { delimiter, header } = await findDialect(file, profile.delimiter);
    return { ...about, delimiter, header, guess: guessColumns(header, profile) };
  }
  const header =
    file.format === 'ndjson'
      ? await jsonNames(connection, { path: fileName(file.readAs) })
      : [...(await parquetColumns(connection, file)).keys()];
  return { ...about, delimiter: null, header, guess: guessColumns(header, profile) };
}
