import type { Day } from '../../lib/calendar.ts';
import { DayIndex } from '../day-index.ts';
import { type ClosedWeek, NOTHING_CLOSED } from '../privacy/close-week.ts';
import { scopeCount, subScope, type Tables } from '../tables.ts';
import { ClosedScopes } from './closed-scopes.ts';
import { byThing, countThings, groupsOf } from './first-seen.ts';
import type { Lines } from './lines.ts';
import { PairMap } from './pair-map.ts';
import { SeenThings } from './seen-things.ts';

/** Of tags it counts only how many there are: their names need not go to another thread. */
export type TagNames = Pick<Tables, 'categories' | 'subs' | 'days'> & {
  readonly tags: { readonly length: number };
};
export type Tagged = Pick<Tables, 'taggedWith' | 'tagged'>;
export type TagLines = Pick<Lines, 'length' | 'day' | 'sub' | 'product' | 'text'>;

/** Which tags a text names in a sub-category, as parallel columns. */
export interface TextTags {
  readonly text: Int32Array;
  readonly sub: Int32Array;
  readonly tag: Int32Array;
}

/** What is noted of a product side by side: sub-category and text, both plus one, and the group of the two. */
const STRIDE = 3;

/**
 * Counts which products were seen with which tags, one day after the other. A product mostly has the sub-category and the
 * tags that it had before, so these are noted by its number: then nothing is looked up for a line.
 */
export class TagTally {
  readonly #names: TagNames;
  readonly #days: DayIndex;
  readonly #closed: ClosedScopes;
  /** A text in a sub-category is a group, of the tags that it names there; 0 is where there are none. */
  readonly #groups = new PairMap();
  readonly #tagsOf: number[][] = [[]];
  readonly #subOf: number[][] = [[]];
  readonly #products = new SeenThings();
  #usual = new Int32Array(1024 * STRIDE);
  #day: Day | undefined;
  #today = 0;

  constructor(names: TagNames, { text, sub, tag }: TextTags) {
    this.#names = names;
    this.#days = new DayIndex(names.days);
    this.#closed = new ClosedScopes(scopeCount(names));
    tag.forEach((id, row) => {
      const [inSub = 0, inText = 0] = [sub[row], text[row]];
      const group = this.#groups.get(inSub, inText) || this.#tagsOf.push([]) - 1;
      this.#groups.set(inSub, inText, group);
      this.#tagsOf[group]?.push(id);
      this.#subOf[group] = [inSub];
    });
  }

  /** When a product was last seen before the first day that is counted. */
  remember(sub: number, text: number, product: number, day: Day): void {
    const group = this.#groupOf(sub, text, product);
    if (group > 0) this.#products.remember(product, group, this.#timeOf(day));
  }

  /** Takes lines; all those of earlier days have come before. */
  add(lines: TagLines, closed: ClosedWeek = NOTHING_CLOSED): void {
    this.#closed.set(closed);
    const { cells } = this.#closed;
    for (let row = 0; row < lines.length; row++) {
      const text = lines.text[row] ?? -1;
      const sub = lines.sub[row] ?? 0;
      if (text < 0 || cells[subScope(sub)] === 1) continue;
      const day = lines.day[row] ?? 0;
      if (day !== this.#day) this.#startDay(day);
      const product = lines.product[row] ?? 0;
      const group = this.#groupOf(sub, text, product);
      if (group > 0) this.#products.see(product, group, this.#today);
    }
  }

  finish(): Tagged {
    const products = byThing(this.#products.seen);
    const { tags, subs } = this.#names;
    return {
      taggedWith: countThings(products, { groups: groupsOf(this.#tagsOf), seriesCount: tags.length }),
      tagged: countThings(products, { groups: groupsOf(this.#subOf), seriesCount: subs.length }),
    };
  }

  #startDay(day: Day): void {
    this.#day = day;
    this.#today = this.#timeOf(day);
  }

  #timeOf(day: Day): number {
    return this.#days.from(day) + 1;
  }

  #groupOf(sub: number, text: number, product: number): number {
    const at = product * STRIDE;
    if (at >= this.#usual.length) this.#grow(at + STRIDE);
    const usual = this.#usual;
    if (usual[at] !== sub + 1 || usual[at + 1] !== text + 1) {
      usual[at] = sub + 1;
      usual[at + 1] = text + 1;
      usual[at + 2] = this.#groups.get(sub, text);
    }
    return usual[at + 2] ?? 0;
  }

  #grow(needed: number): void {
    const longer = new Int32Array(2 * needed);
    longer.set(this.#usual);
    this.#usual = longer;
  }
}
