import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyDurably, type FileSums } from '../../../disk/durable-copy.ts';
import { refuseNewer } from '../../../disk/layout.ts';
import { UserError } from '../../../errors/operators.ts';
import { Connection, scratchPath, WAREHOUSE_FILE, warehousePath } from '../../database/connection.ts';
import type { Mark } from '../../engine.ts';
import { PUBLICATION_LOG } from '../../versions/publication-log.ts';
import { layoutOf as publishedLayout } from '../../versions/snapshot-file.ts';
import type { LinesCopy, OnProgress, PublishedCopy } from '../../warehouse.ts';
import { WarehouseBusy } from '../../warehouse-errors.ts';
import { FilePublications, PUBLISHED_FOLDER } from '../publications.ts';
import { readMarks } from '../state.ts';
import { LAYOUT, layoutOf, migrate } from './migrate.ts';
import { MOVED_FILE, refuseMoved } from './moved.ts';

/** Everything that the lines and the published figures are kept in. */
export const WAREHOUSE_FILES = [
  WAREHOUSE_FILE,
  `${WAREHOUSE_FILE}.wal`,
  MOVED_FILE,
  PUBLISHED_FOLDER,
  PUBLICATION_LOG,
] as const;

const RETRY_MS = 200;
/** Nothing here takes more than counting does. */
const MEMORY = 5e8;
/** The first layout that remembers what is not to come in again. */
const MARKS_LAYOUT = 5;

interface WarehouseBackup {
  readonly lines: LinesCopy | null;
  readonly published: PublishedCopy | null;
  readonly files: FileSums;
}

export function hasWarehouse(dataDir: string): boolean {
  return existsSync(warehousePath(dataDir)) || existsSync(join(dataDir, PUBLISHED_FOLDER));
}

/**
 * Copies the lines and the figures that are published of them into another folder. An import that runs is waited for,
 * and none can begin before the copy is whole; the server, which reads published versions only, notices nothing.
 */
export async function backupWarehouse(
  dataDir: string,
  target: string,
  onProgress: OnProgress,
): Promise<WarehouseBackup> {
  refuseMoved(dataDir);
  if (!existsSync(warehousePath(dataDir))) {
    return { lines: null, ...(await copyPublished(dataDir, target, 0)) };
  }
  const connection = await openWhenFree(dataDir, onProgress);
  // Closed after the engine: closing any handle of a file gives up the locks that this process has on it.
  const file = await open(warehousePath(dataDir));
  try {
    await migrate(connection);
    await connection.run('CHECKPOINT');
    onProgress('Copying lines');
    const lines = await countLines(connection);
    const sum = await copyDurably(file, warehousePath(target));
    const { committed } = await connection.numbers<'committed'>(
      'SELECT coalesce(max(version), 0) AS committed FROM state',
    );
    onProgress('Copying published figures');
    const { published, files } = await copyPublished(dataDir, target, committed);
    return { lines, published, files: { [WAREHOUSE_FILE]: sum, ...files } };
  } finally {
    connection.close();
    await file.close();
  }
}

/** The version that is named, or the one of the lines that its writer died before naming. */
async function copyPublished(dataDir: string, target: string, committed: number) {
  const publications = new FilePublications(dataDir);
  const named = await publications.current();
  const version = committed > (named ?? 0) && (await publications.has(committed)) ? committed : named;
  if (version === undefined) return { published: null, files: {} };
  // A copy of a damaged file would be of no use; this says so, and what to do.
  const { facts } = await publications.load(version);
  const files = await publications.copyTo(target, version);
  return { published: { layout: publishedLayout(facts), version }, files };
}

async function openWhenFree(dataDir: string, onProgress: OnProgress): Promise<Connection> {
  for (let isTold = false; ; await sleep(RETRY_MS)) {
    try {
      return await openToWrite(dataDir);
    } catch (error) {
      if (!(error instanceof WarehouseBusy)) throw error;
      if (!isTold) onProgress('Waiting for an import to finish');
      isTold = true;
    }
  }
}

function openToWrite(dataDir: string): Promise<Connection> {
  return Connection.open(dataDir, { tmp: scratchPath(dataDir), memory: MEMORY, mayMake: false });
}

/** What a copy of the lines holds, without changing it. */
export async function describeLines(dir: string): Promise<LinesCopy> {
  const connection = await Connection.openReadOnly(warehousePath(dir));
  try {
    await refuseCode(connection);
    return await countLines(connection);
  } finally {
    connection.close();
  }
}

/**
 * Refuses a store with code in it: this program makes tables only, and a view or a macro would run as part of its own
 * queries. Both functions are named in full, as a macro may have the name of either.
 */
async function refuseCode(connection: Connection): Promise<void> {
  const [view] = await connection.rows(
    'SELECT view_name AS name FROM system.main.duckdb_views() WHERE NOT internal LIMIT 1',
  );
  const [macro] = await connection.rows(
    'SELECT function_name AS name FROM system.main.duckdb_functions() WHERE NOT internal LIMIT 1',
  );
  const found = view ? `the view ${view.name}` : macro && `the macro ${macro.name}`;
  if (found)
    throw new UserError(
      `${WAREHOUSE_FILE} was not made by this program: it has ${found}, and may have tables only`,
    );
}

async function countLines(connection: Connection): Promise<LinesCopy> {
  const layout = await layoutOf(connection);
  refuseNewer(WAREHOUSE_FILE, layout, LAYOUT);
  const counts = await connection.numbers<'lines' | 'orders'>(
    'SELECT (SELECT count(*) FROM line) AS lines, (SELECT count(*) FROM orders) AS orders',
  );
  return { layout, ...counts };
}

/** What a copy of the published figures holds, once all of it has been read. */
export async function describePublished(dir: string): Promise<PublishedCopy> {
  const publications = new FilePublications(dir);
  const version = await publications.current();
  if (version === undefined) throw new UserError(`${PUBLISHED_FOLDER} names no version`);
  const { facts } = await publications.load(version);
  return { layout: publishedLayout(facts), version: facts.version };
}

/** Keeps everyone else from writing lines until it is released; a UserError where somebody does. */
export async function lockWarehouse(
  dataDir: string,
): Promise<{ release(): void; marks(): Promise<Mark[] | undefined> }> {
  const none = { release: () => undefined, marks: async () => undefined };
  if (!existsSync(warehousePath(dataDir))) return none;
  try {
    const connection = await openToWrite(dataDir);
    // So that nothing is left to be written when it is closed.
    await connection.run('CHECKPOINT');
    return {
      release: () => connection.close(),
      // A store of an older layout has none.
      marks: async () => ((await layoutOf(connection)) < MARKS_LAYOUT ? [] : readMarks(connection)),
    };
  } catch (error) {
    if (error instanceof WarehouseBusy) throw error;
    // A file that cannot be read is in nobody's use; it may be why there is something to restore.
    return none;
  }
}
