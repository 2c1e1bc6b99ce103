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
  readonly #levels = { whole: noCells(), category: noCells(), 'sub-category': noCells() };

  constructor(names: Pick<Tables, 'categories' | 'subs'>, numbers: PrivacyNumbers) {
    this.#names = names;
    this.#numbers = numbers;
    this.#closer = new WeekCloser(names, numbers);
  }

  add(lines: WeekLines, before: ClosedWeek): void {
    const week = this.#closer.close(lines, before);
    const [closed, basis] = [new Set(week.cells), new Set(week.basis)];
    for (const [scope, cents] of this.#amounts(lines)) {
      const level = this.#levels[levelOf(scope)];
      level.cells++;
      level.cents += cents;
      if (basis.has(scope)) level.closedBasis++;
      if (!closed.has(scope)) continue;
      level.closed++;
      level.closedCents += cents;
    }
  }

  finish(): NumbersReport {
    return { numbers: this.#numbers, levels: this.#levels };
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
