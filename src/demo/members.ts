import { CATALOGUE } from './catalogue.ts';
import { below, heavyRank, itemAt, pick, pickWeighted, type Random, runningTotals } from './random.ts';
import type { Shelf } from './shop.ts';

const MEMBERS = 46_500;
/** How often the keenest member of a shelf orders, against the least keen. */
const SPREAD = 30;

/** Members by what draws them: each comes back to the same few shelves. */
export class Members {
  readonly #random: Random;
  /** By shelf, the keenest first. */
  readonly #fans: readonly (readonly number[])[];
  /** By member. */
  readonly #interests: readonly (readonly number[])[];

  constructor(random: Random, shop: readonly Shelf[]) {
    this.#random = random;
    this.#interests = drawInterests(random, shop);
    const fans = shop.map((): number[] => []);
    for (const [member, interests] of this.#interests.entries()) {
      for (const shelf of interests) itemAt(fans, shelf).push(member);
    }
    this.#fans = fans;
  }

  /** Who buys from a shelf, while only this share of all members has joined. */
  buyer(shelf: number, joined: number): number {
    const fans = itemAt(this.#fans, shelf);
    const position = heavyRank(this.#random, Math.max(1, fans.length * joined), SPREAD);
    return fans[position] ?? 0;
  }

  anyone(joined: number): number {
    return heavyRank(this.#random, MEMBERS * joined, SPREAD);
  }

  interests(member: number): readonly number[] {
    return itemAt(this.#interests, member);
  }
}

/** Multiplying by a number that shares no factor with 900,000 scatters the ids without two alike. */
export function memberId(member: number): string {
  return `M${100_000 + ((member * 517_619) % 900_000)}`;
}

/** Some shelves of two to four categories each, and what goes with those. */
function drawInterests(random: Random, shop: readonly Shelf[]): number[][] {
  const categoryTotals = runningTotals(CATALOGUE.map(({ weight }) => weight));
  const shelfTotals = runningTotals(shop.map(({ sub }) => sub.weight));
  const firstShelf = CATALOGUE.map((_, category) => shop.findIndex((shelf) => shelf.category === category));
  return Array.from({ length: MEMBERS }, () => {
    const first = pickWeighted(random, categoryTotals);
    const categories = [first];
    for (let more = 1 + below(random, 3); more > 0; more--) {
      const next =
        random() < 0.7
          ? pick(random, itemAt(CATALOGUE, first).related)
          : pickWeighted(random, categoryTotals);
      if (!categories.includes(next)) categories.push(next);
    }
    const interests: number[] = [];
    const add = (shelf: number) => {
      if (!interests.includes(shelf)) interests.push(shelf);
    };
    for (const category of categories) {
      const from = firstShelf[category] ?? 0;
      for (let picks = 2 + below(random, 3); picks > 0; picks--) {
        const shelf = pickWeighted(random, shelfTotals, from, firstShelf[category + 1] ?? shop.length);
        add(shelf);
        for (const partner of itemAt(shop, shelf).partners) if (random() < 0.4) add(partner);
      }
    }
    return interests;
  });
}
