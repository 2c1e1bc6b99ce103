import { globSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { UserError } from '../../errors.ts';
import { openWarehouse } from '../../warehouse/open.ts';
import { COLUMN_NAMES, type ColumnName, type ImportReport } from '../../warehouse/warehouse.ts';
import { command } from '../command.ts';
import { count, print } from '../output.ts';
import { showProgress } from '../progress.ts';
import { describeFacts, factsJson } from './status.ts';

interface Options {
  map: Partial<Record<ColumnName, string>>;
  skipBadRows?: boolean;
  weekly: boolean;
}

export function importCommand(): Command {
  return command<Options>(
    'import <files...>',
    'take in order lines (CSV, Parquet, NDJSON) and publish',
    importFiles,
  )
    .option(
      '--map <column=name>',
      'read a column under another name, such as amount=price (repeatable)',
      readMap,
      {},
    )
    .option('--skip-bad-rows', 'leave bad rows out instead of refusing the import')
    .option('--no-weekly', 'leave the weekly aggregation unbuilt: trends are monthly until "mdq refresh"');
}

async function importFiles(
  context: Parameters<Parameters<typeof command>[2]>[0],
  options: Options,
  ...patterns: string[]
): Promise<void> {
  const started = performance.now();
  const progress = showProgress();
  const warehouse = openWarehouse(context.config);
  try {
    const report = await warehouse.import(
      {
        files: expand(patterns),
        columns: options.map,
        skipBadRows: options.skipBadRows === true,
        weekly: options.weekly,
      },
      progress.onProgress,
    );
    progress.stop();
    const seconds = (performance.now() - started) / 1000;
    print(context, toJson(report, seconds), toText(report, seconds));
  } finally {
    progress.stop();
    await warehouse.close();
  }
}

/** Files as they are; a folder is all data files in it; anything else is a pattern. */
function expand(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => {
    const found = look(pattern);
    if (found && !found.isDirectory()) return [pattern];
    const files = found
      ? globSync(join(pattern, '*.{csv,csv.gz,parquet,ndjson,jsonl,ndjson.gz,jsonl.gz}'))
      : globSync(pattern);
    if (files.length === 0) {
      throw new UserError(
        found
          ? `There is no CSV, Parquet or NDJSON file in ${pattern}`
          : `Cannot read ${pattern}: there is no such file`,
      );
    }
    return files.sort();
  });
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new UserError(`Cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function readMap(text: string, before: Options['map']): Options['map'] {
  const [column = '', ...rest] = text.split('=');
  const name = rest.join('=').trim();
  if (!COLUMN_NAMES.includes(column as ColumnName) || name === '') {
    throw new InvalidArgumentError(
      `It takes column=name, the column being one of ${COLUMN_NAMES.join(', ')}.`,
    );
  }
  return { ...before, [column]: name };
}

function toJson(report: ImportReport, seconds: number): Record<string, unknown> {
  const { facts, ...counts } = report;
  return {
    ...counts,
    rejectsFile: report.rejectsFile ?? null,
    seconds: Number(seconds.toFixed(2)),
    ...factsJson(facts),
  };
}

function toText(report: ImportReport, seconds: number): string {
  const { lines, orders, replacedOrders, skippedRows, ignoredColumns, rejectsFile } = report;
  return [
    `Imported ${count(lines, 'line')} of ${count(orders, 'order')} in ${seconds.toFixed(1)} s` +
      (replacedOrders > 0
        ? `; ${count(replacedOrders, 'order')} replaced those that were there before.`
        : '.'),
    ...(skippedRows > 0 ? [`Skipped ${count(skippedRows, 'bad row')}: ${rejectsFile}`] : []),
    ...(ignoredColumns.length > 0 ? [`Columns not read: ${ignoredColumns.join(', ')}`] : []),
    describeFacts(report.facts),
  ].join('\n');
}
