/** The slice of a column that it takes. */
interface Column {
  readonly itemCount: number;
  getItem(row: number): unknown;
}

/** Counts down what a query may still bring, some rows at a time. */
export class Meter {
  #left = 0;

  reset(most: number): void {
    this.#left = most;
  }

  get isOver(): boolean {
    return this.#left < 0;
  }

  add(sizes: Column): void {
    const { itemCount } = sizes;
    let sum = 0;
    for (let row = 0; row < itemCount; row++) sum += Number(sizes.getItem(row));
    this.#left -= sum;
  }
}
