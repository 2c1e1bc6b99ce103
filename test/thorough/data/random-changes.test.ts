/** Whatever is done to the data, in any order: what is published is what a recomputation of the surviving lines gives. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Warehouse } from '../../../src/warehouse/warehouse.ts';
import { isEverythingRun, trials } from '../../support/effort.ts';
import { csvText } from '../../support/order-files.ts';
import { MADE_TIME_ZONE, madeRowsBetween } from '../../support/reference/made-rows.ts';
import {
  assertAnswers,
  publishedSnapshot,
  publishedTables,
} from '../../support/reference/published-answers.ts';
import { sampleQuestions } from '../../support/reference/questions.ts';
import { type Random, seededRandom } from '../../support/reference/random.ts';
import { type Day, formatDay, parseDay } from '../../support/reference/reference-calendar.ts';
import { COLUMNS, parseCents, type RawRow } from '../../support/reference/reference-lines.ts';
import { ReferencePublications } from '../../support/reference/reference-publications.ts';
import { givenSeed, seedOf } from '../../support/seed.ts';
import { ENGINES, embedded } from '../../support/stores/warehouse-engines.ts';

const [FIRST, LAST] = [parseDay('2024-12-18'), parseDay('2025-02-12')];
const ORDERS = [
  ...Map.groupBy(madeRowsBetween(formatDay(FIRST), formatDay(LAST)), (row) => row.order_id).entries(),
].sort(([, [a]], [, [b]]) => (`${a?.ordered_at}` < `${b?.ordered_at}` ? -1 : 1));
const SEQUENCES = trials(4);
const STEPS = 28;
const METHODS = [['Credit card'], ['Credit card', 'IOU'], ['Debit card', 'Bank transfer']];
const PRIVACY = { people: 3, merchants: 2, share: 80 };
const CANCELLED = ['cancelled', 'Cancelled', '\u3000cancelled\u00a0', 'voided ', '\trefunded'];

for (const engine of ENGINES) {
  const isShort = engine !== embedded && !isEverythingRun;
  for (const privacy of [undefined, PRIVACY]) {
    const how = `${privacy ? 'with' : 'without'} disclosure control, ${engine.name}`;
    test(`imports, cancellations, deletions, members forgotten and settings, taken back or not: ${how}`, {
      skip: engine.skip,
    }, async (t) => {
      const sequences = givenSeed !== undefined || isShort ? 1 : SEQUENCES;
      for (let i = 0; i < sequences; i++) {
        const seed = seedOf(t);
        const numbers = { MDQ_MIN_PEOPLE: '3', MDQ_MIN_MERCHANTS: '2', MDQ_MAX_SHARE: '80' };
        const settings = { MDQ_TIMEZONE: MADE_TIME_ZONE, ...(privacy && numbers) };
        const { warehouse, folder } = await engine.open(t, settings);
        const shop = new Shop(warehouse, folder, seed, privacy);
        try {
          for (let step = 0; step < STEPS; step++) await shop.change();
        } catch (error) {
          throw new Error(`TEST_SEED=${seed}, after\n${shop.done.join('\n')}`, { cause: error });
        }
      }
    });
  }
}

/** A warehouse and what it should be, changed at random. */
class Shop {
  readonly done: string[] = [];
  readonly #warehouse: Warehouse;
  readonly #folder: string;
  readonly #random: Random;
  readonly #expected: ReferencePublications;
  readonly #isControlled: boolean;
  readonly #deleted = new Set<string>();
  readonly #forgotten = new Set<string>();
  /** How things were before the newest change, where that is an import, and what was published. */
  #before:
    | { kept: ReturnType<ReferencePublications['kept']>; published: object | undefined; through: Day }
    | undefined;
  #weeks = 12;
  #methods = METHODS[0];

  constructor(warehouse: Warehouse, folder: string, seed: number, privacy: typeof PRIVACY | undefined) {
    this.#warehouse = warehouse;
    this.#folder = folder;
    this.#random = seededRandom(seed);
    this.#isControlled = privacy !== undefined;
    this.#expected = new ReferencePublications({ timeZone: MADE_TIME_ZONE, ...(privacy && { privacy }) });
  }

