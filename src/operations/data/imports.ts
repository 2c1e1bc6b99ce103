import { readNewest } from '../../warehouse/versions/read-newest.ts';
import { NothingPublished } from '../../warehouse/warehouse-errors.ts';
import { defineList } from '../operation.ts';
import { listOf, rows, text, time, whole } from '../schema.ts';

export const imports = defineList({
  http: 'GET /imports',
  summary: 'what was imported when, from which files',
  role: 'viewer',
  input: {},
  output: rows({
    at: time(),
    lines: whole(),
    orders: whole(),
    replaced: whole(),
    skipped: whole(),
    files: listOf(text()),
  }),
  async run(context) {
    const warehouse = await context.warehouse();
    const newest = await readNewest(warehouse, (version) => warehouse.describe(version));
    if (!newest) throw new NothingPublished(warehouse.place);
    return newest.content.facts.imports.map(({ at, files, lines, orders, replacedOrders, skippedRows }) => ({
      at: new Date(at),
      lines,
      orders,
      replaced: replacedOrders,
      skipped: skippedRows,
      files,
    }));
  },
  empty: () => 'Nothing was imported',
});
