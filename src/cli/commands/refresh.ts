import type { Command } from 'commander';
import { openWarehouse } from '../../warehouse/open.ts';
import { command } from '../command.ts';
import { describeFacts, factsJson } from '../facts.ts';
import { print } from '../output.ts';
import { showProgress } from '../progress.ts';

export function refreshCommand(): Command {
  return command('refresh', 'rebuild everything that is derived, and publish it', async (context) => {
    const progress = showProgress();
    const warehouse = openWarehouse(context.config);
    try {
      const facts = await warehouse.refresh(progress.onProgress);
      progress.stop();
      print(context, factsJson(facts), describeFacts(facts));
    } finally {
      progress.stop();
      await warehouse.close();
    }
  });
}
