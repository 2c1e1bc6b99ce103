import type { Command } from 'commander';
import { openWarehouse } from '../../warehouse/open.ts';
import { command } from '../command.ts';
import { printList } from '../output.ts';

export function importsCommand(): Command {
  return command('imports', 'what was imported when, from which files', async (context) => {
    const warehouse = openWarehouse(context.config);
    const version = await warehouse.current();
    const imports = version === undefined ? [] : (await warehouse.describe(version)).facts.imports;
    await warehouse.close();
    const rows = imports.map(({ at, files, lines, orders, replacedOrders, skippedRows }) => ({
      at: context.isJson ? at : new Date(at),
      lines,
      orders,
      replaced: replacedOrders,
      skipped: skippedRows,
      files: context.isJson ? files : files.join(', '),
    }));
    printList(context, rows, 'Nothing has been imported yet; "mdq import FILE" takes in order lines');
  });
}
