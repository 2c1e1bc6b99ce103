type Column = Int32Array | Uint32Array | Uint16Array | Float64Array;

/** A column that takes one value after the other. */
export class Growing<T extends Column> {
  #values: T;
  #length = 0;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#values = make(1024);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const longer = this.#make(this.#length * 2);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#length++] = value;
  }

  clear(): void {
    this.#length = 0;
  }

  /** What it holds now: a view, not a copy. */
  get values(): T {
    return this.#values.subarray(0, this.#length) as T;
  }
}

/** Where those of each value from 0 up to `count` begin, once they are sorted; one more at the end. */
export function firstIndexes(values: Int32Array | Uint32Array | Uint16Array, count: number): Uint32Array {
  const first = new Uint32Array(count + 1);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    first[value + 1] = (first[value + 1] ?? 0) + 1;
  }
  return addUp(first);
}

/** Makes each the sum of all up to it. */
export function addUp(counts: Uint32Array): Uint32Array {
  for (let i = 1; i < counts.length; i++) counts[i] = (counts[i] ?? 0) + (counts[i - 1] ?? 0);
  return counts;
}

/** The largest of some values; -1 where there are none. */
export function largest(values: Int32Array | Uint16Array): number {
  let found = -1;
  for (let i = 0; i < values.length; i++) found = Math.max(found, values[i] ?? 0);
  return found;
}

/**
 * The indexes of values from 0 up to `count` in the order that sorts them, and where each value's begin. Those
 * that are equal stay as they stand, or as they stand in `order`.
 */
export function sortedIndexes(
  values: Int32Array | Uint32Array | Uint16Array,
  count: number,
  order?: Uint32Array,
): { indexes: Uint32Array; first: Uint32Array } {
  const first = firstIndexes(values, count);
  const next = first.slice();
  const indexes = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const index = order ? (order[i] ?? 0) : i;
    const value = values[index] ?? 0;
    const to = next[value] ?? 0;
    indexes[to] = index;
    next[value] = to + 1;
  }
  return { indexes, first };
}

/** The values at indexes, in the order of the indexes. A loop: `from` with a function takes ten times as long. */
export function picked<T extends Column>(values: T, indexes: Uint32Array): T {
  const result = new (values.constructor as new (length: number) => T)(indexes.length);
  for (let i = 0; i < indexes.length; i++) result[i] = values[indexes[i] ?? 0] ?? 0;
  return result;
}
