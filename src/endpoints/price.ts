import type { Points } from '../points.ts';

export type { Points };

/** `fixed`: the base, always. `per-period`: the base for every default period begun. */
export interface Price {
  readonly base: Points;
  readonly kind: 'fixed' | 'per-period';
}

/** The largest base that an operator may set. */
export const MAX_BASE: Points = 1_000_000;

/** How many default periods a range begins; one at least. `days` are those of the range that lie inside the data. */
export function periodsBegun(days: number, periodDays: number): number {
  return Math.max(1, Math.ceil(days / periodDays));
}

/** The price rule. Everything that tells or takes a price asks here. */
export function pointsFor({ base, kind }: Price, days: number, periodDays: number): Points {
  return kind === 'fixed' ? base : base * periodsBegun(days, periodDays);
}
