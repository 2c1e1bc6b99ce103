import { ConflictError } from '../../../errors/operators.ts';
import { SHUT_SETTLE_1 } from '../ledger/settle-sql.ts';
import type { Client } from './connections.ts';
import { LAYOUT } from './schema.ts';

/** What every connection of a program is called: programs before layout 3 did not tell theirs. */
export const PROGRAM_NAME = `mdq layout ${LAYOUT}`;
const OLDER_NAME = 'mdq';

/**
 * Programs of the version before charge beside this one, and would spend points that have expired, or beyond a limit. Before
 * the first of either, none of them may be connected; from then on none can charge, or open the store.
 */
export async function shutOlderPrograms(client: Client): Promise<void> {
  const { rows } = await client.query<{ serves_from: number }>('SELECT serves_from FROM mdq.state');
  if (Number(rows[0]?.serves_from) >= LAYOUT) return;
  // First, so that one that connects from now on cannot open the store.
  await client.query('UPDATE mdq.state SET serves_from = $1', [LAYOUT]);
  await client.query(SHUT_SETTLE_1);
  const { rows: older } = await client.query<{ place: string }>(
    `SELECT DISTINCT coalesce(host(client_addr), 'this machine') AS place FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1 ORDER BY place`,
    [OLDER_NAME],
  );
  if (older.length === 0) return;
  throw new ConflictError(
    'Servers of an older version are connected to the accounts, and would let expired points be used and limits be passed: replace them first',
    older.map(({ place }) => place),
  );
}
