/** What is published after one change after the other, with disclosure control or without: written from the rules alone. */
import { Reference, type Settings } from './reference.ts';
import { type Day, mondayOf, type Range } from './reference-calendar.ts';
import * as figures from './reference-figures.ts';
import { type RawRow, readLines } from './reference-lines.ts';
import { Closed } from './reference-privacy.ts';
import { FORGOTTEN, type Publication, restatedCells } from './reference-restatement.ts';

type Orders = ReadonlyMap<string, readonly RawRow[]>;

/** What an import changes, and taking it back changes again. */
type Kept = { readonly orders: Orders; readonly aside: Orders; readonly completeThrough: Day | undefined };

export class ReferencePublications {
  /** Orders whose change waits: their rows, or none where they go. */
  readonly aside = new Map<string, readonly RawRow[]>();
  #settings: Partial<Settings>;
  #orders = new Map<string, readonly RawRow[]>();
  #completeThrough: Day | undefined;
  /** What is not to come in again. */
  readonly #deleted = new Set<string>();
  readonly #forgotten = new Set<string>();
  /** The weeks that have been published. */
  #published: Range | undefined;
  /** What was closed once stays closed, also while it is not shown or has no lines. */
  readonly #closed = new Closed();
  #newest: Publication | undefined;

  constructor(settings: Partial<Settings>) {
    this.#settings = settings;
  }

