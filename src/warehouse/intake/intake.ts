import type { RefreshSettings } from '../../snapshot/tables.ts';
import { SHARES } from '../changes/steps.ts';
import type { Connection } from '../database/connection.ts';
import type { ImportReport, ImportRequest, OnProgress } from '../warehouse.ts';
import { FileRefused } from '../warehouse-errors.ts';
import type { Warning } from '../warning.ts';
import { cleanNames } from './clean-names.ts';
import { unclearAmounts } from './findings/amount-forms.ts';
import { severalCurrencies } from './findings/currencies.ts';
import { findingsOf } from './findings/findings.ts';
import { otherTimeZone } from './findings/offsets.ts';
import { unclearTotal } from './findings/order-total.ts';
import { decideOverlap } from './overlap.ts';
import { notUtf8, otherEncodings } from './reading/encoding.ts';
import { inspect, mustBeUnchanged } from './reading/file-kind.ts';
import { makeReadable, type ReadableFile } from './reading/plain-text.ts';
import { defineReading } from './reading/reading-sql.ts';
import { Scratch } from './reading/scratch.ts';
import {
  forgetLines,
  leftOutOfTables,
  noteDamaged,
  refusal,
  rowsOf,
  swallowedRows,
  tooManyBadRows,
  writeRejects,
} from './rejects.ts';
import { runQuery } from './sql-lines.ts';
import { MAX_BAD_ROWS, makeStage, stageFile } from './stage.ts';
import { blankStatuses, leaveOutCancelled, statusesOf, unknownCancelled } from './statuses.ts';

interface IntakeSettings extends Pick<RefreshSettings, 'timeZone' | 'cancelledStatuses'> {
  /** Bytes that a file may unpack to. */
  readonly maxBytes: number;
  /** What makes a member of an e-mail address. */
  readonly memberOf: (address: string) => string;
  /** Whether it only looks, so that no list of bad rows is written. */
  readonly isLook?: boolean;
  /** Whether there are no data yet. */
  readonly isFirst?: boolean;
}

export interface IntakePlace {
  readonly connection: Connection;
  /** A folder for what is needed while reading. */
  readonly workDir: string;
  /** Where lists of bad rows are written. */
  readonly dataDir: string;
  /** Bytes that a query may take. */
  readonly memory: number;
  readonly onProgress: OnProgress;
}

/** What came out of the files, besides the rows themselves. */
type CheckedRows = Pick<
  ImportReport,
  'skippedRows' | 'blankRows' | 'rejectsFile' | 'ignoredColumns' | 'cancelledRows' | 'warnings'
>;

/**
 * Files in, checked rows out: the temporary table `staged` holds the rows to be taken, `cancelled` the orders of
 * which nothing is left. Refuses the import where a rule is broken; nothing but temporary tables has changed.
 */
export async function readRows(
  place: IntakePlace,
  request: ImportRequest,
  settings: IntakeSettings,
): Promise<CheckedRows> {
  const scratch = await Scratch.open(place.workDir);
  return scratch.watching(place.connection, () => read(place, scratch, request, settings));
}

