import type { Connection } from './database/connection.ts';

/**
 * Notes the combinations of names and the methods of the staged rows, which are few, each once. Whoever takes rows away notes
 * them again.
 */
export async function describeStaged(connection: Connection): Promise<void> {
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE described AS SELECT DISTINCT category, sub_category, tags FROM staged;
    CREATE OR REPLACE TEMP TABLE paid_by AS SELECT DISTINCT payment_method FROM staged`);
}
