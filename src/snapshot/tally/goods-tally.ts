import type { Day } from '../../lib/calendar.ts';
import { type ClosedWeek, NOTHING_CLOSED } from '../privacy/close-week.ts';
import type { RefreshSettings } from '../tables.ts';
import { type Sales, type SalesLines, type SalesNames, SalesTally } from './sales-tally.ts';
import { type Tagged, type TagLines, type TagNames, TagTally, type TextTags } from './tag-tally.ts';

export type GoodsNames = SalesNames & TagNames;
export type GoodsLines = SalesLines & TagLines;
export type Goods = Sales & Tagged;

/** Counts what was sold, as against who bought it from whom: sales, and products by their tags. */
export class GoodsTally {
  readonly #sales: SalesTally;
  readonly #tags: TagTally;

  constructor(names: GoodsNames, textTags: TextTags, settings: RefreshSettings) {
    this.#sales = new SalesTally(names, settings);
    this.#tags = new TagTally(names, textTags);
  }

  /** When a product was last seen before the first day that is counted. */
  remember(sub: number, text: number, product: number, day: Day): void {
    this.#tags.remember(sub, text, product, day);
  }

  /** Takes lines; all those of earlier days have come before. */
  add(lines: GoodsLines, closed: ClosedWeek = NOTHING_CLOSED): void {
    this.#sales.add(lines, closed);
    this.#tags.add(lines, closed);
  }

  finish(): Goods {
    return { ...this.#sales.finish(), ...this.#tags.finish() };
  }
}
