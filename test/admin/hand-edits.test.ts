/** An audit names what was changed past the program: prices, roles, limits, plans, webhooks, states, and a log that is gone. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newKey } from '../../src/accounts/key.ts';
import { type OwnAdmin, startAdmin } from '../support/http/own-admin.ts';
import { changeAccounts } from '../support/stores/accounts-content.ts';
import { call, ENGINES_OVER_HTTP } from '../support/stores/accounts-engines.ts';

const FOCUS = '/api/public/market/focus';

for (const engine of ENGINES_OVER_HTTP) {
  describe(`hand edits in ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let admin: OwnAdmin;
    let id: string;
    let key: string;
    let webhook: string;

    before(async () => {
      admin = await startAdmin(engine, { MDQ_WEBHOOK_HOSTS: 'hooks.example' });
      await admin.accounts.terms.keepTimeZone('UTC');
      for (const name of ['acme', 'gone']) await admin.data('POST /accounts', { name, points: 100 });
      ({ id } = await admin.data('PATCH /accounts/acme', { per_day: 5, name: 'Acme' }));
      await admin.data('PUT /prices', { path: FOCUS, base: 7 });
      await admin.data('PUT /prices', { path: '/api/public/meta/categories', base: 7 });
      await admin.data('DELETE /prices?path=/api/public/meta/categories');
      await admin.data('POST /operators', { name: 'ann', role: 'viewer' });
      await admin.data('PUT /accounts/acme/plan', { points: 10, from: '2099-01-31' });
      const limits = { per_day: 9, paths: [FOCUS, FOCUS], rate: 3, ends: '2099-01-01' };
      ({ id: key } = await admin.data('POST /accounts/acme/keys', limits));
      await admin.data('POST /accounts/acme/keys', {});
      const { id: rotated } = await admin.data(`POST /keys/${key}/rotate`);
      await admin.data(`PATCH /keys/${rotated}`, { per_month: 50 });
      ({ id: webhook } = await admin.data('POST /webhooks', {
        url: 'https://hooks.example/a',
        events: ['points.low'],
      }));
      const { id: other } = await admin.data('POST /webhooks', { url: 'https://hooks.example/b' });
      await admin.data(`DELETE /webhooks/${other}`);
      await admin.data('PUT /accounts/gone/plan', { points: 10, from: '2099-01-31' });
      await admin.data('POST /accounts/gone/deactivate');
      await admin.data('POST /accounts/gone/close');
    });

    async function problems(): Promise<string[]> {
      return (await admin.data('GET /audit')).problems;
    }

    test('what was done through the program is no hand edit', async () => {
      assert.deepEqual(await problems(), []);
    });

    test('each hand edit is named, and nothing else', async () => {
      const postgres = admin.env.ACCOUNTS_URL !== undefined;
      const edits = [
        [
          'UPDATE price SET base = 1',
          `the price ${FOCUS} is 1, though the newest row of the log about it says 7: it was changed by hand`,
        ],
        [`UPDATE operator SET role = 'admin' WHERE name = 'ann'`, 'the operator ann is "admin", .* "viewer"'],
        [
          postgres
            ? `INSERT INTO operator (name, role, token_hash, last4) VALUES ('eve', 'admin', 'h', 'last')`
            : `INSERT INTO operator (name, role, token_hash, last4, created_at) VALUES ('eve', 'admin', 'h', 'last', 1)`,
          'the operator eve is "admin", and no row of the log says so',
        ],
        [
          `UPDATE account SET active = ${postgres ? 'false' : '0'} WHERE name = 'Acme'`,
          `the account ${id} is "inactive"`,
        ],
        [
          `UPDATE account SET closed_at = NULL WHERE name = 'gone'`,
          'the account acc_\\w+ is "inactive", .* "closed"',
        ],
        [
          `UPDATE account SET per_day = NULL WHERE name = 'Acme'`,
          `the limits of account ${id} is .*"per_day":5`,
        ],
        ['UPDATE plan SET points = 11', `the plan of account ${id} is .*"points":11.*"points":10`],
        [
          'UPDATE key SET per_day = 99 WHERE per_day = 9',
          `the limits of key ${key} is .*"per_day":99.*"per_day":9`,
        ],
        [
          `UPDATE webhook SET url = 'https://evil.example/a'`,
          `the webhook ${webhook} is .*evil\\.example.*hooks\\.example`,
        ],
      ] as const;
      for (const [edit] of edits) await changeAccounts(admin.env, edit);
      const found = await problems();
      for (const [edit, named] of edits)
        assert.equal(
          found.filter((each) => new RegExp(`^${named}`).test(each)).length,
          1,
          `${edit}: ${found.join('\n')}`,
        );
      assert.equal(found.length, edits.length, found.join('\n'));
    });

    test('blanked details hide the edits of one kind, and the audit says of which', async () => {
      await changeAccounts(admin.env, `UPDATE log SET details = NULL WHERE operation = 'price set'`);
      const { problems, log } = await admin.data('GET /audit');
      assert.deepEqual(log.not_compared, ['price']);
      assert.equal(
        problems.some((each: string) => each.startsWith('the operator eve')),
        true,
      );
      assert.equal(
        problems.some((each: string) => each.startsWith('the price')),
        false,
      );
    });

    test('a log without a row beside charges is a problem', async () => {
      const { stored } = newKey('');
      await admin.data('POST /accounts', { name: 'caller', points: 5 });
      await admin.accounts.createKey('caller', stored);
      await admin.accounts.settle([call(stored.hash, 3)]);
      await changeAccounts(admin.env, 'DELETE FROM log');
      assert.deepEqual(await problems(), [
        'the log is empty, though calls were charged: its rows were taken out',
      ]);
    });
  });
}
