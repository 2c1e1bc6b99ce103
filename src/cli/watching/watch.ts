import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuseMovedAccounts } from '../../accounts/open.ts';
import { describeFailure } from '../../errors/describe-failure.ts';
import { StoreMoved, UserError } from '../../errors/operators.ts';
import { isMoved } from '../../errors/stores.ts';
import { count } from '../../lib/count.ts';
import type { Config } from '../../settings/config.ts';
import type { WarningCode } from '../../snapshot/warning-codes.ts';
import {
  dropHeld,
  type HeldDelivery,
  listHeld,
  newHeldId,
  recordHeld,
  reportText,
} from '../../warehouse/deliveries/held.ts';
import { mustBeWritable, PLACES } from '../../warehouse/deliveries/places.ts';
import { linesMoved, openWarehouse } from '../../warehouse/open.ts';
import type { DataVersion, ImportRequest, OnProgress, Warehouse } from '../../warehouse/warehouse.ts';
import {
  FileRefused,
  isOutOfRoom,
  NothingToImport,
  RowsRefused,
  TooLargeToAddUp,
  TooManyBadRows,
} from '../../warehouse/warehouse-errors.ts';
import { type CommandContext, SIGNALS } from '../context.ts';
import { dataFilesOf, mustBeNames, tablesIn } from '../data-files.ts';
import { heldAbout, holdRules, type Imported } from '../holding.ts';
import { notingFailure } from '../noting-failure.ts';
import { type Arrived, Inbox } from './inbox.ts';
import { type Blocked, WatchLog } from './watch-log.ts';

const LOOK_MS = 1000;
const MIN_LOOK_MS = 50;
const QUIET_SECONDS = 5;
const MAX_WAIT_MS = 60_000;
/** So often a file may find too little memory or disk. */
const MAX_TRIES = 3;

interface WatchOptions {
  readonly request: Omit<ImportRequest, 'files'>;
  /** For how long a file must not have changed. */
  readonly quietSeconds: number | undefined;
  /** The warnings that hold a delivery; as MDQ_IMPORT_HOLD says where it is missing. */
  readonly hold: readonly WarningCode[] | undefined;
}

