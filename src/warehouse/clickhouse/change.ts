import { UserError } from '../../errors.ts';
import { isControlled } from '../../snapshot/privacy/numbers.ts';
import type { ImportFacts, RefreshSettings } from '../../snapshot/tables.ts';
import type { Applied, Change, Touched } from '../engine.ts';
import type { IntakePlace } from '../intake/intake.ts';
import { prepareStage } from '../intake/stage.ts';
import { PublicationConflict, Stopped } from '../warehouse.ts';
import type { Attempt } from './attempt.ts';
import { onEach } from './cluster.ts';
import { makeTables } from './make-tables.ts';
import { writeFigures } from './publications.ts';
import { removeOthers } from './remove-others.ts';
import type { Server } from './server.ts';
import { removeAttempts, settle, sweep } from './settle.ts';
import { prepareOrders, uploadLines, uploadOrders } from './upload.ts';
import { commitRecord, folded, NO_IMPORTS, type VersionRecord, visibleWith } from './version-record.ts';
import { OWN, VISIBLE } from './visible.ts';

const SHOWN = 5;

/** What only this engine is asked for. */
export interface ClickhouseChange extends Change {
  /** Makes the lines what is staged, and nothing else: orders that are not there are removed. */
  replaceAll(): Promise<Applied>;
}

/** Runs a change of lines: it holds from the moment its record is made, or never. */
export async function runChange<T>(
  attempt: Attempt,
  intake: IntakePlace,
  work: (change: ClickhouseChange) => Promise<T>,
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
  /** From here on it may hold, even where it fails. */
  let mayHold = false;
  const change: ClickhouseChange = {
    version,
    async applyStaged() {
      const applied = await applyStaged(attempt, intake);
      leaves = { ...leaves, orders: applied.replacedOrders + applied.removedOrders > 0 };
      return applied;
    },
    async replaceAll() {
      const applied = await replaceAll(attempt, intake);
      // Any of them may have been without members that it had before.
      const isLess = applied.replacedOrders + applied.removedOrders > 0;
      leaves = { ...leaves, orders: isLess, members: isLess };
      return applied;
    },
    async deleteOrders(ids) {
      leaves = { ...leaves, orders: true };
      return deleteOrders(attempt, intake, ids);
    },
    async forgetMembers(ids) {
      leaves = { ...leaves, orders: true, members: true };
      return forgetMembers(attempt, ids);
    },
    // Nothing is kept aside: a cluster publishes no data under disclosure control yet.
    takeAside: async () => ({ orders: 0, changed: [], from: undefined }),
    countAside: async () => 0,
    noteImport: (facts) => noteImport(attempt, facts),
    async makeTables(options) {
      refuseControl(options.settings);
      await attempt.begin();
      leaves = { ...leaves, seenFrom: options.earlier?.from ?? 0 };
      return makeTables(attempt, options);
    },
    async keep(state, tables) {
      await attempt.begin();
      const figures = tables && (await writeFigures(first, id, tables, attempt.signal));
      record = { ...state, version, import: id, visible, figures, leaves };
    },
  };
  try {
    const result = await work(change);
    if (attempt.signal.aborted) throw new Stopped();
    if (record) {
      if (visible.before > before.before) await sweep(servers, before, visible);
      mayHold = true;
      await commitRecord(cluster, first, record);
      // What this writer cannot clean up, the next one does.
      await settle(servers, first).catch(() => undefined);
    } else if (attempt.isBegun) await removeAttempts(servers, first, [id]).catch(() => undefined);
    return result;
  } catch (error) {
    const isOver = !mayHold || error instanceof PublicationConflict;
    if (attempt.isBegun && isOver) await removeAttempts(servers, first, [id]).catch(() => undefined);
    throw error;
  }
}

