import { describeFailure } from '../errors/describe-failure.ts';
import type { Config } from '../settings/config.ts';
import { effectiveSettings } from '../settings/data-settings.ts';
import type { ClickhouseAddress } from '../settings/warehouse-url.ts';
import { EngineWarehouse } from './changes/engine-warehouse.ts';
import { movedTo } from './duckdb/file/moved.ts';
import type { CheckReport } from './intake/check.ts';
import type { Draft } from './intake/draft/draft.ts';
import type { LinesSource, LinesTarget } from './move.ts';
import { readNewest } from './versions/read-newest.ts';
import type { ImportRequest, Warehouse } from './warehouse.ts';

export {
  backupWarehouse,
  describeLines,
  describePublished,
  hasWarehouse,
  lockWarehouse,
  WAREHOUSE_FILES,
} from './duckdb/file/backup.ts';
export { reconcileRestored } from './duckdb/file/restored.ts';

/** An engine is loaded where it is used: commands start sooner without the other. */
const duckdb = () => import('./duckdb/duckdb-engine.ts');
const clickhouse = () => import('./clickhouse/clickhouse-engine.ts');

/** Opens the warehouse that the settings name. Changes are noted as made by `by`; `tell` gets what is left to do after one. */
export async function openWarehouse(
  config: Config,
  by = 'unknown',
  tell?: (text: string) => void,
): Promise<Warehouse> {
  const { dataDir, importMemory: memory, warehouse: address } = config;
  const engine = address
    ? (await clickhouse()).clickhouseEngine(address, { dataDir, memory })
    : (await duckdb()).duckdbEngine(dataDir, memory, tell);
  return new EngineWarehouse(engine, config.given, { maxBytes: config.importMaxBytes, by });
}

/** Tells what an import would do, and does none of it. */
export async function checkImport(config: Config, request: ImportRequest): Promise<CheckReport> {
  const { checkFiles } = await import('./intake/check.ts');
  await using warehouse = await openWarehouse(config);
  const newest = await readNewest(warehouse, (version) => warehouse.load(version)).catch(() => undefined);
  const report = await checkFiles(request, {
    settings: effectiveSettings(config.given, await warehouse.settings()),
    memory: config.importMemory,
    maxBytes: config.importMaxBytes,
    published: newest?.content,
  });
  // On ClickHouse that would upload every row.
  if (!newest || config.warehouse || !report.isComparable) return report;
  const { lateOrders, manyRemoved } = await import('./changes/warnings.ts');
  const { profile } = report;
  const good = report.rows?.badRows ? { skipBadRows: true } : {};
  return await warehouse.foresee({ ...request, profile, ...good }).then(
    (foreseen) => ({
      ...report,
      foreseen,
      warnings: [
        ...report.warnings,
        ...manyRemoved(foreseen, newest.content.facts),
        ...lateOrders(foreseen.asideOrders),
      ],
    }),
    // Another import may be running.
    (error: unknown) => ({ ...report, notCompared: describeFailure(error) }),
  );
}

/** Drafts a query that makes order lines of tables; nothing is opened but these. */
export async function draftImport(
  { importMemory: memory, importMaxBytes: maxBytes }: Config,
  request: ImportRequest,
): Promise<Draft> {
  const { draftQuery } = await import('./intake/draft/draft.ts');
  return draftQuery(request, { memory, maxBytes });
}

/** The lines in the data folder and the place that they are to be moved to. */
export async function openLinesMove(
  { dataDir, importMemory: memory }: Config,
  address: ClickhouseAddress,
): Promise<{ source: LinesSource; target: LinesTarget }> {
  const { DuckdbMoveSource } = await import('./duckdb/file/move-source.ts');
  const { ClickhouseMoveTarget } = await import('./clickhouse/lines/move-target.ts');
  return {
    source: new DuckdbMoveSource(dataDir, memory / 2),
    target: new ClickhouseMoveTarget(address, { dataDir, memory: memory / 2 }),
  };
}

/** Where the lines were moved to that the settings name; undefined where they are still there. */
export function linesMoved({ dataDir, warehouse }: Config): string | undefined {
  return warehouse ? undefined : movedTo(dataDir);
}

/** Makes the tables that are missing, and returns how many those were. */
export async function setUpClickhouse(address: ClickhouseAddress): Promise<number> {
  return (await clickhouse()).setUpClickhouse(address);
}

/** The statements that make the tables of a server. */
export async function schemaText(): Promise<string> {
  return (await clickhouse()).schemaText();
}
