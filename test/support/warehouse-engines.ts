/** The engines that a warehouse can stand on, for tests that hold for all of them. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { openWarehouse, setUpClickhouse } from '../../src/warehouse/open.ts';
import type { Warehouse } from '../../src/warehouse/warehouse.ts';
import { cluster } from './clickhouse/cluster.ts';
import { whyNoClickhouse } from './clickhouse/servers.ts';
import { temporaryFolder } from './workplace.ts';

export { cluster };

type Settings = Readonly<Record<string, string>>;

export interface TestWarehouse {
  readonly warehouse: Warehouse;
  /** A folder for files of the test. */
  readonly folder: string;
  readonly env: Settings;
}

export interface TestEngine {
  readonly name: string;
  /** Why it cannot run here; false where it can. */
  readonly skip: string | false;
  /** A warehouse of its own, which is gone when the test ends. */
  open(t: TestContext, settings?: Settings): Promise<TestWarehouse>;
}

export const embedded: TestEngine = {
  name: 'embedded',
  skip: false,
  open: (t, settings = {}) => opened(t, settings),
};

/** Two shards, started when the first test needs them and shared by all tests of a file. */
export const clickhouse: TestEngine = {
  name: 'ClickHouse on two shards',
  skip: whyNoClickhouse,
  async open(t, settings = {}) {
    const servers = await cluster();
    const database = await servers.makeDatabase();
    return opened(t, { ...settings, WAREHOUSE_URL: servers.url(database) });
  },
};

export const ENGINES: readonly TestEngine[] = [embedded, clickhouse];

async function opened(t: TestContext, settings: Settings): Promise<TestWarehouse> {
  const folder = await temporaryFolder(t);
  const env = { DATA_DIR: join(folder, 'data'), ...settings };
  const config = readConfig(env);
  if (config.warehouse) await setUpClickhouse(config.warehouse);
  const warehouse = openWarehouse(config);
  t.after(() => warehouse.close());
  return { warehouse, folder, env };
}
