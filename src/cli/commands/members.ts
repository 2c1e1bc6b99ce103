import { Command } from 'commander';
import { command } from '../command.ts';
import { describeFacts, factsJson } from '../printing/facts.ts';
import { count, print } from '../printing/output.ts';
import { privacyLines } from '../printing/privacy-lines.ts';
import { withWarehouse } from '../with-warehouse.ts';

export function membersCommand(): Command {
  return new Command('members').description('single members').addCommand(forgetCommand());
}

function forgetCommand(): Command {
  return command(
    'forget <ids...>',
    'blank members on all their lines and publish',
    async (context, _options, ...ids) => {
      const { facts, lines, orders, asideOrders } = await withWarehouse(context, (warehouse, onProgress) =>
        warehouse.forgetMembers(ids, onProgress),
      );
      print(
        context,
        { changedLines: lines, changedOrders: orders, asideOrders, ...factsJson(facts) },
        [
          `Blanked the member on ${count(lines, 'line')} of ${count(orders, 'order')}.`,
          ...(asideOrders > 0
            ? [`In the figures of published weeks it counts, without its name, until they are restated.`]
            : []),
          describeFacts(facts),
          ...privacyLines(facts),
        ].join('\n'),
      );
    },
  );
}
