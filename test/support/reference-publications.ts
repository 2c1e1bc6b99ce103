/** What is published after one change after the other, under disclosure control: written from the rule alone. */
import { Reference, type Settings } from './reference.ts';
import { type Day, mondayOf, type Range } from './reference-calendar.ts';
import { type RawRow, readLines } from './reference-lines.ts';
import { Closed, type Numbers } from './reference-privacy.ts';

export class ReferencePublications {
  /** Orders whose change waits: their rows, or none where they go. */
  readonly aside = new Map<string, readonly RawRow[]>();
  #settings: Partial<Settings> & { readonly privacy: Numbers };
  #orders = new Map<string, readonly RawRow[]>();
  #completeThrough: Day | undefined;
  /** The weeks that have been published. */
  #published: Range | undefined;
  #closed = new Closed();

  constructor(settings: Partial<Settings> & { readonly privacy: Numbers }) {
    this.#settings = settings;
  }

  import(rows: readonly RawRow[], completeThrough?: Day): void {
    const arriving = Map.groupBy(rows, (row) => row.order_id);
    for (const [id, order] of arriving) this.#change(id, order);
    this.#completeThrough = completeThrough;
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#change(id, []);
  }

  /** What waits is taken in; other numbers may hold from now on. */
  restate(privacy = this.#settings.privacy): void {
    this.#settings = { ...this.#settings, privacy };
    for (const [id, order] of this.aside) this.#put(id, order);
    this.aside.clear();
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
    this.#closed = reference.closed;
    this.#published = {
      first: Math.min(this.#published?.first ?? Number.POSITIVE_INFINITY, mondayOf(Math.min(...days))),
      last: Math.max(publishedThrough, last),
    };
    return reference;
  }

  #change(id: string, order: readonly RawRow[]): void {
    const before = this.#orders.get(id) ?? [];
    this.aside.delete(id);
    if (isSame(before, order)) return;
    const isLate = [...this.#daysOf(before), ...this.#daysOf(order)].some(
      (day) => this.#published && day >= this.#published.first && day <= this.#published.last,
    );
    if (isLate) this.aside.set(id, order);
    else this.#put(id, order);
  }

  #put(id: string, order: readonly RawRow[]): void {
    if (order.length > 0) this.#orders.set(id, order);
    else this.#orders.delete(id);
  }

  #daysOf(rows: readonly RawRow[]): Day[] {
    return readLines(rows, this.#settings.timeZone ?? 'UTC').map((line) => line.day);
  }
}

function isSame(a: readonly RawRow[], b: readonly RawRow[]): boolean {
  const text = (rows: readonly RawRow[]) => rows.map((row) => JSON.stringify(row)).sort();
  return JSON.stringify(text(a)) === JSON.stringify(text(b));
}
