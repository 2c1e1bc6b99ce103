import type { Tables } from '../tables.ts';
import { countFirstSeen, placesOf } from './first-seen.ts';
import { PairMap } from './pair-map.ts';
import { Sightings } from './sightings.ts';

/** Which tags a text names in a sub-category, as parallel columns. */
export interface TextTags {
  readonly text: Int32Array;
  readonly sub: Int32Array;
  readonly tag: Int32Array;
}

/** What is noted of a product side by side: sub-category and text, both plus one, and the place of the two. */
const STRIDE = 3;

/**
 * Counts which products were seen with which tags, one day after the other. A product mostly has the sub-category and the
 * tags that it had before, so these are noted by its number: then nothing is looked up for a line.
 */
export class TagTally {
  readonly #names: Pick<Tables, 'tags' | 'subs'>;
  /** A text in a sub-category is a place, of the tags that it names there; 0 is where there are none. */
  readonly #places = new PairMap();
  readonly #tagsOf: number[][] = [[]];
  readonly #subOf: number[][] = [[]];
  readonly #products = new Sightings();
  #usual = new Int32Array(1024 * STRIDE);
  #today = 0;

  constructor(names: Pick<Tables, 'tags' | 'subs'>, { text, sub, tag }: TextTags) {
    this.#names = names;
    tag.forEach((id, row) => {
      const [inSub = 0, inText = 0] = [sub[row], text[row]];
      const place = this.#places.get(inSub, inText) || this.#tagsOf.push([]) - 1;
      this.#places.set(inSub, inText, place);
      this.#tagsOf[place]?.push(id);
      this.#subOf[place] = [inSub];
    });
  }

  /** When a product was last seen before the first day that is counted. */
  remember(sub: number, text: number, product: number, index: number): void {
    const place = this.#placeOf(sub, text, product);
    if (place > 0) this.#products.remember(product, place, index);
  }

  startDay(index: number): void {
    this.#today = index;
  }

  see(sub: number, text: number, product: number): void {
    const place = this.#placeOf(sub, text, product);
    if (place > 0) this.#products.see(product, place, this.#today);
  }

  finish(): Pick<Tables, 'taggedWith' | 'tagged'> {
    const { seen } = this.#products;
    const { tags, subs } = this.#names;
    return {
      taggedWith: countFirstSeen({ seen, places: placesOf(this.#tagsOf), seriesCount: tags.length }),
      tagged: countFirstSeen({ seen, places: placesOf(this.#subOf), seriesCount: subs.length }),
    };
  }

  #placeOf(sub: number, text: number, product: number): number {
    const at = product * STRIDE;
    if (at >= this.#usual.length) this.#grow(at + STRIDE);
    const usual = this.#usual;
    if (usual[at] !== sub + 1 || usual[at + 1] !== text + 1) {
      usual[at] = sub + 1;
      usual[at + 1] = text + 1;
      usual[at + 2] = this.#places.get(sub, text);
    }
    return usual[at + 2] ?? 0;
  }

  #grow(needed: number): void {
    const longer = new Int32Array(2 * needed);
    longer.set(this.#usual);
    this.#usual = longer;
  }
}
