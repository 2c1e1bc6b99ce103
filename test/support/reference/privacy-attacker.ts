/**
 * An attacker with unlimited points and keys: it asks everything, turns every sum in the answers into an equation, and
 * solves the linear system for single cells. Equations are over residues of a prime, so that they are exact.
 */
import { formatDay, mondayOf, parseDay, type Range, weeksTouching } from './reference-calendar.ts';

/** Larger than any amount in hundredths or count of the made data; the product of two stays a safe integer. */
const PRIME = 67_108_859;

/** What stands before each unknown, by its index. */
type Coefficients = ReadonlyMap<number, number>;

/** Linear equations, kept reduced: each has an unknown of its own that no other has first. */
class Equations {
  readonly #width: number;
  readonly #rows = new Map<number, { row: Float64Array; value: number }>();
  readonly #seen = new Map<string, number>();
  /** How many were added, those that say nothing new among them. */
  count = 0;
  /** Two that cannot both be true: what was published before was changed. */
  contradictions = 0;

  constructor(unknowns: number) {
    this.#width = unknowns;
  }

  add(coefficients: Coefficients, value: number): void {
    this.count++;
    const key = JSON.stringify([...coefficients]);
    const before = this.#seen.get(key);
    if (before === value) return;
    this.#seen.set(key, value);
    const reduced = this.#reduce(coefficients, value);
    if (reduced.first < 0) {
      if (reduced.value !== 0) this.contradictions++;
      return;
    }
    const inverse = power(reduced.row[reduced.first] ?? 0, PRIME - 2);
    for (let i = reduced.first; i < this.#width; i++)
      reduced.row[i] = ((reduced.row[i] ?? 0) * inverse) % PRIME;
    this.#rows.set(reduced.first, { row: reduced.row, value: (reduced.value * inverse) % PRIME });
  }

  /** The value of a sum of unknowns, where the equations determine it. */
  solve(coefficients: Coefficients): number | undefined {
    const { first, value } = this.#reduce(coefficients, 0);
    return first < 0 ? (PRIME - value) % PRIME : undefined;
  }

  #reduce(coefficients: Coefficients, right: number): { row: Float64Array; value: number; first: number } {
    const row = new Float64Array(this.#width);
    for (const [unknown, coefficient] of coefficients) row[unknown] = coefficient;
    let value = right % PRIME;
    let first = -1;
    for (let i = 0; i < this.#width; i++) {
      const factor = row[i] ?? 0;
      if (factor === 0) continue;
      const known = this.#rows.get(i);
      if (!known) {
        if (first < 0) first = i;
        continue;
      }
      for (let j = i; j < this.#width; j++) {
        const other = known.row[j] ?? 0;
        if (other !== 0) row[j] = ((row[j] ?? 0) + (PRIME - factor) * other) % PRIME;
      }
      value = (value + (PRIME - factor) * known.value) % PRIME;
    }
    return { row, value, first };
  }
}

function power(base: number, exponent: number): number {
  let [result, square] = [1, base];
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * square) % PRIME;
    square = (square * square) % PRIME;
  }
  return result;
}

/** Which lines an answer is about: a category, or a sub-category of one; neither is the whole. */
export type Scope = { readonly category?: string; readonly sub?: string };
export type Side = 'all' | 'on' | 'outside';
type Ask = (
  path: string,
  parameters: Record<string, string>,
) => { data: unknown; suppressed: number | undefined };
type Sales = { readonly total_amount: number; readonly trade_count: number };

/** Everything that lines of the made data can be told apart by. */
interface Market {
  readonly subs: readonly { readonly category: string; readonly sub: string }[];
  readonly weeks: readonly number[];
  readonly methods: readonly string[];
  readonly audienceMethods: readonly string[];
}

export class Attacker {
  readonly amounts: Equations;
  readonly orders: Equations;
  readonly #market: Market;

