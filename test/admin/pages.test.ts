/** Lists of the admin API: whatever happens between two pages, no row is lost or told twice; and each says whose it is. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Accounts } from '../../src/accounts/accounts.ts';
import { newKey } from '../../src/accounts/key.ts';
import { newToken } from '../../src/accounts/office.ts';
import { newEvent, newWebhookId, newWebhookSecret } from '../../src/accounts/outbox.ts';
import { type OwnAdmin, startAdmin } from '../support/http/own-admin.ts';
import { call, ENGINES_OVER_HTTP } from '../support/stores/accounts-engines.ts';

type Row = Readonly<Record<string, string | number | null>>;

for (const engine of ENGINES_OVER_HTTP) {
  describe(`pages over ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let accounts: Accounts;
    let url: string;
    let tokens: OwnAdmin['tokens'];

    before(async () => {
      ({ accounts, url, tokens } = await startAdmin(engine));
    });

    async function operator(name: string): Promise<void> {
      const { token: _, ...kept } = newToken();
      await accounts.office.createOperator({ ...kept, name, role: 'admin', endsAt: null });
    }

    async function page(path: string, cursor = ''): Promise<{ items: Row[]; next: string | null }> {
      const asked = `${url}${path}${path.includes('?') ? '&' : '?'}limit=1${cursor && `&cursor=${cursor}`}`;
      const answer = await fetch(asked, { headers: { authorization: `Bearer ${tokens.admin}` } });
      const body = (await answer.json()) as { data: { items: Row[]; next: string | null }; msg?: string };
      assert.equal(answer.status, 200, String(body.msg));
      return body.data;
    }

    /** All rows of a list by one of their fields, where something happens after its first page. */
    async function follow(path: string, field: string, meanwhile: () => Promise<unknown>) {
      return (await rowsOf(path, meanwhile)).map((row) => row[field]);
    }

    async function rowsOf(path: string, meanwhile: () => Promise<unknown> = async () => undefined) {
      let { items, next } = await page(path);
      const rows = [...items];
      await meanwhile();
      while (next !== null) {
        ({ items, next } = await page(path, next));
        rows.push(...items);
      }
      return rows;
    }

    /** An account with a key that has used some points. */
    async function customer(name: string, points: number, path = '/path') {
      const { id } = await accounts.createAccount(name, { points: 10_000, by: 'test', note: '' });
      const { stored } = newKey('');
      const key = await accounts.createKey(id, stored);
      const use = (used: number) => accounts.settle([call(stored.hash, used, { path })]);
      await use(points);
      return { account: id, key: key.id, path, use };
    }

    const sorted = (values: readonly unknown[]) => values.map(String).sort();

    test('usage is whole while calls go on', async () => {
      const all = [
        await customer('first', 300, '/one'),
        await customer('second', 200, '/two'),
        await customer('third', 100, '/three'),
      ];
      const wanted = [...all];
      for (const by of ['account', 'key', 'path'] as const) {
        const field = by === 'account' ? 'account_id' : by;
        const seen = await follow(`/usage?by=${by}`, field, async () => {
          // Whoever has used least has used most from now on.
          await all.pop()?.use(1000);
        });
        assert.deepEqual(sorted(seen), sorted(wanted.map((each) => each[by])));
      }
    });

    test('accounts and keys are whole though one is renamed and another is made', async () => {
      const before = (await accounts.listAccounts()).map(({ id }) => id);
      const seen = await follow('/accounts', 'id', async () => {
        await accounts.changeAccount('third', { name: 'a name before all' });
        await customer('also before most', 1);
      });
      assert.deepEqual(seen.slice(0, before.length).sort(), before.sort());
      const keys = (await accounts.listKeys()).map(({ id }) => id);
      const seenKeys = await follow('/keys', 'id', async () => {
        await accounts.changeAccount('a name before all', { name: 'zzz, after all' });
        await accounts.changeAccount('second', { name: '0, before all' });
        await customer('another before most', 1);
      });
      assert.deepEqual(seenKeys.slice(0, keys.length).sort(), keys.sort());
      assert.equal(new Set(seenKeys).size, seenKeys.length);
    });

    test('operators are whole though one is made, webhooks and deliveries though some are gone', async () => {
      for (const name of ['b', 'c']) await operator(name);
      const operators = await follow('/operators', 'operator', () => operator('0'));
      assert.deepEqual(operators, ['b', 'c', 'the admin', 'the support', 'the viewer']);
      const ids: string[] = [];
      for (let i = 0; i < 3; i++) {
        const id = newWebhookId();
        ids.push(id);
        await accounts.outbox.addWebhook({
          ...{ id, url: 'https://example.org', events: null },
          secret: newWebhookSecret(),
        });
      }
      await accounts.outbox.emit([newEvent('account.created', {})]);
      const waiting = await follow('/webhooks/deliveries?state=waiting', 'number', async () => {
        const [first] = await accounts.outbox.deliveries(0, 1);
        const told = { isDelivered: true, result: '204', nextInMs: null };
        await accounts.outbox.noteAttempt(first?.number ?? 0, told);
      });
      assert.equal(new Set(waiting).size, 3);
      const webhooks = await follow('/webhooks', 'id', async () =>
        accounts.outbox.removeWebhook(String((await page('/webhooks')).items[0]?.id)),
      );
      assert.deepEqual(sorted(webhooks), sorted(ids));
    });

    test('an account is found by its external id, and its keys, grants and usage have it', async () => {
      const { account, key } = await customer('known elsewhere', 7);
      await accounts.changeAccount(account, { externalId: 'crm-1' });
      const { items, next } = await page('/accounts?external_id=crm-1');
      assert.deepEqual([items.map(({ id }) => id), next], [[account], null]);
      assert.deepEqual((await page('/accounts?external_id=crm-2')).items, []);
      assert.deepEqual((await page('/accounts?external_id=crm-1&low=true')).items, []);
      const owner = { account: 'known elsewhere', account_id: account, external_id: 'crm-1' };
      for (const path of [
        `/accounts/${account}/keys`,
        `/accounts/${account}/grants`,
        '/usage?by=account',
        '/usage?by=key',
      ]) {
        const own = (await rowsOf(path)).filter((row) => row.account_id === account);
        assert.partialDeepStrictEqual(own, [owner], path);
        if (path.endsWith('key')) assert.equal(own[0]?.key, key);
      }
    });
  });
}
