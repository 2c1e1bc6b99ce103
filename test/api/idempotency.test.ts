/** A call that is sent again under the same Idempotency-Key is answered again and charged once. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ask, assertError } from '../support/http/raw-http.ts';
import type { NewKey } from '../support/service.ts';
import { changeAccounts } from '../support/stores/accounts-content.ts';
import { profile } from '../support/stores/profile.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';
const PAYMENT = '/api/public/market/payment';
const CATEGORIES = '/api/public/meta/categories';
const KEY_FORM =
  'Idempotency-Key must be one value of 1 to 255 bytes of visible ASCII: letters, digits and signs, no spaces';

const service = await startOnYear();
after(() => service.stop());

/** Calls under names, with a key of 1000 points unless it has others; each tells its status, charge and balance. */
async function caller(points = 1000) {
  const { account, key } = await service.createKey(points);
  const call = async (path: string, name: string, headers: Record<string, string> = {}) => {
    const reply = await service.get(path, { key, headers: { ...headers, 'idempotency-key': name } });
    const points = (header: string) => Number(reply.headers.get(`x-points-${header}`) ?? Number.NaN);
    return { receipt: [reply.status, points('charged'), points('balance')], body: reply.body };
  };
  return {
    account,
    key,
    call,
    receipt: async (...asked: Parameters<typeof call>) => (await call(...asked)).receipt,
  };
}

async function lastCalls({ key }: Pick<NewKey, 'key'>) {
  const { body } = await service.get('/api/account/calls', { key });
  return (body as { data: { calls: Record<string, unknown>[] } }).data.calls;
}

test('the same call again is answered and free, on an empty balance and under any x-max-points too', async () => {
  const { account, call, receipt } = await caller(45);
  const first = await call(FOCUS, 'one');
  assert.deepEqual(first.receipt, [200, 45, 0]);
  const again = await call(FOCUS, 'one');
  assert.deepEqual([again.receipt, again.body], [[200, 0, 0], first.body]);
  assert.deepEqual(await receipt(FOCUS, 'one', { 'x-max-points': '0' }), [200, 0, 0]);
  const usage = await service.succeed('usage', account, '--by', 'path', '--json');
  assert.deepEqual(JSON.parse(usage), { path: FOCUS, calls: 1, points: 45 });
});

test('the same call again is free within the hour, and charged once it is over', async () => {
  const { receipt } = await caller();
  /** As if all names had first been used so much earlier. */
  const pass = (minutes: number) =>
    changeAccounts(service.env, `UPDATE idempotency SET at = at - ${minutes * 60_000}`);
  assert.deepEqual(await receipt(FOCUS, 'hour'), [200, 45, 955]);
  await pass(50);
  assert.deepEqual(await receipt(FOCUS, 'hour'), [200, 0, 955]);
  await pass(10);
  assert.deepEqual(await receipt(FOCUS, 'hour'), [200, 45, 910]);
});

test('other parameters, or another path, under the same name are refused by name and free; another spelling is the same', async () => {
  const { call, receipt } = await caller();
  assert.deepEqual(
    await receipt(`${FOCUS}?category=Garden&start=2024-05-01&end=2024-05-31`, 'once'),
    [200, 45, 955],
  );
  for (const other of [
    `${FOCUS}?category=Garden&start=2024-05-01&end=2024-05-30`,
    `${FOCUS}?category=Kitchen&start=2024-05-01&end=2024-05-31`,
    FOCUS,
    `${PAYMENT}?category=Garden&start=2024-05-01&end=2024-05-31`,
    CATEGORIES,
  ]) {
    const { receipt, body } = await call(other, 'once');
    assert.deepEqual(receipt, [400, 0, 955], other);
    assert.match((body as { msg: string }).msg, /idempotency-key/i);
  }
  for (const same of [
    `${FOCUS}?end=2024-05-31&start=2024-05-01&category=Garden`,
    `${FOCUS}?st%61rt=2024-05-01&end=2024-05-31&category=%47arden`,
  ])
    assert.deepEqual(await receipt(same, 'once'), [200, 0, 955], same);
});