/** Takes the files that arrive in a folder, or folders of tables, one after the other, until it is told to stop. */
export async function watchFolder(
  context: CommandContext,
  folder: string,
  options: WatchOptions,
): Promise<void> {
  const stop = new AbortController();
  // Once: who asks again while a long import runs stops it at once, which is safe too.
  const end = () => stop.abort();
  for (const signal of SIGNALS) process.once(signal, end);
  const quietMs = (options.quietSeconds ?? QUIET_SECONDS) * 1000;
  const { tables } = options.request.profile ?? {};
  const takes = tables ? 'folders' : 'all';
  if (tables) mustBeNames(tables);
  await refuseMovedStores(context.config);
  const inbox = new Inbox(resolve(folder), quietMs, takes);
  await inbox.makeFolders();
  await using warehouse = await openWarehouse(context.config, context.by, context.note);
  const log = new WatchLog(context);
  const { request, hold } = options;
  const round = rounds(context, { inbox, warehouse, request, hold, log });
  log.watching(inbox.folder, takes);
  const lookMs = Math.min(LOOK_MS, Math.max(quietMs, MIN_LOOK_MS));
  let failures = 0;
  try {
    while (!stop.signal.aborted) {
      const blocked = await round(stop.signal);
      if (blocked && isMoved(blocked.error)) throw blocked.error;
      failures = blocked ? failures + 1 : 0;
      const waitMs = blocked ? Math.min(LOOK_MS * 2 ** (failures - 1), MAX_WAIT_MS) : lookMs;
      if (blocked) log.waiting(blocked, waitMs / 1000);
      await sleep(waitMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
  log.stopped();
}

interface Watched {
  readonly inbox: Inbox;
  readonly warehouse: Warehouse;
  readonly request: WatchOptions['request'];
  readonly hold: WatchOptions['hold'];
  readonly log: WatchLog;
}

/**
 * Takes what has arrived, each file as an import of its own in the order of their names: so the result does
 * not depend on which of them were there at the same look, and a bad one holds up no other. What is not the
 * fault of a file holds up all that follow, or an older file could come in after a newer. Of memory and disk it is not
 * known whose fault it is: a few tries later it is taken for the file's.
 */
function rounds(
  context: CommandContext,
  { inbox, warehouse, request, hold, log }: Watched,
): (signal: AbortSignal) => Promise<Blocked | undefined> {
  const { showProgress, config } = context;
  /** How often each file, as it was seen, has found too little memory or disk. */
  const triesOf = new Map<string, number>();
  let lastVersion: DataVersion = 0;

  return async (signal) => {
    let file: string | undefined;
    try {
      await refuseMovedStores(config);
      const { arrived, ignored } = await inbox.look();
      for (const each of ignored) log.ignored(each);
      for (const each of arrived) {
        if (signal.aborted) break;
        // Deliveries come in in their order: while one waits for an operator, those behind it wait too.
        const [held] = await listHeld(config.dataDir);
        if (held) {
          log.waitingForHeld(held, each.name);
          break;
        }
        file = each.name;
        await bring(each);
      }
      return undefined;
    } catch (error) {
      return { file, error };
    }
  };

  async function bring(file: Arrived): Promise<void> {
    await checkPlace();
    for (const place of PLACES)
      await mustBeWritable(
        inbox.folder,
        place,
        `${file.name} was not imported: it could not be moved afterwards`,
      );
    const firstDataIn = lastVersion === 0 && !config.warehouse ? config.dataDir : undefined;
    const started = performance.now();
    const progress = showProgress('nothing');
    try {
      const { profile = {} } = request;
      const paths = [...file.files.keys()];
      const chosen = profile.tables
        ? tablesIn(file.path, paths, profile)
        : { files: dataFilesOf(file.path, paths) };
      // Reference tables do not arrive.
      const arrived = chosen.files.filter((path) => file.files.has(path));
      const delivery = { delivery: file.name, files: chosen.files };
      const imported = await inbox.read(file, arrived, (contents) =>
        notingFailure(context, delivery, () =>
          importOrHold(file, { ...request, ...chosen, ...delivery, contents }, progress.onProgress),
        ),
      );
      progress.stop();
      if (!imported) return;
      const { report, held } = imported;
      if (held) log.held(file.name, held, report);
      // One that was to be held and has changed meanwhile is looked at again.
      if (report.heldBy.length > 0) return;
      // One that could not be named yet is not there for the next look.
      lastVersion = (await warehouse.current()) ?? 0;
      const seconds = (performance.now() - started) / 1000;
      const movedTo = await inbox.take(file);
      log.taken(file.name, report, { seconds, movedTo, firstDataIn });
    } catch (error) {
      progress.stop();
      const reason = faultOf(error) ?? lastFailure(file, error);
      if (reason === undefined) throw error;
      const rows = error instanceof RowsRefused ? error : undefined;
      const list = rows?.rejectsFile.path;
      // A list that could not be moved would stay at every try.
      const moved = await inbox.refuse(file, list ?? { reason }).finally(async () => {
        if (list) await rm(list, { force: true });
      });
      triesOf.delete(keyOf(file));
      if (!moved) return;
      // The message names the path that the file has now.
      log.refused(file.name, { reason: reason.replaceAll(file.path, moved.movedTo), rows, ...moved });
    }
  }

  async function importOrHold(
    file: Arrived,
    delivery: ImportRequest & { readonly delivery: string },
    onProgress: OnProgress,
  ): Promise<Imported> {
    const { dataDir } = config;
    const id = newHeldId();
    const rules = await holdRules(config, id, hold);
    const report = await warehouse.import({ ...delivery, hold: rules }, onProgress);
    if (report.heldBy.length === 0) return { report, held: undefined };
    let held: HeldDelivery | undefined;
    const record = async (name: string) => {
      const watched = { folder: inbox.folder, name, from: file.path };
      held = await recordHeld(dataDir, { ...heldAbout(id, context.by, report), request: delivery, watched });
      return reportText(held);
    };
    const movedTo = await inbox.hold(file, record).catch(async (error) => {
      await dropHeld(dataDir, id);
      throw error;
    });
    if (movedTo === undefined) await dropHeld(dataDir, id);
    return { report, held: movedTo === undefined ? undefined : held };
  }

  /** What is said of a file that has found too little memory or disk for the last time; undefined before. */
  function lastFailure(file: Arrived, error: unknown): string | undefined {
    if (!isOutOfRoom(error)) return undefined;
    const tries = (triesOf.get(keyOf(file)) ?? 0) + 1;
    triesOf.set(keyOf(file), tries);
    if (tries < MAX_TRIES) return undefined;
    return `${describeFailure(error)}; it failed ${tries} times, so move it back into the folder once there is more`;
  }

  /** A data folder that has gone away would be made again, empty, and take the file. */
  async function checkPlace(): Promise<void> {
    const version = (await warehouse.current()) ?? 0;
    if (version < lastVersion) {
      throw new UserError(
        `DATA_DIR no longer holds version ${lastVersion}; if that is meant, start the watch again`,
      );
    }
    lastVersion = version;
  }
}

function keyOf({ name, mark }: Arrived): string {
  return `${name}\0${mark}`;
}

/** A store that was moved elsewhere stays so: a watch of it ends, also while nothing arrives. */
async function refuseMovedStores(config: Config): Promise<void> {
  if (!config.accounts) refuseMovedAccounts(config.dataDir);
  const lines = linesMoved(config);
  if (lines !== undefined)
    throw new StoreMoved(`The order lines of DATA_DIR (${config.dataDir})`, lines, 'WAREHOUSE_URL');
}

/** What is wrong with a file that was imported alone; undefined for what is not its fault. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof TooManyBadRows) return error.message;
  if (error instanceof RowsRefused) return count(error.badRows, 'bad row');
  const isOfFile = [FileRefused, NothingToImport, TooLargeToAddUp].some((kind) => error instanceof kind);
  return isOfFile ? (error as Error).message : undefined;
}
