import type { Command } from 'commander';
import { type Context, command } from '../command.ts';
import { describeFacts, factsJson } from '../printing/facts.ts';
import { print } from '../printing/output.ts';
import { privacyLines, restatedJson, restatedLines } from '../printing/privacy-lines.ts';
import { withWarehouse } from '../with-warehouse.ts';

export function refreshCommand(): Command {
  return command<{ restate?: boolean }>(
    'refresh',
    'rebuild everything that is derived, and publish it',
    async (context, { restate }) => {
      if (restate) return restateWeeks(context);
      const facts = await withWarehouse(context, (warehouse, onProgress) => warehouse.refresh(onProgress));
      print(context, factsJson(facts), [describeFacts(facts), ...privacyLines(facts)].join('\n'));
    },
  ).option('--restate', 'with disclosure control: take in the changes of published weeks that wait');
}

async function restateWeeks(context: Context): Promise<void> {
  const { facts, ...restated } = await withWarehouse(context, (warehouse, onProgress) =>
    warehouse.restate(onProgress),
  );
  print(
    context,
    { restated: restatedJson(restated), ...factsJson(facts) },
    [...restatedLines(restated), describeFacts(facts), ...privacyLines(facts)].join('\n'),
  );
}
