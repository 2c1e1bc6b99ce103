import type { Cents } from '../figures.ts';
import type { WeekLines } from './close-week.ts';
import { OTHERS } from './crowd.ts';
import type { PrivacyNumbers } from './numbers.ts';

/*
 * What must be known of a week so that every test comes out as with all its lines. A part is what a sub-category has on
 * one side of the restricted basis; every set that is tested is made of whole parts. So, exactly:
 * - Enough people: a part that has enough by itself needs no more than that many of them. Others are listed whole.
 * - The share: whoever has more than a share of a set has more than it of one of its parts. Those few are named in all
 *   parts, the others need not be.
 */

/** How many must be named of a part. */
interface Telling {
  /** So many people, those with the largest amounts. */
  readonly people: number;
  /** So many merchants likewise; whoever has no name may be among them, and does not count. */
  readonly merchants: number;
  /** The first so many of either in all parts of the week where they are: no more than that can be above the share. */
  readonly followed: number;
}

/** What suffices for tests with any of these numbers. */
export function tellingFor(numbers: readonly PrivacyNumbers[]): Telling {
  const most = (of: (each: PrivacyNumbers) => number) => Math.max(...numbers.map(of));
  return {
    people: most(({ minPeople }) => Math.max(1, minPeople)),
    merchants: most(({ minMerchants }) => minMerchants + 1),
    followed: most(({ maxShare }) => Math.ceil(100 / maxShare) - 1),
  };
}

export interface Part {
  readonly sub: number;
  readonly isOnBasis: boolean;
  readonly cents: Cents;
  /** Those that are named; the rest of the amount belongs to others. */
  readonly people: Held[];
  readonly merchants: Held[];
}

/** What a person or merchant has; -1 is whoever has no name. */
export interface Held {
  readonly id: number;
  readonly cents: Cents;
}

/** The parts of a week as sums of lines. Who bought from whom does not matter to any test: they are paired as they come. */
export function sumsOf(parts: readonly Part[]): WeekLines {
  const rows = parts.flatMap(({ sub, isOnBasis, cents, people, merchants }) =>
    paired(withOthers(people, cents), withOthers(merchants, cents)).map((pair) => ({
      ...pair,
      sub,
      isOnBasis,
    })),
  );
  return {
    length: rows.length,
    sub: Int32Array.from(rows, ({ sub }) => sub),
    member: Int32Array.from(rows, ({ member }) => member),
    merchant: Int32Array.from(rows, ({ merchant }) => merchant),
    cents: Float64Array.from(rows, ({ cents }) => cents),
    isOnBasis: Uint8Array.from(rows, ({ isOnBasis }) => Number(isOnBasis)),
  };
}

function withOthers(told: readonly Held[], whole: Cents): Held[] {
  const rest = told.reduce((left, { cents }) => left - cents, whole);
  return rest > 0 || told.length === 0 ? [...told, { id: OTHERS, cents: rest }] : [...told];
}

/** Pairs of two lists with the same sum: each of both has in them what it has, and is in one at least. */
function paired(people: readonly Held[], merchants: readonly Held[]) {
  const pairs: { member: number; merchant: number; cents: Cents }[] = [];
  let [person, merchant] = [0, 0];
  let [personLeft, merchantLeft] = [people[0]?.cents ?? 0, merchants[0]?.cents ?? 0];
  while (person < people.length && merchant < merchants.length) {
    const cents = Math.min(personLeft, merchantLeft);
    pairs.push({ member: people[person]?.id ?? OTHERS, merchant: merchants[merchant]?.id ?? OTHERS, cents });
    personLeft -= cents;
    merchantLeft -= cents;
    const isLastPerson = person === people.length - 1;
    const isLastMerchant = merchant === merchants.length - 1;
    // The last of a list stays until the other list is at its end.
    if (isLastPerson && isLastMerchant) break;
    if (isLastMerchant || (!isLastPerson && personLeft === 0)) personLeft = people[++person]?.cents ?? 0;
    else merchantLeft = merchants[++merchant]?.cents ?? 0;
  }
  return pairs;
}
