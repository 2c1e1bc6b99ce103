import { isDeepStrictEqual } from 'node:util';
import { assertSettingsAgree, effectiveSettings } from '../data-settings.ts';
import { UserError } from '../errors.ts';
import { type Day, formatDay, LAST_DAY, mondayOf } from '../snapshot/calendar.ts';
import { publishedWeeks } from '../snapshot/privacy/complete-weeks.ts';
import { hasSameNumbers, isControlled, type PrivacyNumbers } from '../snapshot/privacy/numbers.ts';
import { type Facts, noneClosed, type RefreshSettings, type Tables } from '../snapshot/tables.ts';
import type { Change, Engine, RefreshOptions, State, Touched, WriteOptions, Writer } from './engine.ts';
import { takeIn } from './intake/intake.ts';
import { PrivacyReport } from './privacy-report.ts';
import { mustLeaveSomething } from './privacy-warnings.ts';
import { readNewest } from './read-newest.ts';
import { restatedCells } from './restated.ts';
import { Steps } from './steps.ts';
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
  type PrivacyReports,
  type Published,
  type Restated,
  type SettingsChange,
  type Warehouse,
  type Warning,
} from './warehouse.ts';
import { warningsOf } from './warnings.ts';

const SILENT: OnProgress = () => undefined;

/** What a writer works with. */
interface Writing extends State {
  readonly writer: Writer;
  /** What the figures are to be made with. */
  readonly settings: RefreshSettings;
  readonly onProgress: OnProgress;
}

/** What is to be published. */
interface ToPublish {
  /** The first day on which anything has changed; undefined where everything is to be made again. */
  readonly from?: Day | undefined;
  readonly weekly: boolean;
  readonly completeThrough: Day | null;
}

/** A warehouse on an engine: what an import, a refresh and a change of settings are, whatever keeps the lines. */
export class EngineWarehouse implements Warehouse {
  readonly #engine: Engine;
  /** The settings that were given, which the data need not have yet. */
  readonly #given: Partial<RefreshSettings>;

  constructor(engine: Engine, given: Partial<RefreshSettings>) {
    this.#engine = engine;
    this.#given = given;
  }

  get place(): string {
    return this.#engine.lines.place;
  }

  current(): Promise<DataVersion | undefined> {
    return this.#engine.publications.current();
  }

  versions(): Promise<DataVersion[]> {
    return this.#engine.publications.versions();
  }

  load(version: DataVersion): Promise<Tables> {
    return this.#engine.publications.load(version);
  }

  loadPrepared(version: DataVersion): Promise<Loaded> {
    return this.#engine.publications.loadPrepared(version);
  }

  describe(version: DataVersion): Promise<Pick<Tables, 'facts' | 'categories'>> {
    return this.#engine.publications.describe(version);
  }

  get kept(): Published {
    return this.#engine.kept;
  }

  examine(): Promise<UserError[]> {
    return this.#engine.examine();
  }

  async sizes(): Promise<{ lines: number; published: number }> {
    const { lines, publications } = this.#engine;
    return { lines: await lines.bytes(), published: await publications.bytes() };
  }

