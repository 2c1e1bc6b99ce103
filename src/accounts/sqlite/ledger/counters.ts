import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Points } from '../../accounts.ts';
import { familyOf, type KeyRow, pointLimits } from '../../common/rows.ts';
import { type LimitLeft, type PointLimits, periodAt } from '../../key-limits.ts';
import { booksTimeZone } from '../lots.ts';
import { IN_FAMILY } from '../spent.ts';

type Row = Record<string, SQLOutputValue>;

/** A key with its limits and those of its account, and what it has spent of them. */
type LimitedRow = Row &
  Pick<KeyRow, 'id' | 'family' | 'limits' | 'per_day' | 'per_month'> & {
    readonly account_per_day: Points | null;
    readonly account_per_month: Points | null;
  };

/** What was spent in the day and month of a batch, and how much of each is left. */
interface Counter {
  readonly day: number;
  readonly endsAt: number;
  readonly monthEndsAt: number;
  dayLeft: Points;
  monthLeft: Points;
  added: Points;
}

/** What a key is limited to, and what it and its account have spent of limits of points. */
export class Spending {
  /** As it is kept; undefined where the account alone has limits. */
  readonly limits: string | undefined;
  readonly #counters: readonly Counter[];

  constructor(limits: string | undefined, counters: readonly Counter[]) {
    this.limits = limits;
    this.#counters = counters;
  }

  /** The day that it is counted for; undefined where nothing is. */
  get day(): number | undefined {
    return this.#counters[0]?.day;
  }

  /** What has least left; of two that have the same, what holds longer. */
  get left(): LimitLeft | undefined {
    let [left, resets] = [Number.POSITIVE_INFINITY, 0];
    const take = (points: Points, until: number) => {
      if (points > left || (points === left && until <= resets)) return;
      left = points;
      resets = until;
    };
    for (const { dayLeft, endsAt, monthLeft, monthEndsAt } of this.#counters) {
      take(dayLeft, endsAt);
      take(monthLeft, monthEndsAt);
    }
    return left === Number.POSITIVE_INFINITY ? undefined : { left: Math.max(0, left), resets };
  }

  hasRoomFor(points: Points): boolean {
    return this.#counters.every(({ dayLeft, monthLeft }) => points <= dayLeft && points <= monthLeft);
  }

  add(points: Points): void {
    for (const counter of this.#counters) {
      counter.dayLeft -= points;
      counter.monthLeft -= points;
      counter.added += points;
    }
  }
}

/** Reads and writes the counters of a batch. All keys that count for one share it, so that none is spent twice. */
export class Counters {
  readonly #db: DatabaseSync;
  readonly #sql;
  /** By number. */
  readonly #known = new Map<number, Counter>();
  #now = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#sql = {
      findLimits: db.prepare(`
        SELECT key.id, key.family, key.limits, key.per_day, key.per_month, account.per_day AS account_per_day,
               account.per_month AS account_per_month, spent.day, spent.ends_at, month_ends_at, day_points, month_points
        FROM key JOIN account ON account.id = key.account
                 LEFT JOIN spent ON counter = coalesce(key.family, key.id) AND ?2 BETWEEN starts_at AND spent.ends_at - 1
        WHERE key.id = ?1`),
      find: db.prepare('SELECT * FROM spent WHERE counter = ? AND ? BETWEEN starts_at AND ends_at - 1'),
      renew: db.prepare(`
        INSERT OR REPLACE INTO spent (counter, day, starts_at, ends_at, month_ends_at, day_points, month_points)
        SELECT ?1, ?2, ?3, ?4, ?5, coalesce(sum(points) FILTER (WHERE day = ?2), 0), coalesce(sum(points), 0) FROM usage
        WHERE account = ?6 AND day BETWEEN ?7 AND ?8 AND (?1 < 0 OR ${IN_FAMILY})`),
      add: db.prepare(
        'UPDATE spent SET day_points = day_points + ?1, month_points = month_points + ?1 WHERE counter = ?2',
      ),
    };
  }

  /** The day of a batch is that of the moment it is decided on, so that all its calls are of the same. */
  begin(): void {
    if (this.#known.size > 0) this.#known.clear();
    this.#now = Date.now();
  }

  /** Of a key that has limits, or whose account has. */
  of(key: number, account: number): Spending {
    const row = this.#sql.findLimits.get(key, this.#now) as LimitedRow;
    const ofAccount = { per_day: row.account_per_day, per_month: row.account_per_month };
    const counters = [
      this.#counter(familyOf(row), account, pointLimits(row), row),
      this.#counter(-account, account, pointLimits(ofAccount)),
    ];
    return new Spending(
      row.limits ?? undefined,
      counters.filter((each) => each !== undefined),
    );
  }

  write(): void {
    for (const [number, { added }] of this.#known) if (added > 0) this.#sql.add.run(added, number);
  }

  #counter(
    number: number,
    account: number,
    { perDay, perMonth }: PointLimits,
    found?: Row,
  ): Counter | undefined {
    if (perDay === null && perMonth === null) return undefined;
    const known = this.#known.get(number);
    if (known) return known;
    const spent = found ?? this.#sql.find.get(number, this.#now);
    const row = typeof spent?.day === 'number' ? spent : this.#renewed(number, account);
    const counter = {
      ...{ day: Number(row.day), endsAt: Number(row.ends_at), monthEndsAt: Number(row.month_ends_at) },
      dayLeft: (perDay ?? Number.POSITIVE_INFINITY) - Number(row.day_points),
      monthLeft: (perMonth ?? Number.POSITIVE_INFINITY) - Number(row.month_points),
      added: 0,
    };
    this.#known.set(number, counter);
    return counter;
  }

  /** Begins a day, with what usage says of it and its month. */
  #renewed(number: number, account: number): Row {
    if (!this.#db.isTransaction) throw DUE;
    const { day, startsAt, endsAt, monthEndsAt, month } = periodAt(this.#now, booksTimeZone(this.#db));
    this.#sql.renew.run(number, day, startsAt, endsAt, monthEndsAt, account, ...month);
    return this.#sql.find.get(number, this.#now) ?? {};
  }
}

/** Something has to be written before calls that only look can be answered: it takes a transaction. */
export const DUE = new Error('what is due is written in a transaction');
