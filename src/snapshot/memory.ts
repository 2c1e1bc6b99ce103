/** The memory of all columns in tables of tables, each once. */
export function memoryOf(...tables: readonly object[]): ArrayBuffer[] {
  return [...new Set(tables.flatMap((table) => [...buffersIn(table)]))];
}

function* buffersIn(table: object): Generator<ArrayBuffer> {
  for (const value of Object.values(table)) {
    if (ArrayBuffer.isView(value)) yield value.buffer as ArrayBuffer;
    else if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield* buffersIn(value);
  }
}