  stop(): void {
    this.#engine.lines.stop();
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  async import(request: ImportRequest, tell = SILENT): Promise<ImportReport> {
    const { onProgress } = new Steps(tell, 'Reading');
    return this.#write({ onProgress, mayMake: true }, (writing) => this.#takeIn(writing, request));
  }

  async refresh(tell = SILENT): Promise<Facts> {
    const { onProgress } = new Steps(tell, 'Looking');
    return this.#write({ onProgress, mayMake: false }, async (writing) => {
      const { completeThrough } = writing;
      const incoming = await writing.writer.incoming();
      if (incoming) {
        const request = { ...incoming, completeThrough: completeThrough ?? undefined };
        return (await this.#takeIn(writing, request, 'always')).facts;
      }
      this.#mustHaveData(writing);
      return writing.writer.change(
        async (change) => (await this.#publish(writing, change, { weekly: true, completeThrough })).facts,
      );
    });
  }

  async restate(tell = SILENT): Promise<Restated & { facts: Facts }> {
    const { onProgress } = new Steps(tell, 'Looking');
    return this.#write({ onProgress, mayMake: false }, async (writing) => {
      this.#mustHaveData(writing);
      if (!isControlled(writing.settings))
        throw new UserError(
          'Disclosure control is off, so no change is kept aside; "mdq refresh" rebuilds everything',
        );
      const { facts, restated } = await this.#restate(writing, true);
      return { ...restated, facts };
    });
  }

  order(id: string): Promise<KeptOrder | undefined> {
    return this.#engine.lines.order(id);
  }

  deleteOrders(ids: readonly string[], onProgress = SILENT): Promise<ChangeReport> {
    return this.#change(onProgress, (change, { published }) => change.deleteOrders(ids, published));
  }

  forgetMembers(ids: readonly string[], onProgress = SILENT): Promise<ChangeReport> {
    return this.#change(onProgress, (change, { published }) => change.forgetMembers(ids, published));
  }

  async settings(): Promise<Partial<RefreshSettings>> {
    const newest = await readNewest(this, (version) => this.describe(version)).catch(() => undefined);
    if (newest) return newest.content.facts.settings;
    return (await this.#engine.lines.state())?.stored ?? {};
  }

  async changeSettings(changed: Partial<RefreshSettings>, tell = SILENT): Promise<SettingsChange> {
    const { onProgress } = new Steps(tell, 'Looking');
    return this.#engine.lines.write({ onProgress, mayMake: true }, async (writer) => {
      const { state } = writer;
      const { completeThrough } = state;
      const stored = { ...state.stored, ...changed };
      if (state.base === undefined) {
        await writer.change((change) => change.keep({ ...state, stored }, undefined));
        return { facts: undefined, isChanged: true };
      }
      const settings = effectiveSettings({}, stored);
      const published = await this.#published(state.base);
      if (published && isDeepStrictEqual(effectiveSettings({}, state.stored), settings))
        return { facts: published.facts, isChanged: false };
      if (changed.timeZone !== undefined && changed.timeZone !== state.stored.timeZone)
        throw new UserError(
          `The orders here were imported in ${state.stored.timeZone}: their time zone cannot be changed. To rebuild the data in another, see "Rebuild the data" in the guide Operating`,
        );
      const writing = { ...state, writer, settings, onProgress };
      const weekly = await this.#isWeekly(writing);
      if (isRestatement(effectiveSettings({}, state.stored), settings)) {
        const { facts, restated } = await this.#restate(writing, weekly, 'refuse');
        return { facts, isChanged: true, restated };
      }
      const { facts } = await writer.change((change) =>
        this.#publish(writing, change, { weekly, completeThrough }),
      );
      return { facts, isChanged: true };
    });
  }

  async privacyReport(
    choose: (inForce: PrivacyNumbers) => PrivacyNumbers | undefined,
    onProgress = SILENT,
  ): Promise<PrivacyReports> {
    let inForce: PrivacyReport | undefined;
    let others: PrivacyReport | undefined;
    await this.#engine.lines.readWeeks(onProgress, (stored, names) => {
      const numbers = effectiveSettings(this.#given, stored);
      const chosen = choose(numbers);
      inForce = isControlled(numbers) ? new PrivacyReport(names, numbers) : undefined;
      others = chosen && new PrivacyReport(names, chosen);
      return (lines, closedBefore) => {
        inForce?.add(lines, closedBefore);
        others?.add(lines, closedBefore);
      };
    });
    return { inForce: inForce?.finish(), others: others?.finish() };
  }

  /** Takes in what was kept aside and publishes everything again; what is closed stays closed. */
  async #restate(
    writing: Writing,
    weekly: boolean,
    ifNothingLeft: 'refuse' | 'publish' = 'publish',
  ): Promise<{ facts: Facts; restated: Restated }> {
    const { writer, settings, published, completeThrough, base } = writing;
    const before = (await this.#published(base)) ?? { closed: noneClosed() };
    return writer.change(async (change) => {
      const taken = published
        ? await change.takeAside(published)
        : { orders: 0, changed: [], from: undefined };
      const tables = await this.#publish(writing, change, { weekly, completeThrough });
      if (ifNothingLeft === 'refuse') mustLeaveSomething(tables.facts);
      return { facts: tables.facts, restated: restatedCells(taken, before, tables, settings) };
    });
  }

  /** Takes in files as one checked import, and publishes what that changes. */
  async #takeIn(
    writing: Writing,
    request: ImportRequest,
    publishes: 'changes' | 'always' = 'changes',
  ): Promise<ImportReport> {
    const { writer, settings, onProgress } = writing;
    const { weekly = true, completeThrough = null } = request;
    const { warnings: findings, ...checked } = await takeIn(writer.intake, request, settings);
    onProgress('Putting orders in place');
    return writer.change(async (change) => {
      const { from: changed, ...counts } = await change.applyStaged(writing.published);
      if (counts.lines === 0 && (checked.cancelledRows === 0 || writing.base === undefined))
        throw new NothingToImport();
      const from = firstChanged(changed, writing.completeThrough, completeThrough);
      const report = (tables: Tables) => ({
        ...counts,
        ...checked,
        facts: tables.facts,
        warnings: [...warningsOf(tables), ...findings],
      });
      const isNew = from !== undefined || publishes === 'always';
      const unchanged = isNew ? undefined : await this.#unchanged(writing, change, weekly);
      if (unchanged) {
        const made = report(unchanged);
        return weekly ? made : { ...made, warnings: [...made.warnings, ...stillWeekly(unchanged.facts)] };
      }
      await change.noteImport({
        at: new Date().toISOString(),
        files: request.files,
        lines: counts.lines,
        orders: counts.orders,
        replacedOrders: counts.replacedOrders,
        skippedRows: checked.skippedRows,
      });
      const onlyAside = counts.asideOrders > 0 ? LAST_DAY : undefined;
      const tables = await this.#publish(writing, change, {
        from: from ?? onlyAside,
        weekly,
        completeThrough,
      });
      if (completeThrough !== null && tables.facts.lines === 0)
        throw new UserError(
          `There are no orders until ${formatDay(completeThrough)}, the last day to be shown; nothing was imported`,
        );
      return report(tables);
    });
  }

  /** Changes lines that are there, and publishes what that changes. */
  #change(
    tell: OnProgress,
    work: (change: Change, writing: Writing) => Promise<Touched>,
  ): Promise<ChangeReport> {
    const { onProgress } = new Steps(tell, 'Looking');
    return this.#write({ onProgress, mayMake: false }, async (writing) => {
      this.#mustHaveData(writing);
      const { completeThrough } = writing;
      const weekly = await this.#isWeekly(writing);
      return writing.writer.change(async (change) => {
        const { from = LAST_DAY, ...counts } = await work(change, writing);
        const { facts } = await this.#publish(writing, change, { from, weekly, completeThrough });
        return { ...counts, facts };
      });
    });
  }

  /** Before the first import there is nothing to change; after it, the last order may go. */
  #mustHaveData({ base }: Writing): void {
    if (base === undefined) throw new NoLines(this.place);
  }

  /** Runs a writer whose settings must be those of the data. */
  #write<T>(how: WriteOptions, work: (writing: Writing) => Promise<T>): Promise<T> {
    return this.#engine.lines.write(how, async (writer) => {
      const { state } = writer;
      assertSettingsAgree(this.#given, state.stored);
      const settings = effectiveSettings(this.#given, state.stored);
      return work({ ...state, writer, settings, onProgress: how.onProgress });
    });
  }

  async #isWeekly({ base }: Writing): Promise<boolean> {
    return (await this.#published(base))?.facts.weekly !== false;
  }

  /** What is published, if that is all an import that changed nothing could publish. */
  async #unchanged(
    { base, settings }: Writing,
    change: Change,
    weekly: boolean,
  ): Promise<Tables | undefined> {
    const tables = await this.#published(base);
    if (!tables || (weekly && tables.facts.weekly === false)) return undefined;
    if (tables.facts.privacy && tables.facts.privacy.asideOrders !== (await change.countAside()))
      return undefined;
    return isDeepStrictEqual(tables.facts.settings, settings) ? tables : undefined;
  }

  /** The published version, if all it says of the days before one still holds. */
  async #earlier({ base, settings }: Writing, changed: Day): Promise<RefreshOptions['earlier']> {
    const tables = await this.#published(base);
    if (!tables || tables.facts.lines === 0) return undefined;
    const { coverage, settings: before } = tables.facts;
    // With disclosure control a week is counted whole, and what was not complete is not in that version.
    const from = isControlled(settings) ? mondayOf(Math.min(changed, coverage.end + 1)) : changed;
    const isSame =
      isDeepStrictEqual(before.audienceMethods, settings.audienceMethods) && hasSameNumbers(before, settings);
    return isSame && from > coverage.start ? { tables, from } : undefined;
  }

  /** What is published now; undefined where that is missing, damaged or of other lines, and must be made again. */
  async #published(base: DataVersion | undefined): Promise<Tables | undefined> {
    const version = await this.current();
    if (version === undefined || version !== base) return undefined;
    return this.load(version).catch(() => undefined);
  }

  async #publish(writing: Writing, change: Change, { from, ...options }: ToPublish): Promise<Tables> {
    const { settings, onProgress, published } = writing;
    const earlier = from === undefined ? undefined : await this.#earlier(writing, from);
    const { version } = change;
    const tables = await change.makeTables({ ...options, version, settings, published, earlier, onProgress });
    onProgress('Publishing');
    await change.keep(
      {
        stored: settings,
        completeThrough: options.completeThrough,
        published: isControlled(settings) ? publishedWeeks(published, tables.facts.coverage) : null,
      },
      tables,
    );
    return tables;
  }
}

/** Without a change nothing is published, so --no-weekly leaves trends as they are. */
function stillWeekly({ weekly }: Facts): Warning[] {
  return weekly
    ? [
        {
          code: 'still-weekly',
          message:
            'Trends stay weekly: no order has changed, so nothing was published and --no-weekly does nothing',
        },
      ]
    : [];
}

/** With disclosure control, what is closed depends on these: another value says something else of published weeks. */
function isRestatement(before: RefreshSettings, after: RefreshSettings): boolean {
  if (!isControlled(before) && !isControlled(after)) return false;
  return !hasSameNumbers(before, after) || !isDeepStrictEqual(before.audienceMethods, after.audienceMethods);
}

/** The first day that is another, in lines or because it is shown now or no longer. */
function firstChanged(from: Day | undefined, before: Day | null, after: Day | null): Day | undefined {
  if (before === after) return from;
  const shown = Math.min(before ?? Number.POSITIVE_INFINITY, after ?? Number.POSITIVE_INFINITY) + 1;
  return Math.min(from ?? Number.POSITIVE_INFINITY, shown);
}
