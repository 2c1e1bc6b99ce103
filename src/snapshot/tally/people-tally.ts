import type { Day } from '../../lib/calendar.ts';
import { DayIndex } from '../day-index.ts';
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
import { byThing, countThings, groupsOf, type SeriesGroups } from './first-seen.ts';
import { type Lines, restrictedMethods } from './lines.ts';
import { SeenThings } from './seen-things.ts';

type PeopleNames = Pick<Tables, 'categories' | 'subs' | 'methods' | 'days'>;
type PeopleLines = Pick<Lines, 'length' | 'day' | 'sub' | 'method' | 'merchant' | 'member'>;
type People = Pick<Tables, 'members' | 'merchants'>;

/** Takes down who bought and who sold, in one pass over all days that are to be counted, and counts them at the end. */
export class PeopleTally {
  readonly #days: DayIndex;
  readonly #categoryOf: Int32Array;
  readonly #isRestricted: Uint8Array;
  readonly #closed: ClosedScopes;
  /** What is seen in a sub-category is seen in its category as well. */
  readonly #scopes: SeriesGroups;
  readonly #members = new SeenThings();
  readonly #merchants = new SeenThings();
  #day: Day | undefined;
  #today = 0;

  constructor(names: PeopleNames, settings: RefreshSettings) {
    this.#days = new DayIndex(names.days);
    this.#categoryOf = Int32Array.from(names.subs, ({ category }) => category);
    this.#isRestricted = restrictedMethods(names, settings);
    this.#closed = new ClosedScopes(scopeCount(names));
    const scopes: number[][] = Array.from({ length: scopeCount(names) }, (_, scope) => [scope]);
    names.subs.forEach(({ category }, sub) => {
      scopes[subScope(sub)]?.push(categoryScope(category));
    });
    this.#scopes = groupsOf(scopes);
  }

  /** When a member was last seen in a scope, on the restricted basis, before the first day that is counted. */
  rememberMember(scope: ScopeId, member: number, day: Day): void {
    this.#members.remember(member, scope, this.#timeOf(day));
  }

  rememberMerchant(scope: ScopeId, merchant: number, day: Day): void {
    this.#merchants.remember(merchant, scope, this.#timeOf(day));
  }

  /** Takes lines; all those of earlier days have come before. */
  add(lines: PeopleLines, closed: ClosedWeek = NOTHING_CLOSED): void {
    this.#closed.set(closed);
    const { cells, basis } = this.#closed;
    for (let row = 0; row < lines.length; row++) {
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
      if (isRestricted && basis[inCategory] === 0)
        this.#members.see(member, basis[inSub] === 1 ? inCategory : inSub, this.#today);
      if (merchant >= 0) this.#merchants.see(merchant, cells[inSub] === 1 ? inCategory : inSub, this.#today);
    }
  }

  finish(): People {
    const scopes = { groups: this.#scopes, seriesCount: this.#scopes.first.length - 1 };
    const count = ({ seen }: SeenThings) => countThings(byThing(seen), scopes);
    return { members: count(this.#members), merchants: count(this.#merchants) };
  }

  #startDay(day: Day): void {
    this.#day = day;
    this.#today = this.#timeOf(day);
  }

  #timeOf(day: Day): number {
    return this.#days.from(day) + 1;
  }
}
