import { readConfig } from '../../src/config.ts';
import { setUpClickhouse } from '../../src/warehouse/open.ts';
import { cluster } from './clickhouse/cluster.ts';

/** Settings for accounts in this PostgreSQL and order lines in a new database on both shards. */
export async function scaledStores(accountsUrl: string): Promise<Record<string, string>> {
  const shards = await cluster();
  const settings = { ACCOUNTS_URL: accountsUrl, WAREHOUSE_URL: shards.url(await shards.makeDatabase()) };
  const { warehouse } = readConfig(settings);
  if (warehouse) await setUpClickhouse(warehouse);
  return settings;
}
