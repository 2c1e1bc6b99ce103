import { formatDay } from '../../lib/calendar.ts';
import { importsIn, isImport } from '../../snapshot/tables.ts';
import { readNewest } from '../../warehouse/versions/read-newest.ts';
import { NothingPublished } from '../../warehouse/warehouse-errors.ts';
import { defineList } from '../operation.ts';
import { choice, flag, listOf, nullable, rows, text, time, whole } from '../schema.ts';

export const imports = defineList({
  http: 'GET /imports',
  summary: 'what was imported, deleted and changed when, and by whom',
  role: 'viewer',
  input: {},
  output: rows({
    at: time(),
    what: choice(['import', 'undo', 'delete', 'forget', 'allow', 'settings', 'restate', 'restore']),
    by: nullable(text()),
    lines: whole(),
    orders: whole(),
    replaced: whole(),
    skipped: whole(),
    cancelled: whole(),
    removed: whole(),
    shownThrough: nullable(text()),
    undone: flag(),
    files: listOf(text()),
  }),
  async run(context) {
    const warehouse = await context.warehouse();
    const newest = await readNewest(warehouse, (version) => warehouse.describe(version));
    if (!newest) throw new NothingPublished(warehouse.place);
    const { facts } = newest.content;
    const held = new Set(importsIn(facts));
    return facts.imports.map((entry) => ({
      at: new Date(entry.at),
      what: entry.kind ?? ('import' as const),
      by: entry.by ?? null,
      lines: entry.lines,
      orders: entry.orders,
      replaced: entry.replacedOrders,
      skipped: entry.skippedRows,
      cancelled: entry.cancelledRows ?? 0,
      removed: entry.removedOrders ?? 0,
      shownThrough: entry.completeThrough == null ? null : formatDay(entry.completeThrough),
      undone: isImport(entry) && !held.has(entry),
      files: entry.files,
    }));
  },
  empty: () => 'Nothing was imported',
});
