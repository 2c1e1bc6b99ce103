import { type Day, type DayRange, daysIn, mondayOf } from '../lib/calendar.ts';
import { byCodePoint } from '../lib/text/names.ts';
import type { Cents } from '../snapshot/figures.ts';
import { type ClosedWeek, WeekCloser, type WeekLines } from '../snapshot/privacy/close-week.ts';
import type { PrivacyNumbers } from '../snapshot/privacy/numbers.ts';
import { categoryScope, type ScopeId, subScope, type Tables, WHOLE } from '../snapshot/tables.ts';

export const LEVELS = ['whole', 'category', 'sub-category'] as const;
type LevelName = (typeof LEVELS)[number];

/** What some numbers would close. */
export interface NumbersReport {
  readonly numbers: PrivacyNumbers;
  readonly levels: Readonly<Record<LevelName, LevelReport>>;
  /** The default period that callers would get; null where no week is complete. */
  readonly period: DayRange | null;
  /** Categories by amount, largest first, each followed by its sub-categories in the same order. */
  readonly scopes: readonly ScopeReport[];
}

/** What is published of a category or sub-category. */
export interface ScopeReport {
  readonly category: string;
  /** Undefined for the category itself. */
  readonly sub: string | undefined;
  readonly cents: Cents;
  readonly publishedCents: Cents;
  /** Weeks of the default period that have lines, and the published ones of them. */
  readonly weeks: number;
  readonly publishedWeeks: number;
}

interface LevelReport {
  /** A scope and a week that has lines. */
  readonly cells: number;
  readonly closed: number;
  /** Closed on the restricted basis, those of closed cells among them; of the whole it is never shown. */
  readonly closedBasis: number;
  readonly cents: Cents;
  readonly closedCents: Cents;
}

/** Counts what some numbers would close, one week after the other. */
export class PrivacyReport {
  readonly #names: Pick<Tables, 'categories' | 'subs'>;
  readonly #numbers: PrivacyNumbers;
  readonly #closer: WeekCloser;
  readonly #period: DayRange;
  readonly #scopes = new Map<ScopeId, { -readonly [Name in keyof ScopeReport]: ScopeReport[Name] }>();
  readonly #levels = { whole: noCells(), category: noCells(), 'sub-category': noCells() };

  /** `period` is the default period. */
  constructor(names: Pick<Tables, 'categories' | 'subs'>, numbers: PrivacyNumbers, period: DayRange) {
    this.#names = names;
    this.#period = period;
    this.#numbers = numbers;
    this.#closer = new WeekCloser(names, numbers);
  }

  add(monday: Day, lines: WeekLines, before: ClosedWeek): void {
    const isInPeriod = monday >= mondayOf(this.#period.start) && monday <= this.#period.end;
    const week = this.#closer.close(lines, before);
    const [closed, basis] = [new Set(week.cells), new Set(week.basis)];
    for (const [scope, cents] of this.#amounts(lines)) {
      const level = this.#levels[levelOf(scope)];
      level.cells++;
      level.cents += cents;
      if (basis.has(scope)) level.closedBasis++;
      const report = this.#scopeOf(scope);
      report.cents += cents;
      if (isInPeriod) report.weeks++;
      if (!closed.has(scope)) {
        report.publishedCents += cents;
        if (isInPeriod) report.publishedWeeks++;
        continue;
      }
      level.closed++;
      level.closedCents += cents;
    }
  }

  finish(): NumbersReport {
    this.#scopes.delete(WHOLE);
    const scopes = [...this.#scopes.values()];
    const amountOf = new Map(
      scopes.filter(({ sub }) => sub === undefined).map((each) => [each.category, each.cents]),
    );
    scopes.sort(
      (a, b) =>
        (amountOf.get(b.category) ?? 0) - (amountOf.get(a.category) ?? 0) ||
        byCodePoint(a.category, b.category) ||
        Number(a.sub !== undefined) - Number(b.sub !== undefined) ||
        b.cents - a.cents ||
        byCodePoint(a.sub ?? '', b.sub ?? ''),
    );
    const period = daysIn(this.#period) > 0 ? this.#period : null;
    return { numbers: this.#numbers, levels: this.#levels, period, scopes };
  }

  #scopeOf(scope: ScopeId) {
    let report = this.#scopes.get(scope);
    if (!report) {
      report = { ...this.#namesOf(scope), cents: 0, publishedCents: 0, weeks: 0, publishedWeeks: 0 };
      this.#scopes.set(scope, report);
    }
    return report;
  }

  #namesOf(scope: ScopeId): Pick<ScopeReport, 'category' | 'sub'> {
    const { categories, subs } = this.#names;
    if (levelOf(scope) === 'category') return { category: categories[(scope - 1) / 2] ?? '', sub: undefined };
    const sub = subs[scope / 2 - 1];
    return { category: categories[sub?.category ?? 0] ?? '', sub: sub?.name };
  }

  #amounts({ length, sub, cents }: WeekLines): Map<ScopeId, Cents> {
    const amounts = new Map<ScopeId, Cents>();
    for (let row = 0; row < length; row++) {
      const inSub = sub[row] ?? 0;
      const category = categoryScope(this.#names.subs[inSub]?.category ?? 0);
      for (const scope of [WHOLE, category, subScope(inSub)])
        amounts.set(scope, (amounts.get(scope) ?? 0) + (cents[row] ?? 0));
    }
    return amounts;
  }
}

function noCells() {
  return { cells: 0, closed: 0, closedBasis: 0, cents: 0, closedCents: 0 };
}

/** Categories are odd, sub-categories even. */
function levelOf(scope: ScopeId): LevelName {
  if (scope === WHOLE) return 'whole';
  return scope % 2 === 1 ? 'category' : 'sub-category';
}
