import type { Day } from '../calendar.ts';
import { firstAtLeast } from '../day-series.ts';
import { type ClosedWeek, NOTHING_CLOSED } from '../privacy/close-week.ts';
import {
  categoryScope,
  type RefreshSettings,
  type ScopeId,
  scopeCount,
  subScope,
  type Tables,
} from '../tables.ts';
import { ClosedScopes } from './closed-scopes.ts';
import { FirstSeenTally } from './first-seen-tally.ts';
import { type Lines, restrictedMethods } from './lines.ts';

export type PeopleNames = Pick<Tables, 'categories' | 'subs' | 'methods' | 'days'>;
export type PeopleLines = Pick<Lines, 'length' | 'day' | 'sub' | 'method' | 'merchant' | 'member'>;
export type People = Pick<Tables, 'members' | 'merchants'>;

/** How many lines are looked up ahead; what they touch fits the nearest cache. */
const AHEAD = 256;

/** Counts who bought and who sold, in one pass over all days that are to be counted. */
export class PeopleTally {
  readonly #days: Int32Array;
  readonly #categoryOf: Int32Array;
  readonly #isRestricted: Uint8Array;
  readonly #closed: ClosedScopes;
  readonly #members: FirstSeenTally;
  readonly #merchants: FirstSeenTally;
  #day: Day | undefined;
  /** Nobody reads it; without it the compiler could leave the reading ahead out. */
  fetched = 0;

  constructor(names: PeopleNames, settings: RefreshSettings) {
    const scopes = scopeCount(names);
    this.#days = names.days;
    this.#categoryOf = Int32Array.from(names.subs, ({ category }) => category);
    this.#isRestricted = restrictedMethods(names, settings);
    this.#closed = new ClosedScopes(scopes);
    this.#members = new FirstSeenTally(scopes);
    this.#merchants = new FirstSeenTally(scopes);
  }

  /** When a member was last seen in a scope, on the restricted basis, before the first day that is counted. */
  rememberMember(scope: ScopeId, member: number, day: Day): void {
    this.#members.remember(scope, member, this.#timeOf(day));
  }

  rememberMerchant(scope: ScopeId, merchant: number, day: Day): void {
    this.#merchants.remember(scope, merchant, this.#timeOf(day));
  }

  /** Counts lines; all those of earlier days have been counted before. */
  add(lines: PeopleLines, closed: ClosedWeek = NOTHING_CLOSED): void {
    this.#closed.set(closed);
    for (let from = 0; from < lines.length; from += AHEAD) {
      const to = Math.min(lines.length, from + AHEAD);
      this.#fetch(lines, from, to);
      this.#count(lines, from, to);
    }
  }

  finish(): People {
    this.#endDay();
    return { members: this.#members.packed(), merchants: this.#merchants.packed() };
  }

  /**
   * Members are looked up all over a table that no cache holds. Reading ahead, with nothing that depends on what is
   * read, lets the processor wait for many of them at once.
   */
  #fetch({ sub, member, method }: PeopleLines, from: number, to: number): void {
    let read = 0;
    for (let row = from; row < to; row++) {
      const ours = member[row] ?? -1;
      if (ours < 0 || this.#isRestricted[method[row] ?? 0] === 0) continue;
      const inSub = sub[row] ?? 0;
      read ^= this.#members.fetch(subScope(inSub), ours);
      read ^= this.#members.fetch(categoryScope(this.#categoryOf[inSub] ?? 0), ours);
    }
    this.fetched = read;
  }

  #count(lines: PeopleLines, from: number, to: number): void {
    const { cells, basis } = this.#closed;
    for (let row = from; row < to; row++) {
      const day = lines.day[row] ?? 0;
      if (day !== this.#day) this.#startDay(day);
      const sub = lines.sub[row] ?? 0;
      const inCategory = categoryScope(this.#categoryOf[sub] ?? 0);
      const inSub = subScope(sub);
      // A scope that is closed has its sub-categories closed, and its restricted basis.
      if (cells[inCategory] === 1) continue;
      const member = lines.member[row] ?? -1;
      const merchant = lines.merchant[row] ?? -1;
      const isRestricted = member >= 0 && this.#isRestricted[lines.method[row] ?? 0] === 1;
      // What an open sub-category has seen today, the category has seen as well.
      if (isRestricted && basis[inCategory] === 0 && (basis[inSub] === 1 || this.#members.see(inSub, member)))
        this.#members.see(inCategory, member);
      if (merchant >= 0 && (cells[inSub] === 1 || this.#merchants.see(inSub, merchant)))
        this.#merchants.see(inCategory, merchant);
    }
  }

  #startDay(day: Day): void {
    this.#endDay();
    this.#day = day;
    this.#members.startDay(this.#timeOf(day));
    this.#merchants.startDay(this.#timeOf(day));
  }

  #endDay(): void {
    if (this.#day === undefined) return;
    this.#members.endDay();
    this.#merchants.endDay();
  }

  #timeOf(day: Day): number {
    return firstAtLeast(this.#days, 0, this.#days.length, day) + 1;
  }
}
