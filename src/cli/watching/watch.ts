import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeFailure } from '../../errors/describe-failure.ts';
import { UserError } from '../../errors/operators.ts';
import { count } from '../../lib/count.ts';
import { openWarehouse } from '../../warehouse/open.ts';
import type { DataVersion, ImportRequest, Warehouse } from '../../warehouse/warehouse.ts';
import {
  FileRefused,
  isOutOfRoom,
  NothingToImport,
  RowsRefused,
  TooManyBadRows,
} from '../../warehouse/warehouse-errors.ts';
import type { Context } from '../context.ts';
import { notingFailure } from '../noting-failure.ts';
import { type ArrivedFile, Inbox } from './inbox.ts';
import { type Blocked, WatchLog } from './watch-log.ts';

const LOOK_MS = 1000;
const MIN_LOOK_MS = 50;
const SETTLE_SECONDS = 5;
const MAX_WAIT_MS = 60_000;
/** So often a file may find too little memory or disk. */
const MAX_TRIES = 3;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

interface WatchOptions {
  readonly request: Omit<ImportRequest, 'files'>;
  /** For how long a file must not have changed. */
  readonly settleSeconds: number | undefined;
}

/** Takes the files that arrive in a folder, one after the other, until it is told to stop. */
export async function watchFolder(context: Context, folder: string, options: WatchOptions): Promise<void> {
  const stop = new AbortController();
  // Once: who asks again while a long import runs stops it at once, which is safe too.
  const end = () => stop.abort();
  for (const signal of SIGNALS) process.once(signal, end);
  const settleMs = (options.settleSeconds ?? SETTLE_SECONDS) * 1000;
  const inbox = new Inbox(resolve(folder), settleMs);
  await inbox.prepare();
  const warehouse = await openWarehouse(context.config);
  const log = new WatchLog(context);
  const watch = new Watch(context, inbox, warehouse, options.request, log);
  log.watching(inbox.folder);
  const lookMs = Math.min(LOOK_MS, Math.max(settleMs, MIN_LOOK_MS));
  let failures = 0;
  try {
    while (!stop.signal.aborted) {
      const blocked = await watch.round(stop.signal);
      failures = blocked ? failures + 1 : 0;
      const waitMs = blocked ? Math.min(LOOK_MS * 2 ** (failures - 1), MAX_WAIT_MS) : lookMs;
      if (blocked) log.waiting(blocked, waitMs / 1000);
      await sleep(waitMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    await warehouse.close();
  }
  log.stopped();
}

class Watch {
  readonly #context: Context;
  readonly #inbox: Inbox;
  readonly #warehouse: Warehouse;
  readonly #request: WatchOptions['request'];
  readonly #log: WatchLog;
  /** How often each file, as it was seen, has found too little memory or disk. */
  readonly #tries = new Map<string, number>();
  #version: DataVersion = 0;

  constructor(
    context: Context,
    inbox: Inbox,
    warehouse: Warehouse,
    request: WatchOptions['request'],
    log: WatchLog,
  ) {
    this.#context = context;
    this.#inbox = inbox;
    this.#warehouse = warehouse;
    this.#request = request;
    this.#log = log;
  }

  /**
   * Takes what has arrived, each file as an import of its own in the order of their names: so the result does
   * not depend on which of them were there at the same look, and a bad one holds up no other. What is not the
   * fault of a file holds up all that follow, or an older file could come in after a newer. Of memory and disk it is not
   * known whose fault it is: a few tries later it is taken for the file's.
   */
  async round(signal: AbortSignal): Promise<Blocked | undefined> {
    let file: string | undefined;
    try {
      const { arrived, ignored } = await this.#inbox.look();
      for (const each of ignored) this.#log.ignored(each);
      for (const each of arrived) {
        if (signal.aborted) break;
        file = each.name;
        await this.#bring(each);
      }
      return undefined;
    } catch (error) {
      return { file, error };
    }
  }

  async #bring(file: ArrivedFile): Promise<void> {
    await this.#checkPlace();
    const started = performance.now();
    const progress = this.#context.showProgress('nothing');
    try {
      const report = await this.#inbox.read(file, (content) => {
        const contents = new Map([[file.path, content]]);
        const request = { ...this.#request, files: [file.path], contents };
        return notingFailure(this.#context.config, () =>
          this.#warehouse.import(request, progress.onProgress),
        );
      });
      progress.stop();
      if (!report) return;
      this.#version = report.facts.version;
      const seconds = (performance.now() - started) / 1000;
      const movedTo = await this.#inbox.take(file);
      this.#log.taken(file.name, report, { seconds, movedTo });
    } catch (error) {
      progress.stop();
      const reason = faultOf(error) ?? this.#lastFailure(file, error);
      if (reason === undefined) throw error;
      const rows = error instanceof RowsRefused ? error : undefined;
      const list = rows?.rejectsFile.path;
      // A list that could not be moved would stay at every try.
      const moved = await this.#inbox.refuse(file, list ?? { reason }).finally(async () => {
        if (list) await rm(list, { force: true });
      });
      this.#tries.delete(keyOf(file));
      if (moved) this.#log.refused(file.name, { reason, rows, ...moved });
    }
  }

  /** What is said of a file that has found too little memory or disk for the last time; undefined before. */
  #lastFailure(file: ArrivedFile, error: unknown): string | undefined {
    if (!isOutOfRoom(error)) return undefined;
    const tries = (this.#tries.get(keyOf(file)) ?? 0) + 1;
    this.#tries.set(keyOf(file), tries);
    if (tries < MAX_TRIES) return undefined;
    return `${describeFailure(error)}; it failed ${tries} times, so move it back into the folder once there is more`;
  }

  /** A data folder that has gone away would be made again, empty, and take the file. */
  async #checkPlace(): Promise<void> {
    const version = (await this.#warehouse.current()) ?? 0;
    if (version < this.#version) {
      throw new UserError(
        `DATA_DIR no longer holds version ${this.#version}; if that is meant, start the watch again`,
      );
    }
    this.#version = version;
  }
}

function keyOf({ name, mark }: ArrivedFile): string {
  return `${name}\0${mark}`;
}

/** What is wrong with a file that was imported alone; undefined for what is not its fault. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof TooManyBadRows) return error.message;
  if (error instanceof RowsRefused) return count(error.badRows, 'bad row');
  return error instanceof FileRefused || error instanceof NothingToImport ? error.message : undefined;
}
