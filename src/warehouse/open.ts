import type { Config } from '../config.ts';
import { DuckdbWarehouse } from './duckdb/duckdb-warehouse.ts';
import type { Warehouse } from './warehouse.ts';

/** Opens the warehouse that the settings name. */
export function openWarehouse(config: Config): Warehouse {
  const { dataDir, timeZone, defaultWeeks, audienceMethods } = config;
  return new DuckdbWarehouse(dataDir, { timeZone, defaultWeeks, audienceMethods });
}
