import { join } from 'node:path';
import { literal } from '../../database/connection.ts';
import type { IntakePlace } from '../../intake/intake.ts';
import type { ImportRequest } from '../../warehouse.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import type { Server } from '../server/server.ts';
import { OWN, VISIBLE } from './visible.ts';

const NAME = 'mdq_incoming';

/**
 * Takes the rows that other pipelines have inserted: it notes which, so that rows that come meanwhile stay, and makes
 * a file of them. They are removed once the import that has them is published.
 */
export async function takeIncoming(
  attempt: Attempt,
  { connection, workDir }: IntakePlace,
): Promise<Pick<ImportRequest, 'files' | 'contents' | 'isTable'> | undefined> {
  const { servers, values, signal } = attempt;
  if (!(await hasIncoming(servers))) return undefined;
  attempt.hasIncoming = true;
  await attempt.begin();
  const files = await onEach(servers, async (server, shard) => {
    await server.run(
      `INSERT INTO mdq_taken (row_id, import) SELECT row_id, {import:UInt64} FROM ${NAME}
       WHERE row_id NOT IN (SELECT row_id FROM mdq_taken WHERE ${VISIBLE})`,
      values,
      signal,
    );
    const path = join(workDir, `incoming-${shard}.parquet`);
    await server.download(
      `SELECT * EXCEPT (row_id) FROM ${NAME}
       WHERE row_id IN (SELECT row_id FROM mdq_taken WHERE ${OWN}) FORMAT Parquet`,
      path,
      values,
      signal,
    );
    return path;
  });
  // An order that was inserted again, on whichever server, is as it came last.
  const content = join(workDir, 'incoming.parquet');
  const rows = await connection.run(`
    COPY (SELECT * EXCLUDE (inserted_at) FROM read_parquet([${files.map(literal).join(', ')}])
          QUALIFY inserted_at = max(inserted_at) OVER (PARTITION BY order_id))
    TO ${literal(content)} (FORMAT parquet)`);
  return rows === 0 ? undefined : { files: [NAME], contents: new Map([[NAME, content]]), isTable: true };
}

export async function hasIncoming(servers: readonly Server[]): Promise<boolean> {
  const found = await onEach(servers, (server) => server.rows(`SELECT 1 FROM ${NAME} LIMIT 1`));
  return found.some((rows) => rows.length > 0);
}
