import { readConfig } from '../../../src/settings/config.ts';
import { setUpClickhouse } from '../../../src/warehouse/open.ts';
import { cluster } from '../clickhouse/cluster.ts';
import { createDatabase } from './postgres.ts';

/** Settings for accounts in PostgreSQL, in a new database unless one is given, and order lines in one on both shards. */
export async function scaledStores(accountsUrl?: string): Promise<Record<string, string>> {
  const [shards, accounts] = await Promise.all([cluster(), accountsUrl ?? createDatabase()]);
  const settings = { ACCOUNTS_URL: accounts, WAREHOUSE_URL: shards.url(await shards.makeDatabase()) };
  const { warehouse } = readConfig(settings);
  if (warehouse) await setUpClickhouse(warehouse);
  return settings;
}
