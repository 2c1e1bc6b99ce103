import { formatDay } from '../../lib/calendar.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { table } from '../../lib/text/table.ts';
import { type ImportWarning, importsIn, isImport } from '../../snapshot/tables.ts';
import { readNewest } from '../../warehouse/versions/read-newest.ts';
import { NothingPublished } from '../../warehouse/warehouse-errors.ts';
import { defineList } from '../operation.ts';
import { choice, flag, listOf, nullable, rows, text, time, whole } from '../schema.ts';
import { minute, shortFiles } from './facts.ts';
import { codeAndCount, WARNING, warningLine } from './import-warnings.ts';

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
    delivery: nullable(text()),
    files: listOf(text()),
    warnings: listOf(WARNING),
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
      delivery: entry.delivery ?? null,
      files: entry.files,
      warnings: entry.warnings ?? [],
    }));
  },
  text: (entries) => linesOf(table(entries.map(shown)), newestOfEach(entries)).join('\n'),
  empty: () => 'Nothing was imported',
});

interface Entry {
  readonly at: Date;
  readonly delivery: string | null;
  readonly files: readonly string[];
  readonly warnings: readonly ImportWarning[];
}

/** A row of the table: warnings by their codes. */
function shown({ files, delivery: _, warnings, ...entry }: Entry) {
  return {
    ...entry,
    files: shortFiles(files),
    warnings: warnings.map(codeAndCount).join('; '),
  };
}

/** The texts of warnings, each code once, as the newest import has it. */
function newestOfEach(entries: readonly Entry[]): string[] {
  const newest = new Map(
    entries.flatMap(({ at, warnings }) => warnings.map((each) => [each.code, { at, ...each }])),
  );
  return [...newest.values()].map(
    ({ at, ...warning }) => `${minute(at.toISOString())}  ${warningLine(warning)}`,
  );
}
