import type { Tables } from '../tables.ts';
import { FirstSeenTally } from './first-seen-tally.ts';
import { Growing } from './growing.ts';
import { PairMap } from './pair-map.ts';

/** Which tags a text names in a sub-category, as parallel columns. */
export interface TextTags {
  readonly text: Int32Array;
  readonly sub: Int32Array;
  readonly tag: Int32Array;
}

const i32 = (length: number) => new Int32Array(length);
/** What is noted of a product side by side: sub-category and text, both plus one, its pairs, and the day it was seen as that. */
const STRIDE = 4;

/**
 * Counts which products were seen with which tags, one day after the other. A product mostly has the sub-category and the
 * tags that it had before, so these are noted by its number: then nothing is looked up for a line.
 */
export class TagTally {
  readonly #taggedWith: FirstSeenTally;
  readonly #tagged: FirstSeenTally;
  /** Where in `#tagLists` the tags of a text in a sub-category are. */
  readonly #tagsOf = new PairMap();
  readonly #tagLists: number[][] = [[]];

  #products = i32(1024 * STRIDE);
  /** Where in `#pairs` those of a list of tags and a product begin: the list, the pair of each tag, that of the sub-category. */
  readonly #pairsOf = new PairMap();
  readonly #pairs = new Growing(i32);
  /** The number of each pair of a tag, or of a sub-category, and a product. */
  readonly #tagPairs = new PairMap();
  readonly #subPairs = new PairMap();
  /** When each pair was seen last. */
  readonly #lastSeen = new Growing(i32);
  #today = 0;

  constructor({ tags, subs }: Pick<Tables, 'tags' | 'subs'>, textTags: TextTags) {
    this.#taggedWith = new FirstSeenTally(tags.length);
    this.#tagged = new FirstSeenTally(subs.length);
    // Numbers of pairs begin with 1, and so do places in `#pairs`.
    this.#lastSeen.push(0);
    this.#pairs.push(0);
    this.#readTextTags(textTags);
  }

  /** When a product was last seen before the first day that is counted. */
  remember(sub: number, text: number, product: number, index: number): void {
    const place = this.#placeOf(sub, text, product);
    const from = this.#products[place + 2] ?? 0;
    const { length } = this.#tagLists[this.#pairs.at(from)] ?? [];
    if (length === 0) return;
    for (let at = from + 1; at <= from + 1 + length; at++) {
      const pair = this.#pairs.at(at);
      if (index > this.#lastSeen.at(pair)) this.#lastSeen.put(pair, index);
    }
  }

  startDay(index: number): void {
    this.#today = index;
    this.#taggedWith.startDay(index);
    this.#tagged.startDay(index);
  }

  see(sub: number, text: number, product: number): void {
    const place = this.#placeOf(sub, text, product);
    if (this.#products[place + 3] === this.#today) return;
    this.#products[place + 3] = this.#today;
    const from = this.#products[place + 2] ?? 0;
    const tags = this.#tagLists[this.#pairs.at(from)] ?? [];
    for (let i = 0; i < tags.length; i++) this.#note(this.#taggedWith, tags[i] ?? 0, from + 1 + i);
    if (tags.length > 0) this.#note(this.#tagged, sub, from + 1 + tags.length);
  }

  endDay(): void {
    this.#taggedWith.endDay();
    this.#tagged.endDay();
  }

  finish(): Pick<Tables, 'taggedWith' | 'tagged'> {
    return { taggedWith: this.#taggedWith.packed(), tagged: this.#tagged.packed() };
  }

  #note(tally: FirstSeenTally, series: number, at: number): void {
    const pair = this.#pairs.at(at);
    const previous = this.#lastSeen.at(pair);
    if (previous === this.#today) return;
    this.#lastSeen.put(pair, this.#today);
    tally.note(series, previous);
  }

  /** Where a product is noted, as one with this sub-category and text. */
  #placeOf(sub: number, text: number, product: number): number {
    const place = product * STRIDE;
    if (place >= this.#products.length) this.#grow(place + STRIDE);
    const products = this.#products;
    if (products[place] === sub + 1 && products[place + 1] === text + 1) return place;
    products[place] = sub + 1;
    products[place + 1] = text + 1;
    products[place + 2] = this.#findPairs(sub, this.#tagsOf.get(sub, text), product);
    products[place + 3] = 0;
    return place;
  }

  #findPairs(sub: number, list: number, product: number): number {
    const found = list === 0 ? 0 : this.#pairsOf.get(list, product);
    if (list === 0 || found > 0) return found;
    const from = this.#pairs.length;
    this.#pairs.push(list);
    for (const tag of this.#tagLists[list] ?? [])
      this.#pairs.push(this.#pairOf(this.#tagPairs, tag, product));
    this.#pairs.push(this.#pairOf(this.#subPairs, sub, product));
    this.#pairsOf.set(list, product, from);
    return from;
  }

  #pairOf(pairs: PairMap, series: number, product: number): number {
    const found = pairs.get(series, product);
    if (found > 0) return found;
    pairs.set(series, product, this.#lastSeen.length);
    this.#lastSeen.push(0);
    return this.#lastSeen.length - 1;
  }

  #grow(needed: number): void {
    const longer = i32(2 * needed);
    longer.set(this.#products);
    this.#products = longer;
  }

  #readTextTags({ text, sub, tag }: TextTags): void {
    tag.forEach((id, row) => {
      const index = this.#tagsOf.get(sub[row] ?? 0, text[row] ?? 0) || this.#tagLists.push([]) - 1;
      this.#tagsOf.set(sub[row] ?? 0, text[row] ?? 0, index);
      this.#tagLists[index]?.push(id);
    });
  }
}
