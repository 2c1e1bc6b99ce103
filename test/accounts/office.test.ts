/** Who may operate, and what they did: what every engine of the accounts promises of it. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type ChainedRow, checkLog, type Deed } from '../../src/accounts/log-chain.ts';
import { newToken } from '../../src/accounts/office.ts';
import type { Accounts } from '../../src/accounts/open.ts';
import { UserError } from '../../src/errors/operators.ts';
import { type Context, defineOperation } from '../../src/operations/operation.ts';
import { perform } from '../../src/operations/perform.ts';
import { flag, object, whole } from '../../src/operations/schema.ts';
import { ENGINES, open } from '../support/stores/accounts-engines.ts';
import { until } from '../support/until.ts';

const deed = (operation: string): Deed => ({
  operator: 'ann',
  door: 'shell',
  address: null,
  operation,
  outcome: 'done',
  account: 'acme',
  details: JSON.stringify({ input: { points: 5 } }),
});

async function* pages(...rows: (readonly ChainedRow[])[]): AsyncGenerator<readonly ChainedRow[]> {
  yield* rows;
}

for (const engine of ENGINES) {
  describe(`the office in ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let env: Record<string, string>;
    let accounts: Accounts;
    before(async () => {
      env = await engine.create();
      accounts = await open(env);
    });

    test('a token is its operator until its end or until it is revoked, and a name is used once', async () => {
      const { token, ...kept } = newToken();
      const made = await accounts.office.createOperator({
        ...kept,
        name: 'ann',
        role: 'support',
        endsAt: null,
      });
      assert.deepEqual([made.name, made.role, made.state], ['ann', 'support', 'active']);
      assert.equal((await accounts.office.findOperator(kept.tokenHash))?.name, 'ann');
      assert.equal(await accounts.office.findOperator(newToken().tokenHash), undefined);
      const again = { ...newToken(), name: 'ann', role: 'admin', endsAt: null } as const;
      await assert.rejects(accounts.office.createOperator(again), /There is or was an operator "ann"/);
      assert.equal((await accounts.office.revokeOperator('ann')).state, 'revoked');
      assert.equal(await accounts.office.findOperator(kept.tokenHash), undefined);
      await assert.rejects(accounts.office.createOperator(again), /There is or was an operator "ann"/);
      await assert.rejects(accounts.office.revokeOperator('nobody'), /no operator "nobody"/);

      const old = newToken();
      await accounts.office.createOperator({ ...old, name: 'old', role: 'viewer', endsAt: new Date(1) });
      assert.equal(await accounts.office.findOperator(old.tokenHash), undefined);
      assert.deepEqual(
        (await accounts.office.listOperators()).map(({ name, state, last4 }) => [name, state, last4]),
        [
          ['ann', 'revoked', token.slice(-4)],
          ['old', 'ended', old.last4],
        ],
      );
    });

    test('a transaction is done as a whole or not at all, its row of the log included', async () => {
      const done = await accounts.transaction(async (inside) => {
        const made = await inside.createAccount('acme', { points: 5, by: 'ann', note: '' });
        await inside.office.log(deed('account create'));
        return made.balance;
      });
      assert.equal(done, 5);
      const failing = accounts.transaction(async (inside) => {
        await inside.grant('acme', { points: 7, by: 'ann', note: '' });
        await inside.office.countAdded('ann', 1, 7);
        await inside.office.log(deed('points grant'));
        throw new UserError('no');
      });
      await assert.rejects(failing, /^UserError: no$/);
      assert.deepEqual(
        (await accounts.listAccounts()).map(({ balance }) => balance),
        [5],
      );
      assert.deepEqual(
        (await accounts.office.readLog({ after: 0, limit: 10 })).rows.map(({ operation }) => operation),
        ['account create'],
      );
      assert.equal(await accounts.office.countAdded('ann', 1, 2), 2);
    });

    test('changes at the same time are one after another, and each row is chained to the one before', async () => {
      const other = await open(env);
      const before = (await accounts.office.readLog({ after: 0, limit: 100 })).rows.length;
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? accounts : other).transaction(async (inside) => {
            await inside.grant('acme', { points: 1, by: 'ann', note: '' });
            await inside.office.log(deed(`grant ${i}`));
          }),
        ),
      );
      assert.equal((await accounts.listAccounts())[0]?.balance, 25);
      const { rows } = await accounts.office.readLog({ after: 0, limit: 100 });
      assert.equal(rows.length, before + 20);
      const report = await checkLog(pages(rows), rows[3]?.hash);
      assert.deepEqual(report, { rows: before + 20, head: rows.at(-1)?.hash, hasHead: true, problems: [] });
      const last = await accounts.office.readLog({ after: before + 18, limit: 1 });
      assert.deepEqual(last, { rows: rows.slice(before + 18, before + 19), next: before + 19 });
    });

    test('what was changed, put in or taken out is found, and blanked details are not', async () => {
      const { rows } = await accounts.office.readLog({ after: 0, limit: 100 });
      const problemsOf = async (changed: ChainedRow[]) => (await checkLog(pages(changed))).problems;
      const changed = (at: number, how: Partial<ChainedRow>) =>
        rows.map((row, i) => (i === at ? { ...row, ...how } : row));
      assert.deepEqual(await problemsOf(changed(4, { details: null })), []);
      assert.deepEqual(await problemsOf(changed(4, { operator: 'eve' })), ['row 5 of the log was changed']);
      assert.deepEqual(await problemsOf(changed(4, { details: '{}' })), [
        'the details of row 5 of the log were changed',
      ]);
      assert.deepEqual(await problemsOf(rows.toSpliced(4, 2)), ['rows 5 to 6 of the log are missing']);
      assert.equal((await checkLog(pages(rows.slice(0, 5)), rows[7]?.hash)).hasHead, false);
    });

    test('an answer is kept under its key, for its operator', async () => {
      const answer = { inputHash: 'abc', answer: '{"points":5}' };
      await accounts.transaction(async (inside) => {
        assert.equal(await inside.office.earlierAnswer('ann', 'k1'), undefined);
        await inside.office.saveAnswer('ann', 'k1', answer);
      });
      await accounts.transaction(async (inside) => {
        assert.deepEqual(await inside.office.earlierAnswer('ann', 'k1'), answer);
        assert.equal(await inside.office.earlierAnswer('bob', 'k1'), undefined);
      });
    });

    test('what takes long is done once under its key, whichever server is asked meanwhile and after', async () => {
      const stores = [accounts, await open(env)];
      let runs = 0;
      const gate = Promise.withResolvers<void>();
      const operation = defineOperation({
        http: 'POST /long',
        summary: 'takes long',
        role: 'admin',
        isLong: true,
        input: { fails: flag() },
        output: object({ runs: whole() }),
        async run(_, { fails }) {
          runs += 1;
          await gate.promise;
          if (fails) throw new UserError('it fails');
          return { runs };
        },
        text: () => '',
      });
      const ask = (store: Accounts | undefined, fails: boolean, idempotencyKey = 'long') => {
        assert.ok(store);
        const context = { accounts: async () => store, hasAccounts: async () => true } as unknown as Context;
        const actor = { name: 'ann', role: 'admin', door: 'api', address: null } as const;
        return perform(context, { name: 'long', operation, input: { fails }, actor, idempotencyKey });
      };
      const first = ask(stores[0], false);
      const failing = ask(stores[0], true, 'fails');
      await until('both are under way', async () => runs === 2);
      await assert.rejects(ask(stores[1], false), /under way/);
      const failed = assert.rejects(failing, /it fails/);
      gate.resolve();
      await first;
      assert.equal((await ask(stores[1], false)).isRepeated, true);
      await assert.rejects(ask(stores[1], true), /was used for another change/);
      // What failed was not done, and may be tried again.
      await failed;
      await assert.rejects(ask(stores[1], true, 'fails'), /it fails/);
      assert.equal(runs, 3);
    });
  });
}
