import type { Day } from '../calendar.ts';
import { firstAtLeast } from '../day-series.ts';
import { type ClosedWeek, NOTHING_CLOSED } from '../privacy/close-week.ts';
import {
  categoryScope,
  paymentSeries,
  type RefreshSettings,
  type ScopeId,
  scopeCount,
  subScope,
  type Tables,
  WHOLE,
} from '../tables.ts';
import { DayTally } from './day-tally.ts';
import { FirstSeenTally } from './first-seen-tally.ts';
import type { Lines } from './lines.ts';
import { PairMap } from './pair-map.ts';

export type Names = Pick<Tables, 'categories' | 'subs' | 'methods' | 'tags' | 'days'>;
export type Counted = Pick<
  Tables,
  'daily' | 'payments' | 'members' | 'merchants' | 'taggedWith' | 'tagged' | 'closed' | 'closedBasis'
>;
type CountedHere = Omit<Counted, 'closed' | 'closedBasis'>;

/** Which tags a text names in a sub-category, as parallel columns. */
export interface TextTags {
  readonly text: Int32Array;
  readonly sub: Int32Array;
  readonly tag: Int32Array;
}

/** How many lines are looked up ahead; what they touch fits the nearest cache. */
const AHEAD = 256;

/**
 * Counts order lines into tables, in one pass over all days that are to be counted. As an order's lines stand
 * together, it is counted once in a series by remembering the last order seen there.
 */
export class Tally {
  readonly #days: Int32Array;
  readonly #categoryOf: Int32Array;
  readonly #methods: number;
  readonly #isAudienceMethod: Uint8Array;
  /** Where in `#tagLists` the tags of a text in a sub-category are. */
  readonly #tagsOf = new PairMap();
  readonly #tagLists: number[][] = [[]];

  readonly #sales: DayTally<'cents' | 'orders' | 'audienceCents' | 'audienceOrders'>;
  readonly #payments: DayTally<'orders'>;
  readonly #members: FirstSeenTally;
  readonly #merchants: FirstSeenTally;
  readonly #taggedWith: FirstSeenTally;
  readonly #tagged: FirstSeenTally;

  /** The last order seen in each series. */
  readonly #lastOrder: Float64Array;
  readonly #lastAudienceOrder: Float64Array;
  readonly #lastPaidOrder: Float64Array;
  #day: Day | undefined;
  /** What is not shown of the lines that are being added. */
  #closed = NOTHING_CLOSED;
  readonly #isClosed: Uint8Array;
  readonly #isBasisClosed: Uint8Array;
  /** Nobody reads it; without it the compiler could leave the reading out. */
  fetched = 0;

  constructor(names: Names, textTags: TextTags, { audienceMethods }: RefreshSettings) {
    const scopes = scopeCount(names);
    const payments = paymentSeries(names.categories.length + 1, 0, names.methods.length);
    this.#days = names.days;
    this.#categoryOf = Int32Array.from(names.subs, ({ category }) => category);
    this.#methods = names.methods.length;
    this.#isAudienceMethod = Uint8Array.from(names.methods, (name) => Number(audienceMethods.includes(name)));
    this.#readTextTags(textTags);

    this.#sales = new DayTally(scopes, ['cents', 'orders', 'audienceCents', 'audienceOrders']);
    this.#payments = new DayTally(payments, ['orders']);
    this.#members = new FirstSeenTally(scopes);
    this.#merchants = new FirstSeenTally(scopes);
    this.#taggedWith = new FirstSeenTally(names.tags.length);
    this.#tagged = new FirstSeenTally(names.subs.length);
    this.#isClosed = new Uint8Array(scopes);
    this.#isBasisClosed = new Uint8Array(scopes);
    this.#lastOrder = new Float64Array(scopes).fill(-1);
    this.#lastAudienceOrder = new Float64Array(scopes).fill(-1);
    this.#lastPaidOrder = new Float64Array(payments).fill(-1);
  }

  /** When a member was last seen in a scope, on the restricted basis, before the first day that is counted. */
  rememberMember(scope: ScopeId, member: number, day: Day): void {
    this.#members.remember(scope, member, this.#timeOf(day));
  }

  rememberMerchant(scope: ScopeId, merchant: number, day: Day): void {
    this.#merchants.remember(scope, merchant, this.#timeOf(day));
  }

  rememberProduct(sub: number, text: number, product: number, day: Day): void {
    const tags = this.#tags(sub, text);
    for (const tag of tags) this.#taggedWith.remember(tag, product, this.#timeOf(day));
    if (tags.length > 0) this.#tagged.remember(sub, product, this.#timeOf(day));
  }

  /** Counts lines; all those of earlier days have been counted before. What is closed has no orders. */
  add(lines: Lines, closed: ClosedWeek = NOTHING_CLOSED): void {
    this.#close(closed);
    for (let from = 0; from < lines.length; from += AHEAD) {
      const to = Math.min(lines.length, from + AHEAD);
      this.#fetch(lines, from, to);
      this.#count(lines, from, to);
    }
  }

