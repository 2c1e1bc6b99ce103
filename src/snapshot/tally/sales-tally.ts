import type { Day } from '../../lib/calendar.ts';
import { type ClosedWeek, NOTHING_CLOSED } from '../privacy/close-week.ts';
import {
  categoryScope,
  paymentSeries,
  type RefreshSettings,
  scopeCount,
  subScope,
  type TableNames,
  type Tables,
  WHOLE,
} from '../tables.ts';
import { ClosedScopes } from './closed-scopes.ts';
import { DayTally } from './day-tally.ts';
import { type Lines, restrictedMethods } from './lines.ts';

export type Names = TableNames & Pick<Tables, 'days'>;
export type Counted = Pick<
  Tables,
  'daily' | 'payments' | 'members' | 'merchants' | 'taggedWith' | 'tagged' | 'closed' | 'closedBasis'
>;
export type SalesNames = Pick<Tables, 'categories' | 'subs' | 'methods'>;
export type SalesLines = Pick<Lines, 'length' | 'day' | 'order' | 'sub' | 'cents' | 'method' | 'member'>;
export type Sales = Pick<Counted, 'daily' | 'payments'>;

/**
 * Counts what was sold and how it was paid, in one pass over all days that are to be counted. As an order's lines stand
 * together, it is counted once in a series by remembering the last order seen there.
 */
export class SalesTally {
  readonly #categoryOf: Int32Array;
  readonly #methods: number;
  readonly #isRestricted: Uint8Array;

  readonly #sales: DayTally<'cents' | 'orders' | 'audienceCents' | 'audienceOrders'>;
  readonly #payments: DayTally<'orders'>;

  /** The last order seen in each series. */
  readonly #lastOrder: Float64Array;
  readonly #lastAudienceOrder: Float64Array;
  readonly #lastPaidOrder: Float64Array;
  #day: Day | undefined;
  readonly #closed: ClosedScopes;

  constructor(names: SalesNames, settings: RefreshSettings) {
    const scopes = scopeCount(names);
    const payments = paymentSeries(names.categories.length + 1, 0, names.methods.length);
    this.#categoryOf = Int32Array.from(names.subs, ({ category }) => category);
    this.#methods = names.methods.length;
    this.#isRestricted = restrictedMethods(names, settings);
    this.#closed = new ClosedScopes(scopes);

    this.#sales = new DayTally(scopes, ['cents', 'orders', 'audienceCents', 'audienceOrders']);
    this.#payments = new DayTally(payments, ['orders']);
    this.#lastOrder = new Float64Array(scopes).fill(-1);
    this.#lastAudienceOrder = new Float64Array(scopes).fill(-1);
    this.#lastPaidOrder = new Float64Array(payments).fill(-1);
  }

  /** Counts lines; all those of earlier days have been counted before. What is closed has no orders. */
  add(lines: SalesLines, closed: ClosedWeek = NOTHING_CLOSED): void {
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
      this.#sell(inCategory, order, cents, isAudience && basis[inCategory] === 0);
      if (cells[inSub] === 0)
        this.#sell(inSub, order, cents, isAudience && basis[inCategory] === 0 && basis[inSub] === 0);
      this.#pay(paymentSeries(category + 1, method, this.#methods), order);
    }
  }

  finish(): Sales {
    this.#endDay();
    const { series, ...sales } = this.#sales.rows();
    return { daily: { scope: series, ...sales }, payments: this.#payments.rows() };
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

  #startDay(day: Day): void {
    this.#endDay();
    this.#day = day;
  }

  #endDay(): void {
    if (this.#day === undefined) return;
    this.#sales.endDay(this.#day);
    this.#payments.endDay(this.#day);
  }
}
