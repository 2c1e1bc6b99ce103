import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { copyDurably, type FileSum, readThrough, sumOf } from '../../disk/durable-copy.ts';
import { writeDurably } from '../../disk/durable-file.ts';
import { isRunning } from '../../disk/is-running.ts';
import { openNoLink } from '../../disk/no-link.ts';
import { UserError } from '../../errors/operators.ts';
import { codeOf } from '../../errors/stores.ts';
import { type Day, FIRST_DAY, LAST_DAY, parseDay } from '../../lib/calendar.ts';
import type { ImportWarning } from '../../snapshot/tables.ts';
import type { NamedTable } from '../profile.ts';
import type { ImportRequest } from '../warehouse.ts';
import { moveHeld, mustBeWritable } from './places.ts';

/*
 * Deliveries that wait for an operator. Each has a folder in DATA_DIR/held with its report, the ids of its orders, and
 * copies of the files that are in no watched folder. DATA_DIR is out of reach of those who deliver.
 */

/** A file of a held delivery: what it was called, where it is now, and the bytes that were looked at. */
interface HeldFile extends FileSum {
  readonly path: string;
  readonly stored: string;
}

/** How the files are to be read and taken in. */
interface HeldOptions
  extends Pick<
    ImportRequest,
    'profile' | 'skipBadRows' | 'overlap' | 'allowFuture' | 'weekly' | 'completeThrough'
  > {
  readonly tables?: Readonly<Record<string, NamedTable>>;
}

export interface HeldDelivery {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly delivery: string;
  /** Where the watch that took it has moved it; null for one of a single import. */
  readonly watched: { readonly folder: string; readonly name: string } | null;
  readonly files: readonly HeldFile[];
  /** The query over the files, where there is one. */
  readonly query: HeldFile | null;
  readonly options: HeldOptions;
  /** The first day with an order; missing in reports of older programs. */
  readonly firstDay?: string;
  readonly lines: number;
  readonly orders: number;
  readonly warnings: readonly ImportWarning[];
  /** Codes of the warnings for which it was held. */
  readonly heldBy: readonly string[];
}

const REPORT = 'report.json';
const ORDERS = 'orders.parquet';
/** Copies of the files for an approval; the id of its process follows. */
const APPROVING = 'approving-';

const heldDir = (dataDir: string, id = '') => join(dataDir, 'held', id);

export function newHeldId(): string {
  return `del_${randomBytes(5).toString('hex')}`;
}

/** Where the ids of the orders of a held delivery are; its folder is made. */
export async function heldOrdersPath(dataDir: string, id: string): Promise<string> {
  await mkdir(heldDir(dataDir, id), { recursive: true, mode: 0o700 });
  return join(heldDir(dataDir, id), ORDERS);
}

