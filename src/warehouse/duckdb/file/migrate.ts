import { refuseNewer } from '../../../disk/layout.ts';
import type { Connection } from '../../database/connection.ts';
import { TABLES } from './schema.ts';

/** The layout of the first release, which carried no number. */
const FIRST_LAYOUT = 1;

/** What the newest import replaced or removed, what waited before it, and how much there was of everything. */
const UNDO = `
  ALTER TABLE state ADD COLUMN undo VARCHAR;
  CREATE TABLE undo_order (number BIGINT, id VARCHAR, day INTEGER, fingerprint HUGEINT);
  CREATE TABLE undo_line (
    order_number BIGINT, day INTEGER, category INTEGER, sub INTEGER, product INTEGER, text INTEGER,
    cents BIGINT, method INTEGER, merchant INTEGER, member INTEGER
  );
  CREATE TABLE undo_aside_row (
    order_id VARCHAR, ordered_at TIMESTAMP, category VARCHAR, sub_category VARCHAR, product_id VARCHAR, tags VARCHAR,
    cents BIGINT, payment_method VARCHAR, merchant_id VARCHAR, member_id VARCHAR
  );
  CREATE TABLE undo_aside_removed (id VARCHAR);
  CREATE TABLE undo_count (name VARCHAR, count BIGINT);`;

/** Each brings a file to the next layout. */
export const MIGRATIONS: readonly string[] = [
  // 2: the number of the layout itself; settings that are kept with the data, as JSON; the last day that is shown; what
  // the rows of an order say, to tell whether it arrives again just as it was, none where that is not known.
  `CREATE TABLE layout (version INTEGER);
   CREATE TABLE setting (name VARCHAR, value VARCHAR);
   ALTER TABLE state ADD COLUMN complete_through INTEGER;
   ALTER TABLE orders ADD COLUMN fingerprint HUGEINT;`,
  // 3: disclosure control: the weeks that are published and not revised in passing, what waits beside the lines until
  // they are (rows as they are staged, and orders that go), and the cells that are closed: a week is its Monday.
  `ALTER TABLE state ADD COLUMN published_start INTEGER;
   ALTER TABLE state ADD COLUMN published_end INTEGER;
   CREATE TABLE aside_row (
     order_id VARCHAR, ordered_at TIMESTAMP, category VARCHAR, sub_category VARCHAR, product_id VARCHAR, tags VARCHAR,
     cents BIGINT, payment_method VARCHAR, merchant_id VARCHAR, member_id VARCHAR
   );
   CREATE TABLE aside_removed (id VARCHAR);
   CREATE TABLE closed_cell (week INTEGER, scope INTEGER, is_basis BOOLEAN);`,
  // 4: published weeks that are withheld since a restore.
  `ALTER TABLE state ADD COLUMN withheld_from INTEGER;`,
  // 5: other changes than imports are noted, and who made them; ids that are not to come in again; how the newest
  // import is taken back.
  `ALTER TABLE import ADD COLUMN kind VARCHAR;
   ALTER TABLE import ADD COLUMN done_by VARCHAR;
   CREATE TABLE mark (kind VARCHAR, key VARCHAR, hash VARCHAR);
   ${UNDO}`,
  // 6: what else is noted of an import, as JSON.
  'ALTER TABLE import ADD COLUMN details VARCHAR;',
];

/** The layout that this program writes. */
export const LAYOUT = FIRST_LAYOUT + MIGRATIONS.length;

/** Makes the tables of a new file, or brings those of an older one up to date: all of it in one transaction. */
export async function migrate(
  connection: Connection,
  tables = TABLES,
  migrations: readonly string[] = MIGRATIONS,
): Promise<void> {
  const newest = FIRST_LAYOUT + migrations.length;
  const layout = await layoutOf(connection);
  refuseNewer('warehouse.duckdb', layout, newest);
  if (layout === newest) return;
  await connection.transaction(async () => {
    // A file without a number may be new; the tables are made where they are not there.
    if (layout === FIRST_LAYOUT) await connection.run(tables);
    for (const migration of migrations.slice(layout - FIRST_LAYOUT)) await connection.run(migration);
    await connection.run('DELETE FROM layout');
    await connection.run('INSERT INTO layout VALUES ($newest)', { newest });
  });
}

export async function layoutOf(connection: Connection): Promise<number> {
  const { tables } = await connection.numbers<'tables'>(
    "SELECT count(*) AS tables FROM duckdb_tables() WHERE database_name = current_database() AND table_name = 'layout'",
  );
  if (tables === 0) return FIRST_LAYOUT;
  const { version } = await connection.numbers<'version'>('SELECT max(version) AS version FROM layout');
  return version;
}
