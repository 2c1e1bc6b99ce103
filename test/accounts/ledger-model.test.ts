/** The ledger does what ten lines say it does, whatever is done to it, in whatever order, and whenever it is killed. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { trials } from '../support/effort.ts';
import { assertAgree, COMMANDS } from '../support/ledger-model/commands.ts';
import { begin } from '../support/ledger-model/run.ts';
import { statementsOf, whatDoesNotAddUp } from '../support/ledger-model/statements.ts';
import { openStore, type Store } from '../support/ledger-model/store.ts';
import { seedOf } from '../support/seed.ts';
import { ENGINES } from '../support/stores/accounts-engines.ts';

const RUNS = Number(process.env.LEDGER_RUNS ?? trials(60));
/** A sequence that fails is made shorter for so long, and then told. */
const LONGEST_MS = 240_000;
/** Noon of the day after tomorrow. */
const START = (Math.floor(Date.now() / 86_400_000) + 2.5) * 86_400_000;

for (const engine of ENGINES) {
  describe(`the ledger in ${engine.name}`, { skip: engine.missing ?? false }, () => {
    /** A statement over a connection takes longer than one in the process. */
    const numRuns = engine.name === 'SQLite' ? RUNS : Math.ceil(RUNS / 3);
    let store: Store;
    let runs = 0;
    before(async () => {
      store = await openStore(engine);
    });
    after(() => store.close());

    /** Runs share a store, for starting its process takes long; one that has failed is no longer trusted. */
    async function onStore(work: (store: Store, name: string) => Promise<void>): Promise<void> {
      try {
        await work(store, `run-${runs++}`);
      } catch (error) {
        await store.close();
        store = await openStore(engine);
        throw error;
      }
    }

    test('random calls, retries, grants that expire, plans, refunds, points taken back, closings, limits, changes of prices, keys and accounts, prunes, clocks that jump, crashes and restarts', async (t) => {
      const seed = seedOf(t);
      await fc.assert(
        fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 40, size: 'max' }), (commands) =>
          onStore(async (store, name) => {
            // Later than any time of the machine's own that the store notes, and than that of the runs before.
            await store.clock.set(Math.max(START, store.clock.now + 86_400_000));
            const { model, real } = await begin(store, name);
            await fc.asyncModelRun(() => ({ model, real }), commands);
            await assertAgree(model, real);
            for (const account of real.accounts) {
              const statements = await statementsOf(store.commands, account, real.now);
              const { balance } = await store.commands.findAccount(account);
              assert.equal(whatDoesNotAddUp(statements, balance), undefined);
            }
          }),
        ),
        { seed, numRuns, interruptAfterTimeLimit: LONGEST_MS },
      );
    });
  });
}
