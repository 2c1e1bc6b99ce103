/** Nobody mistypes a name of this length by a letter or two; comparing it would cost more than it tells. */
const MAX_LENGTH = 100;

/** A single letter is part of almost everything. */
const SHORTEST_PART = 2;
const MAX_PARTS = 3;

/**
 * The listed name that was probably meant: the same in other letters, or a typing error away. Otherwise those that it is
 * a part of, or that are a part of it, at most three.
 */
export function closest(name: string, listed: readonly string[]): readonly string[] {
  if (name === '' || name.length > MAX_LENGTH) return [];
  const plain = plainText(name);
  const same = listed.find((each) => plainText(each) === plain) ?? mistyped(plain, listed);
  return same === undefined ? sharing(plain, listed) : [same];
}

function sharing(plain: string, listed: readonly string[]): readonly string[] {
  if (plain.length < SHORTEST_PART) return [];
  const isShared = (other: string) =>
    other.includes(plain) || (other.length >= SHORTEST_PART && plain.includes(other));
  return listed.filter((each) => isShared(plainText(each))).slice(0, MAX_PARTS);
}

function mistyped(plain: string, listed: readonly string[]): string | undefined {
  let limit = plain.length < 3 ? 0 : plain.length < 6 ? 1 : 2;
  let found: string | undefined;
  for (const each of listed) {
    const other = plainText(each);
    if (limit === 0 || Math.abs(other.length - plain.length) > limit) continue;
    const errors = typingErrors(plain, other);
    if (errors > limit) continue;
    found = each;
    // Another must be closer to take its place.
    limit = errors - 1;
  }
  return found;
}

function plainText(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}

/** How many letters were left out, added, replaced or exchanged with their neighbour. */
function typingErrors(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1;
      let errors = Math.min(at(above, j) + 1, at(row, j - 1) + 1, at(above, j - 1) + differs);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchanged) errors = Math.min(errors, at(before, j - 2) + 1);
      row.push(errors);
    }
    before = above;
    above = row;
  }
  return at(above, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
