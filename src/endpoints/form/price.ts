import type { Points } from '../../lib/points.ts';

export type { Points };

/** `fixed`: the base, always. `per-period`: the base for every default period that the priced days begin. */
export interface Price {
  readonly base: Points;
  readonly kind: 'fixed' | 'per-period';
}

/** The largest base that an operator may set. */
export const MAX_BASE: Points = 1_000_000;

/** What the base is multiplied by: how many default periods the priced days begin. No priced day begins none. */
export function periodsBegun({ kind }: Pick<Price, 'kind'>, days: number, periodDays: number): number {
  return kind === 'fixed' ? 1 : Math.ceil(days / periodDays);
}

/** The price rule. Everything that tells or takes a price asks here; `daysOfCall` tells which days are priced. */
export function pointsFor(price: Price, days: number, periodDays: number): Points {
  return price.base * periodsBegun(price, days, periodDays);
}
