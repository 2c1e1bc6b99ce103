import type { Command } from 'commander';
import { openWarehouse } from '../../warehouse/open.ts';
import { readNewest } from '../../warehouse/versions/read-newest.ts';
import { NothingPublished } from '../../warehouse/warehouse-errors.ts';
import { command } from '../command.ts';
import { printList } from '../printing/output.ts';

export function importsCommand(): Command {
  return command('imports', 'what was imported when, from which files', async (context) => {
    const warehouse = openWarehouse(context.config);
    const newest = await readNewest(warehouse, (version) => warehouse.describe(version)).finally(() =>
      warehouse.close(),
    );
    if (!newest) throw new NothingPublished(warehouse.place);
    const rows = newest.content.facts.imports.map(
      ({ at, files, lines, orders, replacedOrders, skippedRows }) => ({
        at: context.isJson ? at : new Date(at),
        lines,
        orders,
        replaced: replacedOrders,
        skipped: skippedRows,
        files: context.isJson ? files : files.join(', '),
      }),
    );
    printList(context, rows, 'Nothing was imported');
  });
}
