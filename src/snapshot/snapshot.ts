import { type DayRange, daysIn, defaultPeriod, growthPeriod, mondayOf } from '../lib/calendar.ts';
import { byCodePoint, cleanName } from '../lib/text/names.ts';
import { DayIndex } from './day-index.ts';
import { DaySeries, firstAtLeast, RunningTotal } from './day-series.ts';
import { type Derived, derive } from './derived.ts';
import { DistinctCounts } from './distinct-counts.ts';
import type { Cents } from './figures.ts';
import { memoryOf } from './memory.ts';
import { ClosedCells } from './privacy/closed-cells.ts';
import { isControlled } from './privacy/numbers.ts';
import {
  categoryScope,
  type Facts,
  paymentSeries,
  type ScopeId,
  type ServedTables,
  subScope,
  type Tables,
} from './tables.ts';
import { readTags, type TagSeries } from './tag-lists.ts';

/** Sales in a scope and range. */
export interface Totals {
  readonly cents: Cents;
  readonly orders: number;
}

export interface Category {
  readonly name: string;
  readonly index: number;
  readonly scope: ScopeId;
  /** Largest first. */
  readonly subs: readonly Sub[];
}

export interface Sub {
  readonly name: string;
  readonly category: string;
  readonly scope: ScopeId;
  readonly index: number;
}

/** Stands in where disclosure control leaves none: it has no name and no orders. */
const NO_SUB: Sub = { name: '', category: '', scope: -1, index: -1 };
const NO_CATEGORY: Category = { name: '', index: -1, scope: -1, subs: [] };

/** A choice of defaults that stands before the largest. */
export interface Preferred {
  readonly category?: string | undefined;
  readonly sub?: string | undefined;
}

/**
 * Everything that is known, in memory, immutable. Any question about any range is answered from running
 * totals and first-seen tables, so a call that was never made before costs the same as one that was.
 */
export class Snapshot {
  readonly facts: Facts;
  readonly coverage: DayRange;
  readonly defaultPeriod: DayRange;
  /** Undefined where there is nothing to compare it with. */
  readonly growthPeriod: DayRange | undefined;
  readonly methods: readonly string[];
  /** Largest first. */
  readonly categories: readonly Category[];
  readonly #subs: readonly Sub[];
  readonly #categoryByName: ReadonlyMap<string, Category>;
  readonly #preferred: Preferred;
  /** Those that were asked for. */
  readonly #tagsBySub = new Map<number, readonly TagSeries[]>();

  readonly #tables: ServedTables;
  readonly #derived: Derived;
  readonly #closed: ClosedCells | undefined;
  #isRetired = false;
  readonly #daily: DaySeries;
  readonly #cents: RunningTotal;
  readonly #orders: RunningTotal;
  readonly #audienceCents: RunningTotal;
  readonly #audienceOrders: RunningTotal;
  readonly #payments: DaySeries;
  readonly #paymentOrders: RunningTotal;
  readonly #members: DistinctCounts;
  readonly #merchants: DistinctCounts;
  readonly #taggedWith: DistinctCounts;
  readonly #tagged: DistinctCounts;

  /** Of tables that come without what is derived: deriving it takes a while. */
  static of(tables: Tables): Snapshot {
    return new Snapshot(tables, derive(tables));
  }

