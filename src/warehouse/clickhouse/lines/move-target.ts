import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../../errors/operators.ts';
import { effectiveSettings } from '../../../settings/data-settings.ts';
import type { ClickhouseAddress } from '../../../settings/warehouse-url.ts';
import { isControlled } from '../../../snapshot/privacy/numbers.ts';
import type { Tables } from '../../../snapshot/tables.ts';
import { figuresThatDiffer } from '../../changes/figures/figures-differ.ts';
import type { Applied, Mark } from '../../engine.ts';
import type { IntakePlace } from '../../intake/intake.ts';
import { withIntake } from '../../intake/intake-folder.ts';
import type { Counts, LinesTarget, MovedLines, WrittenLines } from '../../move.ts';
import type { OnProgress } from '../../warehouse.ts';
import { nothingChanged } from '../clickhouse-lines.ts';
import { sumUp } from '../server/ask.ts';
import { Attempt } from '../server/attempt.ts';
import { Cluster, mustSuit, onEach } from '../server/cluster.ts';
import { MissingTable } from '../server/server.ts';
import { setUp } from '../server/setup.ts';
import { ClickhousePublications } from '../versions/publications.ts';
import { NO_IMPORTS, readNewest, readRecords, type VersionRecord } from '../versions/version-record.ts';
import { type ClickhouseChange, runChange } from './change.ts';
import { cleanUp } from './clean-up.ts';
import { readImports } from './facts.ts';
import { readMarks } from './marks.ts';
import { beginMoving, endMoving, movedFrom } from './moving.ts';
import { stageWritten } from './stage-written.ts';
import { VISIBLE } from './visible.ts';

/** ClickHouse as the place that order lines are moved to. Nobody else writes there before the move is finished. */
export class ClickhouseMoveTarget implements LinesTarget {
  readonly name: string;
  readonly #cluster: Cluster;
  readonly #dataDir: string;
  readonly #memory: number;

  constructor(address: ClickhouseAddress, { dataDir, memory }: { dataDir: string; memory: number }) {
    this.#cluster = new Cluster(address);
    this.name = this.#cluster.name;
    this.#dataDir = dataDir;
    this.#memory = memory;
  }

  async isOpen(source: string): Promise<boolean> {
    await onEach(this.#cluster.servers, mustSuit);
    try {
      const first = await this.#cluster.first();
      const from = await movedFrom(first);
      const [newest] = await readRecords(first);
      if (from === source || (from === undefined && !newest)) return true;
      if (from === undefined) return false;
      throw new UserError(
        `Order lines are being moved to ${this.name} from ${from} already; name an empty database`,
      );
    } catch (error) {
      if (error instanceof MissingTable) return true;
      throw error;
    }
  }

  async begin(source: string): Promise<void> {
    await setUp(this.#cluster);
    await beginMoving(await this.#cluster.first(), source);
  }

  async replaceAll(
    write: (folder: string) => Promise<WrittenLines>,
    onProgress: OnProgress,
  ): Promise<MovedLines> {
    const place = { dataDir: this.#dataDir, memory: this.#memory, onProgress };
    try {
      return await withIntake(place, async (intake) => this.#take(await write(intake.workDir), intake));
    } catch (error) {
      throw nothingChanged(error);
    }
  }

  async tables(): Promise<Tables | undefined> {
    const publications = new ClickhousePublications(this.#cluster);
    const version = await publications.current();
    return version === undefined ? undefined : publications.load(version);
  }

  async counts(): Promise<Counts> {
    const [newest] = await readRecords(await this.#cluster.first());
    const values = { ...(newest?.visible ?? NO_IMPORTS) };
    return sumUp(
      this.#cluster,
      `SELECT toInt64(count()), toInt64(uniqExact(order_id)), toInt64(sum(cents)) FROM mdq_line WHERE ${VISIBLE}`,
      values,
      ['lines', 'orders', 'cents'],
    );
  }

  async finish(): Promise<void> {
    await endMoving(await this.#cluster.first());
  }

  close(): Promise<void> {
    return this.#cluster.close();
  }

  async #take(written: WrittenLines, intake: IntakePlace): Promise<MovedLines> {
    const servers = await this.#cluster.shards();
    const [first] = servers;
    await cleanUp(servers, first);
    const { newest, taken: before } = await readNewest(first);
    // Nobody else writes while lines are moved here: numbers may be left out.
    const taken = Math.max(before, written.tables.facts.version - 1);
    const attempt = new Attempt(this.#cluster, servers, newest, new AbortController().signal, { taken });
    return runChange(attempt, intake, async (change) => {
      const hasOtherAside = await change.replaceAside(written.waiting);
      const isOther = (await replaceMarks(attempt, change, written.marks)) || hasOtherAside;
      await stageWritten(intake.connection, written.file);
      const applied = await change.replaceAll();
      const known = await readImports(attempt);
      const moved = {
        lines: applied.lines,
        orders: applied.orders,
        changed: applied.orders - applied.unchangedOrders,
        removed: applied.removedOrders,
        version: newest?.version ?? 0,
      };
      if (newest && !isOther && (await this.#isSame(written, newest, applied, known.length))) return moved;
      for (const facts of written.tables.facts.imports.slice(known.length)) await change.noteImport(facts);
      await publish(change, written, intake.onProgress);
      return { ...moved, version: change.version };
    });
  }

  async #isSame(
    { tables, state }: WrittenLines,
    newest: VersionRecord,
    { from }: Applied,
    imports: number,
  ): Promise<boolean> {
    const { facts } = tables;
    if (from !== undefined || imports < facts.imports.length || !newest.figures) return false;
    const publications = new ClickhousePublications(this.#cluster);
    const there = await publications.describe(newest.version);
    return (
      there.facts.weekly === facts.weekly &&
      newest.completeThrough === state.completeThrough &&
      isDeepStrictEqual(newest.published ?? null, state.published) &&
      isDeepStrictEqual(newest.stored, effectiveSettings({}, state.stored)) &&
      // Cells stay closed that the same lines and settings would not close.
      (!isControlled(facts.settings) ||
        figuresThatDiffer(tables, await publications.load(newest.version)).length === 0)
    );
  }
}

/** Makes the marks what they are in the source; whether they were others. */
async function replaceMarks(
  attempt: Attempt,
  change: ClickhouseChange,
  marks: readonly Mark[],
): Promise<boolean> {
  const there = await readMarks(attempt);
  const without = (all: readonly Mark[], some: readonly Mark[]) => {
    const hashes = new Set(some.map(({ kind, hash }) => `${kind} ${hash}`));
    return all.filter(({ kind, hash }) => !hashes.has(`${kind} ${hash}`));
  };
  const [added, lifted] = [without(marks, there), without(there, marks)];
  await change.addMarks(added);
  await change.removeMarks(lifted);
  return added.length + lifted.length > 0;
}

async function publish(
  change: ClickhouseChange,
  { tables: here, state: { stored, completeThrough, published } }: WrittenLines,
  onProgress: OnProgress,
): Promise<void> {
  const settings = effectiveSettings({}, stored);
  const { version } = change;
  const { weekly } = here.facts;
  const options = { settings, version, weekly, completeThrough, published, onProgress };
  const tables = await change.makeTables(options, here);
  onProgress('Publishing');
  await change.keep({ stored: settings, completeThrough, published, undo: null }, tables);
}
