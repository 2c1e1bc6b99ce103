import type { Connection } from './database/connection.ts';

/** Few combinations of names, and few methods, stand for all rows that are staged now: whoever takes rows away makes them again. */
export async function describeStaged(connection: Connection): Promise<void> {
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE described AS SELECT DISTINCT category, sub_category, tags FROM staged;
    CREATE OR REPLACE TEMP TABLE paid_by AS SELECT DISTINCT payment_method FROM staged`);
}
