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

/** A piece of a result, as the engine gives it. */
interface Chunk {
  readonly rowCount: number;
  getColumnVector(column: number): { getItem(row: number): unknown };
}

export function copyChunk(chunk: Chunk, columns: Columns<ColumnTypes>, from: number): void {
  // Asking a chunk for its length costs more than reading a value.
  const { rowCount } = chunk;
  Object.values(columns).forEach((column, index) => {
    const vector = chunk.getColumnVector(index);
    for (let i = 0; i < rowCount; i++) column[from + i] = Number(vector.getItem(i));
  });
}
