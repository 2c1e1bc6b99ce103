import { existsSync } from 'node:fs';
import { type Day, mondayOf } from '../../../lib/calendar.ts';
import { isControlled } from '../../../snapshot/privacy/numbers.ts';
import type { ImportFacts, Tables } from '../../../snapshot/tables.ts';
import { entry } from '../../changes/entry.ts';
import { weekChecksums } from '../../changes/figures/week-checksums.ts';
import { emailKey, markedIds } from '../../changes/marks.ts';
import { type Connection, dayOf, warehousePath } from '../../database/connection.ts';
import type { Mark } from '../../engine.ts';
import {
  newestNoted,
  type PublicationLog,
  readPublicationLog,
  withVersion,
  writePublicationLog,
} from '../../versions/publication-log.ts';
import type { DataVersion, RestoredPublications } from '../../warehouse.ts';
import { WAITING } from '../aside.ts';
import { FilePublications } from '../publications.ts';
import { addMarks, noteImport, readMarks, readState } from '../state.ts';
import { dropUndo } from '../undo.ts';
import { withLines } from './with-lines.ts';

/** Nothing here takes more than reading a few rows does. */
const MEMORY = 5e8;

/**
 * Brings a copy that is about to be restored in line with what was published in the data folder since the backup: its
 * figures get a version number that was never used, and weeks that were published later are withheld.
 */
export async function reconcileRestored(
  copy: string,
  dataDir: string,
  { marks, memory }: { marks: readonly Mark[]; memory: number },
): Promise<RestoredPublications | null> {
  const hasLines = existsSync(warehousePath(copy));
  const { leftOut, hasOtherAddresses } =
    hasLines && marks.length > 0
      ? await applyMarks(copy, marks, memory)
      : { leftOut: { orders: 0, members: 0 }, hasOtherAddresses: false };
  const log = (await readPublicationLog(dataDir)) ?? (await noted(dataDir));
  const publications = new FilePublications(copy);
  const before = await publications.current();
  if (before === undefined) {
    if (log) await writePublicationLog(copy, log);
    return null;
  }
  const tables = await publications.load(before);
  const isOn = isControlled(tables.facts.settings);
  const weeks = isOn ? weekChecksums(tables) : null;
  const known = log?.weeks ?? new Map<Day, string>();
  const later = isOn ? [...known.keys()].filter((week) => week > tables.facts.coverage.end) : [];
  const version = await versionFor(publications, before, log);
  // Figures that keep their number are those that are there: nothing was changed.
  const note = version === before ? undefined : entry('mdq restore', { kind: 'restore' });
  const waiting = hasLines
    ? await reconcileLines(copy, { before, version, note, known: isOn ? [...known.keys()] : [], later })
    : [];
  const imports = [...tables.facts.imports, ...(note ? [note] : [])];
  const sha256 = await publications.renumber({ ...tables, facts: { ...tables.facts, imports } }, version);
  await writePublicationLog(copy, withVersion(log, { version, sha256 }, weeks));
  const revised = [...(weeks ?? [])].filter(([week, sum]) => known.has(week) && known.get(week) !== sum);
  return {
    version,
    isKnown: log !== undefined,
    newestKnown: newestNoted(log),
    revisedWeeks: revised.map(([week]) => week),
    withheldWeeks: later.sort((a, b) => a - b),
    waitingWeeks: waiting,
    endsControl: !isOn && known.size > 0,
    leftOut,
    hasOtherAddresses,
  };
}

