import type { Config } from '../config.ts';
import { DuckdbWarehouse } from './duckdb/duckdb-warehouse.ts';
import type { Warehouse } from './warehouse.ts';

export {
  backupWarehouse,
  describeLines,
  describePublished,
  hasWarehouse,
  lockWarehouse,
  WAREHOUSE_FILES,
} from './duckdb/backup.ts';

/** Opens the warehouse that the settings name. */
export function openWarehouse(config: Config): Warehouse {
  const { dataDir, importMemory, timeZone, defaultWeeks, audienceMethods } = config;
  return new DuckdbWarehouse(dataDir, importMemory, { timeZone, defaultWeeks, audienceMethods });
}
