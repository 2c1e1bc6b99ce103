import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Points } from '../../accounts.ts';
import { type Counter, type LimitLeft, leastLeft, type PointLimits, periodAt } from '../../key-limits.ts';
import { familyOf } from '../keys.ts';
import { booksTimeZone } from '../lots.ts';
import { IN_FAMILY, pointLimits } from '../spent.ts';

type Row = Record<string, SQLOutputValue>;
/** What was spent in a day and its month. */
type Spent = Omit<Counter, keyof PointLimits> & { readonly day: number };
type BatchCounter = { -readonly [K in keyof Counter]: Counter[K] } & Pick<Spent, 'day'> & {
    isChanged: boolean;
  };

/** What a key and its account have spent of their limits, in the day and month of a batch. */
export class Spending {
  readonly #counters: readonly BatchCounter[];

  constructor(counters: readonly BatchCounter[]) {
    this.#counters = counters;
  }

  /** The day that it is counted for. */
  get day(): number {
    return this.#counters[0]?.day ?? 0;
  }

  get limit(): LimitLeft | undefined {
    return leastLeft(this.#counters);
  }

  add(points: Points): void {
    for (const counter of this.#counters) {
      counter.dayPoints += points;
      counter.monthPoints += points;
      counter.isChanged = true;
    }
  }
}

/** Reads and writes the counters of a batch. All keys that count for one share it, so that none is spent twice. */
export class Counters {
  readonly #db: DatabaseSync;
  readonly #sql;
  /** By number. */
  #known = new Map<number, BatchCounter>();
  #now = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#sql = {
      find: db.prepare('SELECT * FROM spent WHERE counter = ? AND ? BETWEEN starts_at AND ends_at - 1'),
      renew: db.prepare(`
        INSERT OR REPLACE INTO spent (counter, day, starts_at, ends_at, month_ends_at, day_points, month_points)
        SELECT ?1, ?2, ?3, ?4, ?5, coalesce(sum(points) FILTER (WHERE day = ?2), 0), coalesce(sum(points), 0) FROM usage
        WHERE account = ?6 AND day BETWEEN ?7 AND ?8 AND (?1 < 0 OR ${IN_FAMILY})`),
      write: db.prepare('UPDATE spent SET day_points = ?, month_points = ? WHERE counter = ?'),
    };
  }

  /** The day of a batch is that of the moment it is decided on, so that all its calls are of the same. */
  begin(): void {
    this.#known.clear();
    this.#now = Date.now();
  }

  /** Those of a row with a key and its account; undefined where neither has a limit. */
  of(row: Row): Spending | undefined {
    const { per_day, per_month, account_per_day, account_per_month } = row;
    const isKey = per_day !== null || per_month !== null;
    const isAccount = account_per_day !== null || account_per_month !== null;
    if (!isKey && !isAccount) return undefined;
    const account = Number(row.account);
    const ofAccount = { per_day: account_per_day ?? null, per_month: account_per_month ?? null };
    return new Spending([
      ...(isKey ? [this.#counter(familyOf(row), account, pointLimits(row))] : []),
      ...(isAccount ? [this.#counter(-account, account, pointLimits(ofAccount))] : []),
    ]);
  }

  write(): void {
    for (const [number, { dayPoints, monthPoints, isChanged }] of this.#known)
      if (isChanged) this.#sql.write.run(dayPoints, monthPoints, number);
  }

  #counter(number: number, account: number, limits: PointLimits): BatchCounter {
    const counter = this.#known.get(number) ?? {
      ...limits,
      ...this.#spent(number, account),
      isChanged: false,
    };
    this.#known.set(number, counter);
    return counter;
  }

  #spent(number: number, account: number): Spent {
    const row = this.#sql.find.get(number, this.#now) ?? this.#renewed(number, account);
    return {
      day: Number(row?.day),
      endsAt: Number(row?.ends_at),
      monthEndsAt: Number(row?.month_ends_at),
      dayPoints: Number(row?.day_points),
      monthPoints: Number(row?.month_points),
    };
  }

  /** Begins a day, with what usage says of it and its month. */
  #renewed(number: number, account: number): Row | undefined {
    if (!this.#db.isTransaction) throw DUE;
    const { day, startsAt, endsAt, monthEndsAt, month } = periodAt(this.#now, booksTimeZone(this.#db));
    this.#sql.renew.run(number, day, startsAt, endsAt, monthEndsAt, account, ...month);
    return this.#sql.find.get(number, this.#now);
  }
}

/** Something has to be written before calls that only look can be answered: it takes a transaction. */
export const DUE = new Error('what is due is written in a transaction');
