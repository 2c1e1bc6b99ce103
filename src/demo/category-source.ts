import type { Lifts } from './seasons.ts';

export type PaymentHabit = 'everyday' | 'young' | 'family' | 'tech' | 'books';
export type Basket = 'small' | 'medium' | 'large';

/** What a category is called and described with: lists as `a/b/c`, the most common first. */
export interface CategoryWords {
  readonly name: string;
  readonly brands: string;
  readonly variants: string;
  /** A tag of its own: `key: a/b/c`. */
  readonly trait: string;
  /** A sub-category per line: `name | types | functions`. */
  readonly subs: string;
}

export interface CategoryTraits {
  /** Its share of demand in the middle of the data, in no particular unit. */
  readonly weight: number;
  /** Growth of demand in a year: 0.2 is a fifth more. */
  readonly growth: number;
  readonly payment: PaymentHabit;
  readonly basket: Basket;
  readonly lifts: Lifts;
  /** Categories that its buyers are drawn to as well. */
  readonly related: readonly string[];
}

/** A category as it is written down, in English: `name | weight | lowest-highest price | types | functions | lifts`. */
export interface CategorySource extends CategoryTraits, CategoryWords {}
