/** The next number in [0, 1). */
export type Random = () => number;

/** sfc32: small and fast, and the same everywhere, which `Math.random` is not. */
export function seededRandom(seed: number): Random {
  // Fields and captured variables would box numbers beyond 31 bits; a typed array does not.
  const state = Int32Array.of(seed, seed ^ 0x9e3779b9, seed ^ 0x243f6a88, 1);
  const next = () => {
    const a = state[0] ?? 0;
    const b = state[1] ?? 0;
    const c = state[2] ?? 0;
    const counter = state[3] ?? 0;
    const sum = (a + b + counter) | 0;
    state[0] = b ^ (b >>> 9);
    state[1] = (c + (c << 3)) | 0;
    state[2] = (((c << 21) | (c >>> 11)) + sum) | 0;
    state[3] = (counter + 1) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  // The first numbers still resemble the seed.
  for (let i = 0; i < 15; i++) next();
  return next;
}

/** An integer from 0 up to, not including, `end`. */
export function below(random: Random, end: number): number {
  return Math.floor(random() * end);
}

export function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index} among ${items.length}`);
  return item;
}

export function pick<T>(random: Random, items: readonly T[]): T {
  return itemAt(items, below(random, items.length));
}

/** Like `pick`, but the first items come up more often, as popular things do. */
export function pickEarly<T>(random: Random, items: readonly T[]): T {
  const u = random();
  return itemAt(items, Math.floor(u * Math.sqrt(u) * items.length));
}

/** A rank from 0 up to `end`, the first `spread` times as likely as the last, falling off like 1/rank. */
export function heavyRank(random: Random, end: number, spread: number): number {
  return Math.floor((end * (spread ** random() - 1)) / (spread - 1));
}

/** Running totals of weights, for `pickWeighted`. */
export function runningTotals(weights: readonly number[]): Float64Array {
  const totals = new Float64Array(weights.length);
  let total = 0;
  for (const [i, weight] of weights.entries()) {
    total += weight;
    totals[i] = total;
  }
  return totals;
}

/** An index from `from` up to, not including, `to`, each as likely as its weight says. */
export function pickWeighted(random: Random, totals: Float64Array, from = 0, to = totals.length): number {
  const base = from > 0 ? (totals[from - 1] ?? 0) : 0;
  const target = base + random() * ((totals[to - 1] ?? 0) - base);
  let low = from;
  let high = to - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((totals[middle] ?? 0) <= target) low = middle + 1;
    else high = middle;
  }
  return low;
}
