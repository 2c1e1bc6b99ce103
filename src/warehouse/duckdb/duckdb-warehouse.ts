import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../errors.ts';
import type { Day } from '../../snapshot/calendar.ts';
import type { Facts, RefreshSettings, Tables } from '../../snapshot/tables.ts';
import { Connection } from '../connection.ts';
import { takeIn } from '../intake/intake.ts';
import {
  type DataVersion,
  type ImportReport,
  type ImportRequest,
  NothingToImport,
  type OnProgress,
  type Warehouse,
} from '../warehouse.ts';
import { applyStaged } from './apply.ts';
import { Publications } from './publish.ts';
import { type RefreshOptions, refreshTables } from './refresh.ts';
import { prepareSchema } from './schema.ts';

/**
 * The embedded warehouse. The lines are in a DuckDB file that one process at a time may write; what is
 * published are files beside it that any number of processes read without the engine.
 */
export class DuckdbWarehouse implements Warehouse {
  readonly #dataDir: string;
  /** Bytes that the engine may take while writing. */
  readonly #memory: number;
  readonly #settings: RefreshSettings;
  readonly #publications: Publications;
  /** For what is needed while writing; the writer alone uses it. */
  readonly #tmp: string;

  constructor(dataDir: string, memory: number, settings: RefreshSettings) {
    this.#dataDir = dataDir;
    this.#memory = memory;
    this.#settings = settings;
    this.#publications = new Publications(dataDir);
    this.#tmp = join(dataDir, 'tmp');
  }

  current(): Promise<DataVersion | undefined> {
    return this.#publications.current();
  }

  load(version: DataVersion): Promise<Tables> {
    return this.#publications.load(version);
  }

  describe(version: DataVersion): Promise<Pick<Tables, 'facts' | 'categories'>> {
    return this.#publications.describe(version);
  }

  async sizes(): Promise<{ lines: number; published: number }> {
    const lines = await stat(join(this.#dataDir, 'warehouse.duckdb')).then(
      (file) => file.size,
      () => 0,
    );
    return { lines, published: await this.#publications.bytes() };
  }

  async close(): Promise<void> {}

  async import(request: ImportRequest, onProgress: OnProgress = () => undefined): Promise<ImportReport> {
    const { weekly = true } = request;
    return this.#write(onProgress, async (connection, version, base) => {
      const place = { connection, workDir: this.#tmp, dataDir: this.#dataDir, onProgress };
      const checked = await takeIn(place, request, { ...this.#settings, cancelledStatuses: [] });
      onProgress('Putting orders in place');
      return connection.transaction(async () => {
        const { from, ...counts } = await applyStaged(connection);
        if (counts.lines === 0) throw new NothingToImport();
        const report = { ...counts, ...checked };
        const unchanged = from === undefined ? await this.#unchanged(base, weekly) : undefined;
        if (unchanged) return { ...report, facts: unchanged };
        await connection.run(
          'INSERT INTO import VALUES ($at, $files, $lines, $orders, $replaced, $skipped)',
          {
            at: new Date().toISOString(),
            files: request.files.join('\n'),
            lines: counts.lines,
            orders: counts.orders,
            replaced: counts.replacedOrders,
            skipped: checked.skippedRows,
          },
        );
        const earlier = from === undefined ? undefined : await this.#earlier(base, from);
        const facts = await this.#makeVersion(connection, {
          version,
          weekly,
          earlier,
          onProgress,
        });
        return { ...report, facts };
      });
    });
  }

  async refresh(onProgress: OnProgress = () => undefined): Promise<Facts> {
    const report = await this.#write(onProgress, (connection, version) =>
      connection.transaction(async () => ({
        facts: await this.#makeVersion(connection, { version, weekly: true, onProgress }),
      })),
    );
    return report.facts;
  }

  /**
   * Runs a writer and names the version it made. The version is on disk before the transaction commits, and
   * named after: should the process die between the two, the next writer names it.
   */
  async #write<T extends { facts: Facts }>(
    onProgress: OnProgress,
    work: (connection: Connection, version: DataVersion, base: DataVersion | undefined) => Promise<T>,
  ): Promise<T> {
    const connection = await Connection.open(this.#dataDir, { tmp: this.#tmp, memory: this.#memory });
    const timer = setInterval(() => onProgress('', connection.progress), 200);
    try {
      // What a writer left that was killed.
      await rm(this.#tmp, { recursive: true, force: true });
      await mkdir(this.#tmp);
      await prepareSchema(connection);
      const base = await this.#recover(connection);
      const version = Math.max(base ?? 0, (await this.current()) ?? 0) + 1;
      const result = await work(connection, version, base).catch(async (error) => {
        await this.#publications.drop(version);
        throw error;
      });
      if (result.facts.version === version) await this.#publications.name(version);
      return result;
    } finally {
      clearInterval(timer);
      connection.close();
      await rm(this.#tmp, { recursive: true, force: true });
    }
  }

  /** The version that these lines were published as, named if a writer died before it could; undefined before the first. */
  async #recover(connection: Connection): Promise<DataVersion | undefined> {
    const [state] = await connection.rows('SELECT version, time_zone FROM state');
    const named = (await this.current()) ?? 0;
    if (!state) return undefined;
    if (state.time_zone !== this.#settings.timeZone) {
      throw new UserError(
        `MDQ_TIMEZONE is ${this.#settings.timeZone}, but the orders here were imported in ${state.time_zone}; ` +
          'set it back, or move warehouse.duckdb and published/ out of DATA_DIR and import them anew',
      );
    }
    const committed = Number(state.version);
    if (committed > named && (await this.#publications.has(committed)))
      await this.#publications.name(committed);
    return committed;
  }

  /** What is published, if that is all an import that changed nothing could publish. */
  async #unchanged(base: DataVersion | undefined, weekly: boolean): Promise<Facts | undefined> {
    const tables = await this.#published(base);
    if (!tables || (weekly && !tables.weekly)) return undefined;
    return isDeepStrictEqual(tables.facts.settings, this.#settings) ? tables.facts : undefined;
  }

  /** The published version, if all it says of the days before one still holds. */
  async #earlier(base: DataVersion | undefined, from: Day): Promise<RefreshOptions['earlier']> {
    const tables = await this.#published(base);
    if (!tables || from <= tables.facts.coverage.start) return undefined;
    const { audienceMethods } = tables.facts.settings;
    return isDeepStrictEqual(audienceMethods, this.#settings.audienceMethods) ? { tables, from } : undefined;
  }

  /** What is published now; undefined where that is missing, damaged or of other lines, and must be made anew. */
  async #published(base: DataVersion | undefined): Promise<Tables | undefined> {
    const version = await this.current();
    if (version === undefined || version !== base) return undefined;
    return this.load(version).catch(() => undefined);
  }

  async #makeVersion(connection: Connection, options: Omit<RefreshOptions, 'settings'>): Promise<Facts> {
    const tables = await refreshTables(connection, { ...options, settings: this.#settings });
    options.onProgress('Publishing');
    await this.#publications.write(tables);
    await connection.run('DELETE FROM state');
    await connection.run('INSERT INTO state VALUES ($version, $zone)', {
      version: options.version,
      zone: this.#settings.timeZone,
    });
    return tables.facts;
  }
}
