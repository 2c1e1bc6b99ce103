import type { Day } from '../calendar.ts';
import { firstAtLeast } from '../day-series.ts';
import { type ClosedWeek, NOTHING_CLOSED } from '../privacy/close-week.ts';
import {
  categoryScope,
  paymentSeries,
  type RefreshSettings,
  scopeCount,
  subScope,
  type Tables,
  WHOLE,
} from '../tables.ts';
import { ClosedScopes } from './closed-scopes.ts';
import { DayTally } from './day-tally.ts';
import { FirstSeenTally } from './first-seen-tally.ts';
import { type Lines, restrictedMethods } from './lines.ts';
import { PairMap } from './pair-map.ts';

export type Names = Pick<Tables, 'categories' | 'subs' | 'methods' | 'tags' | 'days'>;
export type Counted = Pick<
  Tables,
  'daily' | 'payments' | 'members' | 'merchants' | 'taggedWith' | 'tagged' | 'closed' | 'closedBasis'
>;
type Sales = Pick<Counted, 'daily' | 'payments' | 'taggedWith' | 'tagged'>;

/** Which tags a text names in a sub-category, as parallel columns. */
interface TextTags {
  readonly text: Int32Array;
  readonly sub: Int32Array;
  readonly tag: Int32Array;
}

/**
 * Counts what was sold, how it was paid and its tags, in one pass over all days that are to be counted. As an order's
 * lines stand together, it is counted once in a series by remembering the last order seen there.
 */
export class SalesTally {
  readonly #days: Int32Array;
  readonly #categoryOf: Int32Array;
  readonly #methods: number;
  readonly #isRestricted: Uint8Array;
  /** Where in `#tagLists` the tags of a text in a sub-category are. */
  readonly #tagsOf = new PairMap();
  readonly #tagLists: number[][] = [[]];

  readonly #sales: DayTally<'cents' | 'orders' | 'audienceCents' | 'audienceOrders'>;
  readonly #payments: DayTally<'orders'>;
  readonly #taggedWith: FirstSeenTally;
  readonly #tagged: FirstSeenTally;

  /** The last order seen in each series. */
  readonly #lastOrder: Float64Array;
  readonly #lastAudienceOrder: Float64Array;
  readonly #lastPaidOrder: Float64Array;
  #day: Day | undefined;
  readonly #closed: ClosedScopes;

  constructor(names: Names, textTags: TextTags, settings: RefreshSettings) {
    const scopes = scopeCount(names);
    const payments = paymentSeries(names.categories.length + 1, 0, names.methods.length);
    this.#days = names.days;
    this.#categoryOf = Int32Array.from(names.subs, ({ category }) => category);
    this.#methods = names.methods.length;
    this.#isRestricted = restrictedMethods(names, settings);
    this.#closed = new ClosedScopes(scopes);
    this.#readTextTags(textTags);

    this.#sales = new DayTally(scopes, ['cents', 'orders', 'audienceCents', 'audienceOrders']);
    this.#payments = new DayTally(payments, ['orders']);
    this.#taggedWith = new FirstSeenTally(names.tags.length);
    this.#tagged = new FirstSeenTally(names.subs.length);
    this.#lastOrder = new Float64Array(scopes).fill(-1);
    this.#lastAudienceOrder = new Float64Array(scopes).fill(-1);
    this.#lastPaidOrder = new Float64Array(payments).fill(-1);
  }

  /** When a product was last seen before the first day that is counted. */
  rememberProduct(sub: number, text: number, product: number, day: Day): void {
    const tags = this.#tags(sub, text);
    for (const tag of tags) this.#taggedWith.remember(tag, product, this.#timeOf(day));
    if (tags.length > 0) this.#tagged.remember(sub, product, this.#timeOf(day));
  }

  /** Counts lines; all those of earlier days have been counted before. What is closed has no orders. */
  add(lines: Lines, closed: ClosedWeek = NOTHING_CLOSED): void {
    this.#closed.set(closed);
    const { cells, basis } = this.#closed;
    for (let row = 0; row < lines.length; row++) {
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
      const isAudience = member >= 0 && this.#isRestricted[method] === 1;

      if (cells[WHOLE] === 0) {
        this.#sell(WHOLE, order, cents, isAudience);
        this.#pay(paymentSeries(0, method, this.#methods), order);
      }
      // A scope that is closed has its sub-categories closed, and its restricted basis.
      if (cells[inCategory] === 1) continue;
      const isSubOpen = cells[inSub] === 0;
      this.#sell(inCategory, order, cents, isAudience && basis[inCategory] === 0);
      if (isSubOpen)
        this.#sell(inSub, order, cents, isAudience && basis[inCategory] === 0 && basis[inSub] === 0);
      this.#pay(paymentSeries(category + 1, method, this.#methods), order);
      const text = lines.text[row] ?? -1;
      if (text >= 0 && isSubOpen) this.#tag(sub, text, lines.product[row] ?? 0);
    }
  }

  finish(): Sales {
    this.#endDay();
    const { series, ...sales } = this.#sales.rows();
    return {
      daily: { scope: series, ...sales },
      payments: this.#payments.rows(),
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
    return [this.#taggedWith, this.#tagged];
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
