/** What a call is told when it cannot be answered, and which reason comes first when there are several. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockAccounts } from '../support/faults/account-lock.ts';
import { type Answer, type Asked, ask, assertCallerError, assertError } from '../support/http/raw-http.ts';
import { writeCsv } from '../support/order-files.ts';
import { PATHS } from '../support/reference/reference.ts';
import { type Service, startService } from '../support/service.ts';
import { temporaryFolder, untilAnswering } from '../support/workplace.ts';
import { startOnYear, yearOfOrders } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const DATED = '/api/public/market/focus';
const BAD_DATE = `${DATED}?start=tomorrow`;
const ACCOUNT_PATHS = ['/api/account', '/api/account/usage', '/api/account/calls'];
const WELL_FORMED_KEY = 'mdk_000000000000000000000000000000002H4nmx';
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];
const LIMIT = 5;

const service = await startOnYear();
after(() => service.stop());
const rich = await service.createKey(1_000_000);
const poor = await service.createKey(0);

function call(path: string, key?: string, asked: Asked = {}, at: Service = service): Promise<Answer> {
  const headers = { ...asked.headers, ...(key !== undefined && { 'x-api-key': key }) };
  return ask(at.url + path, { ...asked, headers });
}

async function balanceOf(key: string, at: Service = service): Promise<number> {
  return Number((await call('/api/account', key, {}, at)).headers['x-points-balance']);
}

test('a path that does not exist is 404, whatever the method, the key, the parameters and the body', async () => {
  for (const path of ['/', '/api', '/api/public', '/api/public/weather', '/nowhere?start=x'])
    for (const key of [undefined, 'bad', rich.key])
      for (const method of ['GET', 'POST', 'DELETE'])
        assertError(await call(path, key, { method }), 404, 'Not found');
  for (const type of ['application/json', 'multipart/form-data', 'garbage', ''])
    for (const [path, status, msg] of [
      ['/nowhere', 404, 'Not found'],
      [CATEGORIES, 405, 'Method not allowed'],
    ] as const) {
      const asked = { method: 'POST', headers: { 'content-type': type }, body: '{"broken' };
      assertError(await call(path, rich.key, asked), status, msg);
    }
});

test('another method on a known path is 405 and names those that are allowed, before the key', async () => {
  for (const path of [...PATHS, ...ACCOUNT_PATHS, '/api/public/meta/c%61tegories']) {
    for (const method of METHODS) {
      const answer = await call(path, undefined, { method });
      assertError(answer, 405, 'Method not allowed');
      const allowed = String(answer.headers.allow).split(/, */).sort();
      assert.deepEqual(allowed, ['GET', 'HEAD', 'OPTIONS']);
    }
  }
});

test('OPTIONS names the methods, without a key and for nothing', async () => {
  const before = await balanceOf(rich.key);
  for (const key of [undefined, rich.key]) {
    const answer = await call(CATEGORIES, key, { method: 'OPTIONS', body: '{"broken' });
    assert.ok(answer.status === 200 || answer.status === 204, String(answer.status));
    assert.match(String(answer.headers.allow), /GET/);
  }
  assert.equal(await balanceOf(rich.key), before);
});

test('a key that is missing, does not exist or cannot be one is 401, before a bad date', async () => {
  for (const path of [...PATHS, ...ACCOUNT_PATHS, BAD_DATE])
    assertError(await call(path), 401, 'Missing API key');
  const { key } = rich;
  const wrongs = [
    ...['x', WELL_FORMED_KEY, key.slice(0, -1), `${key}0`, key.toLowerCase(), key.replace('mdk_', 'MDK_')],
    ...[`Bearer ${key}`, "' OR 1=1 --", 'a'.repeat(5000)],
  ];
  for (const wrong of wrongs)
    for (const path of [BAD_DATE, '/api/account'])
      assertError(await call(path, wrong), 401, 'Invalid API key');
});

test('an inactive key, and one of an inactive owner, is 403 before a bad date and an empty balance', async () => {
  const { id, account, key } = await service.createKey(0);
  await service.succeed('account', 'deactivate', account);
  assertError(await call(BAD_DATE, key), 403, 'API key owner is inactive');
  await service.succeed('key', 'deactivate', id);
  assertError(await call(BAD_DATE, key), 403, 'API key is inactive');
});

test('a balance below the price is 402, after a bad date, with the balance and the price, byte for byte', async () => {
  const refused = await call(BAD_DATE, poor.key);
  assert.match(assertCallerError(refused), /start/);
  assert.equal(refused.status, 400);
  const answer = await call(DATED, poor.key);
  assertError(answer, 402, 'API \u70b9\u6578\u9918\u984d\u4e0d\u8db3', { balance: 0, required: 45 });
  const message = Buffer.from('2241504920e782b9e695b8e9a498e9a18de4b88de8b6b322', 'hex');
  assert.ok(Buffer.from(answer.text).includes(message));
});

/** What is left of the limit, in an answer that also names the limit, as the draft for these headers has it. */
function leftOf({ headers }: Answer): number {
  assert.equal(headers['ratelimit-policy'], `"key";q=${LIMIT};w=1`);
  const [, left] = /^"key";r=(\d+);t=1$/.exec(String(headers.ratelimit)) ?? [];
  assert.ok(left !== undefined, `RateLimit: ${headers.ratelimit}`);
  return Number(left);
}

const namesLimit = ({ headers }: Answer) => 'ratelimit' in headers || 'ratelimit-policy' in headers;

