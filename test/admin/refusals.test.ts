/** Refusals tell what was tried, and the way to go on over HTTP. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type OwnAdmin, startAdmin } from '../support/http/own-admin.ts';
import { ENGINES_OVER_HTTP } from '../support/stores/accounts-engines.ts';

interface Row {
  readonly operation: string;
  readonly outcome: string;
  readonly details: { readonly input: object };
}

for (const engine of ENGINES_OVER_HTTP) {
  describe(`refusals over ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let admin: OwnAdmin;
    before(async () => {
      admin = await startAdmin(engine, {
        MDQ_WEBHOOK_HOSTS: 'hooks.example',
        MDQ_SUPPORT_POINTS: '10,the support=50',
      });
      await admin.accounts.terms.keepTimeZone('UTC');
      await admin.data('POST /accounts', { name: 'acme' });
    });

    async function newest(count: number): Promise<Row[]> {
      return (await admin.data('GET /log?limit=1000')).items.slice(-count);
    }

    test('the log says what was tried, without secrets', async () => {
      await admin.refused(403, 'POST /accounts/acme/grants', { points: 200, note: 'n' }, { role: 'support' });
      await admin.refused(403, 'POST /webhooks', { url: 'https://hooks.example/secret' }, { role: 'viewer' });
      const [grant, webhook] = await newest(2);
      assert.deepEqual(
        [grant?.operation, grant?.outcome, grant?.details.input],
        ['points grant', 'refused', { account: 'acme', points: 200, note: 'n', kind: 'paid' }],
      );
      assert.deepEqual(webhook?.details.input, { url: 'https://hooks.example/…' });
    });

    test('a wrong input is one row, also of what takes long', async () => {
      const { length } = (await admin.data('GET /log?limit=1000')).items;
      const prune = new Date().toISOString().slice(0, 10);
      await admin.refused(400, 'POST /usage/prune', { prune });
      await admin.refused(400, 'POST /members/allow', { ids: [] });
      await admin.refused(400, 'PUT /settings/MDQ_NOTHING', { value: '1' });
      const { items } = await admin.data('GET /log?limit=1000');
      assert.deepEqual(
        (items as Row[]).slice(length).map(({ operation, outcome }) => [operation, outcome]),
        [
          ['usage --prune', 'refused'],
          ['members allow', 'refused'],
          ['settings set', 'refused'],
        ],
      );
      assert.deepEqual((items as Row[])[length]?.details.input, { prune });
    });

    test('an operator of its own name may add more points a day than others', async () => {
      await admin.data('POST /accounts/acme/grants', { points: 50 }, { role: 'support' });
      const msg = await admin.refused(403, 'POST /accounts/acme/grants', { points: 1 }, { role: 'support' });
      assert.match(msg, /^"the support" may add 0 more points today/);
    });

    test('messages name requests, not commands', async () => {
      assert.match(
        await admin.refused(404, 'GET /accounts/nobody'),
        /"GET \/accounts" shows those there are/,
      );
      assert.match(await admin.refused(404, 'DELETE /keys/none'), /"GET \/keys" shows the ids/);
    });

    test('a number in quotes is refused with the reason', async () => {
      const plan = { points: 10, from: '2099-01-31' };
      assert.match(
        await admin.refused(400, 'PUT /accounts/acme/plan', { ...plan, keep: '1000' }),
        /^keep must be none, all or a whole number .*; a number is sent without quotes$/,
      );
      assert.match(
        await admin.refused(400, 'POST /accounts/acme/grants', { points: '5' }),
        /^points must be a whole number .*; a number is sent without quotes$/,
      );
    });

    test('webhooks and deliveries can be read by all, paths of addresses by admins alone', async () => {
      await admin.data('POST /webhooks', { url: 'https://hooks.example/secret' });
      const urlFor = async (role: 'viewer' | 'admin') =>
        (await admin.data('GET /webhooks', undefined, { role })).items[0].url;
      assert.equal(await urlFor('admin'), 'https://hooks.example/secret');
      assert.equal(await urlFor('viewer'), 'https://hooks.example/…');
      await admin.data('GET /webhooks/deliveries', undefined, { role: 'viewer' });
    });
  });
}
