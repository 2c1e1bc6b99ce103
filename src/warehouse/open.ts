import type { Config } from '../settings/config.ts';
import { effectiveSettings } from '../settings/data-settings.ts';
import type { ClickhouseAddress } from '../settings/warehouse-url.ts';
import { EngineWarehouse } from './changes/engine-warehouse.ts';
import { shownIn } from './changes/warnings.ts';
import { clickhouseEngine } from './clickhouse/clickhouse-engine.ts';
import { ClickhouseMoveTarget } from './clickhouse/lines/move-target.ts';
import { duckdbEngine } from './duckdb/duckdb-engine.ts';
import { DuckdbMoveSource } from './duckdb/move-source.ts';
import { movedTo } from './duckdb/moved.ts';
import { type CheckReport, checkFiles } from './intake/check.ts';
import { NO_NAMES } from './intake/name-counts.ts';
import type { LinesSource, LinesTarget } from './move.ts';
import { readNewest } from './versions/read-newest.ts';
import type { ImportRequest, Warehouse } from './warehouse.ts';

/** Tells what an import would do, and does none of it. */
export async function checkImport(config: Config, request: ImportRequest): Promise<CheckReport> {
  const warehouse = openWarehouse(config);
  try {
    const newest = await readNewest(warehouse, (version) => warehouse.load(version)).catch(() => undefined);
    return await checkFiles(request, {
      settings: effectiveSettings(config.given, await warehouse.settings()),
      memory: config.importMemory,
      maxBytes: config.importMaxBytes,
      shown: newest && shownIn(newest.content),
      names: newest?.content ?? NO_NAMES,
    });
  } finally {
    await warehouse.close();
  }
}

export {
  backupWarehouse,
  describeLines,
  describePublished,
  hasWarehouse,
  lockWarehouse,
  WAREHOUSE_FILES,
} from './duckdb/backup.ts';
export { reconcileRestored } from './duckdb/restored.ts';

/** Opens the warehouse that the settings name. */
export function openWarehouse(config: Config): Warehouse {
  const { dataDir, importMemory: memory, warehouse: address } = config;
  const engine = address ? clickhouseEngine(address, { dataDir, memory }) : duckdbEngine(dataDir, memory);
  return new EngineWarehouse(engine, config.given, config.importMaxBytes);
}

/** The lines in the data folder and the place that they are to be moved to. */
export function openLinesMove(
  { dataDir, importMemory: memory }: Config,
  address: ClickhouseAddress,
): { source: LinesSource; target: LinesTarget } {
  return {
    source: new DuckdbMoveSource(dataDir, memory / 2),
    target: new ClickhouseMoveTarget(address, { dataDir, memory: memory / 2 }),
  };
}

export { schemaText, setUpClickhouse } from './clickhouse/clickhouse-engine.ts';
/** Where the lines were moved to that the settings name; undefined where they are still there. */
export function linesMoved({ dataDir, warehouse }: Config): string | undefined {
  return warehouse ? undefined : movedTo(dataDir);
}

export type { CheckReport } from './intake/check.ts';
export { profileText, readDecimal, readDelimiter, readEncoding, readProfile } from './intake/profile.ts';
