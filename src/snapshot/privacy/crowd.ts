import type { Cents } from '../figures.ts';
import type { PrivacyNumbers } from './numbers.ts';

/** Several people, or merchants, that no test needs to tell apart: their amount counts for the whole alone. */
export const OTHERS = -2;

/** How many bought and sold what is in a set of lines, and the most that one of them has. */
export interface CrowdSize {
  readonly cents: Cents;
  /** The lines without a member are one person. */
  readonly people: number;
  readonly mostOfPerson: Cents;
  /** Those without a merchant are one for the share, and none to count. */
  readonly merchants: number;
  readonly mostOfMerchant: Cents;
}

/** What each of some people, or merchants, has in a set of lines. -1 is whoever has no name. */
class Amounts {
  /** How many there are, and the most that one of them has. */
  count = 0;
  most: Cents = 0;
  /** Of each, the set in which it was seen last and what it has there: emptying a set is counting it up. */
  #held = new Float64Array(2048);
  #set = 1;

  get hasNameless(): boolean {
    return this.#held[0] === this.#set;
  }

  clear(): void {
    this.count = 0;
    this.most = 0;
    this.#set++;
  }

  add(id: number, cents: Cents): void {
    const index = 2 * (id + 1);
    if (index < 0) return;
    if (index >= this.#held.length) this.#grow(index);
    let sum = cents;
    if (this.#held[index] === this.#set) sum += this.#held[index + 1] ?? 0;
    else {
      this.#held[index] = this.#set;
      this.count++;
    }
    this.#held[index + 1] = sum;
    if (sum > this.most) this.most = sum;
  }

  #grow(index: number): void {
    const held = this.#held;
    this.#held = new Float64Array(2 ** Math.ceil(Math.log2(index + 2)));
    this.#held.set(held);
  }
}

/**
 * Who bought and who sold in a set of lines. Amounts are never below 0, so what one has only grows with more lines, and the
 * size costs nothing at any time.
 */
export class Crowd {
  #cents: Cents = 0;
  readonly #people = new Amounts();
  readonly #merchants = new Amounts();

  get size(): CrowdSize {
    return {
      cents: this.#cents,
      people: this.#people.count,
      mostOfPerson: this.#people.most,
      merchants: this.#merchants.count - Number(this.#merchants.hasNameless),
      mostOfMerchant: this.#merchants.most,
    };
  }

  clear(): void {
    this.#cents = 0;
    this.#people.clear();
    this.#merchants.clear();
  }

  add(member: number, merchant: number, cents: Cents): void {
    this.#cents += cents;
    this.#people.add(member, cents);
    this.#merchants.add(merchant, cents);
  }
}

/**
 * The smallest crowd that some can be together, whoever is in several of them: one has at most what each of them has of
 * whoever has most. Where it passes, they pass.
 */
export function together(sizes: readonly CrowdSize[]): CrowdSize {
  const sum = (of: (size: CrowdSize) => number) => sizes.reduce((all, size) => all + of(size), 0);
  const most = (of: (size: CrowdSize) => number) =>
    sizes.reduce((largest, size) => Math.max(largest, of(size)), 0);
  return {
    cents: sum(({ cents }) => cents),
    people: most(({ people }) => people),
    mostOfPerson: sum(({ mostOfPerson }) => mostOfPerson),
    merchants: most(({ merchants }) => merchants),
    mostOfMerchant: sum(({ mostOfMerchant }) => mostOfMerchant),
  };
}

/**
 * Whether those are enough. Where no number of merchants is asked for, they are not protected, and the share is of people
 * alone.
 */
export function isEnough(
  { cents, people, mostOfPerson, merchants, mostOfMerchant }: CrowdSize,
  { minPeople, minMerchants, maxShare }: PrivacyNumbers,
): boolean {
  const most = minMerchants > 0 ? Math.max(mostOfPerson, mostOfMerchant) : mostOfPerson;
  return people >= minPeople && merchants >= minMerchants && !isAbove(most, cents, maxShare);
}

/** Whether a part is more than some percent of the whole: exactly, also where the products leave the safe integers. */
function isAbove(part: Cents, whole: Cents, percent: number): boolean {
  if (Number.isSafeInteger(whole * 100)) return part * 100 > whole * percent;
  return BigInt(part) * 100n > BigInt(whole) * BigInt(percent);
}
