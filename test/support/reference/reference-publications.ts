/** What is published after one change after the other, under disclosure control: written from the rule alone. */
import { Reference, type Settings } from './reference.ts';
import { type Day, mondayOf, type Range } from './reference-calendar.ts';
import * as figures from './reference-figures.ts';
import { type RawRow, readLines } from './reference-lines.ts';
import { Closed, type Numbers } from './reference-privacy.ts';
import { FORGOTTEN, type Publication, restatedCells } from './reference-restatement.ts';

export class ReferencePublications {
  /** Orders whose change waits: their rows, or none where they go. */
  readonly aside = new Map<string, readonly RawRow[]>();
  #settings: Partial<Settings> & { readonly privacy: Numbers };
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

  constructor(settings: Partial<Settings> & { readonly privacy: Numbers }) {
    this.#settings = settings;
  }

  /** What an import does not say of the last day to be shown is as it was. */
  import(rows: readonly RawRow[], completeThrough?: Day | 'last'): void {
    const taken = rows
      .filter((row) => !this.#deleted.has(row.order_id))
      .map((row) => (this.#forgotten.has(row.member_id) ? { ...row, member_id: '' } : row));
    const arriving = Map.groupBy(taken, (row) => row.order_id);
    for (const [id, order] of arriving) this.#change(id, order);
    if (completeThrough !== undefined)
      this.#completeThrough = completeThrough === 'last' ? undefined : completeThrough;
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.#change(id, []);
      this.#deleted.add(id);
    }
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
    this.#settings = { ...this.#settings, ...changed };
    for (const [id, order] of this.aside) this.#put(id, order);
    this.aside.clear();
    const before = this.#newest;
    return () => {
      if (!before || !this.#newest) throw new Error('nothing was published');
      return restatedCells(before, this.#newest, this.#settings.privacy.people);
    };
  }

  /** Publishes what is there now. */
  publish(): Reference {
    const rows = [...this.#orders.values()].flat();
    const days = this.#daysOf(rows);
    const lastWeek = mondayOf(Math.max(...days));
    const through = this.#completeThrough;
    const publishedThrough = this.#published?.last ?? Number.NEGATIVE_INFINITY;
    const last =
      through === undefined
        ? Math.max(publishedThrough, lastWeek - 1)
        : Math.min(mondayOf(through + 1) - 1, Math.max(publishedThrough, lastWeek + 6));
    const reference = new Reference(rows, {
      ...this.#settings,
      publishedThrough: last,
      closedBefore: this.#closed,
    });
    for (const key of reference.closed.cells) this.#closed.cells.add(key);
    for (const key of reference.closed.basis) this.#closed.basis.add(key);
    const { audienceMethods, timeZone } = reference.settings;
    this.#newest = {
      lines: figures.within(readLines(rows, timeZone), reference.coverage),
      coverage: reference.coverage,
      closed: reference.closed,
      isOnBasis: (line) => figures.isOnBasis(line, audienceMethods),
    };
    this.#published = {
      first: Math.min(this.#published?.first ?? Number.POSITIVE_INFINITY, mondayOf(Math.min(...days))),
      last: Math.max(publishedThrough, last),
    };
    return reference;
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
    return this.#daysOf(rows).some(
      (day) => this.#published && day >= this.#published.first && day <= this.#published.last,
    );
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
