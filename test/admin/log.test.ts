/** The log stays small whatever is sent, is read in pages that are limited in bytes, and holds up no call. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { Deed } from '../../src/accounts/log-chain.ts';
import { newWebhookId, newWebhookSecret } from '../../src/accounts/outbox.ts';
import { type OwnAdmin, startAdmin } from '../support/http/own-admin.ts';
import { ENGINES_OVER_HTTP } from '../support/stores/accounts-engines.ts';

interface Row {
  readonly number: number;
  readonly operator: string;
  readonly operation: string;
  readonly details: { readonly input: Record<string, unknown>; readonly omittedBytes?: number };
}

const deed = (operation: string, details: object): Deed => ({
  ...{ operator: 'ann', door: 'api', address: null, operation, outcome: 'done', account: null },
  details: JSON.stringify(details),
});

for (const engine of ENGINES_OVER_HTTP) {
  describe(`the log over ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let admin: OwnAdmin;
    before(async () => {
      admin = await startAdmin(engine);
    });

    test('of a long list the number, a hash and the first are kept, and never more', async () => {
      const ids = Array.from({ length: 5000 }, (_, i) => `member ${i}`);
      await admin.refused(400, 'POST /members/allow', { ids });
      const { items } = await admin.data('GET /log');
      const row = (items as Row[]).find(({ operation }) => operation === 'members allow');
      const first = ids.slice(0, 5).map((id) => `sha256:${hash('sha256', id, 'hex')}`);
      assert.deepEqual(row?.details.input, {
        ids: { count: 5000, sha256: hash('sha256', JSON.stringify(ids), 'hex'), first },
      });
      assert.ok(JSON.stringify(items).length < 10_000);
      const few = ids.slice(0, 100);
      await admin.refused(400, 'POST /orders/allow', { ids: few });
      const { items: all } = await admin.data('GET /log?limit=1000');
      assert.deepEqual((all as Row[]).at(-1)?.details.input, { ids: few });
    });

    test('a page has no more bytes than fit, and the pages add up to the whole', async () => {
      const before = (await admin.data('GET /log?limit=1000')).items.length;
      const text = 'x'.repeat(200_000);
      for (let i = 0; i < 12; i++) await admin.accounts.office.log(deed(`big ${i}`, { input: { text } }));
      const huge = 'é'.repeat(3_000_000);
      await admin.accounts.office.log(deed('huge', { input: { huge } }));
      const rows: Row[] = [];
      let [next, pages]: [string | null, number] = ['', 0];
      while (next !== null) {
        const page: { items: Row[]; next: string | null } = await admin.data(
          `GET /log?limit=1000${next && `&cursor=${next}`}`,
        );
        assert.ok(JSON.stringify(page).length < 2_000_000);
        rows.push(...page.items);
        next = page.next;
        pages += 1;
      }
      assert.ok(pages > 2, `${pages} pages`);
      assert.deepEqual(
        rows.map(({ number }) => number),
        Array.from({ length: before + 13 }, (_, i) => i + 1),
      );
      // Rows of older programs may be too large to be shown; they are checked all the same.
      assert.deepEqual(rows.at(-1)?.details, {
        omittedBytes: Buffer.byteLength(JSON.stringify({ input: { huge } })),
      });
      const audit = await admin.data('GET /audit');
      assert.deepEqual([audit.log.rows, audit.problems], [before + 13, []]);
    });

    test('filters are applied before a page is cut', async () => {
      for (let i = 0; i < 5; i++) {
        await admin.accounts.office.log({ ...deed('own', {}), operator: 'bob' });
        await admin.accounts.office.log(deed('other', {}));
      }
      const first = await admin.data('GET /log?operator=bob&limit=3');
      const second = await admin.data(`GET /log?operator=bob&limit=3&cursor=${first.next}`);
      assert.deepEqual([first.items.length, second.items.length, second.next], [3, 2, null]);
      assert.deepEqual((await admin.data('GET /log?operator=nobody')).items, []);
      await admin.data('POST /accounts', { name: 'acme' });
      const { items } = await admin.data('GET /log?account=acme');
      assert.deepEqual(
        (items as Row[]).map(({ operation }) => operation),
        ['account create'],
      );
      assert.deepEqual((await admin.data('GET /log?since=2999-01-01')).items, []);
    });

    test('a cursor that was made up is refused, whatever list it is for', async () => {
      await admin.accounts.terms.keepTimeZone('UTC');
      await admin.accounts.outbox.addWebhook({
        ...{ id: newWebhookId(), url: 'https://example.org', events: null, secret: newWebhookSecret() },
      });
      for (const points of [1, 2]) await admin.data('POST /accounts/acme/grants', { points });
      const calls = hash('sha256', '["usage",[["account","acme"],["by","call"]]]', 'base64url').slice(0, 12);
      for (const [path, mark] of [
        ['/grants?'],
        ['/accounts/acme/grants?'],
        ['/log?'],
        ['/webhooks/deliveries?'],
        ['/prices?'],
        ['/usage?account=acme&by=call&', calls],
      ] as const) {
        const { next } = await admin.data(`GET ${path}limit=1`);
        // The mark of the list stands in any of its cursors. The rest of one is whatever a caller likes.
        const known = mark ?? Buffer.from(String(next), 'base64url').toString().split(' ')[0];
        for (const inner of ['x', '-1', '1.5', '1e3', '9'.repeat(20), '1.2.3.4.5', '{"seen":1}', '\0', ' ']) {
          const cursor = Buffer.from(`${known} 0 ${inner}`).toString('base64url');
          assert.match(
            await admin.refused(400, `GET ${path}limit=1&cursor=${cursor}`),
            /^cursor must be the "next" of the page before/,
            `${path} ${JSON.stringify(inner)}`,
          );
        }
      }
    });
  });
}
