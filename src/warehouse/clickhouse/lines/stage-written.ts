import { type Connection, fileName, literal } from '../../database/connection.ts';
import { TEXTS } from '../../intake/reading/reading-sql.ts';
import { FORGOTTEN } from './forget-members.ts';

/** Shows a file that was written to be moved as the rows that an import has staged. */
export async function stageWritten(connection: Connection, file: string): Promise<void> {
  await connection.run(`
    CREATE OR REPLACE TEMP VIEW staged AS
    SELECT * EXCLUDE (forgotten)
             REPLACE (CAST(DATE '1970-01-01' + ordered_at AS TIMESTAMP) AS ordered_at,
                      coalesce(member_id, chr(0) || ${literal(FORGOTTEN.slice(1))} || forgotten) AS member_id)
    FROM read_parquet(${literal(fileName(file))});
    CREATE OR REPLACE TEMP TABLE cancelled (id VARCHAR);
    ${TEXTS}`);
}