  /** What an import does not say of the last day to be shown is as it was. */
  import(rows: readonly RawRow[], completeThrough?: Day | 'last', cancelled: readonly string[] = []): void {
    const taken = rows
      .filter((row) => !this.#deleted.has(row.order_id))
      .map((row) => (this.#forgotten.has(row.member_id) ? { ...row, member_id: '' } : row));
    const arriving = Map.groupBy(taken, (row) => row.order_id);
    for (const [id, order] of arriving) this.#change(id, order);
    for (const id of cancelled) if (!arriving.has(id)) this.#change(id, []);
    if (completeThrough !== undefined)
      this.#completeThrough = completeThrough === 'last' ? undefined : completeThrough;
  }

  /** All that an import can change, as it is now. */
  kept(): Kept {
    const completeThrough = this.#completeThrough;
    return { orders: new Map(this.#orders), aside: new Map(this.aside), completeThrough };
  }

  /** An import is taken back; weeks that it published stay so, and what it closed stays closed. */
  takeBack({ orders, aside, completeThrough }: Kept): void {
    this.#orders = new Map(orders);
    this.aside.clear();
    for (const [id, order] of aside) this.aside.set(id, order);
    this.#completeThrough = completeThrough;
  }

  remove(ids: readonly string[], mayReturn = false): void {
    for (const id of ids) {
      this.#change(id, []);
      if (!mayReturn) this.#deleted.add(id);
    }
  }

  allow(kind: 'order' | 'member', id: string): void {
    (kind === 'order' ? this.#deleted : this.#forgotten).delete(id);
  }

  /** Settings on which nothing depends that was published before. */
  set(changed: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...changed };
  }

  /** A member is nobody from now on; in published weeks it counts as somebody until they are restated. */
  forget(member: string): void {
    this.#forgotten.add(member);
    const without = (rows: readonly RawRow[], instead: string) =>
      rows.map((row) => (row.member_id === member ? { ...row, member_id: instead } : row));
    for (const [id, waiting] of this.aside) this.aside.set(id, without(waiting, ''));
    for (const [id, order] of this.#orders) {
      if (!order.some((row) => row.member_id === member)) continue;
      const isLate = this.#isPublished(order);
      this.#put(id, without(order, isLate ? FORGOTTEN + member : ''));
      if (isLate && !this.aside.has(id)) this.aside.set(id, without(order, ''));
    }
  }

  /** What waits is taken in; other settings may hold from now on. What it says, where it is published next. */
  restate(changed: Partial<Settings> = {}): () => { cells: number; cellsOfFew: number } {
    this.set(changed);
    for (const [id, order] of this.aside) this.#put(id, order);
    this.aside.clear();
    const before = this.#newest;
    return () => {
      if (!before || !this.#newest) throw new Error('nothing was published');
      return restatedCells(before, this.#newest, this.#settings.privacy?.people ?? 0);
    };
  }

  /** Publishes what is there now; undefined where no day of it is shown. */
  publish(): Reference | undefined {
    const rows = [...this.#orders.values()].flat();
    const days = this.#daysOf(rows);
    const last = this.#lastShown(days);
    if (!days.some((day) => day <= last)) return undefined;
    const { privacy } = this.#settings;
    const reference = new Reference(
      privacy ? rows : rows.filter((_, i) => Number(days[i]) <= last),
      privacy ? { ...this.#settings, publishedThrough: last, closedBefore: this.#closed } : this.#settings,
    );
    for (const key of reference.closed.cells) this.#closed.cells.add(key);
    for (const key of reference.closed.basis) this.#closed.basis.add(key);
    const { audienceMethods, timeZone } = reference.settings;
    this.#newest = {
      lines: figures.within(readLines(rows, timeZone), reference.coverage),
      coverage: reference.coverage,
      closed: reference.closed,
      isOnBasis: (line) => figures.isOnBasis(line, audienceMethods),
    };
    const before = this.#published ?? { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
    const first = Math.min(before.first, mondayOf(Math.min(...days)));
    this.#published = { first, last: Math.max(before.last, last) };
    return reference;
  }

  /** How much is shown, and how much is not yet. */
  counts(): { lines: number; orders: number; hiddenOrders: number; asideOrders: number } {
    const orders = [...this.#orders.values()].map((rows) => ({ rows, day: Number(this.#daysOf(rows)[0]) }));
    const last = this.#lastShown(orders.map(({ day }) => day));
    const shown = orders.filter(({ day }) => day <= last);
    return {
      lines: shown.reduce((sum, { rows }) => sum + rows.length, 0),
      orders: shown.length,
      hiddenOrders: orders.length - shown.length,
      asideOrders: this.aside.size,
    };
  }

  /** Members that are named anywhere. */
  members(): Set<string> {
    const rows = [...this.#orders.values(), ...this.aside.values()].flat();
    const named = rows.map((row) => row.member_id).filter((id) => id !== '' && !id.startsWith(FORGOTTEN));
    return new Set(named);
  }

  /** The rows of an order, and what becomes of it once published weeks are restated. */
  order(id: string): { lines: number; waits: string | null } | undefined {
    const [held, waiting] = [this.#orders.get(id), this.aside.get(id)];
    if (!held) return waiting && { lines: waiting.length, waits: 'arrival' };
    const waits = waiting && (waiting.length === 0 ? 'deletion' : 'change');
    return { lines: held.length, waits: waits ?? null };
  }

  #lastShown(days: readonly Day[]): Day {
    const through = this.#completeThrough;
    if (!this.#settings.privacy) return through ?? Number.POSITIVE_INFINITY;
    const lastWeek = mondayOf(Math.max(...days));
    const published = this.#published?.last ?? Number.NEGATIVE_INFINITY;
    if (through === undefined) return Math.max(published, lastWeek - 1);
    return Math.min(mondayOf(through + 1) - 1, Math.max(published, lastWeek + 6));
  }

  #change(id: string, order: readonly RawRow[]): void {
    const before = this.#orders.get(id) ?? [];
    this.aside.delete(id);
    if (this.#meaningOf(before) === this.#meaningOf(order)) return;
    if (this.#isPublished(before) || this.#isPublished(order)) this.aside.set(id, order);
    else this.#put(id, order);
  }

  #put(id: string, order: readonly RawRow[]): void {
    if (order.length > 0) this.#orders.set(id, order);
    else this.#orders.delete(id);
  }

  #isPublished(rows: readonly RawRow[]): boolean {
    const { privacy } = this.#settings;
    const { first, last } = this.#published ?? { first: 0, last: -1 };
    return privacy !== undefined && this.#daysOf(rows).some((day) => day >= first && day <= last);
  }

  #daysOf(rows: readonly RawRow[]): Day[] {
    return readLines(rows, this.#settings.timeZone ?? 'UTC').map((line) => line.day);
  }

  /** What an order says, however it is written. */
  #meaningOf(rows: readonly RawRow[]): string {
    return readLines(rows, this.#settings.timeZone ?? 'UTC')
      .map((line) => JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
      .sort()
      .join('\n');
  }
}
