import { count, points } from '../shared/format.ts';
import type { Periods } from './coverage.ts';

/** A price as the account lists it. */
export interface Price {
  readonly path: string;
  readonly base: number;
  readonly kind: 'fixed' | 'per-period';
}

/** What a call will cost, as far as it can be said: never less, and where it is known never more. */
export interface Cost {
  readonly least: number;
  readonly most: number;
}

export const FREE: Cost = { least: 0, most: 0 };

export function costOf(price: Price, periods: Periods): Cost {
  if (price.kind === 'fixed') return { least: price.base, most: price.base };
  return { least: price.base * periods.least, most: price.base * periods.most };
}

export function sumOf(costs: readonly Cost[]): Cost {
  return costs.reduce((sum, { least, most }) => ({ least: sum.least + least, most: sum.most + most }), FREE);
}

export function isExact({ least, most }: Cost): boolean {
  return least === most;
}

/** `50 points`, `100–150 points`, `from 50 points` */
export function costLabel({ least, most }: Cost): string {
  if (least === most) return points(least);
  return most === Infinity ? `from ${points(least)}` : `${count(least)}–${points(most)}`;
}
