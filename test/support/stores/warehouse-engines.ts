/** The engines that a warehouse can stand on, for tests that hold for all of them. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { readConfig } from '../../../src/settings/config.ts';
import { openWarehouse, setUpClickhouse } from '../../../src/warehouse/open.ts';
import type { Warehouse } from '../../../src/warehouse/warehouse.ts';
import { cluster } from '../clickhouse/cluster.ts';
import { whyNoClickhouse } from '../clickhouse/servers.ts';
import { isThorough } from '../effort.ts';
import { temporaryFolder } from '../workplace.ts';

export { cluster };

type Settings = Readonly<Record<string, string>>;

interface TestWarehouse {
  readonly warehouse: Warehouse;
  /** A folder for files of the test. */
  readonly folder: string;
  readonly env: Settings;
}

export interface TestEngine {
  readonly name: string;
  /** Why it cannot run here; false where it can. */
  readonly skip: string | false;
  /** The settings that name a store of its own, for commands and servers. */
  place(): Promise<Settings>;
  /** A warehouse of its own, which is gone when the test ends. */
  open(t: TestContext, settings?: Settings): Promise<TestWarehouse>;
}

export const embedded: TestEngine = {
  name: 'embedded',
  skip: false,
  place: async () => ({}),
  open: (t, settings = {}) => opened(t, settings),
};

/** Two shards, started when the first test needs them and shared by all tests of a file. */
export const clickhouse: TestEngine = onShards(2);

/** One server, without a cluster. */
export const oneServer: TestEngine = onShards(1);

function onShards(shards: 1 | 2): TestEngine {
  const place = async () => {
    const servers = await cluster();
    const settings = { WAREHOUSE_URL: servers.url(await servers.makeDatabase(), shards) };
    const { warehouse } = readConfig(settings);
    if (warehouse) await setUpClickhouse(warehouse);
    return settings;
  };
  return {
    name: shards === 1 ? 'ClickHouse on one server' : 'ClickHouse on two shards',
    skip: whyNoClickhouse,
    place,
    open: async (t, settings = {}) => opened(t, { ...settings, ...(await place()) }),
  };
}

/** `npm test` tries the embedded one alone. */
export const ENGINES: readonly TestEngine[] = isThorough ? [embedded, clickhouse] : [embedded];

async function opened(t: TestContext, settings: Settings): Promise<TestWarehouse> {
  const folder = await temporaryFolder(t);
  const env = { DATA_DIR: join(folder, 'data'), ...settings };
  const warehouse = await openWarehouse(readConfig(env));
  t.after(() => warehouse.close());
  return { warehouse, folder, env };
}