/** The arriving orders beside what is kept of them. An order that is not there has no lines. */
const COMPARED = `
  SELECT arriving.order_id AS order_id, arriving.day AS new_day, arriving.lines AS new_lines, arriving.fingerprint AS fingerprint,
         kept.day AS old_day, kept.lines AS old_lines,
         new_lines > 0 AND old_lines = new_lines AND old_day = new_day AND kept.fingerprint = fingerprint AS is_same
  FROM (SELECT order_id, day, lines, fingerprint FROM mdq_arriving WHERE ${OWN}) AS arriving
  LEFT JOIN (SELECT order_id, day, lines, fingerprint FROM mdq_order
             WHERE ${VISIBLE} AND order_id IN (SELECT order_id FROM mdq_arriving WHERE ${OWN})) AS kept
  ON kept.order_id = arriving.order_id`;

interface Compared {
  readonly unchanged: number;
  readonly replaced: number;
  readonly removed: number;
  readonly removedLines: number;
  readonly from: number;
}

/** Compares the arriving orders with those that are there, and writes down those that are new, other, or to go. */
async function writeOrders({ servers, values, signal }: Attempt): Promise<Compared> {
  const counted = await onEach(servers, async (server) => {
    const reader = await server.read(
      `SELECT toInt64(countIf(is_same)), toInt64(countIf(new_lines > 0 AND old_lines > 0 AND NOT is_same)),
              toInt64(countIf(new_lines = 0 AND old_lines > 0)), toInt64(sumIf(old_lines, new_lines = 0)),
              minIf(least(if(new_lines > 0, new_day, old_day), if(old_lines > 0, old_day, new_day)),
                    NOT is_same AND new_lines + old_lines > 0),
              toInt64(countIf(NOT is_same AND new_lines + old_lines > 0))
       FROM (${COMPARED})`,
      values,
      signal,
    );
    const [unchanged, replaced, removed] = [reader.int64(), reader.int64(), reader.int64()];
    const [removedLines, day] = [reader.int64(), reader.int32()];
    const from = reader.int64() > 0 ? day : Number.POSITIVE_INFINITY;
    return { unchanged, replaced, removed, removedLines, from };
  });
  await onEach(servers, (server) =>
    server.run(
      `INSERT INTO mdq_order (order_id, day, lines, fingerprint, import)
       SELECT order_id, if(new_lines > 0, new_day, old_day), new_lines, fingerprint, {import:UInt64}
       FROM (${COMPARED}) WHERE NOT is_same AND new_lines + old_lines > 0`,
      values,
      signal,
    ),
  );
  return counted.reduce((a, b) => ({
    unchanged: a.unchanged + b.unchanged,
    replaced: a.replaced + b.replaced,
    removed: a.removed + b.removed,
    removedLines: a.removedLines + b.removedLines,
    from: Math.min(a.from, b.from),
  }));
}

/** Figures without what was asked for must not come out. */
function refuseControl(settings: RefreshSettings): void {
  if (isControlled(settings))
    throw new UserError(
      'MDQ_MIN_PEOPLE, MDQ_MIN_MERCHANTS and MDQ_MAX_SHARE work with the embedded engine only so far; unset them, or unset WAREHOUSE_URL',
    );
}

async function applyStaged(attempt: Attempt, intake: IntakePlace): Promise<Applied> {
  const { connection } = intake;
  await attempt.begin();
  await prepareOrders(connection, attempt.servers.length);
  const { lines, orders } = await connection.numbers<'lines' | 'orders'>(
    'SELECT (SELECT count(*) FROM staged) AS lines, (SELECT count(*) FROM arriving WHERE lines > 0) AS orders',
  );
  await uploadOrders(attempt, intake);
  const { unchanged, replaced, removed, from } = await writeOrders(attempt);
  if (unchanged < orders) await uploadLines(attempt, intake);
  return {
    lines,
    orders,
    replacedOrders: replaced,
    unchangedOrders: unchanged,
    removedOrders: removed,
    asideOrders: 0,
    from: Number.isFinite(from) ? from : undefined,
  };
}

/** After what is staged has been applied, the orders that did not arrive are those to go. */
async function replaceAll(attempt: Attempt, intake: IntakePlace): Promise<Applied> {
  const applied = await applyStaged(attempt, intake);
  const gone = await removeOthers(attempt);
  const from = Math.min(applied.from ?? Number.POSITIVE_INFINITY, gone.from);
  return {
    ...applied,
    removedOrders: applied.removedOrders + gone.orders,
    from: Number.isFinite(from) ? from : undefined,
  };
}

