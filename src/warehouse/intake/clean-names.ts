import type { Connection } from '../database/connection.ts';
import { describeStaged } from '../describe-staged.ts';

const NAMES = ['category', 'sub_category', 'tags', 'payment_method'] as const;

/**
 * Describes the staged rows, whose names are as their files write them, and has them hold names as they are compared:
 * without blanks around them, in one form of Unicode. There are few different names, and mostly all are clean already: rows
 * are written again only where one is not.
 */
export async function cleanNames(connection: Connection): Promise<void> {
  await describeStaged(connection);
  const { others } = await connection.numbers<'others'>(`
    CREATE OR REPLACE TEMP TABLE renamed AS
    SELECT written, to_name(written) AS name
    FROM (SELECT unnest([category, sub_category, tags]) AS written FROM described
          UNION SELECT payment_method FROM paid_by)
    WHERE name <> written;
    SELECT count(*) AS others FROM renamed`);
  if (others > 0) {
    await connection.run(`
      CREATE TEMP TABLE cleaned AS
      SELECT staged.* REPLACE (${NAMES.map((name) => `coalesce(to_${name}.name, staged.${name}) AS ${name}`).join(', ')})
      FROM staged
      ${NAMES.map((name) => `LEFT JOIN renamed AS to_${name} ON to_${name}.written = staged.${name}`).join('\n')};
      DROP TABLE staged;
      ALTER TABLE cleaned RENAME TO staged`);
    await describeStaged(connection);
  }
  await connection.run('DROP TABLE renamed');
}
