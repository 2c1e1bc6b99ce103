import type { Config } from '../config.ts';
import { DuckdbWarehouse } from './duckdb/duckdb-warehouse.ts';
import type { Warehouse } from './warehouse.ts';

/** Opens the warehouse that the settings name. */
export function openWarehouse(config: Config): Warehouse {
  return new DuckdbWarehouse(config.dataDir, config.importMemory, config.given);
}

export { profileText, readDecimal, readDelimiter, readEncoding, readProfile } from './intake/profile.ts';
