import type { DayRange } from '../../../lib/calendar.ts';
import type { RefreshSettings } from '../../../snapshot/tables.ts';
import type { Undo } from '../../engine.ts';
import type { DataVersion } from '../../warehouse.ts';
import { PublicationConflict, PublicationUnknown, WarehouseUnreachable } from '../../warehouse-errors.ts';
import type { Cluster } from '../server/cluster.ts';
import { quoted, type Server, TableExists } from '../server/server.ts';

/*
 * The record of a version is a table of its own without rows, whose comment says all that holds from it on. To make a
 * table is the one thing that only one of several callers can do, and it is done whole or not at all: so it is the
 * commit of an import, the name of a version, and the compare-and-set between writers, all in one.
 */

const PREFIX = 'mdq_version_';

/** The number of an import: the version that it makes, and a random part, so that no two attempts have the same. */
export type ImportId = number;

const RANDOM = 2 ** 32;

export function newImportId(version: DataVersion): ImportId {
  return version * RANDOM + Math.floor(Math.random() * RANDOM);
}

/** Every import id of this version, and of later ones, is at least this. */
export function firstIdOf(version: DataVersion): ImportId {
  return version * RANDOM;
}

/** Whose rows count: those of these imports, and all that are older. */
export interface VisibleImports {
  readonly before: ImportId;
  readonly ids: readonly ImportId[];
}

/** So many ids are named one by one before the older half of them is taken together. */
const MOST_IDS = 2000;

export interface VersionRecord {
  readonly version: DataVersion;
  readonly import: ImportId;
  readonly visible: VisibleImports;
  readonly stored: Partial<RefreshSettings>;
  readonly completeThrough: number | null;
  /** The weeks that disclosure control has published; missing in records from before there was any. */
  readonly published?: DayRange | null;
  /** How the newest change is taken back; missing in records from before any could be. */
  readonly undo?: Undo | null;
  /** Undefined for a record of settings alone. */
  readonly figures: { readonly parts: number; readonly bytes: number; readonly sha256: string } | undefined;
  /** What is to be cleaned up after it. */
  readonly leaves: {
    /** Orders were replaced or removed. */
    readonly orders: boolean;
    /** Members were forgotten: what is left of them goes from the disks too. */
    readonly members: boolean;
    /** Rows of mdq_incoming were taken in. */
    readonly incoming: boolean;
    /** Other changes wait aside than before; missing in records from before any did. */
    readonly aside?: boolean;
    /** What was seen and what is closed from this day on was written again; null where nothing was. */
    readonly seenFrom: number | null;
  };
}

/** A number that was left out, as this machine has given it out before, and that no other may have either. */
interface VoidNumber {
  readonly version: DataVersion;
  readonly isVoid: true;
  /** Whose attempt has left it out; missing in those from before it was noted. */
  readonly import?: ImportId;
}

export const NO_IMPORTS: VisibleImports = { before: 0, ids: [] };

export function visibleWith({ before, ids }: VisibleImports, added: ImportId): VisibleImports {
  return { before, ids: [...ids, added] };
}

/** The older half of the ids, once they are many, as everything that is older; the rows between must be theirs alone. */
export function folded({ before, ids }: VisibleImports, most = MOST_IDS): VisibleImports {
  const newest = ids.length > most ? ids[most / 2 - 1] : undefined;
  return newest === undefined ? { before, ids } : { before: newest + 1, ids: ids.slice(most / 2) };
}

/**
 * The records that hold, the newest first. One that is not among the imports of the newest was made by a slow writer,
 * of a version that was published by another and dropped long ago: it was killed before it could take it back.
 */
export async function readRecords(first: Server): Promise<VersionRecord[]> {
  return holding((await readNumbers(first)).records);
}

/** What a writer goes on from: the newest record, and the newest number that is taken, by a version or by nothing. */
export async function readNewest(
  first: Server,
): Promise<{ newest: VersionRecord | undefined; taken: DataVersion }> {
  const { records, voids } = await readNumbers(first);
  const taken = Math.max(0, ...records.map(({ version }) => version), ...voids);
  return { newest: holding(records)[0], taken };
}

function holding(records: readonly VersionRecord[]): VersionRecord[] {
  const [newest] = records;
  return records.filter((record) => newest && isPartOf(record, newest));
}

/** Whether what a record says was published and is part of the newest; it is not for one that is long past. */
export function isPartOf({ import: id }: VersionRecord, newest: VersionRecord): boolean {
  return newest.visible.ids.includes(id);
}

/** All records that there are, also those that do not hold, the newest first; and the numbers that no version has. */
export async function readNumbers(
  first: Server,
): Promise<{ records: VersionRecord[]; voids: DataVersion[] }> {
  const numbers = await readAll(first);
  return {
    records: numbers.filter(isRecord).sort((a, b) => b.version - a.version),
    voids: numbers.filter((each) => !isRecord(each)).map(({ version }) => version),
  };
}

async function readAll(first: Server): Promise<(VersionRecord | VoidNumber)[]> {
  const rows = await first.rows(
    `SELECT comment FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '${PREFIX}')`,
  );
  return rows.map(({ comment }) => JSON.parse(String(comment)));
}

function isRecord(number: VersionRecord | VoidNumber): number is VersionRecord {
  return !('isVoid' in number);
}

/**
 * Makes a record, unless there is one of that version or a later one. All who have seen the same number as the newest need
 * the one after it, so that only one of them succeeds: who leaves numbers out takes these first.
 */
export async function commitRecord(
  cluster: Cluster,
  first: Server,
  record: VersionRecord,
  taken: DataVersion,
): Promise<void> {
  for (let version = taken + 1; version < record.version; version++) {
    const isMade = await makeNumber(first, { version, isVoid: true, import: record.import });
    if (!isMade) throw new PublicationConflict(cluster.place);
  }
  try {
    const isMade = await makeNumber(first, record);
    const [newest] = (await readNumbers(first)).records;
    if (newest && isPartOf(record, newest)) return;
    // Of a version that was published and dropped long ago, a record could be made once more; one that was there is another's.
    if (newest && newest.version > record.version && isMade) await dropRecord(first, record.version);
  } catch (error) {
    if (!(error instanceof WarehouseUnreachable)) throw error;
    throw new PublicationUnknown(
      `The connection to the ClickHouse server ${first.host} was lost while publishing: it may have been done or not. ` +
        'Run the same command again; nothing is counted twice',
    );
  }
  throw new PublicationConflict(cluster.place);
}

/** False where another has taken the number. */
async function makeNumber(first: Server, number: VersionRecord | VoidNumber): Promise<boolean> {
  const statement = `CREATE TABLE ${PREFIX}${number.version} (version UInt64) ENGINE = Null COMMENT ${quoted(JSON.stringify(number))}`;
  try {
    await first.run(statement).catch(async (error: unknown) => {
      if (!(error instanceof WarehouseUnreachable)) throw error;
      // It may have been done all the same: asking again tells, and doing it again does nothing.
      await first.run(statement);
    });
    return true;
  } catch (error) {
    if (!(error instanceof TableExists)) throw error;
    // By this very attempt, where it was done and only the answer was lost.
    const all = await readAll(first);
    return all.some((each) => each.version === number.version && each.import === number.import);
  }
}

export async function dropRecord(first: Server, version: DataVersion): Promise<void> {
  await first.run(`DROP TABLE IF EXISTS ${PREFIX}${version}`);
}