async function read(
  { connection, workDir, dataDir, memory, onProgress }: IntakePlace,
  scratch: Scratch,
  request: ImportRequest,
  settings: IntakeSettings,
): Promise<CheckedRows> {
  const { maxBytes } = settings;
  const { profile = {}, isTable, tables } = request;
  const kind = rowsOf(request);
  const files = await Promise.all(
    request.files.map((path) =>
      inspect(path, {
        encoding: tables?.get(path)?.encoding ?? profile.encoding,
        content: request.contents?.get(path),
      }),
    ),
  );
  await defineReading(connection, profile, { ...settings, allowFuture: request.allowFuture });
  await makeStage(connection);
  const context = { connection, profile, workDir };
  const ignored = new Set<string>();
  let badRows = 0;
  let blankRows = 0;
  let first: ReadableFile | undefined;
  let queryWarnings: readonly Warning[] = [];
  let amountWarnings: readonly Warning[] = [];
  let totalWarnings: readonly Warning[] = [];
  let currencyWarnings: readonly Warning[] = [];
  const tooMany = async (path: string) => {
    const rejectsFile = await writeRejects(connection, dataDir, kind);
    return tooManyBadRows(connection, path, { badRows, rejectsFile, kind });
  };
  const stage = async (file: ReadableFile, number: number) => {
    const staged = await stageFile(context, file, number, badRows);
    badRows += staged.badRows;
    blankRows += staged.blankRows;
    if (badRows > MAX_BAD_ROWS) throw await tooMany(file.path);
    for (const name of staged.source.ignored) ignored.add(name);
    first ??= file;
    if (settings.isLook) return;
    // One of each is enough: what it asks for is said for all files.
    const where = files.length > 1 && !profile.sql ? ` in ${file.path}` : '';
    if (currencyWarnings.length === 0)
      currencyWarnings = await severalCurrencies(context, file, { where, unread: staged.source.ignored });
    if (amountWarnings.length === 0 && !staged.source.typed?.cents)
      amountWarnings = await unclearAmounts(context, file, { where, number });
    if (totalWarnings.length === 0)
      totalWarnings = await unclearTotal(context, file, { where, number, unread: staged.source.ignored });
  };
  const readable: ReadableFile[] = [];
  for (const [number, file] of files.entries()) {
    onProgress(`Reading ${file.path}`, 0, SHARES.read / files.length);
    const { encoding } = profile;
    const ownEncoding = tables?.get(file.path)?.encoding;
    const made = await makeReadable(file, { scratch, number, encoding, ownEncoding, maxBytes, isTable });
    const encodings =
      made.encoding !== 'utf-8' || profile.encoding || request.skipBadRows
        ? undefined
        : await otherEncodings(made);
    if (encodings) throw notUtf8(file.path, encodings, profile.tables !== undefined);
    readable.push(made);
    if (profile.sql) continue;
    await stage(made, number);
    await mustBeUnchanged(file);
  }
  if (profile.sql) {
    onProgress(`Running ${profile.sql}`, 0, SHARES.query);
    const made = await runQuery(readable, request, {
      ...{ scratch, memory, maxBytes },
      ...{ cancelledStatuses: settings.cancelledStatuses, memberOf: settings.memberOf },
    });
    await noteDamaged(connection, made.damaged);
    badRows = made.damaged.length;
    blankRows = made.blankRows;
    queryWarnings = [...made.warnings, ...leftOutOfTables(made.damaged)];
    if (!made.lines) throw await tooMany(made.damaged.at(-1)?.file ?? profile.sql);
    await stage(made.lines, 0);
    await forgetLines(connection, profile.sql);
    for (const file of files) await mustBeUnchanged(file);
  }
  const swallowed = request.skipBadRows && badRows > 0 ? await swallowedRows(connection) : undefined;
  if (swallowed) throw swallowed;
  const rejectsFile =
    badRows > 0 && !settings.isLook ? await writeRejects(connection, dataDir, kind) : undefined;
  // Both problems are reported at once: the second would otherwise come up only when the rows are fixed.
  const overlap = await decideOverlap(connection, request.files, request.overlap);
  if (rejectsFile && !request.skipBadRows)
    throw await refusal(connection, { badRows, rejectsFile, kind }, overlap);
  const zoneWarnings = settings.isFirst ? await otherTimeZone(context, first, settings.timeZone) : [];
  const [overlapping, ...where] = overlap;
  if (overlapping) throw new FileRefused(`${overlapping}; nothing was imported.`, where);
  await cleanNames(connection);
  const statuses = await statusesOf(connection);
  const blank = await blankStatuses(connection);
  const cancelledRows = await leaveOutCancelled(connection);
  const warnings = [
    ...unknownCancelled(statuses, settings.cancelledStatuses),
    ...blank,
    ...amountWarnings,
    ...totalWarnings,
    ...currencyWarnings,
    ...zoneWarnings,
    ...(await findingsOf(connection)),
    ...queryWarnings,
  ];
  const ignoredColumns = [...ignored];
  return { skippedRows: badRows, blankRows, rejectsFile, ignoredColumns, cancelledRows, warnings };
}
