import { type Command, InvalidArgumentError } from 'commander';
import { UserError } from '../../errors.ts';
import type { ImportRequest } from '../../warehouse/warehouse.ts';
import { type Context, command } from '../command.ts';
import { expand } from '../data-files.ts';
import { describeFacts } from '../facts.ts';
import { type ImportOptions, readRequest, withImportOptions } from '../import-options.ts';
import { reportJson, reportLines, warningLines } from '../import-report.ts';
import { print } from '../output.ts';
import { watchFolder } from '../watch.ts';
import { withWarehouse } from '../with-warehouse.ts';

interface Options extends ImportOptions {
  watch?: boolean;
  settle?: number;
}

export function importCommand(): Command {
  return withImportOptions(
    command<Options>(
      'import <files...>',
      'take in order lines (CSV, Parquet, NDJSON) and publish',
      importOrWatch,
    ),
  )
    .option('--watch', 'take every file that arrives in a folder, until stopped')
    .option(
      '--settle <seconds>',
      'with --watch: a file has arrived when it has not changed for so long (5)',
      readSeconds,
    );
}

async function importOrWatch(context: Context, options: Options, ...patterns: string[]): Promise<void> {
  const request = readRequest(options);
  if (!options.watch) {
    if (options.settle !== undefined) throw new UserError('--settle goes with --watch');
    return importOnce(context, { ...request, files: expand(patterns) });
  }
  const [folder, ...more] = patterns;
  if (folder === undefined || more.length > 0) throw new UserError('--watch takes one folder');
  return watchFolder(context, folder, { request, settleSeconds: options.settle });
}

async function importOnce(context: Context, request: ImportRequest): Promise<void> {
  const started = performance.now();
  const report = await withWarehouse(context, (warehouse, onProgress) =>
    warehouse.import(request, onProgress),
  );
  const seconds = (performance.now() - started) / 1000;
  const [brought, ...rest] = reportLines(report, seconds);
  print(
    context,
    reportJson(report, seconds),
    [`Imported ${brought}`, ...rest, describeFacts(report.facts), ...warningLines(report)].join('\n'),
  );
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d{1,4}(\.\d+)?$/.test(text))
    throw new InvalidArgumentError('It must be seconds, such as 5 or 0.5.');
  return seconds;
}
