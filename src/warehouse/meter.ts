/** The slice of a column that it takes. */
interface Column {
  readonly itemCount: number;
  getItem(row: number): unknown;
  setItem(row: number, value: boolean): void;
  flush(): void;
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

  /** Every row is let through: it is the sum that ends a query. */
  add(sizes: Column, isWithin: Column): void {
    const { itemCount } = sizes;
    for (let row = 0; row < itemCount; row++) {
      this.#left -= Number(sizes.getItem(row));
      isWithin.setItem(row, true);
    }
    isWithin.flush();
  }
}
