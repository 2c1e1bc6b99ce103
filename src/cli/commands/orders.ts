import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { UserError } from '../../errors/operators.ts';
import { formatDay } from '../../snapshot/calendar.ts';
import { command } from '../command.ts';
import { describeFacts, factsJson } from '../printing/facts.ts';
import { count, print, table } from '../printing/output.ts';
import { privacyLines } from '../printing/privacy-lines.ts';
import { withWarehouse } from '../with-warehouse.ts';

export function ordersCommand(): Command {
  return new Command('orders')
    .description('single orders')
    .addCommand(showCommand())
    .addCommand(deleteCommand());
}

const WAITING = {
  arrival: 'It is in no figure yet: it waits',
  deletion: 'Its deletion waits',
  change: 'Its change waits',
} as const;

function showCommand(): Command {
  return command('show <id>', 'what is kept of an order', async (context, _options, id = '') => {
    const order = await withWarehouse(context, (warehouse) => warehouse.order(id));
    if (!order) throw new UserError(`There is no order ${JSON.stringify(id)}`);
    const lines = order.lines.map((line) => ({
      category: line.category,
      sub_category: line.subCategory,
      product_id: line.productId,
      tags: line.tags,
      amount: (line.cents / 100).toFixed(2),
      payment_method: line.paymentMethod,
      merchant_id: line.merchantId,
      member_id: line.memberId,
    }));
    const day = formatDay(order.day);
    print(
      context,
      { id, day, waits: order.waits, lines },
      [
        `Order ${id} of ${day}, ${count(lines.length, 'line')}`,
        table(lines),
        ...(order.waits === null
          ? []
          : [`${WAITING[order.waits]} until published weeks are restated, with "mdq refresh --restate".`]),
      ].join('\n'),
    );
  });
}

function deleteCommand(): Command {
  return command<{ file?: string }>(
    'delete [ids...]',
    'remove orders and publish',
    async (context, { file }, ...given) => {
      const ids = [...given, ...(file === undefined ? [] : readIds(file))];
      if (ids.length === 0) throw new UserError('Name the orders to delete, or a file with --file');
      const { facts, lines, orders, asideOrders } = await withWarehouse(context, (warehouse, onProgress) =>
        warehouse.deleteOrders(ids, onProgress),
      );
      print(
        context,
        { deletedOrders: orders, deletedLines: lines, asideOrders, ...factsJson(facts) },
        [
          ...(orders > 0 ? [`Deleted ${count(orders, 'order')} with ${count(lines, 'line')}.`] : []),
          ...(asideOrders > 0
            ? [
                `${orders > 0 ? '' : 'Nothing is deleted yet. '}The deletion of ${count(asideOrders, 'order')} waits: the figures of published weeks are not revised in passing.`,
              ]
            : []),
          describeFacts(facts),
          ...privacyLines(facts),
        ].join('\n'),
      );
    },
  ).option('--file <file>', 'a text file with one order id a line');
}

function readIds(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .replace(/^\ufeff/, '')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '');
  } catch (error) {
    throw new UserError(`Cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
}
