import { NewerLayoutError } from '../../../disk/layout.ts';
import { UserError } from '../../../errors/operators.ts';
import { describeAddress, type PostgresAddress } from '../../../settings/postgres-address.ts';
import type { IfMissing } from '../../accounts.ts';
import { inTransaction } from '../transaction.ts';
import type { Client, Connections } from './connections.ts';
import { LAYOUT, MIGRATIONS, SCHEMA } from './schema.ts';

/** One number for all programs that make or change the tables: they take turns. */
const MIGRATION_LOCK = 6_581_617;

interface Layout {
  readonly layout: number;
  /** Programs of this layout and later ones may use the store. */
  readonly serves_from: number;
}

/** Makes the tables of a new store, or brings those of an older one up to date: in one transaction, by one process. */
export async function migrate(
  connections: Connections,
  address: PostgresAddress,
  ifMissing: IfMissing,
  migrations: readonly string[] = MIGRATIONS,
): Promise<void> {
  const newest = LAYOUT - MIGRATIONS.length + migrations.length;
  const found = await connections.use(readLayout);
  if (!found && ifMissing === 'refuse') {
    throw new UserError(
      `There are no accounts in ${describeAddress(address)}; "mdq account create NAME" makes the first`,
    );
  }
  if (found && isUsable(found, address, newest)) return;
  await inTransaction(connections, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    // Another process may have done it while this one waited.
    const now = await readLayout(client);
    if (now && isUsable(now, address, newest)) return;
    // First the table that a batch of calls locks first: in another order, both would wait for each other.
    await client.query(now ? 'LOCK TABLE mdq.account IN ACCESS EXCLUSIVE MODE' : SCHEMA);
    for (const migration of migrations.slice(now ? now.layout - 1 : 0)) await client.query(migration);
    // Those of the version before go on serving: what was added is not theirs, and nothing of theirs has changed.
    await client.query(
      `INSERT INTO mdq.state (layout, serves_from) VALUES ($1, $2)
       ON CONFLICT (single) DO UPDATE SET layout = excluded.layout, serves_from = excluded.serves_from`,
      [newest, Math.max(1, newest - 1)],
    );
  });
}

function isUsable({ layout, serves_from }: Layout, address: PostgresAddress, known: number): boolean {
  if (serves_from > known) {
    throw new NewerLayoutError(
      `The accounts in ${describeAddress(address)} have layout ${layout}, made by a newer mdq; ` +
        `this one knows layouts up to ${known}. Upgrade mdq`,
    );
  }
  return layout >= known;
}

async function readLayout(client: Client): Promise<Layout | undefined> {
  // By a look at the catalogue: what to_regclass says may be older than the lock that was waited for.
  const { rows } = await client.query<{ is_there: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = 'mdq' AND tablename = 'state') AS is_there`,
  );
  if (!rows[0]?.is_there) return undefined;
  return (await client.query<Layout>('SELECT layout, serves_from FROM mdq.state')).rows[0];
}
