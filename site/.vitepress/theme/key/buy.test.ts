/** A repeat is not charged, no charge exceeds the displayed price, and a removed key sends no more calls. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { newKey } from '../../../../src/accounts/key.ts';
import { buy } from './buy.ts';
import { keptAnswers } from './kept.ts';
import { Paid } from './paid.ts';
import { memoryStore } from './session-key.ts';
import { useAccount } from './use-account.ts';

/** What the service below sells a call for, and from which data. */
const now = { price: 5, version: 1 };
const asked: IncomingHttpHeaders[] = [];
const paidWith = new Set<unknown>();
const service = createServer(({ url, headers }, response) => {
  const isAccount = url === '/api/account';
  if (!isAccount) asked.push(headers);
  const { price, version } = now;
  const { 'idempotency-key': key } = headers;
  const charged = isAccount || paidWith.has(key) ? 0 : price;
  const code = charged > Number(headers['x-max-points'] ?? charged) ? 402 : 200;
  if (key !== undefined && code === 200) paidWith.add(key);
  const receipt = {
    'x-points-charged': charged,
    'x-points-balance': 100 - charged,
    'x-request-id': asked.length,
  };
  response.writeHead(code, { ...receipt, ...(!isAccount && code === 200 && { 'x-data-version': version }) });
  const account = { key: { id: 'key_1' }, prices: [{ path: '/api/x', base: price }], data: { version } };
  response.end(JSON.stringify({ code, msg: '', data: isAccount ? account : { version } }));
}).listen(0, '127.0.0.1');
await once(service, 'listening');
after(() => service.close());
// What a page's own address is to its requests.
Reflect.set(
  globalThis,
  Symbol.for('undici.globalOrigin.1'),
  new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}`),
);

/** A page that somebody looks at with a key, and a call on it. */
async function visit({ key = newKey('').key } = {}) {
  Object.assign(now, { price: 5, version: 1 });
  const store = memoryStore();
  const account = useAccount(store);
  await account.enter(key);
  const paid = new Paid(store);
  const holder = { key, id: 'key_1' };
  const send = (target: string, maxPoints?: number) =>
    buy(target, { holder, isStill: account.holding(), account, paid, maxPoints });
  const opened = () => (account.state.value.status === 'open' ? account.state.value.account : undefined);
  return { account, paid, send, opened, store, key };
}

test('a call is paid once, at the price that was shown, and kept with the receipt of what was charged', async () => {
  const { account, paid, send } = await visit();
  const first = await send('/api/x?once', 5);
  assert.equal(first?.outcome.kind, 'answered');
  assert.ok(paid.isFree('/api/x?once'));
  assert.equal(account.balance.value, 95);
  await first.upToDate;
  const kept = keptAnswers.get('/api/x?once');
  assert.equal(kept?.receipt.charged, 5);
  await (await send('/api/x?once', 0))?.upToDate;
  assert.equal(keptAnswers.get('/api/x?once'), kept);
  const [bought, repeated] = asked.slice(-2);
  assert.deepEqual([bought?.['x-max-points'], repeated?.['x-max-points']], ['5', '0']);
  assert.ok(bought?.['idempotency-key']);
  assert.equal(repeated?.['idempotency-key'], bought['idempotency-key']);
});

test('who has left is shown nothing, and nothing of it is noted or kept', async () => {
  const { account, paid, send } = await visit();
  const sent = send('/api/x?left', 5);
  account.forget();
  assert.equal(await sent, undefined);
  assert.equal(account.balance.value, undefined);
  assert.ok(!paid.isFree('/api/x?left') && !keptAnswers.has('/api/x?left'));
  const { length } = asked;
  assert.equal(await send('/api/x?left', 5), undefined);
  assert.equal(asked.length, length, 'nobody asks');
});

test('a key that is forgotten and entered again does not go on with what was begun before', async () => {
  const { account, paid, key } = await visit();
  const isStill = account.holding();
  account.forget();
  await account.enter(key);
  const { length } = asked;
  const again = { holder: { key, id: 'key_1' }, account, paid, maxPoints: 5 };
  assert.equal(await buy('/api/x?again', { ...again, isStill }), undefined);
  assert.equal(asked.length, length, 'nobody asks');
  assert.equal(account.state.value.status, 'open');
  assert.ok(await buy('/api/x?again', { ...again, isStill: account.holding() }));
});

test('a key that something else took out of the tab buys nothing, and is said to be lost', async () => {
  const { account, send, store } = await visit();
  const { length } = asked;
  store.removeItem('mdq-key');
  assert.equal(await send('/api/x?lost', 5), undefined);
  assert.equal(asked.length, length, 'nobody asks');
  assert.deepEqual([account.state.value, account.key.value], [{ status: 'lost' }, undefined]);
});

test('a price that has changed is not charged, and known afterwards', async () => {
  const { send, opened } = await visit();
  now.price = 7;
  const refused = await send('/api/x?dearer', 5);
  assert.ok(refused?.outcome.kind === 'refused' && refused.outcome.status === 402);
  await refused.upToDate;
  assert.equal(opened()?.prices[0]?.base, 7);
});

test('after an answer from newer data, the page is about those', async () => {
  const { send, opened } = await visit();
  now.version = 2;
  await (await send('/api/x?newer', 5))?.upToDate;
  assert.equal(opened()?.data?.version, 2);
});

test('nothing is paid for in the sandbox, nor where no price was shown', async () => {
  for (const { key, maxPoints, balance } of [
    { key: 'mdk_test_ok', maxPoints: 5, balance: 95 },
    { key: newKey('').key, balance: 100 },
    { key: newKey('').key, maxPoints: 0, balance: 100 },
  ]) {
    const { paid, send, account } = await visit({ key });
    await (await send('/api/x?free', maxPoints))?.upToDate;
    assert.equal(asked.at(-1)?.['idempotency-key'], undefined);
    assert.equal(asked.at(-1)?.['x-max-points'], String(maxPoints ?? 0));
    assert.ok(!paid.isFree('/api/x?free') && !keptAnswers.has('/api/x?free'));
    assert.equal(account.balance.value, balance, 'what it tells of the balance holds');
  }
});

test('what a guest of the sandbox is answered says nothing of an account', async () => {
  const account = useAccount(memoryStore());
  const holder = { key: 'mdk_test_ok', id: 'mdk_test_ok' };
  const guest = { holder, isStill: () => true, account, paid: new Paid(memoryStore()), maxPoints: 5 };
  const bought = await buy('/api/x?guest', guest);
  await bought?.upToDate;
  assert.equal(bought?.outcome.kind, 'answered');
  assert.equal(account.balance.value, undefined);
});
