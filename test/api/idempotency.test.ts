/** A call that is sent again under the same Idempotency-Key is answered again and charged once. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ask, assertError } from '../support/http/raw-http.ts';
import { changeAccounts } from '../support/stores/accounts-content.ts';
import { profile } from '../support/stores/profile.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';
const PAYMENT = '/api/public/market/payment';
const CATEGORIES = '/api/public/meta/categories';

const service = await startOnYear();
after(() => service.stop());
const { key } = await service.createKey(1_000_000);

async function balanceNow(): Promise<number> {
  return Number((await service.get('/api/account', { key })).headers.get('x-points-balance'));
}

async function call(path: string, key: string, name: string, headers: Record<string, string> = {}) {
  const reply = await service.get(path, { key, headers: { ...headers, 'idempotency-key': name } });
  const points = (header: string) => Number(reply.headers.get(header) ?? Number.NaN);
  const receipt = {
    status: reply.status,
    charged: points('x-points-charged'),
    balance: points('x-points-balance'),
  };
  return { receipt, body: reply.body };
}

test('the same call again is answered and free', async () => {
  const { account, key } = await service.createKey(100);
  const first = await call(FOCUS, key, 'one');
  assert.deepEqual(first.receipt, { status: 200, charged: 45, balance: 55 });
  for (let i = 0; i < 3; i += 1) {
    const again = await call(FOCUS, key, 'one');
    assert.deepEqual(again.receipt, { status: 200, charged: 0, balance: 55 });
    assert.deepEqual(again.body, first.body);
  }
  const { stdout } = await service.mdq('usage', account, '--by', 'path', '--json');
  assert.deepEqual(JSON.parse(stdout), { path: FOCUS, calls: 1, points: 45 });
});

test('the same call again is answered on an empty balance and under any x-max-points', async () => {
  const { key } = await service.createKey(45);
  assert.deepEqual((await call(FOCUS, key, 'last')).receipt, { status: 200, charged: 45, balance: 0 });
  assert.deepEqual((await call(FOCUS, key, 'last')).receipt, { status: 200, charged: 0, balance: 0 });
  const capped = await call(FOCUS, key, 'last', { 'x-max-points': '0' });
  assert.deepEqual(capped.receipt, { status: 200, charged: 0, balance: 0 });
});

test('the same call again is free within the hour, and charged once it is over', async () => {
  const { key } = await service.createKey(100);
  assert.equal((await call(FOCUS, key, 'hour')).receipt.charged, 45);
  await passMinutes(50);
  assert.equal((await call(FOCUS, key, 'hour')).receipt.charged, 0);
  await passMinutes(10);
  assert.deepEqual((await call(FOCUS, key, 'hour')).receipt, { status: 200, charged: 45, balance: 10 });
});

/** As if all names had first been used so much earlier. */
function passMinutes(minutes: number): Promise<void> {
  return changeAccounts(service.env, `UPDATE idempotency SET at = at - ${minutes * 60_000}`);
}

test('other parameters, or another path, under the same name are refused by name and free', async () => {
  const balance = await balanceNow();
  const query = 'category=Garden&start=2024-05-01&end=2024-05-31';
  await call(`${FOCUS}?${query}`, key, 'once');
  for (const other of [
    `${FOCUS}?category=Garden&start=2024-05-01&end=2024-05-30`,
    `${FOCUS}?category=Kitchen&start=2024-05-01&end=2024-05-31`,
    FOCUS,
    `${PAYMENT}?${query}`,
    CATEGORIES,
  ]) {
    const { receipt, body } = await call(other, key, 'once');
    assert.deepEqual(receipt, { status: 400, charged: 0, balance: balance - 45 }, other);
    assert.match((body as { msg: string }).msg, /idempotency-key/i);
  }
});

test('the order and the spelling of the parameters do not make another call', async () => {
  const balance = await balanceNow();
  await call(`${FOCUS}?category=Garden&start=2024-05-01&end=2024-05-31`, key, 'order');
  for (const same of [
    `${FOCUS}?end=2024-05-31&start=2024-05-01&category=Garden`,
    `${FOCUS}?st%61rt=2024-05-01&end=2024-05-31&category=%47arden`,
  ]) {
    assert.deepEqual(
      (await call(same, key, 'order')).receipt,
      { status: 200, charged: 0, balance: balance - 45 },
      same,
    );
  }
});

test('the same call many times at once is charged once', async () => {
  const balance = await balanceNow();
  const calls = await Promise.all(Array.from({ length: 50 }, () => call(FOCUS, key, 'together')));
  assert.deepEqual(new Set(calls.map(({ receipt }) => receipt.status)), new Set([200]));
  assert.deepEqual(calls.map(({ receipt }) => receipt.charged).filter(Boolean), [45]);
  assert.equal(await balanceNow(), balance - 45);
  await service.succeed('audit');
});

