import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../errors/operators.ts';
import { type Day, defaultPeriod, LAST_DAY } from '../../lib/calendar.ts';
import { assertSettingsAgree, effectiveSettings } from '../../settings/data-settings.ts';
import { isControlled, type PrivacyNumbers } from '../../snapshot/privacy/numbers.ts';
import type { ChangeKind, Facts, RefreshSettings, Tables } from '../../snapshot/tables.ts';
import type { Change, Engine, Mark, Touched, WriteOptions, Writer } from '../engine.ts';
import { PrivacyReport } from '../privacy-report.ts';
import { readNewest } from '../versions/read-newest.ts';
import type {
  ChangeReport,
  DataVersion,
  DeleteOptions,
  Description,
  Foreseen,
  ImportReport,
  ImportRequest,
  Loaded,
  OnProgress,
  PrivacyReports,
  Published,
  RefreshRequest,
  Restated,
  RestateRequest,
  SettingsChange,
  StoredOrder,
  Warehouse,
} from '../warehouse.ts';
import { entry, settingNames } from './entry.ts';
import { audienceWarnings, paymentMethods } from './payment-methods.ts';
import { isWeekly, mustHaveData, publish, readPublished, unchangedTables, type Writing } from './publish.ts';
import { isRestatement, restate } from './restate.ts';
import { stepsFrom } from './steps.ts';

const SILENT: OnProgress = () => undefined;

/** A warehouse on an engine: what an import, a refresh and a change of settings are, whatever keeps the lines. */
export class EngineWarehouse implements Warehouse {
  readonly #engine: Engine;
  /** The settings that were given, which the data need not have yet. */
  readonly #given: Partial<RefreshSettings>;
  readonly #maxBytes: number;
  readonly #by: string;

  constructor(
    engine: Engine,
    given: Partial<RefreshSettings>,
    { maxBytes, by }: { maxBytes: number; by: string },
  ) {
    this.#by = by;
    this.#engine = engine;
    this.#given = given;
    this.#maxBytes = maxBytes;
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

  loadDerived(version: DataVersion): Promise<Loaded> {
    return this.#engine.publications.loadDerived(version);
  }

  describe(version: DataVersion): Promise<Description> {
    return this.#engine.publications.describe(version);
  }

  get localCopy(): Published {
    return this.#engine.localCopy;
  }

  examine(): Promise<UserError[]> {
    return this.#engine.examine();
  }

  async sizes(): Promise<{ lines: number | null; published: number }> {
    const { lines, publications } = this.#engine;
    return { lines: await lines.bytes(), published: await publications.bytes() };
  }

  stop(): void {
    this.#engine.lines.stop();
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async import(request: ImportRequest, tell = SILENT): Promise<ImportReport> {
    const { takeIn } = await import('./take-in.ts');
    const onProgress = stepsFrom('read', tell);
    return this.#write({ onProgress, mayMake: true }, (writing) => takeIn(writing, request));
  }

  async recover(): Promise<void> {
    const { lines } = this.#engine;
    if (await lines.state()) await lines.write({ onProgress: SILENT, mayMake: false }, async () => undefined);
  }

  async undoImport(tell = SILENT) {
    const { undoImport } = await import('./undo.ts');
    return this.#writeAgain(tell, (writing) => {
      mustHaveData(writing);
      return undoImport(writing);
    });
  }

  async foresee(request: ImportRequest): Promise<Foreseen> {
    const { foresee } = await import('./take-in.ts');
    return this.#write({ onProgress: SILENT, mayMake: false }, (writing) => foresee(writing, request));
  }