  constructor(tables: ServedTables, derived: Derived, preferred: Preferred = {}) {
    const { facts, daily, payments } = tables;
    this.facts = facts;
    this.coverage = facts.coverage;
    this.defaultPeriod = defaultPeriod(facts.coverage, facts.settings.defaultWeeks);
    this.growthPeriod = growthPeriod(facts.coverage, this.defaultPeriod);
    this.methods = tables.methods;
    this.#closed = isControlled(facts.settings) ? new ClosedCells(tables) : undefined;

    this.#tables = tables;
    this.#derived = derived;
    const dayIndex = new DayIndex(tables.days);
    this.#daily = new DaySeries(derived.firstDaily, daily.day, dayIndex);
    this.#cents = new RunningTotal(this.#daily, derived.cents);
    this.#orders = new RunningTotal(this.#daily, derived.orders);
    this.#audienceCents = new RunningTotal(this.#daily, derived.audienceCents);
    this.#audienceOrders = new RunningTotal(this.#daily, derived.audienceOrders);
    this.#payments = new DaySeries(derived.firstPayment, payments.day, dayIndex);
    this.#paymentOrders = new RunningTotal(this.#payments, derived.paymentOrders);
    this.#members = new DistinctCounts(dayIndex, tables.members, derived.members);
    this.#merchants = new DistinctCounts(dayIndex, tables.merchants, derived.merchants);
    this.#taggedWith = new DistinctCounts(dayIndex, tables.taggedWith, derived.taggedWith);
    this.#tagged = new DistinctCounts(dayIndex, tables.tagged, derived.tagged);

    this.#subs = tables.subs.map((sub, index) => ({
      name: sub.name,
      category: tables.categories[sub.category] ?? '',
      scope: subScope(index),
      index,
    }));
    const known = Array.from(derived.ranking.subs, (index) => this.#subs[index] ?? NO_SUB);
    const subsOf = Map.groupBy(known, ({ category }) => category);
    this.categories = Array.from(derived.ranking.categories, (index) => {
      const name = tables.categories[index] ?? '';
      return { name, index, scope: categoryScope(index), subs: subsOf.get(name) ?? [] };
    });
    this.#categoryByName = new Map(this.categories.map((category) => [category.name, category]));
    this.#preferred = preferred;
  }

  /** Bytes that the figures take, names not counted. */
  get bytes(): number {
    return this.#memory().reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Ends its use, and returns the memory of its figures for somebody to free. */
  retire(): ArrayBuffer[] {
    this.#isRetired = true;
    return this.#memory();
  }

  #memory(): ArrayBuffer[] {
    return memoryOf(this.#tables, this.#derived);
  }

  /** Memory that was given away reads as zeros: an error is better than those. */
  #mustBeInUse(): void {
    if (this.#isRetired) throw new Error('a snapshot that was replaced is still in use');
  }

  /** How many days one default period covers in a price. A period without one full week may be longer than usual. */
  get periodDays(): number {
    return Math.max(7 * this.facts.settings.defaultWeeks, daysIn(this.defaultPeriod));
  }

  /** What is closed; undefined when disclosure control is off. */
  get closed(): ClosedCells | undefined {
    this.#mustBeInUse();
    return this.#closed;
  }

  /** With disclosure control every range is one of whole weeks. */
  get isInWeeks(): boolean {
    return this.#closed !== undefined;
  }

  get isWeeklyBuilt(): boolean {
    // Versions from before this was noted were made with weeks.
    return this.facts.weekly !== false;
  }

  /** The category of that name, or the default one. */
  category(name = ''): Category {
    return (
      this.#categoryByName.get(cleanName(name)) ??
      this.#categoryByName.get(this.#preferred.category ?? '') ??
      this.categories[0] ??
      NO_CATEGORY
    );
  }

  /** The sub-category of that name inside a category, or its default one. */
  sub(category: Category, name = ''): Sub {
    const wanted = cleanName(name);
    return (
      category.subs.find((sub) => sub.name === wanted) ??
      category.subs.find((sub) => sub.name === this.#preferred.sub) ??
      category.subs[0] ??
      NO_SUB
    );
  }

  totals(scope: ScopeId, range: DayRange): Totals {
    this.#mustBeInUse();
    const [from, to] = this.#daily.rowsIn(scope, range);
    return { cents: this.#cents.sum(scope, from, to), orders: this.#orders.sum(scope, from, to) };
  }

  /** In how many weeks of a range a scope has orders. */
  weeksSold(scope: ScopeId, range: DayRange): number {
    this.#mustBeInUse();
    const { day } = this.#tables.daily;
    const [from, to] = this.#daily.rowsIn(scope, range);
    let weeks = 0;
    let last = Number.NaN;
    for (let row = from; row < to; row++) {
      const monday = mondayOf(day[row] ?? 0);
      if (monday !== last) weeks++;
      last = monday;
    }
    return weeks;
  }

  /** Orders and money of the restricted basis: audience payment methods, by known members. */
  audience(scope: ScopeId, range: DayRange): Totals & { readonly members: number } {
    this.#mustBeInUse();
    const [from, to] = this.#daily.rowsIn(scope, range);
    return {
      cents: this.#audienceCents.sum(scope, from, to),
      orders: this.#audienceOrders.sum(scope, from, to),
      members: this.#members.distinct(scope, range),
    };
  }

  merchants(scope: ScopeId, range: DayRange): number {
    this.#mustBeInUse();
    return this.#merchants.distinct(scope, range);
  }

  /** Orders per payment method, for a category or the whole; methods without orders are left out. */
  payments(category: Category | undefined, range: DayRange): { name: string; orders: number }[] {
    this.#mustBeInUse();
    if (category === NO_CATEGORY) return [];
    const ofCategory = category ? category.index + 1 : 0;
    return this.methods
      .map((name, method) => {
        const series = paymentSeries(ofCategory, method, this.methods.length);
        const [from, to] = this.#payments.rowsIn(series, range);
        return { name, orders: this.#paymentOrders.sum(series, from, to) };
      })
      .filter((method) => method.orders > 0)
      .sort((a, b) => b.orders - a.orders || byCodePoint(a.name, b.name));
  }

  /** Products sold per tag, most first, and how many products carry any tag. */
  tags(
    sub: Sub,
    range: DayRange,
  ): { tagged: number; items: { key: string; value: string; products: number }[] } {
    this.#mustBeInUse();
    const items = this.#tagsOf(sub)
      .map(({ key, value, series }) => ({ key, value, products: this.#taggedWith.distinct(series, range) }))
      .filter((tag) => tag.products > 0)
      .sort((a, b) => b.products - a.products || byCodePoint(a.key, b.key) || byCodePoint(a.value, b.value));
    return { tagged: this.#tagged.distinct(sub.index, range), items };
  }

  /** Built by refresh for the default period: strongest first. */
  related({ index }: Sub): readonly { sub: Sub; members: number }[] {
    this.#mustBeInUse();
    const { sub, other, members } = this.#tables.related;
    const from = firstAtLeast(sub, 0, sub.length, index);
    const to = firstAtLeast(sub, from, sub.length, index + 1);
    const rows: { sub: Sub; members: number }[] = [];
    for (let row = from; row < to; row++) {
      const bought = this.#subs[other[row] ?? -1];
      if (bought) rows.push({ sub: bought, members: members[row] ?? 0 });
    }
    return rows;
  }

  #tagsOf({ index }: Sub): readonly TagSeries[] {
    const known = this.#tagsBySub.get(index);
    if (known) return known;
    const tags = readTags(this.#derived.tags, index);
    this.#tagsBySub.set(index, tags);
    return tags;
  }
}
