// Settles the batches that its parent sends, one after the other as the service does, on the real store.
import type { Settlement } from '../../../src/accounts/ledger.ts';
import { openAccounts } from '../../../src/accounts/open.ts';
import { readConfig } from '../../../src/settings/config.ts';

type Message = {
  readonly id: number;
  readonly calls: readonly Settlement[];
  /** What the clock of this process says from now on. */
  readonly now?: number;
  readonly isEnd?: boolean;
};

const accounts = await openAccounts(readConfig());
let before: Promise<unknown> = Promise.resolve();
process.on('message', ({ id, calls, now, isEnd }: Message) => {
  before = before.then(async () => {
    if (now !== undefined) Date.now = () => now;
    if (!isEnd) return process.send?.({ id, outcomes: await accounts.settle(calls) });
    await accounts.close();
    process.exit(0);
  });
});
