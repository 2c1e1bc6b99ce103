import type { Cents } from '../figures.ts';
import type { PrivacyNumbers } from './numbers.ts';

/** Several people, or merchants, that no test needs to tell apart: their amount counts for the whole alone. */
export const OTHERS = -2;

/** What each of some people, or merchants, has in a set of lines. -1 is whoever has no name. */
class Amounts {
  /** How many there are, and the most that one of them has. */
  count = 0;
  most: Cents = 0;
  /** The set in which each was seen last: emptying a set is counting it up. */
  #seenIn = new Uint32Array(1024);
  #cents = new Float64Array(1024);
  #set = 1;

  get hasNameless(): boolean {
    return this.#seenIn[0] === this.#set;
  }

  clear(): void {
    this.count = 0;
    this.most = 0;
    this.#set++;
  }

  add(id: number, cents: Cents): void {
    const index = id + 1;
    if (index < 0) return;
    if (index >= this.#seenIn.length) this.#grow(index);
    let sum = cents;
    if (this.#seenIn[index] === this.#set) sum += this.#cents[index] ?? 0;
    else {
      this.#seenIn[index] = this.#set;
      this.count++;
    }
    this.#cents[index] = sum;
    if (sum > this.most) this.most = sum;
  }

  #grow(index: number): void {
    const length = 2 ** Math.ceil(Math.log2(index + 1));
    const [seenIn, cents] = [this.#seenIn, this.#cents];
    this.#seenIn = new Uint32Array(length);
    this.#cents = new Float64Array(length);
    this.#seenIn.set(seenIn);
    this.#cents.set(cents);
  }
}

/**
 * Who bought and who sold in a set of lines, and whether those are enough. Amounts are never below 0, so what one has
 * only grows with more lines, and the test costs nothing at any time.
 */
export class Crowd {
  cents: Cents = 0;
  readonly #people = new Amounts();
  readonly #merchants = new Amounts();

  get isEmpty(): boolean {
    return this.#people.count === 0;
  }

  clear(): void {
    this.cents = 0;
    this.#people.clear();
    this.#merchants.clear();
  }

  add(member: number, merchant: number, cents: Cents): void {
    this.cents += cents;
    this.#people.add(member, cents);
    this.#merchants.add(merchant, cents);
  }

  /**
   * The lines without a member are one person; those without a merchant are one for the share, and none to count. Where
   * no number of merchants is asked for, they are not protected, and the share is of people alone.
   */
  passes({ minPeople, minMerchants, maxShare }: PrivacyNumbers): boolean {
    const merchants = this.#merchants.count - Number(this.#merchants.hasNameless);
    const most = minMerchants > 0 ? Math.max(this.#people.most, this.#merchants.most) : this.#people.most;
    return (
      this.#people.count >= minPeople && merchants >= minMerchants && !isAbove(most, this.cents, maxShare)
    );
  }
}

/** Whether a part is more than some percent of the whole: exactly, also where the products leave the safe integers. */
function isAbove(part: Cents, whole: Cents, percent: number): boolean {
  if (Number.isSafeInteger(whole * 100)) return part * 100 > whole * percent;
  return BigInt(part) * 100n > BigInt(whole) * BigInt(percent);
}
