/** What the build of the site makes of the sandbox, and what is answered without it. */
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { endpoints } from '../../../src/endpoints/index.ts';
import { PriceList } from '../../../src/endpoints/price-list.ts';
import { DEMO_LANGUAGES } from '../../../src/lib/language.ts';
import { endpointProduct } from '../../../src/request/endpoint-product.ts';
import type { Call, Service } from '../../../src/request/service.ts';
import { addressAsker, UnpaidWork } from '../../../src/request/unpaid-work.ts';
import { SANDBOX_KEYS, sandboxKey } from '../../../src/sandbox/keys.ts';
import { Market, namesFile, SANDBOX_DIR, TABLES_FILE } from '../../../src/sandbox/market.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { until } from '../../support/until.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const [categories] = endpoints;
if (!categories) throw new Error('there is no endpoint');

const NOT_BUILT = { code: 503, msg: 'The sandbox is not built' };
const UNREADABLE = { code: 503, msg: 'The sandbox cannot be read' };
const CLIENT = '192.0.2.1';

type Sandbox = NonNullable<Service['sandbox']>;

function sandboxIn(dir: string, perSecond = 0, unpaid = new UnpaidWork()) {
  const prices = new PriceList();
  const told: unknown[] = [];
  const market = new Market(dir, (error) => told.push(error));
  const sandbox = createSandbox({ perSecond, unpaid, prices: () => prices, market });
  return { sandbox, unpaid, told };
}

function callWith(key: string): Call {
  return {
    key,
    target: categories?.path ?? '',
    query: '',
    maxPoints: undefined,
    idempotencyKey: undefined,
    ifNoneMatch: undefined,
    hasBearerKey: false,
    handling: 'lenient',
    isCsv: false,
    isHead: false,
    requestId: 'a test',
    client: () => CLIENT,
    begunAt: performance.now(),
  };
}

const product = endpointProduct(categories);

async function ask(sandbox: Sandbox, key = sandboxKey()) {
  const reply = await sandbox(product, callWith(key));
  return reply && { ...reply, body: JSON.parse(Buffer.from(reply.body as string, 'latin1').toString()) };
}

/** The sandbox as it was built, in a folder of its own. */
async function builtFolder(t: TestContext): Promise<string> {
  const dir = await temporaryFolder(t);
  await cp(SANDBOX_DIR, dir, { recursive: true });
  return dir;
}

function answers(sandbox: Sandbox): Promise<void> {
  return until('it answers', async () => (await ask(sandbox))?.status === 200);
}

test('without a build it says so, and answers once there is one', async (t) => {
  const dir = await temporaryFolder(t);
  const { sandbox, told } = sandboxIn(dir);
  for (const key of SANDBOX_KEYS.keys()) {
    const reply = await ask(sandbox, key);
    assert.deepEqual([reply?.status, reply?.body], [503, NOT_BUILT]);
    const code = ['x-error-code', 'sandbox_unavailable'];
    assert.deepEqual(reply?.headers, [...code, 'retry-after', '15', 'x-sandbox', 'true']);
  }
  await cp(SANDBOX_DIR, dir, { recursive: true });
  await answers(sandbox);
  const [english, chinese] = await Promise.all(
    DEMO_LANGUAGES.map((language) => ask(sandbox, sandboxKey(language))),
  );
  assert.equal(english?.body.data.categories[0], 'Consumer Electronics');
  assert.equal(chinese?.body.data.categories[0], '消費電子');
  assert.equal(english?.charge, undefined, 'it was charged to nobody');
  assert.deepEqual(told, []);
});

test('without a build its limits hold all the same', async (t) => {
  const { sandbox, unpaid } = sandboxIn(await temporaryFolder(t), 1);
  // Within three calls there is at most one new second.
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await ask(sandbox))?.status);
  assert.ok(statuses.includes(503) && statuses.includes(429), String(statuses));
  unpaid.book(addressAsker(CLIENT), 10_000);
  assert.deepEqual((await ask(sandbox))?.body, { code: 429, msg: 'Too many requests' });
});

test('files that are damaged are told of once, and read again once they are others', async (t) => {
  const dir = await builtFolder(t);
  const tables = await readFile(join(dir, TABLES_FILE));
  const { sandbox, told } = sandboxIn(dir);
  await writeFile(join(dir, TABLES_FILE), tables.subarray(0, tables.length / 2));
  for (const key of [sandboxKey(), sandboxKey('zh-TW')])
    assert.deepEqual((await ask(sandbox, key))?.body, UNREADABLE);
  await writeFile(join(dir, TABLES_FILE), tables);
  await answers(sandbox);
  assert.match(String(told), /^Error: the tables of the sandbox are damaged$/);
});

test('tables and names of two builds are not mixed', async (t) => {
  const dir = await builtFolder(t);
  const file = join(dir, namesFile('zh-TW'));
  const names = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...names, sources: 'of another build' }));
  const { sandbox, told } = sandboxIn(dir);
  assert.deepEqual((await ask(sandbox))?.body, UNREADABLE);
  assert.match(String(told), /of two builds$/);
});

test('what fails for a while does not end it', async (t) => {
  const dir = await builtFolder(t);
  const file = join(dir, TABLES_FILE);
  await rm(file);
  await mkdir(file);
  const { sandbox, told } = sandboxIn(dir);
  assert.deepEqual((await ask(sandbox))?.body, UNREADABLE);
  await rm(file, { recursive: true });
  await cp(join(SANDBOX_DIR, TABLES_FILE), file);
  await answers(sandbox);
  assert.match(String(told), /EISDIR/);
});

test('keys that are refused get no answer made, and the address answers for the work', async () => {
  const unmade = { ...product, prepare: () => assert.fail('an answer was made') };
  // The thread works all the time.
  let worked = 0;
  for (const outcome of ['inactive', 'owner'] as const) {
    const busy = new UnpaidWork({ now: () => performance.now(), worked: () => (worked += 20_000) });
    const { sandbox, unpaid } = sandboxIn(SANDBOX_DIR, 0, busy);
    await ask(sandbox, sandboxKey('en', outcome));
    assert.equal(unpaid.usedUp(addressAsker(CLIENT)), undefined);
    const call = callWith(sandboxKey('en', outcome));
    const reply = await sandbox(unmade, { ...call, begunAt: call.begunAt - 10_000 });
    assert.equal(reply?.status, 403);
    assert.ok(unpaid.usedUp(addressAsker(CLIENT)), 'ten seconds are more than there are');
    const limited = sandboxIn(SANDBOX_DIR, 1).sandbox;
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await ask(limited, sandboxKey('en', outcome)))?.status);
    assert.ok(statuses.includes(403) && statuses.includes(429), String(statuses));
  }
});
