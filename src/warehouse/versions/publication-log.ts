import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../disk/durable-file.ts';
import { UserError } from '../../errors/operators.ts';
import { codeOf } from '../../errors/stores.ts';
import { type Day, formatDay, parseDay } from '../../lib/calendar.ts';
import type { DataVersion } from '../warehouse.ts';

/*
 * What was ever published from a data folder, beside the stores: a restore replaces those, and must not give out a
 * version a second time, nor revise a published week unnoticed.
 */

export const PUBLICATION_LOG = 'publications.json';

export interface PublicationLog {
  /** The newest versions that were given out, the newest last, with the SHA-256 of their file. */
  readonly versions: readonly NotedVersion[];
  /** The weeks that disclosure control has published, each with the checksum of what was said of it last. */
  readonly weeks: ReadonlyMap<Day, string>;
  /** The newest version in each warehouse that is not in this folder. */
  readonly elsewhere: Readonly<Record<string, DataVersion>>;
}

interface NotedVersion {
  readonly version: DataVersion;
  readonly sha256: string;
}

const NOTHING: PublicationLog = { versions: [], weeks: new Map(), elsewhere: {} };
/** Only the newest decide anything; the others are there to be looked up. */
const MOST_VERSIONS = 1000;

/** Undefined where nothing was ever noted. A damaged one is refused: begun again, it would say that nothing was. */
export async function readPublicationLog(dataDir: string): Promise<PublicationLog | undefined> {
  const path = join(dataDir, PUBLICATION_LOG);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const log = parsed(text);
  if (log) return log;
  throw new UserError(
    `${path} is damaged: it notes what was published from here. Nothing was changed; put a copy of it in its place, or move it away if there is none: then only what is published now is known`,
  );
}

export async function writePublicationLog(dataDir: string, log: PublicationLog): Promise<void> {
  const weeks = [...log.weeks].sort(([a], [b]) => a - b).map(([monday, sum]) => [formatDay(monday), sum]);
  const text = JSON.stringify({ ...log, weeks: Object.fromEntries(weeks) }, null, 1);
  await writeDurably(join(dataDir, PUBLICATION_LOG), [`${text}\n`]);
}

/** The newest version that was given out here; 0 where none is known. */
export function newestNoted(log: PublicationLog | undefined): DataVersion {
  return Math.max(0, ...(log?.versions ?? []).map(({ version }) => version));
}

/** A log with one more version; without disclosure control no week is kept from being revised. */
export function withVersion(
  log: PublicationLog = NOTHING,
  noted: NotedVersion,
  weeks: ReadonlyMap<Day, string> | null,
): PublicationLog {
  const others = log.versions.filter(({ version }) => version !== noted.version);
  return {
    ...log,
    versions: [...others, noted].sort((a, b) => a.version - b.version).slice(-MOST_VERSIONS),
    weeks: new Map(weeks ? [...log.weeks, ...weeks] : []),
  };
}

/** Notes what was published in a warehouse elsewhere, which its own restore may take back. */
export async function noteElsewhere(dataDir: string, place: string, version: DataVersion): Promise<void> {
  const log = (await readPublicationLog(dataDir)) ?? NOTHING;
  // A slow writer may come after one of a later version.
  const newest = Math.max(log.elsewhere[place] ?? 0, version);
  await writePublicationLog(dataDir, { ...log, elsewhere: { ...log.elsewhere, [place]: newest } });
}

function parsed(text: string): PublicationLog | undefined {
  try {
    const { versions, weeks, elsewhere = {} } = JSON.parse(text);
    const days = Object.entries(weeks).map(
      ([day, sum]) => [parseDay(day) ?? Number.NaN, String(sum)] as const,
    );
    const numbers = [...versions.map(({ version }: NotedVersion) => version), ...days.map(([day]) => day)];
    return numbers.every(Number.isSafeInteger) ? { versions, weeks: new Map(days), elsewhere } : undefined;
  } catch {
    return undefined;
  }
}