/** What was forgotten or deleted since a backup stays so: its lines lose it, before anybody sees them. */
async function applyMarks(
  copy: string,
  marks: readonly Mark[],
  memory: number,
): Promise<Pick<RestoredPublications, 'leftOut' | 'hasOtherAddresses'>> {
  // Few commands restore: most look at what is published, and load this file on their way.
  const { EngineWarehouse } = await import('../../changes/engine-warehouse.ts');
  const { duckdbEngine } = await import('../duckdb-engine.ts');
  const { idsIn } = await import('../apply.ts');
  const [orders, members, hasOtherAddresses] = await withLines(copy, { memory }, async (connection) => {
    const marked = async (table: string, column: string, kind: Mark['kind']) => {
      await markedIds(connection, { table, column, kind }, marks, 'marked');
      return idsIn(connection, 'SELECT id FROM marked');
    };
    const ids = [
      await marked('(SELECT id FROM orders UNION SELECT order_id FROM aside_row)', 'id', 'order'),
      await marked(`(SELECT name FROM member UNION SELECT member_id FROM aside_row)`, 'name', 'member'),
    ] as const;
    // Members of e-mail addresses in the copy were made with its own key, where it has one.
    const own = emailKey(await readMarks(connection));
    await addMarks(
      connection,
      marks.filter(({ kind }) => kind !== 'email' || !own),
    );
    const here = emailKey(marks);
    // What the newest import of the copy replaced may hold some of it as well.
    await dropUndo(connection);
    await connection.run('UPDATE state SET undo = NULL');
    await connection.run('CHECKPOINT');
    return [...ids, own !== undefined && here !== undefined && own.key !== here.key] as const;
  });
  const by = { maxBytes: 0, by: 'mdq restore' };
  const warehouse = new EngineWarehouse(duckdbEngine(copy, memory), {}, by);
  try {
    if (orders.length > 0) await warehouse.deleteOrders(orders, { mayReturn: true });
    if (members.length > 0) await warehouse.forgetMembers(members);
  } finally {
    await warehouse.close();
  }
  return { leftOut: { orders: orders.length, members: members.length }, hasOtherAddresses };
}

/** The same figures keep their number, as long as they are the newest; all others get one that was never given out. */
async function versionFor(
  publications: FilePublications,
  before: DataVersion,
  log: PublicationLog | undefined,
): Promise<DataVersion> {
  const newest = newestNoted(log);
  if (before > newest) return before;
  const sum = log?.versions.find(({ version }) => version === before)?.sha256;
  return before === newest && sum === (await publications.sumOf(before)) ? before : newest + 1;
}

/** What a store from before there was a log has published, as far as it can be read. */
async function noted(dataDir: string): Promise<PublicationLog | undefined> {
  const publications = new FilePublications(dataDir);
  const version = await publications.current();
  if (version === undefined) return undefined;
  const tables: Tables | undefined = await publications.load(version).catch(() => undefined);
  const sha256 = await publications.sumOf(version).catch(() => '');
  const isOn = tables && isControlled(tables.facts.settings);
  return withVersion(undefined, { version, sha256 }, isOn ? weekChecksums(tables) : null);
}

/** Notes beside the lines what was published since; returns the published weeks for which something waits. */
async function reconcileLines(
  copy: string,
  {
    before,
    version,
    note,
    known,
    later,
  }: {
    before: DataVersion;
    version: DataVersion;
    note: ImportFacts | undefined;
    known: Day[];
    later: Day[];
  },
): Promise<Day[]> {
  return withLines(copy, { memory: MEMORY }, async (connection) => {
    try {
      const { base, published } = await readState(connection);
      if (note) await noteImport(connection, note);
      if (base === before) await connection.run('UPDATE state SET version = $version', { version });
      // The backup may be older than the first complete week.
      if (!published && known.length === 0) return [];
      const start = Math.min(published?.start ?? Number.POSITIVE_INFINITY, ...known);
      const end = Math.max(published?.end ?? Number.NEGATIVE_INFINITY, ...known.map((week) => week + 6));
      const withheld = Math.min(published?.withheldFrom ?? Number.POSITIVE_INFINITY, ...later);
      const isWithheld = Number.isFinite(withheld);
      await connection.run(
        'UPDATE state SET published_start = $start, published_end = $end, withheld_from = $withheld',
        { start, end, withheld: isWithheld ? withheld : null },
      );
      return await waitingWeeks(connection, start, end, isWithheld ? withheld : end + 1);
    } finally {
      await connection.run('CHECKPOINT').catch(() => undefined);
    }
  });
}

/** Weeks with changes that were set aside, and those that are withheld and have orders. */
async function waitingWeeks(connection: Connection, start: Day, end: Day, withheld: Day): Promise<Day[]> {
  const { day } = await connection.columns(
    { day: 'i32' },
    `SELECT DISTINCT day FROM (
       SELECT day FROM orders WHERE id IN (${WAITING}) OR day >= $withheld
       UNION ALL SELECT min(${dayOf('ordered_at')}) FROM aside_row GROUP BY order_id)
     WHERE day BETWEEN $start AND $end ORDER BY day`,
    { start, end, withheld },
  );
  return [...new Set(Array.from(day, mondayOf))];
}