/** All of them, the oldest first. */
export async function listHeld(dataDir: string): Promise<HeldDelivery[]> {
  const ids = await readdir(heldDir(dataDir)).catch((error) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(ids.map((id) => readReport(dataDir, id)));
  return found.filter((each) => each !== undefined).sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** Undefined for a folder without a report: it was given up before it was complete. */
async function readReport(dataDir: string, id: string): Promise<HeldDelivery | undefined> {
  try {
    return JSON.parse(await readFile(join(heldDir(dataDir, id), REPORT), 'utf8'));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** The oldest, if it is the one: deliveries come in in the order in which they arrived. */
export async function oldestHeld(dataDir: string, id: string): Promise<HeldDelivery> {
  const held = await findHeld(dataDir, id);
  const [oldest = held] = await listHeld(dataDir);
  if (oldest.id !== id)
    throw new UserError(
      `${oldest.id} (${oldest.delivery}) was held before ${id}: approve or discard that one first`,
    );
  return held;
}

export async function findHeld(dataDir: string, id: string): Promise<HeldDelivery> {
  const found = (await listHeld(dataDir)).find((each) => each.id === id);
  if (!found) throw new UserError(`There is no held delivery ${id}; "mdq imports held" lists them`);
  return found;
}

/** The files with the ids of orders in held deliveries. */
export function heldOrdersOf(dataDir: string, held: readonly HeldDelivery[]) {
  return held.map(({ id, firstDay = '' }) => ({
    ...{ id, path: join(heldDir(dataDir, id), ORDERS) },
    firstDay: parseDay(firstDay) ?? FIRST_DAY,
  }));
}

/** The first day with an order in any of them. */
export function heldFromDay(dataDir: string, held: readonly HeldDelivery[]): Day {
  return Math.min(LAST_DAY, ...heldOrdersOf(dataDir, held).map(({ firstDay }) => firstDay));
}

interface ToHold
  extends Pick<HeldDelivery, 'id' | 'by' | 'firstDay' | 'lines' | 'orders' | 'warnings' | 'heldBy'> {
  readonly request: ImportRequest & { readonly delivery: string };
  /** Where the delivery is about to be moved to; what is below `from` moves with it. */
  readonly watched?: { readonly folder: string; readonly name: string; readonly from: string };
}

/** Records a delivery: its files by name, size and hash, with copies of those that do not move to a place of ours. */
export async function recordHeld(
  dataDir: string,
  { id, request, watched, ...about }: ToHold,
): Promise<HeldDelivery> {
  const dir = heldDir(dataDir, id);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const { delivery, contents, tables, profile } = request;
  const files: HeldFile[] = [];
  for (const [number, path] of request.files.entries()) {
    const content = contents?.get(path) ?? path;
    const moves = watched && (path === watched.from || path.startsWith(`${watched.from}/`));
    if (watched && moves) {
      const stored = join(watched.folder, 'held', watched.name, path.slice(watched.from.length));
      files.push({ path, stored: stored.replace(/\/$/, ''), ...(await sumOf(content)) });
    } else files.push(await copied(path, content, join(dir, `${number + 1}-${basename(path)}`)));
  }
  const query = profile?.sql
    ? // With a number, as the files have: without it, it could have the name of the report.
      await copied(profile.sql, profile.sql, join(dir, `0-${basename(profile.sql)}`))
    : null;
  const { skipBadRows, overlap, allowFuture, weekly, completeThrough } = request;
  const held: HeldDelivery = {
    ...{ id, at: new Date().toISOString(), delivery },
    ...about,
    watched: watched ? { folder: watched.folder, name: watched.name } : null,
    files,
    query,
    options: {
      ...{ profile, skipBadRows, overlap, allowFuture, weekly, completeThrough },
      ...(tables && { tables: Object.fromEntries(tables) }),
    } as HeldOptions,
  };
  await writeDurably(join(dir, REPORT), [reportText(held)]);
  return held;
}

export function reportText(held: HeldDelivery): string {
  return `${JSON.stringify(held, null, 2)}\n`;
}

async function copied(path: string, content: string, stored: string): Promise<HeldFile> {
  await using from = await open(content);
  return { path, stored, ...(await copyDurably(from, stored)) };
}

/**
 * Runs an import of exactly the bytes that were held, with the same options. Files of a watched folder are copied first:
 * who writes there cannot change what was compared.
 */
export async function withHeldFiles<T>(
  dataDir: string,
  { id, delivery, files, query, options }: HeldDelivery,
  work: (request: ImportRequest) => Promise<T>,
): Promise<T> {
  const dir = heldDir(dataDir, id);
  // Each approval has a folder of its own: one that is refused must not remove the copies of one that is running.
  const scratch = await mkdtemp(join(dir, `${APPROVING}${process.pid}-`));
  try {
    const contents = new Map<string, string>();
    for (const [number, file] of files.entries()) {
      const isOurs = file.stored.startsWith(`${dir}/`);
      const copy = isOurs ? file.stored : join(scratch, `${number + 1}`);
      await using from = await openHeld(id, file);
      mustBeSame(id, file, isOurs ? await readThrough(from) : await copyDurably(from, copy));
      contents.set(file.path, copy);
    }
    if (query) mustBeSame(id, query, await sumOf(query.stored));
    const { tables, profile, ...others } = options;
    return await work({
      ...others,
      ...{ held: id, delivery, files: files.map(({ path }) => path), contents },
      ...(profile && { profile: query ? { ...profile, sql: query.stored } : profile }),
      ...(tables && { tables: new Map(Object.entries(tables)) }),
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function openHeld(id: string, { path, stored }: HeldFile) {
  try {
    return (await openNoLink(stored, constants.O_RDONLY)).handle;
  } catch (error) {
    throw new UserError(
      `Cannot read ${stored} (${codeOf(error)}), the ${basename(path)} of ${id}: discard it and deliver it again`,
    );
  }
}

function mustBeSame(id: string, { path, stored, sha256 }: HeldFile, found: FileSum): void {
  if (found.sha256 === sha256) return;
  throw new UserError(
    `${stored} has changed since ${id} was held, so ${basename(path)} is not what was looked at; nothing was imported. ` +
      `Discard it and deliver it again: mdq imports discard ${id}`,
  );
}

/** Refuses to go on with a delivery whose files could not be moved once it is imported: it would be held all the same. */
export async function mustBeMovable({ id, watched }: HeldDelivery): Promise<void> {
  if (!watched) return;
  for (const place of ['held', 'taken'] as const)
    await mustBeWritable(watched.folder, place, `nothing was imported, and ${id} stays held`);
}

/** Refuses to discard a delivery that is being imported: its data could be published all the same. */
export async function mustNotBeApproving(dataDir: string, id: string): Promise<void> {
  for (const name of await readdir(heldDir(dataDir, id)))
    if (name.startsWith(APPROVING) && isRunning(Number.parseInt(name.slice(APPROVING.length), 10)))
      throw new UserError(
        `${id} is being approved now; nothing was discarded. Try again once that has ended`,
      );
}

/** Ends a held delivery. Returns where its files are now; null where none are kept. */
export async function endHeld(
  dataDir: string,
  { id, watched }: HeldDelivery,
  to: 'taken' | { readonly refusedFor: string },
): Promise<string | null> {
  const dir = heldDir(dataDir, id);
  let movedTo: string | null = null;
  if (watched) movedTo = (await moveHeld(watched.folder, watched.name, to)) ?? null;
  else if (to !== 'taken') {
    movedTo = join(dataDir, 'refused', id);
    await mkdir(join(dataDir, 'refused'), { recursive: true, mode: 0o700 });
    await rename(dir, movedTo);
  }
  await rm(dir, { recursive: true, force: true });
  return movedTo;
}

/** Forgets a delivery that could not be held. */
export async function dropHeld(dataDir: string, id: string): Promise<void> {
  await rm(heldDir(dataDir, id), { recursive: true, force: true });
}
