/** What a recorded answer is drawn from: small, because it stands in the page itself. */
export type Picture = About & Figures;

interface About {
  /** What was asked about: names of category and sub-category, none for the whole market. */
  readonly names: readonly string[];
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  /** ISO 4217 code of its amounts. */
  readonly currency: string;
  /** The call, and what it cost. */
  readonly target: string;
  readonly charged: number;
}

export type Figures =
  | { readonly kind: 'trend'; readonly weeks: readonly Week[] }
  | { readonly kind: 'bars'; readonly measure: Measure; readonly bars: readonly Bar[]; readonly more: number }
  | { readonly kind: 'growth'; readonly bars: readonly Bar[]; readonly more: number }
  | { readonly kind: 'tiles'; readonly tiles: readonly Tile[] }
  | { readonly kind: 'names'; readonly list: readonly string[]; readonly more: number };

export type Measure = 'amount' | 'orders' | 'members' | 'products';

export interface Week {
  readonly start: string;
  readonly end: string;
  readonly value: number;
}

export interface Bar {
  readonly name: string;
  /** What it is a part of. */
  readonly of?: string | undefined;
  readonly value: number;
}

export interface Tile {
  readonly field: TileField;
  readonly value: number;
  readonly before: number | undefined;
}

export const TILE_FIELDS = [
  'totalAmount',
  'tradeCount',
  'avgAmount',
  'audienceCount',
  'frequency',
  'arpu',
] as const;
export type TileField = (typeof TILE_FIELDS)[number];
