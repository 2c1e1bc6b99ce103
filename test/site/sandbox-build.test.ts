/** What the build of the site makes of the sandbox, and what is answered without it. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { PriceList } from '../../src/endpoints/form/price-list.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { DEMO_LANGUAGES } from '../../src/lib/language.ts';
import { endpointProduct } from '../../src/request/endpoint-product.ts';
import type { Call, Service } from '../../src/request/service.ts';
import { UnpaidWork } from '../../src/request/unpaid-work.ts';
import { isSandboxKey, SANDBOX_KEYS, sandboxKey } from '../../src/sandbox/keys.ts';
import { Market, SANDBOX_DIR, TABLES_FILE } from '../../src/sandbox/market.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';

const [categories] = endpoints;
if (!categories) throw new Error('there is no endpoint');

function sandboxIn(dir: string): NonNullable<Service['sandbox']> {
  const prices = new PriceList();
  return createSandbox({
    perSecond: 0,
    unpaid: new UnpaidWork(),
    prices: () => prices,
    market: new Market(dir),
  });
}

function callWith(key: string): Call {
  return {
    key,
    target: categories?.path ?? '',
    query: '',
    maxPoints: undefined,
    idempotencyKey: undefined,
    hasSeveralIdempotencyKeys: false,
    isStrict: false,
    isHead: false,
    requestId: 'a test',
    client: () => '192.0.2.1',
    begunAt: performance.now(),
  };
}

async function ask(sandbox: NonNullable<Service['sandbox']>, key = sandboxKey()) {
  const reply = await sandbox(endpointProduct(categories as (typeof endpoints)[number]), callWith(key));
  return reply && { ...reply, body: JSON.parse(Buffer.from(reply.body as string, 'latin1').toString()) };
}

test('without a build it says so, and answers as soon as there is one', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'mdq-sandbox-test-'));
  t.after(() => rm(dir, { recursive: true }));
  const sandbox = sandboxIn(dir);
  for (const key of SANDBOX_KEYS.keys()) {
    const reply = await ask(sandbox, key);
    assert.deepEqual([reply?.status, reply?.body], [503, { code: 503, msg: 'The sandbox is not built' }]);
    assert.deepEqual(reply?.headers, ['x-sandbox', 'true']);
  }
  await cp(SANDBOX_DIR, dir, { recursive: true });
  const [english, chinese] = await Promise.all(
    DEMO_LANGUAGES.map((language) => ask(sandbox, sandboxKey(language))),
  );
  assert.equal(english?.body.data.categories[0], 'Consumer Electronics');
  assert.equal(chinese?.body.data.categories[0], '消費電子');
  assert.equal(english?.charge, undefined, 'it was charged to nobody');
});

test('tables that are damaged are as good as none', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'mdq-sandbox-test-'));
  t.after(() => rm(dir, { recursive: true }));
  await cp(SANDBOX_DIR, dir, { recursive: true });
  const tables = await readFile(join(dir, TABLES_FILE));
  tables.fill(0, Math.floor(tables.length / 2));
  await writeFile(join(dir, TABLES_FILE), tables);
  const sandbox = sandboxIn(dir);
  assert.equal((await ask(sandbox))?.status, 503);
  assert.equal((await ask(sandbox))?.status, 503);
});

test('only its own words are its keys', async () => {
  const sandbox = sandboxIn(SANDBOX_DIR);
  assert.equal(SANDBOX_KEYS.size, 12);
  for (const key of ['mdk_test_', 'mdk_test_okay', 'mdk_test_OK', 'mdk_test_ok_en', 'ok', '', 'toString']) {
    assert.equal(isSandboxKey(key), false, key);
    assert.equal(await ask(sandbox, key), undefined, key);
  }
  for (const key of SANDBOX_KEYS.keys()) assert.equal(isSandboxKey(key), true, key);
});
