import type { Locale } from '../locale/locale.ts';
import type { Comparison, Metric } from './view.ts';

/** What a picture is made of, besides its figures. */
export interface Drawn {
  readonly metric: Metric;
  readonly locale: Locale;
  /** With which other days a trend is compared. */
  readonly compare?: Comparison;
  /** The sentence above the chart. */
  readonly title: string;
  /** The days that have data, to tell which week is not complete. */
  readonly coverage: { readonly start: string; readonly end: string };
  /** For small multiples, which are drawn one by one. */
  readonly nth?: number;
}
