import { singular } from '../lib/text/singular.ts';

/** Nobody mistypes a name of this length by a letter or two; comparing it would cost more than it tells. */
const MAX_LENGTH = 100;

/** In bytes of UTF-8: a single letter is part of almost everything. */
const SHORTEST_PART = 2;
const MAX_NAMES = 3;

/**
 * The listed names that were probably meant: those of the same words, or the one a typing error away. Otherwise those that
 * the name is a part of, or that are a part of it. At most three.
 */
export function closest(name: string, listed: readonly string[], shortestPart?: number): readonly string[] {
  return closestIn(listed, shortestPart)(name);
}

/** The same for a list that many names are looked for in. */
export function closestIn(
  listed: readonly string[],
  shortestPart = SHORTEST_PART,
): (name: string) => readonly string[] {
  const all = listed.map((each) => ({ name: each, ...formsOf(each) })).filter(({ plain }) => plain !== '');
  return (name) => {
    if (name === '' || name.length > MAX_LENGTH) return [];
    const { plain, whole } = formsOf(name);
    const same = all.filter((each) => each.plain === plain).slice(0, MAX_NAMES);
    const near = same.length > 0 ? same : mistyped(plain, all);
    return (near.length > 0 ? near : sharing({ plain, whole }, all, shortestPart)).map((each) => each.name);
  };
}

interface Forms {
  /** With every word in the singular. */
  readonly plain: string;
  /** With its words as they are: a short plural is long enough to be a part, its singular perhaps is not. */
  readonly whole: string;
}

interface Listed extends Forms {
  readonly name: string;
}

function sharing(asked: Forms, all: readonly Listed[], shortestPart: number): readonly Listed[] {
  const isPart = (part: string, text: string) =>
    Buffer.byteLength(part) >= shortestPart && text.includes(part);
  const isShared = (a: string, b: string) => isPart(a, b) || isPart(b, a);
  return all
    .filter(({ plain, whole }) => isShared(plain, asked.plain) || isShared(whole, asked.whole))
    .slice(0, MAX_NAMES);
}

function mistyped(plain: string, all: readonly Listed[]): readonly Listed[] {
  const most = plain.length < 3 ? 0 : plain.length < 6 ? 1 : 2;
  for (let errors = 1; errors <= most; errors++) {
    const found = all.find((each) => isWithin(errors, plain, each.plain));
    if (found) return [found];
  }
  return [];
}

/** The words of a name: without case, width, punctuation, and the word `and`, which `&` stands for. */
function formsOf(name: string): Forms {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s\p{P}\p{S}]+/u)
    .filter((word) => word !== '' && word !== 'and');
  return { plain: words.map(singular).join(' '), whole: words.join(' ') };
}

/**
 * Whether so many letters at most were left out, added, replaced or exchanged with their neighbour, from `i` of `a` and
 * `j` of `b` on. With two it tries sixteen ways at most, so that a name that is like none is soon done with.
 */
function isWithin(errors: number, a: string, b: string, i = 0, j = 0): boolean {
  if (Math.abs(a.length - i - (b.length - j)) > errors) return false;
  while (i < a.length && a[i] === b[j]) {
    i++;
    j++;
  }
  if (i === a.length && j === b.length) return true;
  if (errors === 0) return false;
  const isExchanged = i + 1 < a.length && a[i] === b[j + 1] && a[i + 1] === b[j];
  return (
    isWithin(errors - 1, a, b, i + 1, j + 1) ||
    isWithin(errors - 1, a, b, i + 1, j) ||
    isWithin(errors - 1, a, b, i, j + 1) ||
    (isExchanged && isWithin(errors - 1, a, b, i + 2, j + 2))
  );
}
