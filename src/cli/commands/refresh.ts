import type { Command } from 'commander';
import { command } from '../command.ts';
import { describeFacts, factsJson } from '../facts.ts';
import { print } from '../output.ts';
import { withWarehouse } from '../with-warehouse.ts';

export function refreshCommand(): Command {
  return command('refresh', 'rebuild everything that is derived, and publish it', async (context) => {
    const facts = await withWarehouse(context, (warehouse, onProgress) => warehouse.refresh(onProgress));
    print(context, factsJson(facts), describeFacts(facts));
  });
}
