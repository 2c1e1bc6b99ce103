import type { Draft } from '../../warehouse/intake/draft/draft.ts';

/** The parts of a draft: how the tables are joined, what each of our columns is taken from, and what to look at. */
export function draftJson({ sql, lines, joins, apart, unused, choices, missing, counted }: Draft) {
  return {
    sql,
    lines: lines.name,
    tables: [lines, ...joins.map(({ table }) => table), ...unused, ...apart].map(({ name, files, rows }) => ({
      ...{ name, files, rows },
    })),
    joins: joins.map(({ table, key, to, toKey }) => ({
      ...{ table: table.name, column: key.name, to: to.name, toColumn: toKey.name, repeats: !key.isUnique },
    })),
    columns: choices.map(({ ours, table, column, times, doubt = null }) => ({
      ...{ name: ours, table: table.name, column: column.name, times: times?.name ?? null, doubt },
    })),
    missing: missing.map(({ ours, couldBe }) => ({ name: ours, couldBe })),
    counted,
  };
}
