import { quoted, type Server } from '../server/server.ts';

/*
 * As long as order lines are being moved to a warehouse, a table without rows on the first server says so: its comment
 * names where they come from. To drop it is the end of the move.
 */

const TABLE = 'mdq_moving';

/** Where lines are being moved from; undefined when none are. */
export async function movedFrom(first: Server): Promise<string | undefined> {
  const [row] = await first.rows(
    `SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = '${TABLE}'`,
  );
  return row && String(row.comment);
}

export async function beginMoving(first: Server, source: string): Promise<void> {
  await first.run(
    `CREATE TABLE IF NOT EXISTS ${TABLE} (source String) ENGINE = Null COMMENT ${quoted(source)}`,
  );
}

export async function endMoving(first: Server): Promise<void> {
  await first.run(`DROP TABLE IF EXISTS ${TABLE}`);
}
