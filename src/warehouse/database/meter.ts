import { numbersOf, type Vector } from './columns.ts';

/** Counts down what a query may still bring, some rows at a time. */
export class Meter {
  #left = 0;

  reset(most: number): void {
    this.#left = most;
  }

  get isOver(): boolean {
    return this.#left < 0;
  }

  add(sizes: Vector): void {
    const numbers = numbersOf(sizes);
    let sum = 0;
    // A query of others may meter rows itself: less than nothing would raise its limit, and NaN would end it.
    for (let row = 0; row < numbers.length; row++) sum += Math.max(0, numbers[row] || 0);
    this.#left -= sum;
  }
}