  async refresh({
    completeThrough: said,
    heldFrom,
    onProgress: tell = SILENT,
  }: RefreshRequest = {}): Promise<Facts> {
    return this.#writeAgain(tell, async (writing) => {
      const { refresh } = await import('./refresh.ts');
      return refresh(writing, said, heldFrom);
    });
  }

  async restate({
    isDryRun = false,
    onProgress: tell = SILENT,
  }: RestateRequest = {}): Promise<Restated & { facts: Facts }> {
    return this.#writeAgain(tell, async (writing) => {
      mustHaveData(writing);
      if (!isControlled(writing.settings))
        throw new UserError(
          'Disclosure control is off, so no change is set aside; "mdq refresh" rebuilds everything',
        );
      const { tables, restated } = await restate(writing, entry(this.#by, { kind: 'restate' }), {
        ...{ weekly: true, isDryRun },
      });
      return { ...restated, facts: tables.facts };
    });
  }

  order(id: string): Promise<StoredOrder | undefined> {
    return this.#engine.lines.order(id);
  }

  deleteOrders(ids: readonly string[], { mayReturn = false, onProgress = SILENT }: DeleteOptions = {}) {
    return this.#change('delete', onProgress, async (change, writing) => {
      const { deleteOrders } = await import('./removals.ts');
      return deleteOrders(writing, change, ids, mayReturn);
    });
  }

  forgetMembers(ids: readonly string[], onProgress = SILENT, address?: string): Promise<ChangeReport> {
    return this.#change('forget', onProgress, async (change, writing) => {
      const { forgetMembers } = await import('./removals.ts');
      return forgetMembers(writing, change, ids, address);
    });
  }

  async allow(kind: Mark['kind'], ids: readonly string[]): Promise<void> {
    await this.#change('allow', SILENT, async (change, writing) => {
      const { allow } = await import('./removals.ts');
      return allow(writing, change, kind, ids);
    });
  }

  async settings(): Promise<Partial<RefreshSettings>> {
    const newest = await readNewest(this, (version) => this.describe(version)).catch(() => undefined);
    const { lines } = this.#engine;
    if (!newest) return (await lines.state())?.stored ?? {};
    const { settings, publishedAt } = newest.content.facts;
    if (!(await lines.wereBegunAfter(new Date(publishedAt)))) return settings;
    // Lines that are to be brought in again have settings of their own already, while others are still shown.
    const state = await lines.state().catch(() => undefined);
    return state && state.base === undefined ? state.stored : settings;
  }

  async changeSettings(changed: Partial<RefreshSettings>, tell = SILENT): Promise<SettingsChange> {
    const onProgress = stepsFrom('lookUp', tell);
    return this.#engine.lines.write({ onProgress, mayMake: true }, async (writer) => {
      const { state } = writer;
      const { completeThrough } = state;
      const stored = { ...state.stored, ...changed };
      const note = entry(this.#by, { kind: 'settings', files: settingNames(changed) });
      if (state.base === undefined) {
        await writer.change(async (change) => {
          await change.noteImport(note);
          await change.keep({ ...state, stored, undo: null }, undefined);
        });
        return { facts: undefined, isChanged: true, paymentMethods: [], warnings: [] };
      }
      const settings = effectiveSettings({}, stored);
      const writing = this.#writing(writer, settings, onProgress);
      const published = await writing.publishedTables();
      if (published && isDeepStrictEqual(effectiveSettings({}, state.stored), settings))
        return { ...settingsReport(published), isChanged: false };
      const isOther = changed.timeZone !== undefined && changed.timeZone !== state.stored.timeZone;
      if (isOther && !isEmpty(published?.facts))
        throw new UserError(
          `The orders here were imported in ${state.stored.timeZone}: their time zone cannot be changed. To rebuild the data in another, see "Rebuild the data" in the guide Operating`,
        );
      const weekly = await isWeekly(writing);
      if (isRestatement(effectiveSettings({}, state.stored), settings)) {
        const { tables, restated } = await restate(writing, note, { weekly, ifNothingLeft: 'refuse' });
        return { ...settingsReport(tables), isChanged: true, restated };
      }
      const tables = await writer.change(async (change) => {
        await change.noteImport(note);
        return publish(writing, change, { weekly, completeThrough });
      });
      return { ...settingsReport(tables), isChanged: true };
    });
  }

  async privacyReport(
    choose: (inForce: PrivacyNumbers) => PrivacyNumbers | undefined,
    onProgress = SILENT,
  ): Promise<PrivacyReports> {
    let inForce: PrivacyReport | undefined;
    let others: PrivacyReport | undefined;
    let incompleteFrom: Day | null = null;
    await this.#engine.lines.readWeeks(onProgress, (stored, names, coverage, from) => {
      incompleteFrom = from;
      const numbers = effectiveSettings(this.#given, stored);
      const period = defaultPeriod(coverage, numbers.defaultWeeks);
      const chosen = choose(numbers);
      inForce = isControlled(numbers) ? new PrivacyReport(names, numbers, period) : undefined;
      others = chosen && new PrivacyReport(names, chosen, period);
      return {
        numbers: [numbers, ...(chosen ? [chosen] : [])],
        take: (monday, lines, closedBefore) => {
          inForce?.add(monday, lines, closedBefore);
          others?.add(monday, lines, closedBefore);
        },
      };
    });
    return { inForce: inForce?.finish(), others: others?.finish(), incompleteFrom };
  }

  /** Changes lines that are there, and publishes what that changes. */
  #change(
    kind: ChangeKind,
    tell: OnProgress,
    work: (change: Change, writing: Writing) => Promise<Touched>,
  ): Promise<ChangeReport> {
    return this.#writeAgain(tell, async (writing) => {
      mustHaveData(writing);
      const { completeThrough } = writing;
      const weekly = await isWeekly(writing);
      return writing.writer.change(async (change) => {
        const { from = LAST_DAY, changesAside, ...counts } = await work(change, writing);
        const isSame = from === LAST_DAY && !changesAside;
        const unchanged = isSame ? await unchangedTables(writing, weekly) : undefined;
        if (unchanged) return { ...counts, facts: unchanged.facts };
        await change.noteImport(entry(this.#by, { kind, ...counts }));
        const { facts } = await publish(writing, change, { from, weekly, completeThrough });
        return { ...counts, facts };
      });
    });
  }

  /** Runs a writer that takes in no files. */
  #writeAgain<T>(tell: OnProgress, work: (writing: Writing) => Promise<T>): Promise<T> {
    return this.#write({ onProgress: stepsFrom('lookUp', tell), mayMake: false }, work);
  }

  /** Runs a writer whose settings must be those of the data. */
  #write<T>(how: WriteOptions, work: (writing: Writing) => Promise<T>): Promise<T> {
    return this.#engine.lines.write(how, async (writer) => {
      const { state } = writer;
      assertSettingsAgree(this.#given, state.stored);
      const settings = effectiveSettings(this.#given, state.stored);
      return work(this.#writing(writer, settings, how.onProgress));
    });
  }

  #writing(writer: Writer, settings: RefreshSettings, onProgress: OnProgress): Writing {
    const { publications } = this.#engine;
    const publishedTables = readPublished(publications, writer.state.base);
    return {
      publishedTables,
      ...writer.state,
      place: this.place,
      writer,
      publications,
      settings,
      maxBytes: this.#maxBytes,
      onProgress,
      by: this.#by,
    };
  }
}

/** Whether a version is of no orders, shown or not. */
/** What a change of settings says of the published figures. */
function settingsReport(tables: Tables): Pick<SettingsChange, 'facts' | 'paymentMethods' | 'warnings'> {
  return { facts: tables.facts, paymentMethods: paymentMethods(tables), warnings: audienceWarnings(tables) };
}

function isEmpty(facts: Facts | undefined): boolean {
  return facts !== undefined && facts.lines + facts.hiddenOrders + (facts.privacy?.asideOrders ?? 0) === 0;
}