  async change(): Promise<void> {
    const changes = [this.#delete, this.#forget, this.#allow, this.#set, this.#refresh, this.#restate];
    const others = [this.#undo, this.#undo, this.#undo, ...changes];
    // An import of only cancelled orders publishes nothing, and then there is nothing to change.
    const isImport = !(await this.#isPublished()) || this.#random.chance(0.5);
    await (isImport ? this.#import : this.#random.pick(others)).call(this);
    if (await this.#isPublished()) await this.#compare();
    else assert.equal(this.#expected.publish(), undefined);
  }

  async #isPublished(): Promise<boolean> {
    return (await this.#warehouse.current()) !== undefined;
  }

  async #compare(): Promise<void> {
    const when = this.done.at(-1) ?? '';
    const snapshot = await publishedSnapshot(this.#warehouse);
    const { coverage, lines, orders, hiddenOrders, privacy } = snapshot.facts;
    const reference = this.#expected.publish();
    const counts = { lines, orders, hiddenOrders, asideOrders: privacy?.asideOrders ?? 0 };
    assert.deepEqual(counts, this.#expected.counts(), when);
    for (const [id] of this.#some(2)) {
      const found = await this.#warehouse.order(id);
      const told = found && { lines: found.lines.length, waits: found.waits };
      assert.deepEqual(told, this.#expected.order(id), `${when}: order ${id}`);
    }
    if (!reference) return assert.ok(coverage.end < coverage.start, when);
    assert.deepEqual({ first: coverage.start, last: coverage.end }, reference.coverage, when);
    assertAnswers(snapshot, reference, sampleQuestions(reference, 60, this.#random), when);
  }

  /** Orders that are new, come again as they were or changed, and are cancelled in whole or in part. */
  async #import(): Promise<void> {
    const orders = this.#some(this.#random.pick([1, 5, 40, 100]));
    const records: [RawRow, string][] = [];
    for (const [, rows] of orders) {
      const isCancelled = this.#random.chance(0.1);
      const changed = this.#random.chance(0.4) ? rows.map((row) => this.#changed(row)) : rows;
      for (const [i, row] of changed.entries()) {
        const isLeftOut = isCancelled && (i > 0 || this.#random.chance(0.7));
        records.push([row, isLeftOut ? this.#random.pick(CANCELLED) : 'paid']);
      }
    }
    const usual = Array(3).fill(undefined) as undefined[];
    const completeThrough = this.#random.pick([...usual, this.#day(), 'last' as const]);
    const good = records.filter(([, status]) => status === 'paid').map(([row]) => row);
    if (this.done.length === 0 && good.length === 0) return;
    const file = join(this.#folder, `${this.done.length}.csv`);
    const values = records.map(([row, status]) => [...COLUMNS.map((column) => row[column]), status]);
    await writeFile(file, csvText([...COLUMNS, 'status'], values));
    const shown = typeof completeThrough === 'number' ? formatDay(completeThrough) : completeThrough;
    this.done.push(`import ${orders.length} orders, ${records.length} rows, ${good.length} good, ${shown}`);
    const before = {
      kept: this.#expected.kept(),
      published: await this.#published(),
      through: await this.#through(),
    };
    const isFirst = before.published === undefined;
    let report: { isPublished: boolean };
    try {
      report = await this.#warehouse.import({ files: [file], completeThrough });
    } catch (error) {
      // One that would show nothing is refused, and changes nothing.
      assert.match(String(error), /no order/i);
      this.done.push('which was refused');
      return;
    }
    const ids = records.map(([row]) => row.order_id);
    this.#expected.import(good, completeThrough, ids);
    if (report.isPublished) this.#before = { ...before, published: isFirst ? undefined : before.published };
    else assert.deepEqual(this.#expected.kept(), before.kept, 'nothing has changed');
  }

  async #undo(): Promise<void> {
    // Weeks that an import was the first to publish are withheld after an undo: published-weeks.test.ts.
    if (this.#isControlled && this.#before && (await this.#through()) > this.#before.through) return;
    this.done.push('undo');
    if (!this.#before) {
      const { version } = (await publishedSnapshot(this.#warehouse)).facts;
      await assert.rejects(this.#warehouse.undoImport(), /nothing was changed/);
      return assert.equal(await this.#warehouse.current(), version);
    }
    await this.#warehouse.undoImport();
    this.#expected.takeBack(this.#before.kept);
    if (this.#before.published && !this.#isControlled)
      assert.deepEqual(await this.#published(), this.#before.published);
    this.#before = undefined;
  }

  async #delete(): Promise<void> {
    const ids = this.#some(4)
      .map(([id]) => id)
      .filter((id) => this.#expected.order(id));
    if (ids.length === 0) return;
    const mayReturn = this.#random.chance(0.3);
    this.done.push(`delete ${ids.join(' ')}${mayReturn ? ', which may come again' : ''}`);
    await this.#warehouse.deleteOrders(ids, { mayReturn });
    this.#expected.remove(ids, mayReturn);
    if (!mayReturn) for (const id of ids) this.#deleted.add(id);
    this.#before = undefined;
  }

  async #forget(): Promise<void> {
    const held = [...this.#expected.members()].sort();
    if (held.length === 0) return;
    const id = this.#random.pick(held);
    this.done.push(`forget ${id}`);
    await this.#warehouse.forgetMembers([id]);
    this.#expected.forget(id);
    this.#forgotten.add(id);
    this.#before = undefined;
  }

  async #allow(): Promise<void> {
    const kind = this.#random.pick(['order', 'member'] as const);
    const marked = kind === 'order' ? this.#deleted : this.#forgotten;
    if (marked.size === 0) return;
    const id = this.#random.pick([...marked].sort());
    this.done.push(`allow ${kind} ${id}`);
    await this.#warehouse.allow(kind, [id]);
    this.#expected.allow(kind, id);
    marked.delete(id);
    this.#before = undefined;
  }

  async #set(): Promise<void> {
    if (this.#random.chance(0.5)) {
      const audienceMethods = this.#random.pick(METHODS.filter((each) => each !== this.#methods));
      this.done.push(`set the audience methods to ${audienceMethods}`);
      try {
        await this.#warehouse.changeSettings({ audienceMethods });
      } catch (error) {
        const said = /(Every week is closed|would close every week).*nothing was changed/;
        return assert.match(String(error), said);
      }
      this.#methods = audienceMethods;
      this.#before = undefined;
      // With disclosure control, what waits is taken in with it.
      if (this.#isControlled) this.#expected.restate({ audienceMethods });
      else this.#expected.set({ audienceMethods });
      return;
    }
    const weeks = this.#random.pick([2, 4, 8].filter((each) => each !== this.#weeks));
    this.#weeks = weeks;
    this.done.push(`set the default period to ${weeks} weeks`);
    await this.#warehouse.changeSettings({ defaultWeeks: weeks });
    this.#expected.set({ weeks });
    this.#before = undefined;
  }

  async #refresh(): Promise<void> {
    this.done.push('refresh');
    const before = await this.#published();
    await this.#warehouse.refresh();
    assert.deepEqual(await this.#published(), before, 'a refresh changes nothing');
  }

  async #restate(): Promise<void> {
    if (!this.#isControlled) return;
    this.done.push('restate');
    const { orders } = await this.#warehouse.restate();
    assert.equal(orders, this.#expected.aside.size);
    this.#expected.restate();
    this.#before = undefined;
  }

  /** The last day that is published. */
  async #through(): Promise<Day> {
    if (!(await this.#isPublished())) return Number.NEGATIVE_INFINITY;
    return (await publishedSnapshot(this.#warehouse)).coverage.end;
  }

  async #published(): Promise<object | undefined> {
    return (await this.#isPublished()) ? publishedTables(this.#warehouse) : undefined;
  }

  #some(count: number): typeof ORDERS {
    const start = this.#random.below(ORDERS.length);
    return this.#random.chance(0.5)
      ? ORDERS.slice(start, start + count)
      : Array.from(new Set(Array.from({ length: count }, () => this.#random.pick(ORDERS))));
  }

  #day(): Day {
    return FIRST + this.#random.below(LAST - FIRST + 1);
  }

  #changed(row: RawRow): RawRow {
    return this.#random.pick([
      () => ({ ...row, amount: String(parseCents(row.amount) % 1000n) }),
      () => ({ ...row, ordered_at: formatDay(this.#day()) }),
      () => ({ ...row, category: this.#random.pick(['Home', 'New']), sub_category: 'Gifts' }),
      () => ({ ...row, payment_method: this.#random.pick(['IOU', 'Credit card']), tags: 'type=new' }),
      () => ({ ...row, member_id: `m${this.#random.below(30)}` }),
    ])();
  }
}
