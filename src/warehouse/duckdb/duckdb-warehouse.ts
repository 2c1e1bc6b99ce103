import { mkdir, rm, stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { assertSettingsAgree, effectiveSettings } from '../../data-settings.ts';
import { UserError } from '../../errors.ts';
import { type Day, formatDay } from '../../snapshot/calendar.ts';
import type { Facts, RefreshSettings, Tables } from '../../snapshot/tables.ts';
import { Connection, scratchPath, warehousePath } from '../connection.ts';
import { takeIn } from '../intake/intake.ts';
import { readNewest } from '../read-newest.ts';
import { Steps } from '../steps.ts';
import {
  type ChangeReport,
  type DataVersion,
  type ImportReport,
  type ImportRequest,
  type KeptOrder,
  type Loaded,
  NoLines,
  NothingToImport,
  type OnProgress,
  type SettingsChange,
  type Warehouse,
} from '../warehouse.ts';
import { warningsOf } from '../warnings.ts';
import { applyStaged } from './apply.ts';
import { deleteOrders, forgetMembers, readOrder, type Touched } from './orders.ts';
import { Publications } from './publish.ts';
import { type RefreshOptions, refreshTables } from './refresh.ts';
import { prepareSchema } from './schema.ts';
import { readState, type State, writeState } from './state.ts';

const SILENT: OnProgress = () => undefined;

/** What a writer works on. */
interface Writing extends State {
  readonly connection: Connection;
  /** The version that it makes. */
  readonly version: DataVersion;
  /** What the figures are to be made with. */
  readonly settings: RefreshSettings;
  readonly onProgress: OnProgress;
}

/** What is to be published. */
interface Change {
  /** The first day on which anything has changed; undefined where everything is to be made again. */
  readonly from?: Day | undefined;
  readonly weekly: boolean;
  readonly completeThrough: Day | null;
}

/**
 * The embedded warehouse. The lines are in a DuckDB file that one process at a time may write; what is
 * published are files beside it that any number of processes read without the engine.
 */
export class DuckdbWarehouse implements Warehouse {
  readonly #dataDir: string;
  /** Bytes that the engine may take while writing. */
  readonly #memory: number;
  /** The settings that were given, which the data need not have yet. */
  readonly #given: Partial<RefreshSettings>;
  readonly #publications: Publications;
  /** For what is needed while writing; the writer alone uses it. */
  readonly #tmp: string;
  #writer: Connection | undefined;

  constructor(dataDir: string, memory: number, given: Partial<RefreshSettings>) {
    this.#dataDir = dataDir;
    this.#memory = memory;
    this.#given = given;
    this.#publications = new Publications(dataDir);
    this.#tmp = scratchPath(dataDir);
  }

  current(): Promise<DataVersion | undefined> {
    return this.#publications.current();
  }

  versions(): Promise<DataVersion[]> {
    return this.#publications.versions();
  }

  load(version: DataVersion): Promise<Tables> {
    return this.#publications.load(version);
  }

  loadPrepared(version: DataVersion): Promise<Loaded> {
    return this.#publications.loadPrepared(version);
  }

  describe(version: DataVersion): Promise<Pick<Tables, 'facts' | 'categories'>> {
    return this.#publications.describe(version);
  }

  async sizes(): Promise<{ lines: number; published: number }> {
    const lines = await stat(warehousePath(this.#dataDir)).then(
      (file) => file.size,
      () => 0,
    );
    return { lines, published: await this.#publications.bytes() };
  }

  stop(): void {
    this.#writer?.stop();
  }

  async close(): Promise<void> {}

  async import(request: ImportRequest, tell = SILENT): Promise<ImportReport> {
    const { onProgress } = new Steps(tell, 'Reading');
    const { weekly = true, completeThrough = null } = request;
    return this.#write({ onProgress, mayMake: true }, async (writing) => {
      const { connection, settings } = writing;
      const place = {
        connection,
        workDir: this.#tmp,
        dataDir: this.#dataDir,
        memory: this.#memory / 2,
        onProgress,
      };
      const { warnings: findings, ...checked } = await takeIn(place, request, settings);
      onProgress('Putting orders in place');
      return connection.transaction(async () => {
        const { from: changed, ...counts } = await applyStaged(connection);
        if (counts.lines === 0 && (checked.cancelledRows === 0 || writing.base === undefined))
          throw new NothingToImport();
        const from = firstChanged(changed, writing.completeThrough, completeThrough);
        const report = (tables: Tables) => ({
          ...counts,
          ...checked,
          facts: tables.facts,
          warnings: [...warningsOf(tables), ...findings],
        });
        const unchanged = from === undefined ? await this.#unchanged(writing, weekly) : undefined;
        if (unchanged) return report(unchanged);
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
        const tables = await this.#publish(writing, { from, weekly, completeThrough });
        if (completeThrough !== null && tables.facts.lines === 0)
          throw new UserError(
            `There are no orders until ${formatDay(completeThrough)}, the last day to be shown; nothing was imported`,
          );
        return report(tables);
      });
    });
  }

  async refresh(tell = SILENT): Promise<Facts> {
    const { onProgress } = new Steps(tell, 'Looking');
    const { facts } = await this.#write({ onProgress, mayMake: false }, (writing) =>
      writing.connection.transaction(() => {
        this.#mustHaveData(writing);
        return this.#publish(writing, { weekly: true, completeThrough: writing.completeThrough });
      }),
    );
    return facts;
  }

  async order(id: string): Promise<KeptOrder | undefined> {
    if (!(await this.#hasLines())) return undefined;
    return this.#open({ onProgress: SILENT, mayMake: false }, (connection) => readOrder(connection, id));
  }

  deleteOrders(ids: readonly string[], onProgress = SILENT): Promise<ChangeReport> {
    return this.#change(onProgress, (connection) => deleteOrders(connection, ids));
  }

  forgetMembers(ids: readonly string[], onProgress = SILENT): Promise<ChangeReport> {
    return this.#change(onProgress, (connection) => forgetMembers(connection, ids));
  }

  async settings(): Promise<Partial<RefreshSettings>> {
    const newest = await readNewest(this, (version) => this.describe(version)).catch(() => undefined);
    if (newest) return newest.content.facts.settings;
    if (!(await this.#hasLines())) return {};
    return this.#open(
      { onProgress: SILENT, mayMake: false },
      async (connection) => (await readState(connection)).stored,
    );
  }

  async changeSettings(changed: Partial<RefreshSettings>, tell = SILENT): Promise<SettingsChange> {
    const { onProgress } = new Steps(tell, 'Looking');
    return this.#open({ onProgress, mayMake: true }, async (connection) => {
      const state = await this.#recover(connection);
      const settings = { ...state.stored, ...changed };
      if (state.base === undefined) {
        await connection.transaction(() => writeState(connection, { ...state, stored: settings }));
        return { facts: undefined, isChanged: true };
      }
      const before = effectiveSettings({}, state.stored);
      const published = await this.#published(state.base);
      if (published && isDeepStrictEqual(before, effectiveSettings({}, settings)))
        return { facts: published.facts, isChanged: false };
      if (changed.timeZone !== undefined && changed.timeZone !== state.stored.timeZone)
        throw new UserError(
          `The orders here were imported in ${state.stored.timeZone}: their time zone cannot be changed. To rebuild the data in another, see "Rebuild the data" in the guide Operating`,
        );
      const writing = await this.#writing(connection, state, effectiveSettings({}, settings), onProgress);
      const { facts } = await this.#named(writing, () =>
        connection.transaction(async () =>
          this.#publish(writing, {
            weekly: await this.#isWeekly(writing),
            completeThrough: state.completeThrough,
          }),
        ),
      );
      return { facts, isChanged: true };
    });
  }

  /** Changes lines that are there, and publishes what that changes. */
  #change(tell: OnProgress, work: (connection: Connection) => Promise<Touched>): Promise<ChangeReport> {
    const { onProgress } = new Steps(tell, 'Looking');
    return this.#write({ onProgress, mayMake: false }, (writing) =>
      writing.connection.transaction(async () => {
        this.#mustHaveData(writing);
        const { from, ...counts } = await work(writing.connection);
        const { completeThrough } = writing;
        const weekly = await this.#isWeekly(writing);
        const { facts } = await this.#publish(writing, { from, weekly, completeThrough });
        return { ...counts, facts };
      }),
    );
  }

  /** Before the first import there is nothing to change; after it, the last order may go. */
  #mustHaveData({ base }: Writing): void {
    if (base === undefined) throw new NoLines(this.#dataDir);
  }

  /** Runs a writer whose settings must be those of the data, and names the version it made. */
  #write<T extends { facts: Facts }>(
    how: { onProgress: OnProgress; mayMake: boolean },
    work: (writing: Writing) => Promise<T>,
  ): Promise<T> {
    return this.#open(how, async (connection) => {
      const state = await this.#recover(connection);
      assertSettingsAgree(this.#given, state.stored);
      const settings = effectiveSettings(this.#given, state.stored);
      const writing = await this.#writing(connection, state, settings, how.onProgress);
      return this.#named(writing, () => work(writing));
    });
  }

  async #writing(
    connection: Connection,
    state: State,
    settings: RefreshSettings,
    onProgress: OnProgress,
  ): Promise<Writing> {
    const version = Math.max(state.base ?? 0, (await this.current()) ?? 0) + 1;
    return { ...state, connection, version, settings, onProgress };
  }

  /**
   * Names the version that a writer made. The version is on disk before the transaction commits, and named
   * after: should the process die between the two, the next writer names it.
   */
  async #named<T extends { facts: Facts }>({ version }: Writing, work: () => Promise<T>): Promise<T> {
    const result = await work().catch(async (error) => {
      await this.#publications.drop(version);
      throw error;
    });
    if (result.facts.version === version) await this.#publications.name(version);
    return result;
  }

  /** Runs work with the warehouse file open: one process at a time. */
  async #open<T>(
    { onProgress, mayMake }: { onProgress: OnProgress; mayMake: boolean },
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    await this.#publications.refuseNewer();
    const connection = await Connection.open(this.#dataDir, {
      tmp: this.#tmp,
      memory: this.#memory,
      mayMake,
    });
    this.#writer = connection;
    const timer = setInterval(() => {
      if (connection.progress !== undefined) onProgress('', connection.progress);
    }, 200);
    try {
      // What a writer left that was killed.
      await rm(this.#tmp, { recursive: true, force: true });
      await mkdir(this.#tmp);
      await prepareSchema(connection);
      return await work(connection);
    } finally {
      clearInterval(timer);
      this.#writer = undefined;
      connection.close();
      await rm(this.#tmp, { recursive: true, force: true });
    }
  }

  /** What the lines were published as; named, if a writer died before it could. */
  async #recover(connection: Connection): Promise<State> {
    const state = await readState(connection);
    const named = (await this.current()) ?? 0;
    if (state.base !== undefined && state.base > named && (await this.#publications.has(state.base)))
      await this.#publications.name(state.base);
    return state;
  }

  async #hasLines(): Promise<boolean> {
    return (await this.sizes()).lines > 0;
  }

  async #isWeekly({ base }: Writing): Promise<boolean> {
    return (await this.#published(base))?.facts.weekly !== false;
  }

  /** What is published, if that is all an import that changed nothing could publish. */
  async #unchanged({ base, settings }: Writing, weekly: boolean): Promise<Tables | undefined> {
    const tables = await this.#published(base);
    if (!tables || (weekly && tables.facts.weekly === false)) return undefined;
    return isDeepStrictEqual(tables.facts.settings, settings) ? tables : undefined;
  }

  /** The published version, if all it says of the days before one still holds. */
  async #earlier(
    { base, settings: { audienceMethods } }: Writing,
    from: Day,
  ): Promise<RefreshOptions['earlier']> {
    const tables = await this.#published(base);
    if (!tables || tables.facts.lines === 0 || from <= tables.facts.coverage.start) return undefined;
    return isDeepStrictEqual(tables.facts.settings.audienceMethods, audienceMethods)
      ? { tables, from }
      : undefined;
  }

  /** What is published now; undefined where that is missing, damaged or of other lines, and must be made again. */
  async #published(base: DataVersion | undefined): Promise<Tables | undefined> {
    const version = await this.current();
    if (version === undefined || version !== base) return undefined;
    return this.load(version).catch(() => undefined);
  }

  async #publish(writing: Writing, { from, ...options }: Change): Promise<Tables> {
    const { connection, version, settings, onProgress } = writing;
    const earlier = from === undefined ? undefined : await this.#earlier(writing, from);
    const tables = await refreshTables(connection, { ...options, version, settings, earlier, onProgress });
    onProgress('Publishing');
    await this.#publications.write(tables);
    const { completeThrough } = options;
    await writeState(connection, { base: version, stored: settings, completeThrough });
    return tables;
  }
}

/** The first day that is another, in lines or because it is shown now or no longer. */
function firstChanged(from: Day | undefined, before: Day | null, after: Day | null): Day | undefined {
  if (before === after) return from;
  const shown = Math.min(before ?? Number.POSITIVE_INFINITY, after ?? Number.POSITIVE_INFINITY) + 1;
  return Math.min(from ?? Number.POSITIVE_INFINITY, shown);
}
