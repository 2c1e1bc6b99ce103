import type { ImportFacts, Tables } from '../../../snapshot/tables.ts';
import type { Applied, Change, RefreshOptions } from '../../engine.ts';
import { importValues } from '../../import-row.ts';
import type { IntakePlace } from '../../intake/intake.ts';
import type { WaitingChanges } from '../../move.ts';
import { noteElsewhere } from '../../versions/publication-log.ts';
import { PublicationConflict, Stopped } from '../../warehouse-errors.ts';
import type { ClosedTables } from '../counting/closed-table.ts';
import { firstCounted, makeTables } from '../counting/make-tables.ts';
import type { Attempt } from '../server/attempt.ts';
import type { LocalVersion } from '../versions/local-version.ts';
import { figuresOf, writeFigures } from '../versions/publications.ts';
import {
  commitRecord,
  folded,
  NO_IMPORTS,
  type VersionRecord,
  visibleWith,
} from '../versions/version-record.ts';
import { applyStaged } from './apply.ts';
import { cleanUp, removeAttempts, sweep } from './clean-up.ts';
import { forgetMembers } from './forget-members.ts';
import { writeMarks } from './marks.ts';
import { removeOthers } from './remove-others.ts';
import { replaceAside } from './replace-aside.ts';
import { takeAside } from './take-aside.ts';
import { keepUndo, takeBack } from './undo.ts';

/** What only this engine is asked for. */
export interface ClickhouseChange extends Change {
  /** Makes the lines what is staged, and nothing else: orders that are not there are removed. */
  replaceAll(): Promise<Applied>;
  /** Makes what waits aside what is written, and nothing else; before the lines. Whether that is another than before. */
  replaceAside(waiting: WaitingChanges): Promise<boolean>;
  /** What was closed elsewhere stays closed here. */
  makeTables(options: RefreshOptions, closedElsewhere?: ClosedTables): Promise<Tables>;
}

/** Runs a change of lines: it holds from the moment its record is made, or never. */
export async function runChange<T>(
  attempt: Attempt,
  intake: IntakePlace,
  work: (change: ClickhouseChange) => Promise<T>,
  localCopy?: LocalVersion,
): Promise<T> {
  const { cluster, servers, first, id, version } = attempt;
  const before = attempt.newest?.visible ?? NO_IMPORTS;
  const visible = visibleWith(folded(before), id);
  let leaves: VersionRecord['leaves'] = {
    orders: false,
    members: false,
    incoming: attempt.hasIncoming,
    seenFrom: null,
  };
  let record: VersionRecord | undefined;
  let parts: readonly Buffer[] | undefined;
  /** From here on it may hold, even where it fails. */
  let mayHold = false;
  const change: ClickhouseChange = {
    version,
    async applyStaged(...given) {
      const applied = await applyStaged(attempt, intake, ...given);
      const { replacedOrders, removedOrders, changesAside } = applied;
      const hasReplaced = replacedOrders + removedOrders > 0;
      leaves = { ...leaves, orders: leaves.orders || hasReplaced, aside: changesAside };
      return applied;
    },
    async replaceAll() {
      const applied = await replaceAll(attempt, intake);
      // Any of them may have been without members that it had before.
      const isLess = applied.replacedOrders + applied.removedOrders > 0;
      leaves = { ...leaves, orders: leaves.orders || isLess, members: leaves.members || isLess };
      return applied;
    },
    async replaceAside(waiting) {
      const isChanged = await replaceAside(attempt, intake, waiting);
      leaves = { ...leaves, aside: true, members: isChanged };
      return isChanged;
    },
    async forgetMembers(ids, published, refuse) {
      leaves = { ...leaves, orders: true, members: true, aside: published !== null };
      return forgetMembers(attempt, ids, published, refuse);
    },
    keepUndo: async (hasReplaced) => {
      if (hasReplaced) await keepUndo(attempt);
    },
    async takeBack(undo) {
      leaves = { ...leaves, orders: true, aside: true };
      return takeBack(attempt, undo);
    },
    async takeAside(compared) {
      const taken = await takeAside(attempt, compared);
      const isAny = taken.orders > 0;
      leaves = { ...leaves, orders: leaves.orders || isAny, aside: isAny };
      return taken;
    },
    noteImport: (facts) => noteImport(attempt, facts),
    addMarks: (marks) => writeMarks(attempt, marks, true),
    removeMarks: (marks) => writeMarks(attempt, marks, false),
    async makeTables(options, closedElsewhere) {
      await attempt.begin();
      leaves = { ...leaves, seenFrom: firstCounted(options) };
      attempt.replacesOrders = leaves.orders;
      return makeTables(attempt, options, closedElsewhere);
    },
    async keep(state, tables) {
      await attempt.begin();
      parts = tables && (await writeFigures(first, id, tables, attempt.signal));
      const figures = parts && figuresOf(parts);
      const isOwn = state.undo?.version === version;
      const undo = state.undo && isOwn ? { ...state.undo, import: id } : state.undo;
      record = { ...state, undo, version, import: id, visible, figures, leaves };
    },
  };
  try {
    const result = await work(change);
    if (attempt.signal.aborted) throw new Stopped();
    if (record) {
      if (visible.before > before.before) await sweep(servers, before, visible);
      await noteElsewhere(intake.dataDir, cluster.place, version);
      mayHold = true;
      await commitRecord(cluster, first, record, attempt.taken);
      // The next import from here goes on from it.
      if (parts && record.figures) localCopy?.save(version, parts, record.figures.sha256);
      // What this writer cannot clean up, the next one does.
      await cleanUp(servers, first).catch(() => undefined);
    } else if (attempt.isBegun) await removeAttempts(servers, first, [id]).catch(() => undefined);
    return result;
  } catch (error) {
    const isOver = !mayHold || error instanceof PublicationConflict;
    if (attempt.isBegun && isOver) await removeAttempts(servers, first, [id]).catch(() => undefined);
    throw error;
  }
}

/** After what is staged has been applied, the orders that did not arrive are those to go. */
async function replaceAll(attempt: Attempt, intake: IntakePlace): Promise<Applied> {
  const applied = await applyStaged(attempt, intake, null);
  const gone = await removeOthers(attempt);
  const from = Math.min(applied.from ?? Number.POSITIVE_INFINITY, gone.from);
  return {
    ...applied,
    removedOrders: applied.removedOrders + gone.orders,
    from: Number.isFinite(from) ? from : undefined,
  };
}

async function noteImport(attempt: Attempt, facts: ImportFacts): Promise<void> {
  await attempt.begin();
  const { first, id, signal } = attempt;
  await first.run(
    `INSERT INTO mdq_import SELECT {import:UInt64}, {at:String}, {files:String}, {lines:UInt64}, {orders:UInt64},
       {replaced:UInt64}, {skipped:UInt64}, {kind:String}, {by:String}, {details:String}`,
    { import: id, ...importValues(facts) },
    signal,
  );
}
