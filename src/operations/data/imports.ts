import { readNewest } from '../../warehouse/versions/read-newest.ts';
import { NothingPublished } from '../../warehouse/warehouse-errors.ts';
import { defineList } from '../operation.ts';
import { choice, listOf, nullable, rows, text, time, whole } from '../schema.ts';

export const imports = defineList({
  http: 'GET /imports',
  summary: 'what was imported, deleted and changed when, and by whom',
  role: 'viewer',
  input: {},
  output: rows({
    at: time(),
    what: choice(['import', 'undo', 'delete', 'forget', 'allow', 'settings', 'restate']),
    by: nullable(text()),
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
    return newest.content.facts.imports.map((entry) => ({
      at: new Date(entry.at),
      what: entry.kind ?? ('import' as const),
      by: entry.by ?? null,
      lines: entry.lines,
      orders: entry.orders,
      replaced: entry.replacedOrders,
      skipped: entry.skippedRows,
      files: entry.files,
    }));
  },
  empty: () => 'Nothing was imported',
});
