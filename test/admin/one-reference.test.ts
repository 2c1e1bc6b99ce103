/** A reference is that of one grant, whoever sends it for whichever account at the same moment. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startAdmin } from '../support/http/own-admin.ts';
import { ENGINES } from '../support/stores/accounts-engines.ts';

const ACCOUNTS = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'];
const ROUNDS = 12;

for (const engine of ENGINES) {
  describe(`references over ${engine.name}`, { skip: engine.missing ?? false }, () => {
    test('of eight accounts that are granted the same payment at once, one is and all others are a 409', async () => {
      const admin = await startAdmin(engine);
      for (const name of ACCOUNTS) await admin.data('POST /accounts', { name });
      for (let round = 0; round < ROUNDS; round++) {
        const input = { points: 1, reference: `T-${round}` };
        const answers = await Promise.all(
          ACCOUNTS.map((account) => admin.ask(`POST /accounts/${account}/grants`, input)),
        );
        const statuses = answers.map(({ status }) => status).sort();
        assert.deepEqual(statuses, [200, ...Array(7).fill(409)], `round ${round}`);
        const others = answers.filter(({ status }) => status === 409);
        for (const { body } of others)
          assert.match(body.msg, /^The reference "T-\d+" was used with another account/);
      }
      const granted = (await admin.accounts.listAccounts()).reduce((sum, { balance }) => sum + balance, 0);
      assert.equal(granted, ROUNDS);
      assert.deepEqual((await admin.accounts.audit()).problems, []);
    });
  });
}
