import { isDeepStrictEqual } from 'node:util';
import { type Day, mondayOf } from '../../lib/calendar.ts';
import { publishedWeeks } from '../../snapshot/privacy/complete-weeks.ts';
import { hasSameNumbers, isControlled } from '../../snapshot/privacy/numbers.ts';
import type { RefreshSettings, TableNames, Tables } from '../../snapshot/tables.ts';
import type { Change, Publications, RefreshOptions, State, Undo, Writer } from '../engine.ts';
import type { DataVersion, OnProgress } from '../warehouse.ts';
import { NoLines } from '../warehouse-errors.ts';
import { mustAddUp, mustBeCovered } from './facts.ts';
import { SHARES } from './steps.ts';

/** What a writer works with. */
export interface Writing extends State {
  /** Where the lines are, as messages name it. */
  readonly place: string;
  readonly writer: Writer;
  readonly publications: Publications;
  /** What is published now; undefined where that must be made again. */
  publishedTables(): Promise<Tables | undefined>;
  /** What the figures are to be made with. */
  readonly settings: RefreshSettings;
  /** Bytes that a file may unpack to. */
  readonly maxBytes: number;
  readonly onProgress: OnProgress;
  /** Who does it. */
  readonly by: string;
}

/** Before the first import there is nothing to change; after it, the last order may go. */
export function mustHaveData({ base, place }: Writing): void {
  if (base === undefined) throw new NoLines(place);
}

interface ToPublish {
  /** The first day on which anything has changed; undefined where everything is to be made again. */
  readonly from?: Day | undefined;
  readonly weekly: boolean;
  readonly completeThrough: Day | null;
  /** How the change is taken back, where it can be. */
  readonly undo?: Undo | null;
  readonly names?: TableNames;
}

/** Makes the tables of lines as they are with a change, and publishes them with it. */
export async function publish(writing: Writing, change: Change, toPublish: ToPublish): Promise<Tables> {
  const tables = await makeTables(writing, change, toPublish);
  await keepTables(writing, change, tables, toPublish);
  return tables;
}

export async function makeTables(
  writing: Writing,
  change: Change,
  { from, undo: _undo, ...options }: ToPublish,
): Promise<Tables> {
  const { settings, onProgress, published } = writing;
  const earlier = from === undefined ? undefined : await earlierTables(writing, from);
  const { version } = change;
  const tables = await change.makeTables({ ...options, version, settings, published, earlier, onProgress });
  mustAddUp(tables.daily);
  mustBeCovered(tables);
  return tables;
}

export async function keepTables(
  { settings, onProgress, published }: Writing,
  change: Change,
  tables: Tables,
  { completeThrough, undo = null }: Pick<ToPublish, 'completeThrough' | 'undo'>,
): Promise<void> {
  onProgress('Publishing', 0, SHARES.publish);
  await change.keep(
    {
      stored: settings,
      completeThrough,
      published: isControlled(settings) ? publishedWeeks(published, tables.facts.coverage) : null,
      undo,
    },
    tables,
  );
}

/**
 * What is published now, read once; undefined where that is missing, damaged or of other lines, and must be made again.
 */
export function readPublished(
  publications: Publications,
  base: DataVersion | undefined,
): () => Promise<Tables | undefined> {
  let tables: Promise<Tables | undefined> | undefined;
  const read = async () => {
    const version = await publications.current();
    if (version === undefined || version !== base) return undefined;
    return publications.load(version).catch(() => undefined);
  };
  return () => {
    tables ??= read();
    return tables;
  };
}

/** What is published, if that is all that lines could publish that have not changed. */
export async function unchangedTables(
  { publishedTables, settings }: Writing,
  weekly: boolean,
): Promise<Tables | undefined> {
  const tables = await publishedTables();
  if (!tables || (weekly && tables.facts.weekly === false)) return undefined;
  return isDeepStrictEqual(tables.facts.settings, settings) ? tables : undefined;
}

/** Whether trends are by week now, which a change of something else leaves so. */
export async function isWeekly({ publishedTables }: Writing): Promise<boolean> {
  return (await publishedTables())?.facts.weekly !== false;
}

/** The published version, if all it says of the days before one still holds. */
async function earlierTables(
  { publishedTables, settings }: Writing,
  changed: Day,
): Promise<RefreshOptions['earlier']> {
  const tables = await publishedTables();
  if (!tables || tables.facts.lines === 0) return undefined;
  const { coverage, settings: before } = tables.facts;
  // With disclosure control a week is counted whole, and what was not complete is not in that version.
  const from = isControlled(settings) ? mondayOf(Math.min(changed, coverage.end + 1)) : changed;
  const isSame =
    isDeepStrictEqual(before.audienceMethods, settings.audienceMethods) && hasSameNumbers(before, settings);
  return isSame && from > coverage.start ? { tables, from } : undefined;
}
