import type { Config } from '../config.ts';
import { DuckdbWarehouse } from './duckdb/duckdb-warehouse.ts';
import type { Warehouse } from './warehouse.ts';

/** Opens the warehouse that the settings name. */
export function openWarehouse(config: Config): Warehouse {
  const { dataDir, importMemory, timeZone, defaultWeeks, audienceMethods } = config;
  return new DuckdbWarehouse(dataDir, importMemory, { timeZone, defaultWeeks, audienceMethods });
}

export { profileText, readDecimal, readDelimiter, readEncoding, readProfile } from './intake/profile.ts';