test('without a limit no answer speaks of one', async () => {
  for (const path of [CATEGORIES, BAD_DATE, '/api/account', '/nowhere']) {
    assert.ok(!namesLimit(await call(path, rich.key)), path);
  }
});

async function secondToBegin(): Promise<void> {
  await sleep(1010 - (Date.now() % 1000));
}

/** Work that lies within one second of the clock: where the machine was too busy for that, it is done again. */
async function withinOneSecond<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    await secondToBegin();
    const second = Math.floor(Date.now() / 1000);
    const result = await work();
    if (Math.floor(Date.now() / 1000) === second) return result;
  }
}

describe('on a server that is empty, limited or in trouble', { concurrency: true }, () => {
  test('before the first import a good key is told 503, even with a bad date or no points', async (t) => {
    const empty = await startService();
    t.after(() => empty.stop());
    const { key } = await empty.createKey(1000);
    const without = await empty.createKey(0);
    const asked = [...PATHS, BAD_DATE, `${CATEGORIES}?category=a&category=b`];
    for (const path of asked) {
      assertError(await call(path, key, {}, empty), 503, 'No data has been published yet');
      assertError(await call(path, without.key, {}, empty), 503, 'No data has been published yet');
      assertError(await call(path, undefined, {}, empty), 401, 'Missing API key');
    }
    assert.equal(await balanceOf(key, empty), 1000);

    await t.test('and an import beside the running server lets it answer', async (t) => {
      const file = await writeCsv(join(await temporaryFolder(t), 'year.csv'), yearOfOrders());
      await empty.succeed('import', file);
      await untilAnswering(empty);
      assert.equal((await call(CATEGORIES, key, {}, empty)).status, 200);
    });
  });

  test('over the limit of requests a key is told 429', async (t) => {
    const limited = await startService({ env: { MDQ_RATE_LIMIT: String(LIMIT) } });
    t.after(() => limited.stop());
    const { key } = await limited.createKey(1000);
    const burst = async (path: string, sent?: string) =>
      Promise.all(Array.from({ length: LIMIT + 7 }, () => call(path, sent, {}, limited)));
    const statuses = (answers: Answer[]) => answers.map((answer) => answer.status).sort();

    await t.test('before it is told that there are no data', async () => {
      assert.deepEqual(statuses(await withinOneSecond(() => burst(BAD_DATE, key))), [
        ...Array(7).fill(429),
        ...Array(LIMIT).fill(503),
      ]);
    });
    await t.test('but not before it is told that it does not exist', async () => {
      for (const unknown of [undefined, WELL_FORMED_KEY, 'x']) {
        const answers = await burst(CATEGORIES, unknown);
        assert.deepEqual(statuses(answers), Array(LIMIT + 7).fill(401));
        assert.ok(!answers.some(namesLimit));
      }
    });

    const file = await writeCsv(join(await temporaryFolder(t), 'year.csv'), yearOfOrders());
    await limited.succeed('import', file);
    await untilAnswering(limited);

    await t.test('with the time to wait, and only what is answered is charged', async () => {
      let balance = 1000;
      const answers = await withinOneSecond(async () => {
        const answers = await burst(CATEGORIES, key);
        balance -= answers.filter(({ status }) => status === 200).length;
        return answers;
      });
      assert.deepEqual(statuses(answers), [...Array(LIMIT).fill(200), ...Array(7).fill(429)]);
      for (const answer of answers.filter(({ status }) => status === 429)) {
        assertError(answer, 429, 'Too many requests');
        assert.equal(answer.headers['retry-after'], '1');
        assert.equal(leftOf(answer), 0);
        assert.equal(answer.headers['x-points-charged'], '0');
      }
      const answered = answers.filter(({ status }) => status === 200);
      assert.deepEqual(answered.map(leftOf).sort(), [0, 1, 2, 3, 4]);
      await secondToBegin();
      assert.equal(await balanceOf(key, limited), balance);
    });
    await t.test(
      'and every answer to a good key tells what is left, the free and the refused ones too',
      async () => {
        const lefts = await withinOneSecond(async () => [
          leftOf(await call('/api/account', key, {}, limited)),
          leftOf(await call(BAD_DATE, key, {}, limited)),
          leftOf(await call(DATED, key, { method: 'HEAD' }, limited)),
        ]);
        assert.deepEqual(lefts, [4, 3, 2]);
      },
    );
    await t.test('while another key goes on, and itself after the time to wait', async () => {
      const other = await limited.createKey(1000);
      await withinOneSecond(() => burst(CATEGORIES, key));
      assert.equal((await call(CATEGORIES, other.key, {}, limited)).status, 200);
      await secondToBegin();
      assert.equal((await call(CATEGORIES, key, {}, limited)).status, 200);
    });
  });

  test('a store that is locked is 503 without a word about the inside, costs nothing, and passes', async () => {
    const before = await balanceOf(rich.key);
    const lock = lockAccounts(service.dataDir);
    try {
      const answer = await call(CATEGORIES, rich.key);
      assertError(answer, 503, 'The account is busy');
      assert.equal(answer.text, '{"code":503,"msg":"The account is busy"}');
      assert.equal(answer.headers['retry-after'], '5');
    } finally {
      lock.release();
    }
    assert.equal((await call(CATEGORIES, rich.key)).status, 200);
    assert.equal(await balanceOf(rich.key), before - 1);
    await service.succeed('audit');
  });
});