  constructor(market: Market) {
    this.#market = market;
    const unknowns = market.subs.length * market.weeks.length * market.methods.length * 2;
    this.amounts = new Equations(unknowns);
    this.orders = new Equations(unknowns);
  }

  /** The unknowns of some cells: amounts and orders by sub-category, week, payment method, and with or without a member. */
  unknowns(scope: Scope, weeks: readonly number[], side: Side = 'all', method?: string): Coefficients {
    const { subs, weeks: all, methods, audienceMethods } = this.#market;
    const found = new Map<number, number>();
    for (const [s, one] of subs.entries()) {
      if (scope.category !== undefined && one.category !== scope.category) continue;
      if (scope.sub !== undefined && one.sub !== scope.sub) continue;
      for (const week of weeks) {
        for (const [m, name] of methods.entries()) {
          if (method !== undefined && name !== method) continue;
          for (const hasMember of [0, 1]) {
            const isOn = hasMember === 1 && audienceMethods.includes(name);
            if (side !== 'all' && isOn !== (side === 'on')) continue;
            found.set(((s * all.length + all.indexOf(week)) * methods.length + m) * 2 + hasMember, 1);
          }
        }
      }
    }
    return found;
  }

  /** Asks a publication everything, and notes what it says. */
  interrogate(ask: Ask, coverage: Range, ranges: readonly Range[]): void {
    const { weeks } = this.#market;
    const shown = weeksTouching(coverage)
      .map(({ first }) => first)
      .filter((week) => weeks.includes(week));
    const scopes: Scope[] = [
      ...new Map(this.#market.subs.map(({ category }) => [category, { category }])).values(),
      ...this.#market.subs,
    ];
    const closed = this.#closedCells(ask, scopes, shown);
    const open = (scope: Scope, range: Range, basis: 'cell' | 'basis' = 'cell') =>
      shown.filter(
        (week) =>
          week >= mondayOf(range.first) &&
          week <= range.last &&
          !closed.has(keyOf(scope, week, 'cell')) &&
          !closed.has(keyOf(scope, week, basis)),
      );
    const sales = (scope: Scope, range: Range, { total_amount, trade_count }: Sales) =>
      this.#note(this.unknowns(scope, open(scope, range)), trade_count, cents(total_amount));

    this.#overviews(ask, open, sales);
    for (const range of ranges)
      for (const scope of scopes) {
        const found = aboutScope(ask, scope, range);
        if (!found) continue;
        const { focus } = found.focus.data as { focus: Record<string, number> };
        const { totalAmount, tradeCount, audienceTradeCount, audienceAmount } = focus;
        sales(scope, range, { total_amount: Number(totalAmount), trade_count: Number(tradeCount) });
        const basis = this.unknowns(scope, open(scope, range, 'basis'), 'on');
        this.#note(basis, Number(audienceTradeCount), cents(Number(audienceAmount)));
        this.#trend(found.trend.data, scope, sales);
        if (scope.sub !== undefined) continue;
        const names = namesOf(scope, range);
        this.#payments(ask('/api/public/market/payment', names), scope, open(scope, range));
        for (const item of items<Sales & { name: string }>(ask('/api/public/market/sub-ranking', names)))
          sales({ ...scope, sub: item.name }, range, item);
      }
  }

  #overviews(
    ask: Ask,
    open: (scope: Scope, range: Range) => number[],
    sales: (scope: Scope, range: Range, sales: Sales) => void,
  ): void {
    this.#trend(ask('/api/public/trends/overview', {}).data, {}, sales);
    const ranking = ask('/api/public/overview/ranking', {});
    const period = periodOf(ranking);
    for (const item of items<Sales & { name: string }>(ranking)) sales({ category: item.name }, period, item);
    const growth = ask('/api/public/overview/growth', {});
    const current = periodOf(growth);
    const length = current.last - current.first + 1;
    const before = { first: current.first - length, last: current.first - 1 };
    for (const item of items<Record<string, number>>(growth)) {
      const category = String(item.producttypename);
      const [now, then] = [Number(item.current_amount), Number(item.previous_amount)];
      sales({ category }, current, { total_amount: now, trade_count: Number(item.current_count) });
      sales({ category }, before, { total_amount: then, trade_count: Number(item.previous_count) });
    }
    this.#payments(ask('/api/public/overview/payment', {}), {}, open({}, period));
  }

