const FIRST_CAPACITY = 1 << 12;
/** A pair and its value lie side by side, so that looking it up touches memory once. */
const STRIDE = 3;

/** A number, 1 or more, for pairs of whole numbers: a hash table without objects. */
export class PairMap {
  #slots = new Int32Array(FIRST_CAPACITY * STRIDE);
  #capacity = FIRST_CAPACITY;
  #used = 0;

  /** The value of a pair; 0 when it has none. */
  get(a: number, b: number): number {
    return this.#slots[this.#slotOf(a, b) + 2] ?? 0;
  }

  /** Gives a pair a value, and returns the one it had; 0 when it had none. */
  set(a: number, b: number, value: number): number {
    const slot = this.#slotOf(a, b);
    const before = this.#slots[slot + 2] ?? 0;
    this.#slots[slot + 2] = value;
    if (before > 0) return before;
    this.#slots[slot] = a;
    this.#slots[slot + 1] = b;
    if (++this.#used > this.#capacity * 0.7) this.#grow();
    return 0;
  }

  /** Where a pair is kept, or the free index where it would be. */
  #slotOf(a: number, b: number): number {
    const slots = this.#slots;
    const mask = this.#capacity - 1;
    for (let index = hashOf(a, b) & mask; ; index = (index + 1) & mask) {
      const slot = index * STRIDE;
      if (slots[slot + 2] === 0 || (slots[slot] === a && slots[slot + 1] === b)) return slot;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#capacity *= 2;
    this.#slots = new Int32Array(this.#capacity * STRIDE);
    for (let from = 0; from < old.length; from += STRIDE) {
      const value = old[from + 2] ?? 0;
      if (value === 0) continue;
      const [a = 0, b = 0] = [old[from], old[from + 1]];
      const to = this.#slotOf(a, b);
      this.#slots[to] = a;
      this.#slots[to + 1] = b;
      this.#slots[to + 2] = value;
    }
  }
}

function hashOf(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}
