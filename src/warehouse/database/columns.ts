/** How a column of a result is kept: integers that fit 32 bits, or others up to 2^53. */
export type ColumnTypes = Readonly<Record<string, 'i32' | 'f64'>>;
export type Columns<T extends ColumnTypes> = {
  [Name in keyof T]: T[Name] extends 'i32' ? Int32Array : Float64Array;
};

export function makeColumns<T extends ColumnTypes>(types: T, length: number): Columns<T> {
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => [
      name,
      type === 'i32' ? new Int32Array(length) : new Float64Array(length),
    ]),
  ) as Columns<T>;
}

/** A column of a piece. The engine's of numbers has them all in `items`, and no `data` of its validity where none is NULL. */
export interface Vector {
  readonly itemCount: number;
  readonly items?: unknown;
  readonly validity?: { readonly data?: unknown };
  getItem(row: number): unknown;
}

/** A piece of a result, as the engine gives it. */
interface Chunk {
  readonly rowCount: number;
  getColumnVector(column: number): Vector;
}

export function copyChunk(chunk: Chunk, columns: Columns<ColumnTypes>, from: number): void {
  Object.values(columns).forEach((column, index) => {
    column.set(numbersOf(chunk.getColumnVector(index)), from);
  });
}

/** The numbers of a column, at once where that can be: asking for each of them costs many times as much. */
export function numbersOf(vector: Vector): ArrayLike<number> {
  const { items, validity, itemCount } = vector;
  const isWhole = items instanceof Int32Array || items instanceof Float64Array;
  if (isWhole && validity?.data === null) return items;
  return Float64Array.from({ length: itemCount }, (_, row) => Number(vector.getItem(row)));
}
