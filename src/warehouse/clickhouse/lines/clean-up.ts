import { KEPT_VERSIONS } from '../../engine.ts';
import { onEach } from '../server/cluster.ts';
import type { Server, Values } from '../server/server.ts';
import {
  dropRecord,
  firstIdOf,
  type ImportId,
  isPartOf,
  readNumbers,
  type VersionRecord,
  type VisibleImports,
} from '../versions/version-record.ts';

/** The tables whose rows count by the import that they are of. */
const ROWS = [
  ...(['mdq_line', 'mdq_order', 'mdq_seen', 'mdq_import', 'mdq_mark'] as const),
  ...(['mdq_aside_line', 'mdq_aside_order', 'mdq_closed'] as const),
  ...(['mdq_undo_line', 'mdq_undo_order', 'mdq_undo_aside_line', 'mdq_undo_aside_order'] as const),
];
const UNDO_ROWS = ROWS.filter((name) => name.startsWith('mdq_undo_'));

/** The tables that an attempt needs while it runs. */
const TRACES = ['mdq_arriving', 'mdq_taken', 'mdq_amount'] as const;

/*
 * Cleaning up after writers. None of it changes what holds, and all of it may be done again or by two at once: so a
 * writer that died after its commit, or in the middle of its work, is cleaned up after by the next.
 */

/** Removes what the newest record has made superfluous, and what attempts left that can no longer be published. */
export async function cleanUp(servers: readonly Server[], first: Server): Promise<void> {
  const begun = (await first.rows('SELECT DISTINCT import FROM mdq_attempt')).map((row) =>
    Number(row.import),
  );
  const { records, voids } = await readNumbers(first);
  const [newest, ...older] = records;
  if (!newest) return;
  // An attempt at a later version may be running.
  const over = begun.filter((id) => id < firstIdOf(newest.version + 1));
  const { before, ids } = newest.visible;
  const published = over.filter((id) => id < before || ids.includes(id));
  if (published.includes(newest.import)) await removeReplaced(servers, newest);
  const kept = older.filter((record) => isPartOf(record, newest)).slice(0, KEPT_VERSIONS - 1);
  for (const { version, import: id } of older.filter((record) => !kept.includes(record))) {
    await dropPartition(first, 'mdq_figures', id);
    await dropRecord(first, version);
  }
  for (const version of voids) if (version < newest.version) await dropRecord(first, version);
  await removeTraces(servers, first, published);
  await removeAttempts(
    servers,
    first,
    over.filter((id) => !published.includes(id)),
  );
}

/**
 * Removes rows that do not count, so that all that are older than an id do, and need not be told apart any more. A writer
 * that lost against another and was killed may have left some after the clean-up.
 */
export async function sweep(
  servers: readonly Server[],
  now: VisibleImports,
  next: VisibleImports,
): Promise<void> {
  const values = { from: now.before, before: next.before, ids: now.ids };
  const isStray =
    'import >= {from:UInt64} AND import < {before:UInt64} AND import NOT IN {ids:Array(UInt64)}';
  await onEach(servers, async (server) => {
    for (const table of ROWS) await deleteIfAny(server, table, isStray, values);
  });
}

/** Removes all rows of attempts that are not published and never will be. */
export async function removeAttempts(
  servers: readonly Server[],
  first: Server,
  dead: readonly ImportId[],
): Promise<void> {
  if (dead.length === 0) return;
  await onEach(servers, async (server) => {
    for (const table of ROWS) await deleteIfAny(server, table, 'import IN {dead:Array(UInt64)}', { dead });
  });
  for (const id of dead) await dropPartition(first, 'mdq_figures', id);
  await removeTraces(servers, first, dead);
}

/** Removes what attempts needed while they ran, and last the note that there were any. */
async function removeTraces(
  servers: readonly Server[],
  first: Server,
  ids: readonly ImportId[],
): Promise<void> {
  if (ids.length === 0) return;
  await onEach(servers, async (server) => {
    for (const id of ids) for (const table of TRACES) await dropPartition(server, table, id);
  });
  await first.run('DELETE FROM mdq_attempt WHERE import IN {ids:Array(UInt64)}', { ids });
}

/** Removes the rows that those of the newest import have replaced. */
async function removeReplaced(
  servers: readonly Server[],
  { import: id, leaves, undo }: VersionRecord,
): Promise<void> {
  const values = { import: id };
  await onEach(servers, async (server) => {
    // What an import replaced is kept until another change: only the newest can be taken back.
    const kept = { ...values, kept: undo?.import ?? 0 };
    for (const table of UNDO_ROWS)
      await deleteIfAny(server, table, 'import <= {import:UInt64} AND import <> {kept:UInt64}', kept);
    if (leaves.orders) await removeSuperseded(server, 'mdq_line', 'mdq_order', 'lines = 0', values);
    if (leaves.aside)
      await removeSuperseded(server, 'mdq_aside_line', 'mdq_aside_order', 'waits = 0', values);
    if (leaves.seenFrom !== null) {
      const since = { ...values, from: leaves.seenFrom };
      // One server needs none of it: what is there is of a program before this one.
      const isOver =
        servers.length > 1 ? 'import < {import:UInt64} AND day >= {from:Int32}' : 'import < {import:UInt64}';
      await deleteIfAny(server, 'mdq_seen', isOver, since);
      await deleteIfAny(server, 'mdq_closed', 'import < {import:UInt64} AND week >= {from:Int32}', since);
    }
    if (leaves.incoming)
      await server.run(
        'DELETE FROM mdq_incoming WHERE row_id IN (SELECT row_id FROM mdq_taken WHERE import = {import:UInt64})',
        values,
      );
    // A deleted row is only hidden until its part is written again.
    if (leaves.members)
      for (const table of ['mdq_line', 'mdq_seen', 'mdq_aside_line', 'mdq_undo_line', 'mdq_undo_aside_line'])
        await server.run(`ALTER TABLE ${table} APPLY DELETED MASK`);
  });
}

/** Lines go before their orders, which tell them. */
async function removeSuperseded(
  server: Server,
  lines: string,
  orders: string,
  isGone: string,
  values: Values,
): Promise<void> {
  const superseded = `import < {import:UInt64} AND order_id IN (SELECT order_id FROM ${orders} WHERE import = {import:UInt64})`;
  await server.run(`DELETE FROM ${lines} WHERE ${superseded}`, values);
  await server.run(
    `DELETE FROM ${orders} WHERE (${superseded}) OR (import = {import:UInt64} AND ${isGone})`,
    values,
  );
}

/** To delete nothing costs more than to look. */
async function deleteIfAny(server: Server, table: string, which: string, values: Values): Promise<void> {
  const [row] = await server.rows(`SELECT 1 FROM ${table} WHERE ${which} LIMIT 1`, values);
  if (row) await server.run(`DELETE FROM ${table} WHERE ${which}`, values);
}

/** The name of a partition takes no parameter; the number is our own. */
async function dropPartition(server: Server, table: string, id: ImportId): Promise<void> {
  await server.run(`ALTER TABLE ${table} DROP PARTITION ${id}`);
}