/** Orders to be deleted arrive as orders without lines. */
async function deleteOrders(attempt: Attempt, intake: IntakePlace, ids: readonly string[]): Promise<Touched> {
  const { connection } = intake;
  await attempt.begin();
  await prepareStage(connection);
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE cancelled AS SELECT DISTINCT unnest(CAST(json($ids) AS VARCHAR[])) AS id',
    { ids: JSON.stringify(ids) },
  );
  await prepareOrders(connection, attempt.servers.length);
  await uploadOrders(attempt, intake);
  const unknown = await textsOf(attempt, `SELECT order_id FROM (${COMPARED}) WHERE old_lines = 0`);
  refuseUnknown('order', unknown);
  const { removed, removedLines, from } = await writeOrders(attempt);
  return { lines: removedLines, orders: removed, asideOrders: 0, from };
}

/** Orders with lines of these members are written again without them. */
async function forgetMembers(attempt: Attempt, given: readonly string[]): Promise<Touched> {
  const { servers, signal } = attempt;
  const ids = [...new Set(given)];
  const values = { ...attempt.values, members: ids };
  await attempt.begin();
  const isOf = `${VISIBLE} AND member_id IN {members:Array(String)}`;
  const known = new Set(
    await textsOf(attempt, `SELECT DISTINCT member_id FROM mdq_line WHERE ${isOf}`, values),
  );
  refuseUnknown(
    'member',
    ids.filter((id) => !known.has(id)),
  );
  const touched = await onEach(servers, async (server) => {
    const reader = await server.read(
      `SELECT toInt64(count()), toInt64(uniqExact(order_id)), min(day) FROM mdq_line WHERE ${isOf}`,
      values,
      signal,
    );
    const [lines, orders, from] = [reader.int64(), reader.int64(), reader.int32()];
    return { lines, orders, asideOrders: 0, from: lines > 0 ? from : Number.POSITIVE_INFINITY };
  });
  await onEach(servers, async (server) => {
    await server.run(
      `INSERT INTO mdq_order SELECT order_id, day, lines, 0, {import:UInt64} FROM mdq_order
       WHERE ${VISIBLE} AND order_id IN (SELECT order_id FROM mdq_line WHERE ${isOf})`,
      values,
      signal,
    );
    await server.run(
      `INSERT INTO mdq_line
       SELECT * REPLACE (if(member_id IN {members:Array(String)}, '', member_id) AS member_id, {import:UInt64} AS import)
       FROM (SELECT * FROM mdq_line WHERE ${VISIBLE} AND order_id IN (SELECT order_id FROM mdq_order WHERE ${OWN}))`,
      values,
      signal,
    );
  });
  return touched.reduce((a, b) => ({
    lines: a.lines + b.lines,
    orders: a.orders + b.orders,
    asideOrders: 0,
    from: Math.min(a.from, b.from),
  }));
}

async function noteImport({ first, id, signal }: Attempt, facts: ImportFacts): Promise<void> {
  await first.run(
    `INSERT INTO mdq_import SELECT {import:UInt64}, {at:String}, {files:String}, {lines:UInt64}, {orders:UInt64},
       {replaced:UInt64}, {skipped:UInt64}`,
    {
      import: id,
      at: facts.at,
      files: facts.files.join('\n'),
      lines: facts.lines,
      orders: facts.orders,
      replaced: facts.replacedOrders,
      skipped: facts.skippedRows,
    },
    signal,
  );
}

/** A column of texts, from all servers. */
async function textsOf(
  { servers, values, signal }: Attempt,
  query: string,
  more = values,
): Promise<string[]> {
  const read = async (server: Server) => {
    const reader = await server.read(query, more, signal);
    const texts: string[] = [];
    while (!reader.isAtEnd) texts.push(reader.text());
    return texts;
  };
  return (await onEach(servers, read)).flat();
}

function refuseUnknown(what: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const shown = [...ids]
    .sort()
    .slice(0, SHOWN)
    .map((id) => JSON.stringify(id));
  const more = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : '';
  throw new UserError(`There is no ${what} ${shown.join(', ')}${more}; nothing was changed`);
}
