/** Numbers that look random and are the same on every run. */
export type Random = {
  /** A whole number from 0 up to, and without, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
};

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick<Item>(items: readonly Item[]): Item {
      return items[below(items.length)] as Item;
    },
    shuffle<Item>(items: readonly Item[]): Item[] {
      const left = [...items];
      const shuffled: Item[] = [];
      while (left.length > 0) shuffled.push(...left.splice(below(left.length), 1));
      return shuffled;
    },
  };
}
