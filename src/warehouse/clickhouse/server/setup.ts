import { randomUUID } from 'node:crypto';
import { UserError } from '../../../errors/operators.ts';
import { type Cluster, mustSuit, onEach } from './cluster.ts';
import { createStatement, LATER_COLUMNS, LAYOUT, TABLES } from './schema.ts';
import type { Server } from './server.ts';

/** Makes the tables that are missing, on every server, and notes which shard each of them is. */
export async function setUp(cluster: Cluster): Promise<number> {
  const { servers } = cluster;
  await onEach(servers, mustSuit);
  const shards = await onEach(servers, (server) => cluster.shardOf(server));
  if (new Set(shards).size < servers.length)
    throw new UserError(
      `${cluster.address.setting} must name one server of each shard; two of those it names are of the same`,
    );
  await onEach(servers, addColumns);
  const missing = await onEach(servers, missingTables);
  for (const [i, server] of servers.entries()) {
    for (const table of missing[i] ?? []) await server.run(createStatement(table));
  }
  const found = await onEach(servers, async (server) => {
    const [row] = await server.rows('SELECT warehouse FROM mdq_layout');
    return row ? String(row.warehouse) : undefined;
  });
  const warehouse = found.find((name) => name !== undefined) ?? randomUUID();
  for (const [i, server] of servers.entries()) {
    if (found[i] !== undefined) continue;
    await server.run(
      'INSERT INTO mdq_layout SELECT {layout:UInt16}, {warehouse:String}, {shard:UInt16}, {shards:UInt16}',
      { layout: LAYOUT, warehouse, shard: shards[i], shards: servers.length },
    );
  }
  await cluster.shards();
  await noteLayout(servers);
  return missing.flat().length;
}

/** Makes the tables and columns that came later than those of a warehouse. */
export async function bringUpToDate(servers: readonly Server[]): Promise<void> {
  const layouts = await onEach(servers, (server) => server.rows('SELECT layout FROM mdq_layout'));
  if (layouts.flat().every(({ layout }) => Number(layout) >= LAYOUT)) return;
  await onEach(servers, async (server) => {
    await addColumns(server);
    for (const table of await missingTables(server)) await server.run(createStatement(table));
  });
  await noteLayout(servers);
}

async function addColumns(server: Server): Promise<void> {
  const rows = await server.rows('SELECT name FROM system.tables WHERE database = currentDatabase()');
  const there = new Set(rows.map(({ name }) => name));
  for (const [table, columns] of LATER_COLUMNS)
    if (there.has(table)) await server.run(`ALTER TABLE ${table} ${columns}`);
}

/** From here on, a program that does not know these tables leaves the warehouse alone. */
async function noteLayout(servers: readonly Server[]): Promise<void> {
  const layout = LAYOUT;
  const isOlder = 'layout < {layout:UInt16}';
  await onEach(servers, async (server) => {
    const [older] = await server.rows(`SELECT 1 FROM mdq_layout WHERE ${isOlder}`, { layout });
    if (older)
      await server.run(`ALTER TABLE mdq_layout UPDATE layout = {layout:UInt16} WHERE ${isOlder}`, { layout });
  });
}

/** The tables that a server does not have. One that it has, with other columns than ours, refuses everything. */
async function missingTables(server: Server) {
  const rows = await server.rows(
    "SELECT table, name, type FROM system.columns WHERE database = currentDatabase() AND table LIKE 'mdq\\_%' ORDER BY position",
  );
  return TABLES.filter((table) => {
    const columns = rows.filter((row) => row.table === table.name).map(({ name, type }) => `${name} ${type}`);
    if (columns.length === 0) return true;
    const ours = table.columns.map(([name, type]) => `${name} ${type}`);
    const other =
      ours.find((column) => !columns.includes(column)) ?? columns.find((column) => !ours.includes(column));
    if (other === undefined) return false;
    throw new UserError(
      `The table ${table.name} on the ClickHouse server ${server.host} has another layout than this mdq makes ` +
        `(column ${other}); name another database, or see "mdq warehouse schema"`,
    );
  });
}

/** All statements that make the tables of a server. */
export function schemaText(): string {
  return `${TABLES.map((table) => createStatement(table)).join(';\n\n')};\n`;
}
