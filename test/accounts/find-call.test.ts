/** One call is found by its request id, whatever engine keeps the accounts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '../../src/errors/callers.ts';
import { requestId } from '../../src/lib/request-id.ts';
import { call as callRoute } from '../../src/request/account/call.ts';
import type { Service } from '../../src/request/service.ts';
import { call, ENGINES, open } from '../support/stores/accounts-engines.ts';

const DAY_MS = 86_400_000;

for (const engine of ENGINES) {
  describe(`accounts in ${engine.name}`, { skip: engine.missing ?? false }, () => {
    test('a call is found by its request id, however long ago, and no other account finds it', async () => {
      const accounts = await open(await engine.create());
      for (const name of ['mine', 'other']) {
        await accounts.createAccount(name, { points: 100_000, by: 'a test', note: '' });
        await accounts.createKey(name, { hash: name, last4: 'last', name: 'one' });
      }
      const start = Date.now() - 40 * DAY_MS;
      const ids: string[] = [];
      // Charged a little after they came in, by a clock of their own, between calls of another account.
      for (let i = 0; i < 300; i++) {
        const came = start + i * 7_000_000;
        const id = requestId(came, i, 'replica');
        ids.push(id);
        await accounts.settle([
          call('mine', 1, { at: came + ((i % 5) - 1) * 4000, requestId: id }),
          call('other', 1, { at: came, requestId: requestId(came, i, 'another') }),
        ]);
      }
      const ask = (name: string, id: string) =>
        callRoute.answer(
          { books: accounts } as unknown as Service,
          { holder: { account: name, keyId: '', keyLast4: '' }, balance: 0 },
          { query: String(new URLSearchParams({ id })), handling: 'lenient' },
        );
      for (const id of [0, 1, 2, 3, 4, 150, 298, 299].map((i) => ids[i] ?? '')) {
        const found = await ask('mine', id);
        assert.equal('request_id' in found && found.request_id, id);
        assert.ok((await ask('other', id)) instanceof Refusal, 'of another account');
      }
      const [some = ''] = ids;
      const none = [
        '',
        '\0',
        `${some}\0`,
        '\0'.repeat(20),
        some.toUpperCase(),
        `${some}0`,
        'x'.repeat(10_000),
      ];
      const times = [0, start, Date.now(), 36 ** 8 - 1].map((at) => requestId(at, 1, 'nowhere'));
      for (const id of [...none, ...times]) {
        const refused = await ask('mine', id);
        const name = id.includes('\0') ? 'invalidParameter' : 'notFound';
        assert.equal(refused instanceof Refusal && refused.name, name, id.slice(0, 40));
      }
    });
  });
}