test('a call that was refused is charged when it is sent again and can be answered', async () => {
  const { account, key } = await service.createKey(0);
  assert.equal((await call(FOCUS, key, 'later')).receipt.status, 402);
  assert.equal((await call(`${FOCUS}?start=x`, key, 'later')).receipt.status, 400);
  await service.succeed('points', 'grant', account, '50');
  assert.deepEqual((await call(FOCUS, key, 'later')).receipt, { status: 200, charged: 45, balance: 5 });
});

const KEY_FORM =
  'Idempotency-Key must be one value of 1 to 255 bytes of visible ASCII: letters, digits and signs, no spaces';

test('an idempotency key is 1 to 255 bytes of visible ASCII; any other is refused by name', async () => {
  const balance = await balanceNow();
  assert.equal((await call(FOCUS, key, 'x'.repeat(255))).receipt.charged, 45);
  assert.equal((await call(FOCUS, key, 'x'.repeat(255))).receipt.charged, 0);
  for (const name of ['x'.repeat(256), '', 'two words', Buffer.from('月').toString('latin1')]) {
    const { receipt, body } = await call(FOCUS, key, name);
    assert.deepEqual(receipt, { status: 400, charged: 0, balance: balance - 45 });
    assert.equal((body as { msg: string }).msg, KEY_FORM);
  }
});

test('two names for one call are refused, and cost nothing', async () => {
  const balance = await balanceNow();
  for (const names of [
    ['one', 'two'],
    ['same', 'same'],
    ['', 'one'],
    ['', ''],
  ]) {
    const headers = { 'x-api-key': key, 'idempotency-key': names };
    const answer = await ask(service.url + FOCUS, { headers });
    assertError(answer, 400, KEY_FORM);
  }
  assert.equal(await balanceNow(), balance);
  // One name may have a comma of its own.
  assert.equal((await call(FOCUS, key, 'one,two')).receipt.charged, 45);
  assert.equal((await call(FOCUS, key, 'one,two')).receipt.charged, 0);
});

test('two equal calls are told apart by their idempotency keys, in the account and by its provider', async () => {
  const { key } = await service.createKey(1000);
  for (const name of ['job-1', 'job-2']) assert.equal((await call(FOCUS, key, name)).receipt.charged, 45);
  await service.get(FOCUS, { key });
  const { data } = (await service.get('/api/account/calls', { key })).body as {
    data: { calls: { idempotency_key: string | null; request_id: string; parameters: object }[] };
  };
  assert.deepEqual(
    data.calls.map(({ idempotency_key }) => idempotency_key),
    [null, 'job-2', 'job-1'],
  );
  assert.deepEqual(data.calls[1]?.parameters, {});
  const id = data.calls[1]?.request_id ?? '';
  const one = (await service.get(`/api/account/calls/${id}`, { key })).body as { data: object };
  assert.deepEqual(one.data, data.calls[1]);
  const { stdout } = await service.mdq('call', id, '--json');
  assert.equal(JSON.parse(stdout).idempotency_key, 'job-2');
  await service.succeed('audit');
});

test('a key that somebody sends in the place of a name or a parameter, encoded, is kept nowhere', async () => {
  const { key } = await service.createKey(1000);
  const body = key.slice(4);
  const hidden = `mdk%5F${body}`;
  assert.equal((await call(FOCUS, key, hidden)).receipt.charged, 45);
  assert.equal((await call(FOCUS, key, hidden)).receipt.charged, 0);
  for (let sent = hidden, times = 0; times < 3; times++) {
    sent = encodeURIComponent(sent);
    assert.equal((await service.get(`${FOCUS}?category=${sent}`, { key })).status, 200);
  }
  const calls = await service.get('/api/account/calls', { key });
  assert.ok(!JSON.stringify(calls.body).includes(body));
  if (profile !== 'embedded') return;
  const files = (await readdir(service.dataDir)).filter((name) => name.startsWith('accounts'));
  assert.ok(files.length > 0);
  for (const name of files) {
    assert.ok(!(await readFile(join(service.dataDir, name))).includes(body), name);
  }
});

/** Until then the question itself was kept, not a hash of it: in SQLite, the only store that there was. */
const skip = profile === 'embedded' ? false : 'no program of before has charged in PostgreSQL';
test('a retry of a call that a program of before has charged is free too', { skip }, async () => {
  const { key, account } = await service.createKey(100);
  await changeAccounts(
    service.env,
    `INSERT INTO idempotency (account, key, fingerprint, at)
     VALUES ((SELECT id FROM account WHERE name = '${account}'), 'from-before',
             '["/api/public/meta/sub-categories","Garden"]', ${Date.now()})`,
  );
  const ask = (query: string) =>
    service.get(`/api/public/meta/sub-categories?${query}`, {
      key,
      headers: { 'idempotency-key': 'from-before' },
    });
  const again = await ask('category=Garden');
  assert.deepEqual([again.status, again.headers.get('x-points-charged')], [200, '0']);
  assert.equal((await ask('category=Kitchen')).status, 400);
});