  #count(lines: Lines, from: number, to: number): void {
    const isClosed = this.#isClosed;
    const isBasisClosed = this.#isBasisClosed;
    for (let row = from; row < to; row++) {
      const day = lines.day[row] ?? 0;
      if (day !== this.#day) this.#startDay(day);
      const sub = lines.sub[row] ?? 0;
      const order = lines.order[row] ?? 0;
      const method = lines.method[row] ?? 0;
      const member = lines.member[row] ?? -1;
      const cents = lines.cents[row] ?? 0;
      const category = this.#categoryOf[sub] ?? 0;
      const inCategory = categoryScope(category);
      const inSub = subScope(sub);
      const merchant = lines.merchant[row] ?? -1;
      const isAudience = member >= 0 && this.#isAudienceMethod[method] === 1;

      if (isClosed[WHOLE] === 0) {
        this.#sell(WHOLE, order, cents, isAudience);
        this.#pay(paymentSeries(0, method, this.#methods), order);
      }
      // A scope that is closed has its sub-categories closed, and its restricted basis.
      if (isClosed[inCategory] === 1) continue;
      const isSubOpen = isClosed[inSub] === 0;
      const isInAudience = isAudience && isBasisClosed[inCategory] === 0;
      const isInSubAudience = isInAudience && isBasisClosed[inSub] === 0;
      this.#sell(inCategory, order, cents, isInAudience);
      if (isSubOpen) this.#sell(inSub, order, cents, isInSubAudience);
      this.#pay(paymentSeries(category + 1, method, this.#methods), order);
      // What an open sub-category has seen today, the category has seen as well.
      if (isInAudience && (!isInSubAudience || this.#members.see(inSub, member)))
        this.#members.see(inCategory, member);
      if (merchant >= 0 && (!isSubOpen || this.#merchants.see(inSub, merchant)))
        this.#merchants.see(inCategory, merchant);
      const text = lines.text[row] ?? -1;
      if (text >= 0 && isSubOpen) this.#tag(sub, text, lines.product[row] ?? 0);
    }
  }

  /**
   * Members are looked up all over a table that no cache holds. Reading ahead, with nothing that depends on what is
   * read, lets the processor wait for many of them at once.
   */
  #fetch({ sub, member, method }: Lines, from: number, to: number): void {
    let read = 0;
    for (let row = from; row < to; row++) {
      const ours = member[row] ?? -1;
      if (ours < 0 || this.#isAudienceMethod[method[row] ?? 0] === 0) continue;
      const inSub = sub[row] ?? 0;
      read ^= this.#members.fetch(subScope(inSub), ours);
      read ^= this.#members.fetch(categoryScope(this.#categoryOf[inSub] ?? 0), ours);
    }
    this.fetched = read;
  }

  finish(): CountedHere {
    this.#endDay();
    const { series, ...sales } = this.#sales.rows();
    return {
      daily: { scope: series, ...sales },
      payments: this.#payments.rows(),
      members: this.#members.packed(),
      merchants: this.#merchants.packed(),
      taggedWith: this.#taggedWith.packed(),
      tagged: this.#tagged.packed(),
    };
  }

  #sell(scope: number, order: number, cents: number, isAudience: boolean): void {
    const { today } = this.#sales;
    today.cents[scope] = (today.cents[scope] ?? 0) + cents;
    if (this.#lastOrder[scope] !== order) {
      this.#lastOrder[scope] = order;
      this.#sales.touch(scope);
      today.orders[scope] = (today.orders[scope] ?? 0) + 1;
    }
    if (!isAudience) return;
    today.audienceCents[scope] = (today.audienceCents[scope] ?? 0) + cents;
    if (this.#lastAudienceOrder[scope] === order) return;
    this.#lastAudienceOrder[scope] = order;
    today.audienceOrders[scope] = (today.audienceOrders[scope] ?? 0) + 1;
  }

  /** An order paid by two methods counts under both. */
  #pay(series: number, order: number): void {
    if (this.#lastPaidOrder[series] === order) return;
    this.#lastPaidOrder[series] = order;
    this.#payments.touch(series);
    const { orders } = this.#payments.today;
    orders[series] = (orders[series] ?? 0) + 1;
  }

  #tag(sub: number, text: number, product: number): void {
    const tags = this.#tags(sub, text);
    for (const tag of tags) this.#taggedWith.see(tag, product);
    if (tags.length > 0) this.#tagged.see(sub, product);
  }

  #startDay(day: Day): void {
    this.#endDay();
    this.#day = day;
    const time = this.#timeOf(day);
    for (const firstSeen of this.#firstSeen) firstSeen.startDay(time);
  }

  #endDay(): void {
    if (this.#day === undefined) return;
    this.#sales.endDay(this.#day);
    this.#payments.endDay(this.#day);
    for (const firstSeen of this.#firstSeen) firstSeen.endDay();
  }

  get #firstSeen(): readonly FirstSeenTally[] {
    return [this.#members, this.#merchants, this.#taggedWith, this.#tagged];
  }

  #close(closed: ClosedWeek): void {
    if (closed === this.#closed) return;
    for (const scope of this.#closed.cells) this.#isClosed[scope] = 0;
    for (const scope of this.#closed.basis) this.#isBasisClosed[scope] = 0;
    for (const scope of closed.cells) this.#isClosed[scope] = 1;
    for (const scope of closed.basis) this.#isBasisClosed[scope] = 1;
    this.#closed = closed;
  }

  #timeOf(day: Day): number {
    return firstAtLeast(this.#days, 0, this.#days.length, day) + 1;
  }

  #tags(sub: number, text: number): readonly number[] {
    return this.#tagLists[this.#tagsOf.get(sub, text)] ?? [];
  }

  #readTextTags({ text, sub, tag }: TextTags): void {
    tag.forEach((id, row) => {
      const index = this.#tagsOf.get(sub[row] ?? 0, text[row] ?? 0) || this.#tagLists.push([]) - 1;
      this.#tagsOf.set(sub[row] ?? 0, text[row] ?? 0, index);
      this.#tagLists[index]?.push(id);
    });
  }
}