test('the same call many times at once is charged once; the names of one account mean nothing to another', async () => {
  const { receipt } = await caller();
  const receipts = await Promise.all(Array.from({ length: 50 }, () => receipt(FOCUS, 'together')));
  const charges = receipts.map(([, charged]) => charged);
  assert.deepEqual(charges.filter(Boolean), [45]);
  assert.deepEqual(await receipt(CATEGORIES, 'own'), [200, 1, 954]);
  assert.deepEqual(await (await caller()).receipt(FOCUS, 'together'), [200, 45, 955]);
  await service.succeed('audit');
});

test('a call that was refused is charged when it is sent again and can be answered', async () => {
  const { account, receipt } = await caller(0);
  assert.deepEqual(await receipt(FOCUS, 'later'), [402, 0, 0]);
  await service.succeed('points', 'grant', account, '50');
  assert.deepEqual(await receipt(`${FOCUS}?start=x`, 'later'), [400, 0, 50]);
  assert.deepEqual(await receipt(FOCUS, 'later'), [200, 45, 5]);
});

test('an idempotency key is one value of 1 to 255 bytes of visible ASCII; any other is refused and costs nothing', async () => {
  const { key, call, receipt } = await caller();
  for (const name of ['x'.repeat(255), 'one,two'])
    for (const charged of [45, 0]) assert.equal((await receipt(FOCUS, name))[1], charged);
  for (const name of ['x'.repeat(256), '', 'two words', Buffer.from('月').toString('latin1')])
    assert.deepEqual(await call(FOCUS, name), { receipt: [400, 0, 910], body: { code: 400, msg: KEY_FORM } });
  for (const names of [
    ['one', 'two'],
    ['same', 'same'],
    ['', 'one'],
    ['', ''],
  ]) {
    const headers = { 'x-api-key': key, 'idempotency-key': names };
    assertError(await ask(service.url + FOCUS, { headers }), 400, KEY_FORM);
  }
});

test('two equal calls are told apart by their idempotency keys, in the account and by its provider', async () => {
  const { key, receipt } = await caller();
  for (const name of ['job-1', 'job-2']) assert.equal((await receipt(FOCUS, name))[1], 45);
  await service.get(FOCUS, { key });
  const calls = await lastCalls({ key });
  assert.deepEqual(
    calls.map(({ idempotency_key }) => idempotency_key),
    [null, 'job-2', 'job-1'],
  );
  assert.deepEqual(calls[1]?.parameters, {});
  const id = String(calls[1]?.request_id);
  const one = (await service.get(`/api/account/calls/${id}`, { key })).body as { data: object };
  assert.deepEqual(one.data, calls[1]);
  assert.equal(JSON.parse(await service.succeed('call', id, '--json')).idempotency_key, 'job-2');
});

test('a key that somebody sends in the place of a name or a parameter, encoded, is kept nowhere', async () => {
  const { key, receipt } = await caller();
  const body = key.slice(4);
  const hidden = `mdk%5F${body}`;
  for (const charged of [45, 0]) assert.equal((await receipt(FOCUS, hidden))[1], charged);
  for (let sent = hidden, times = 0; times < 3; times++) {
    sent = encodeURIComponent(sent);
    assert.equal((await service.get(`${FOCUS}?category=${sent}`, { key })).status, 200);
  }
  assert.ok(!JSON.stringify(await lastCalls({ key })).includes(body));
  if (profile !== 'embedded') return;
  const files = (await readdir(service.dataDir)).filter((name) => name.startsWith('accounts'));
  assert.ok(files.length > 0);
  for (const name of files) assert.ok(!(await readFile(join(service.dataDir, name))).includes(body), name);
});

/** Until then the question itself was kept, not a hash of it: in SQLite, the only store that there was. */
const skip = profile === 'embedded' ? false : 'no program of before has charged in PostgreSQL';
test('a retry of a call that a program of before has charged is free too', { skip }, async () => {
  const { account, receipt } = await caller();
  await changeAccounts(
    service.env,
    `INSERT INTO idempotency (account, key, fingerprint, at)
     VALUES ((SELECT id FROM account WHERE name = '${account}'), 'from-before',
             '["/api/public/meta/sub-categories","Garden"]', ${Date.now()})`,
  );
  const subs = '/api/public/meta/sub-categories?category=';
  assert.deepEqual(await receipt(`${subs}Garden`, 'from-before'), [200, 0, 1000]);
  assert.deepEqual(await receipt(`${subs}Kitchen`, 'from-before'), [400, 0, 1000]);
});
