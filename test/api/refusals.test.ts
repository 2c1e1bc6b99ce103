/** What is refused costs the service next to nothing: no answer is computed for it, and nothing is kept of it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newKey } from '../../src/accounts/key.ts';
import { openAccounts } from '../../src/accounts/open.ts';
import { PriceList } from '../../src/endpoints/price-list.ts';
import { Refusal } from '../../src/errors/callers.ts';
import { workedMs } from '../../src/lib/made-once.ts';
import { answer, type Product } from '../../src/request/answer.ts';
import { AnswerCache } from '../../src/request/answer-cache.ts';
import { KnownKeys } from '../../src/request/known-keys.ts';
import { Meter, type Settles } from '../../src/request/meter.ts';
import { RateLimit } from '../../src/request/rate-limit.ts';
import type { Call, Service } from '../../src/request/service.ts';
import { accountAsker, UnpaidWork, unknownKeysAsker } from '../../src/request/unpaid-work.ts';
import { readConfig } from '../../src/settings/config.ts';
import { temporaryFolder } from '../support/workplace.ts';
import { startOnYear } from '../support/year-of-orders.ts';

suite('a key', async () => {
  const accounts = await openAccounts(readConfig({ DATA_DIR: await temporaryFolder({ after }) }));
  after(() => accounts.close());
  let asked = 0;
  let slowMs = 0;
  const counting: Settles = {
    batchesAtOnce: accounts.batchesAtOnce,
    lockedKeys: (calls) => accounts.lockedKeys(calls),
    settle: async (calls) => {
      asked += calls.length;
      await sleep(slowMs);
      return accounts.settle(calls);
    },
  };
  let prepared = 0;
  let isRefused = false;
  let work = () => {};
  let maxPoints: number | undefined;
  let client = '192.0.2.1';
  const product: Product = {
    path: '/api/public/market/focus',
    isFree: false,
    takesPrefer: true,
    leastPoints: () => 1,
    prepare: () => {
      prepared += 1;
      work();
      return isRefused ? new Refusal('invalidParameter') : { points: 1, maxPoints, body: '{}' };
    },
  };
  const service: Service = {
    books: accounts,
    meter: new Meter(counting),
    rateLimit: new RateLimit(0),
    // Its clock stands still: nothing is given again while a test runs.
    unpaid: new UnpaidWork({ now: () => 0, worked: workedMs }),
    knownKeys: new KnownKeys(),
    answerCache: new AnswerCache(),
    dayOf: () => 20_000,
    timeZone: () => 'UTC',
    statement: () => assert.fail('no statement is asked for'),
    snapshot: () => undefined,
    prices: () => new PriceList(),
  };

  async function call(key: string | undefined): Promise<number> {
    asked = 0;
    prepared = 0;
    const made: Call = {
      ...{ key, target: product.path, query: '', handling: 'lenient', requestId: 'r' },
      ...{ maxPoints: undefined, idempotencyKey: undefined, ifNoneMatch: undefined },
      ...{ hasBearerKey: false, isCsv: false, isHead: false },
      client: () => client,
      begunAt: performance.now(),
    };
    return (await answer(service, product, made)).status;
  }

  const addKey = async (account = 'acme') => {
    const { key, stored } = newKey('');
    const { id } = await accounts.createKey(account, stored);
    return { key, id };
  };
  await accounts.createAccount('acme', { points: 100, by: 'a test', note: '' });

  test('that is missing or malformed is refused without a look at the accounts', async () => {
    for (const key of [undefined, '', 'x', `${newKey('').key}0`, 'a'.repeat(5000)]) {
      assert.deepEqual([await call(key), asked, prepared], [401, 0, 0], String(key));
    }
  });

  test('that does not exist has nothing computed for it, however often it calls', async () => {
    const key = newKey('').key;
    for (let i = 0; i < 3; i++) assert.deepEqual([await call(key), asked, prepared], [401, 1, 0]);
  });

  test('that is valid is looked up beside its first charge only', async () => {
    const { key } = await addKey();
    assert.deepEqual([await call(key), asked, prepared], [200, 2, 1]);
    assert.deepEqual([await call(key), asked, prepared], [200, 1, 1]);
  });

  test('that is taken back has one more answer computed, none charged, and then no more', async () => {
    const { key, id } = await addKey();
    await call(key);
    const { balance } = (await accounts.listAccounts())[0] ?? { balance: Number.NaN };
    await accounts.deleteKey(id);
    assert.deepEqual([await call(key), prepared], [401, 1]);
    assert.deepEqual([await call(key), prepared], [401, 0]);
    assert.equal((await accounts.listAccounts())[0]?.balance, balance);
  });

  test('is booked its own work, not that it waited for accounts that are slow', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => addKey()));
    [slowMs, isRefused] = [60, true];
    const statuses = await Promise.all(keys.map(({ key }) => call(key)));
    [slowMs, isRefused] = [0, false];
    assert.deepEqual([...new Set(statuses)], [400]);
    assert.equal(service.unpaid.usedUp(accountAsker('acme')), undefined);
  });

  test('that nobody knows is booked on its address, and not looked up once that has used up its budget', async () => {
    const address = unknownKeysAsker('192.0.2.1');
    const { key } = await addKey();
    await call(key);
    service.unpaid.book(address, 499);
    let isUsedUp = false;
    for (let i = 0; i < 2000 && !isUsedUp; i++) {
      await call(newKey('').key);
      isUsedUp = service.unpaid.usedUp(address) !== undefined;
    }
    assert.ok(isUsedUp);
    // The budget refills with time: more than a slow machine gives back before the next call.
    service.unpaid.book(address, 100_000);
    assert.deepEqual([await call(newKey('').key), asked, prepared], [429, 0, 0]);
    assert.deepEqual([await call(key), asked, prepared], [200, 1, 1], 'a key that was valid before');
  });

  test('whose call is above its own x-max-points is booked for it', async () => {
    client = '192.0.2.77';
    // Nothing is booked on this one yet.
    await accounts.createAccount('beta', { points: 100, by: 'a test', note: '' });
    const { key } = await addKey('beta');
    await call(key);
    const until = (ms: number) => {
      const end = workedMs() + ms;
      while (workedMs() < end);
    };
    service.unpaid.book(accountAsker('beta'), 490);
    assert.equal(service.unpaid.usedUp(accountAsker('beta')), undefined);
    [work, maxPoints] = [() => until(20), 0];
    assert.equal(await call(key), 402);
    work = () => {};
    assert.equal(await call(key), 429);
    maxPoints = undefined;
    assert.equal(await call(key), 200, 'what it pays for');
  });
});

test('what is kept for an Idempotency-Key is no longer for a long query', async (t) => {
  const service = await startOnYear();
  t.after(() => service.stop());
  const { key } = await service.createKey(10);
  const headers = { 'idempotency-key': 'a' };
  const long = `category=${'x'.repeat(10_000)}`;
  const path = '/api/public/meta/sub-categories';
  assert.equal((await service.get(`${path}?${long}`, { key, headers })).status, 200);
  const again = await service.get(`${path}?other=1&${long}`, { key, headers });
  assert.deepEqual([again.status, again.headers.get('x-points-charged')], [200, '0']);
  const db = new DatabaseSync(join(service.dataDir, 'accounts.sqlite'), { readOnly: true });
  const row = db.prepare('SELECT fingerprint FROM idempotency').get();
  db.close();
  assert.equal(String(row?.fingerprint).length, 43);
});