  /** Orders and, where an answer tells it, their amount. No orders are none of any kind. */
  #note(unknowns: Coefficients, orders: number, amount?: number): void {
    if (unknowns.size === 0) return;
    for (const some of orders === 0 ? [...unknowns.keys()].map((one) => new Map([[one, 1]])) : [unknowns]) {
      this.orders.add(some, orders);
      if (amount !== undefined || orders === 0) this.amounts.add(some, amount ?? 0);
    }
  }

  /** A method that is not listed has no orders. */
  #payments(answer: { data: unknown }, scope: Scope, weeks: readonly number[]): void {
    const counts = new Map(
      items<{ name: string; count: number }>(answer).map(({ name, count }) => [name, count]),
    );
    for (const method of this.#market.methods)
      this.#note(this.unknowns(scope, weeks, 'all', method), counts.get(method) ?? 0);
  }

  /** Weeks, or months that stand for the weeks whose Monday lies in them. */
  #trend(data: unknown, scope: Scope, sales: (scope: Scope, range: Range, sales: Sales) => void): void {
    const { trend } = data as { trend: readonly (Sales & { month: string; week_start?: string })[] };
    for (const point of trend) {
      const weeks = point.week_start
        ? [Date.parse(point.week_start) / 86_400_000]
        : this.#market.weeks.filter((week) => formatDay(week).startsWith(point.month));
      if (weeks.length > 0) sales(scope, { first: Math.min(...weeks), last: Math.max(...weeks) + 6 }, point);
    }
  }

  /** Which cells are closed, as answers about single weeks tell. */
  #closedCells(ask: Ask, scopes: readonly Scope[], weeks: readonly number[]): Set<string> {
    const closed = new Set<string>();
    for (const week of weeks)
      for (const scope of scopes) {
        const found = aboutScope(ask, scope, { first: week, last: week + 6 });
        if (!found || (found.trend.suppressed ?? 0) > 0) closed.add(keyOf(scope, week, 'cell'));
        const focus = found && (found.focus.data as { focus: { audienceSuppressed?: true } }).focus;
        if (!focus || focus.audienceSuppressed) closed.add(keyOf(scope, week, 'basis'));
      }
    return closed;
  }
}

const namesOf = (scope: Scope, range: Range) => ({
  ...(scope as Record<string, string>),
  ...{ start: formatDay(range.first), end: formatDay(range.last) },
});

/** The trend and the focus of a scope; undefined where its name is not listed: the answer is about another then. */
function aboutScope(ask: Ask, scope: Scope, range: Range) {
  const place = scope.sub === undefined ? 'market' : 'sub-market';
  const names = namesOf(scope, range);
  const [trend, focus] = [
    ask(`/api/public/trends/${place}`, names),
    ask(`/api/public/${place}/focus`, names),
  ];
  const about = trend.data as { category: string; subCategory?: string };
  const isIt = about.category === scope.category && (scope.sub ?? about.subCategory) === about.subCategory;
  return isIt ? { trend, focus } : undefined;
}

function keyOf(scope: Scope, week: number, kind: string): string {
  return JSON.stringify([scope.category ?? null, scope.sub ?? null, week, kind]);
}

function periodOf({ data }: { data: unknown }): Range {
  const { start, end } = data as { start: string; end: string };
  return { first: parseDay(start), last: parseDay(end) };
}

function items<Item>({ data }: { data: unknown }): readonly Item[] {
  return (data as { items: readonly Item[] }).items;
}

function cents(amount: number): number {
  return Math.round(amount * 100);
}
