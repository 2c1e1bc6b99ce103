import { UserError } from '../errors/operators.ts';
import type { Day } from '../lib/calendar.ts';
import type { Tables } from '../snapshot/tables.ts';
import { figuresThatDiffer } from './changes/figures/figures-differ.ts';
import type { Mark, State } from './engine.ts';
import type { DataVersion, OnProgress } from './warehouse.ts';

/*
 * How order lines get from one store into another while the published figures of the first are served. A copy makes the
 * target what the source is, whatever it was before: so it may be broken off and made again as often as wanted, and
 * only what has changed is sent.
 */

/** All lines of one moment, in a file, with what is noted beside them. */
export interface WrittenLines {
  /**
   * Parquet, columns as intake stages them; `ordered_at` is the day, counted from 1970-01-01, and `forgotten` the number
   * of a member that has lost its name and still counts.
   */
  readonly file: string;
  readonly waiting: WaitingChanges;
  /** What is not to come in again. */
  readonly marks: readonly Mark[];
  readonly state: State;
  /** What was published of them. */
  readonly tables: Tables;
}

/** Changes of published weeks that disclosure control has set aside. */
export interface WaitingChanges {
  /** Parquet with the same columns: the rows that orders are to have. */
  readonly file: string;
  /** Orders that are to go, and the day they are of. */
  readonly removed: readonly { readonly id: string; readonly day: Day }[];
}

export interface Counts {
  readonly lines: number;
  readonly orders: number;
  readonly cents: number;
}

/** Lines that nobody changes for as long as they are held. */
export interface HeldLines {
  /** What is published of them. */
  readonly tables: Tables;
  counts(): Promise<Counts>;
  write(folder: string): Promise<WrittenLines>;
  /** For good: it says where the lines are now. */
  markMoved(place: string): Promise<void>;
}

/** The store that is left. */
export interface LinesSource {
  readonly name: string;
  /** Where the lines were moved to; undefined where they are still here. */
  movedTo(): string | undefined;
  published(): Promise<DataVersion | undefined>;
  /** Runs work while no import can begin. */
  hold<T>(work: (lines: HeldLines) => Promise<T>): Promise<T>;
}

/** The store that they are moved to. */
export interface LinesTarget {
  readonly name: string;
  /** Whether it is empty, or being filled from this source; fails where it is being filled from another. */
  isOpen(source: string): Promise<boolean>;
  /** Makes what is missing. From now on nobody else writes to it. */
  begin(source: string): Promise<void>;
  /** Makes its lines those that are written to a folder, and publishes them; nothing where they are the same. */
  replaceAll(write: (folder: string) => Promise<WrittenLines>, onProgress: OnProgress): Promise<MovedLines>;
  /** What it publishes. */
  tables(): Promise<Tables | undefined>;
  counts(): Promise<Counts>;
  /** From now on it takes imports. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

export interface MovedLines {
  readonly lines: number;
  readonly orders: number;
  /** Orders that were not there, or not as they are now. */
  readonly changed: number;
  /** Orders that were there and are no more. */
  readonly removed: number;
  /** What they are published as on the other side. */
  readonly version: DataVersion;
}

/**
 * Whether there is something to move. What was moved is not moved again: a copy of it would be of the past. A finish may
 * be done again where it was cut off, and then it may have been moved.
 */
export async function mustMove(
  source: LinesSource,
  target: LinesTarget,
  mayBeMoved: boolean,
): Promise<'move' | 'moved'> {
  const place = source.movedTo();
  if (place !== undefined && (place !== target.name || !mayBeMoved))
    throw new UserError(`The order lines were moved to ${place} already; set WAREHOUSE_URL to that`);
  // Fails where there is nothing to move, before anything is made at the target.
  await source.hold(async () => undefined);
  if (await target.isOpen(source.name)) return 'move';
  if (place === target.name) return 'moved';
  throw new UserError(`${target.name} holds other order lines already; name an empty database`);
}

/** Copies what has changed, and says how many versions were published here meanwhile. */
export async function copyLines(
  source: LinesSource,
  target: LinesTarget,
  onProgress: OnProgress,
): Promise<MovedLines & { readonly behind: number }> {
  await target.begin(source.name);
  onProgress('Copying order lines');
  let written: DataVersion = 0;
  const moved = await target.replaceAll(async (folder) => {
    const lines = await source.hold((held) => held.write(folder));
    written = lines.tables.facts.version;
    return lines;
  }, onProgress);
  return { ...moved, behind: ((await source.published()) ?? written) - written };
}

/** Copies the rest while nothing can be imported, compares both sides, and leaves the old store for good. */
export async function finishLines(
  source: LinesSource,
  target: LinesTarget,
  onProgress: OnProgress,
): Promise<MovedLines> {
  return source.hold(async (held) => {
    await target.begin(source.name);
    onProgress('Copying order lines');
    const moved = await target.replaceAll((folder) => held.write(folder), onProgress);
    onProgress('Comparing');
    await compare(held, target);
    // In this order: whenever this is ended, at most one of the two takes imports, and it can be run again.
    await held.markMoved(target.name);
    await target.finish();
    return moved;
  });
}

async function compare(held: HeldLines, target: LinesTarget): Promise<void> {
  const [here, there] = [await held.counts(), await target.counts()];
  const wrong = (['lines', 'orders', 'cents'] as const)
    .filter((what) => here[what] !== there[what])
    .map((what) => `${what}: ${here[what]} here, ${there[what]} in ${target.name}`);
  const tables = await target.tables();
  if (!tables) wrong.push(`no figures are published in ${target.name}`);
  else wrong.push(...figuresThatDiffer(held.tables, tables).map((name) => `figures: ${name}`));
  if (wrong.length > 0)
    throw new UserError('Nothing was moved: the two sides are not the same', wrong.slice(0, 20));
}
