// One operation, in a process of its own: the admin API starts it, tells it what to do and takes its answer.

import type { Accounts } from '../accounts/accounts.ts';
import { openAccounts } from '../accounts/open.ts';
import { operations } from '../operations/list.ts';
import { readConfig } from '../settings/config.ts';
import { openWarehouse } from '../warehouse/open.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { type AfarContext, answerOf, fromAfar } from './answer.ts';
import type { Errand } from './beside.ts';
import { failureOf } from './child-messages.ts';

process.umask(0o077);
// Whoever asked is gone: what is under way is stopped, which leaves everything as it was.
process.on('disconnect', () => process.exit(1));
// A terminal sends this to all processes at once: the server says when.
process.on('SIGINT', () => undefined);

process.once('message', async (errand: Errand) => {
  const told = await run(errand).catch(failureOf);
  process.send?.(told, () => process.disconnect?.());
});

async function run({ name, timeZone, ...asked }: Errand) {
  const operation = await operations[name]?.();
  if (!operation) throw new Error(`There is no operation "${name}"`);
  const config = { ...readConfig(), timeZone };
  let accounts: Promise<Accounts> | undefined;
  let warehouse: Promise<Warehouse> | undefined;
  const afar = fromAfar();
  const context: AfarContext = {
    config,
    by: asked.actor.name,
    accounts: () => {
      accounts ??= openAccounts(config, 'refuse');
      return accounts;
    },
    hasAccounts: async () => true,
    warehouse: () => {
      warehouse ??= openWarehouse(config, asked.actor.name, afar.note);
      return warehouse;
    },
    ...afar,
  };
  try {
    return await answerOf(context, { ...asked, name, operation }, asked);
  } finally {
    await Promise.all([(await accounts)?.close(), (await warehouse)?.close()]);
  }
}
