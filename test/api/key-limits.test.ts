/** What a key is limited to, as its callers and operators meet it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { endpoints } from '../../src/endpoints/index.ts';
import { jsonLines } from '../support/json-lines.ts';
import { assertMistake } from '../support/stores/data-folder.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const FOCUS = '/api/public/market/focus';
const FOCUS_OF_SUB = '/api/public/sub-market/focus';
const RANKING = '/api/public/overview/ranking';
const RELATED = '/api/public/sub-market/related-purchases';
const NOT_ALLOWED = { code: 403, msg: 'API key may not ask this' };
/** The default category, and another; a sub-category has the name of its category in its own. */
const [GARDEN, KITCHEN] = ['Garden', 'Kitchen'];
const OF_KITCHEN = new URLSearchParams({ category: KITCHEN, sub: `${KITCHEN} tools` });

const service = await startOnYear();
after(() => service.stop());
const { account, key: plain } = await service.createKey(100_000);

type Answer = { status: number; headers: Headers; body: ReturnType<typeof JSON.parse> };

async function get(path: string, key: string, headers: Record<string, string> = {}): Promise<Answer> {
  return (await service.get(path, { key, headers })) as Answer;
}

async function assertAllowed(key: string, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) assert.equal((await get(path, key)).status, 200, path);
}

async function assertNotAllowed(key: string, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const { body, headers } = await get(path, key);
    assert.deepEqual([body, headers.get('x-points-charged')], [NOT_ALLOWED, '0'], path);
  }
}

async function headOf(path: string, key: string, headers: Record<string, string> = {}): Promise<number> {
  return (await fetch(service.url + path, { method: 'HEAD', headers: { ...headers, 'x-api-key': key } }))
    .status;
}

async function mdq(...args: string[]) {
  return JSON.parse(await service.succeed(...args, '--json'));
}

const limited = (...limits: string[]): Promise<{ id: string; key: string }> =>
  mdq('key', 'create', account, ...limits);
const about = (path: string, category: string) => `${path}?category=${category}`;

async function listed(id: string) {
  const rows = jsonLines<Record<string, unknown>>(await service.succeed('key', 'list', account, '--json'));
  return rows.find((each) => each.id === id) ?? assert.fail(id);
}

test('a key asks for its paths alone, and a change of them holds from the next call', async () => {
  const { id, key } = await limited('--paths', `${FOCUS},${CATEGORIES}`);
  await assertAllowed(key, FOCUS, CATEGORIES);
  await assertNotAllowed(key, RANKING, `${RANKING}?start=x`);
  assert.equal((await get('/api/public/trends/market?start=x', key)).status, 400, 'parameters come first');
  await mdq('key', 'set', id, '--paths', CATEGORIES);
  await assertNotAllowed(key, FOCUS);
  await assertAllowed(key, CATEGORIES);
  await mdq('key', 'set', id, '--paths', 'none');
  await assertAllowed(key, RANKING);
});

test('a key asks for its categories alone: those that are used', async () => {
  const { key, id } = await limited('--categories', `"${GARDEN}"`);
  await assertAllowed(key, about(FOCUS, GARDEN), FOCUS, about(FOCUS, 'no%20such'));
  await assertNotAllowed(key, about(FOCUS, KITCHEN), CATEGORIES, RELATED, RANKING);
  await mdq('key', 'set', id, '--paths', `${CATEGORIES},${RELATED},${FOCUS}`);
  await assertAllowed(key, CATEGORIES, RELATED, FOCUS);
  await assertNotAllowed(key, about(RELATED, KITCHEN), about(FOCUS, KITCHEN), RANKING);
});

test('a key is told what it may ask for, and one for a category reads of no other, on whichever path', async () => {
  const told = async (key: string) => {
    const { key: own, data } = (await get('/api/account', key)).body.data;
    return {
      paths: own.paths,
      categories: own.categories,
      defaults: [data.default_category, data.default_sub],
    };
  };
  const all = { paths: null, categories: null, defaults: [GARDEN, `${GARDEN} tools`] };
  assert.deepEqual(await told(plain), all);
  assert.deepEqual(await told((await limited('--per-day', '10')).key), all);
  const two = await limited('--paths', `${CATEGORIES},${FOCUS}`);
  assert.deepEqual((await told(two.key)).paths, [CATEGORIES, FOCUS]);
  const one = await limited('--categories', KITCHEN);
  const { paths, categories, defaults } = await told(one.key);
  assert.deepEqual([categories, defaults], [[KITCHEN], [KITCHEN, `${KITCHEN} tools`]]);
  for (const { path, level, lists } of endpoints) {
    const { status, body } = await get(`${path}?${OF_KITCHEN}`, one.key);
    const isAnswered = level !== 'overall' && lists !== 'others';
    assert.deepEqual(
      [status, paths.includes(path)],
      [isAnswered ? 200 : 403, isAnswered],
      `${path} lists ${lists}`,
    );
    assert.ok(!JSON.stringify(body).includes(GARDEN), `${path} names ${GARDEN}: does it list "others"?`);
  }
});

test('what an endpoint says that it lists is what its answers name', async () => {
  for (const { path, level, period, lists, fields } of endpoints) {
    // A list of names alone has no figures of which some could be closed.
    if (period === 'none') continue;
    const { data } = (await get(`${path}?${OF_KITCHEN}`, plain)).body;
    const own = JSON.stringify(Object.keys(fields).map((name) => data[name]));
    const others = level !== 'overall' && own.includes(GARDEN) ? 'others' : undefined;
    const below = { overall: KITCHEN, category: `${KITCHEN} tools`, sub: undefined }[level];
    const children = below && own.includes(below) ? 'children' : undefined;
    const named = others ?? children;
    // Figures of what is below can be listed without a name.
    assert.equal(named ?? (below && lists === 'children' ? lists : undefined), lists, path);
  }
});

test('HEAD and quotes are refused as the call would be', async () => {
  const { key } = await limited('--categories', GARDEN, '--per-day', '44');
  assert.equal(await headOf(about('/api/public/meta/sub-categories', GARDEN), key), 200);
  assert.equal(await headOf(about(FOCUS, KITCHEN), key), 403);
  assert.equal(await headOf(about(FOCUS, GARDEN), key), 402);
  const quote = (category: string) => get(`/api/account/quote?path=${FOCUS}&category=${category}`, key);
  assert.deepEqual((await quote(KITCHEN)).body, NOT_ALLOWED);
  assert.equal((await quote(GARDEN)).body.data.points, 45);
});

test('hints name what the key may ask alone, from its first call on and after a change', async () => {
  const strict = { prefer: 'handling=strict' };
  const asked = (key: string) => async (path: string, query: string) => {
    const call = await get(`${path}?${query}`, key, strict);
    const quote = await get(`/api/account/quote?path=${path}&${query}`, key, strict);
    assert.deepEqual(quote.body, call.body, `${path}?${query}`);
    return call.body;
  };
  const unlisted = (hint: string) => ({ code: 400, msg: `category must be a listed main category; ${hint}` });
  const none = unlisted('GET /api/public/meta/categories lists them');
  const meant = (name: string) => unlisted(`did you mean "${name}"?`);
  const part = (name: string) => `category=${name.slice(0, 4)}`;
  const subOf = (category: string) => `category=${category}&sub=tool`;
  const few = await limited('--categories', KITCHEN);
  const ask = asked(few.key);
  assert.deepEqual(await ask(FOCUS, part(GARDEN)), none);
  assert.deepEqual(await ask(FOCUS, part(KITCHEN)), meant(KITCHEN));
  assert.deepEqual(await ask(FOCUS_OF_SUB, subOf(GARDEN)), NOT_ALLOWED);
  assert.deepEqual(await ask(FOCUS_OF_SUB, 'sub=tool'), NOT_ALLOWED, 'the default is another');
  assert.deepEqual(await ask(RELATED, part(KITCHEN)), NOT_ALLOWED, 'it tells of others, whatever is meant');
  assert.match((await ask(FOCUS_OF_SUB, subOf(KITCHEN))).msg, new RegExp(`did you mean "${KITCHEN} tools"`));
  assert.equal(await headOf(`${FOCUS_OF_SUB}?${subOf(GARDEN)}`, few.key, strict), 403);
  await mdq('key', 'set', few.id, '--categories', GARDEN);
  assert.deepEqual(await ask(FOCUS, part(KITCHEN)), none);
  assert.deepEqual(await ask(FOCUS_OF_SUB, subOf(KITCHEN)), NOT_ALLOWED);
  assert.deepEqual(await ask(FOCUS, part(GARDEN)), meant(GARDEN));

  const elsewhere = asked((await limited('--paths', CATEGORIES)).key);
  assert.deepEqual(await elsewhere(FOCUS, part(GARDEN)), NOT_ALLOWED, 'the key may not ask for the path');
  const whole = asked((await limited('--per-day', '1000')).key);
  assert.deepEqual(await whole(FOCUS, part(GARDEN)), meant(GARDEN));
});

test('a spent limit is told with what is left and when it begins again; a replay passes it', async () => {
  const { key } = await limited('--per-day', '50');
  const named = { 'idempotency-key': 'one' };
  assert.equal((await get(FOCUS, key, named)).status, 200);
  const { body, headers } = await get(FOCUS, key);
  const balance = Number(headers.get('x-points-balance'));
  const resets = new Date(new Date().setUTCHours(24, 0, 0, 0)).toISOString();
  assert.deepEqual(body, {
    code: 402,
    msg: "API key's own limit is reached",
    data: { reason: 'key_limit', balance, required: 45, left: 5, resets },
  });
  const replay = await get(FOCUS, key, named);
  assert.deepEqual(
    [replay.status, replay.headers.get('x-points-charged'), replay.headers.get('idempotent-replayed')],
    [200, '0', 'true'],
  );
  // The cap of the call itself comes first.
  assert.equal((await get(FOCUS, key, { 'x-max-points': '44' })).body.data.reason, 'max_points');
  await assertAllowed(key, CATEGORIES);
  // An empty account is told as the specification says, whatever its limits are.
  const { account: poor } = await service.createKey(10);
  const { key: few } = await mdq('key', 'create', poor, '--per-day', '5');
  const empty = await get(FOCUS, few, { 'x-max-points': '1' });
  assert.deepEqual(empty.body, { code: 402, msg: 'API 点數餘額不足', data: { balance: 10, required: 45 } });
});

test('an account has limits over all its keys', async () => {
  const { account: owner, key } = await service.createKey(1000);
  const changed = await mdq('account', 'set', owner, '--per-month', '60', '--per-day', '50');
  assert.deepEqual([changed.per_day, changed.per_month], [50, 60]);
  await assertAllowed(key, FOCUS);
  const { key: other } = await mdq('key', 'create', owner);
  assert.equal((await get(FOCUS, other)).body.data.reason, 'key_limit');
  await mdq('account', 'set', owner, '--per-month', 'none', '--per-day', 'none');
  await assertAllowed(other, FOCUS);
});

test('a key has its own requests a second', async () => {
  const { key, id } = await limited('--rate', '2');
  const burst = () => Promise.all(Array.from({ length: 12 }, () => get(CATEGORIES, key)));
  const refused = (await burst()).filter(({ status }) => status === 429);
  // They may fall into two seconds, no more.
  assert.ok(refused.length >= 8, `${refused.length} were refused`);
  assert.ok(refused.every(({ headers }) => headers.get('ratelimit-policy') === '"key";q=2;w=1'));
  await mdq('key', 'set', id, '--rate', 'none');
  assert.deepEqual(new Set((await burst()).map(({ status }) => status)), new Set([200]));
});

test('a key with limits sees its own usage and calls, and nothing of the account as a whole', async () => {
  const { account: owner, key: theirs } = await service.createKey(1000);
  const id = (await get(FOCUS, theirs)).headers.get('x-request-id');
  const { key } = await mdq('key', 'create', owner, '--paths', CATEGORIES);
  await get(CATEGORIES, key);
  const seen = async (by: string) => [
    (await get('/api/account/usage', by)).body.data.points,
    (await get('/api/account/calls', by)).body.data.calls.length,
    (await get(`/api/account/calls/${id}`, by)).status,
  ];
  assert.deepEqual(
    [await seen(key), await seen(theirs)],
    [
      [1, 1, 404],
      [46, 2, 200],
    ],
  );
  await assertNotAllowed(key, '/api/account/points', '/api/account/statement');
  await assertAllowed(theirs, '/api/account/points', '/api/account/statement');
  assert.equal((await get('/api/account', key)).body.data.balance, 954);
});

test('limits are listed, in a table as well, and a key ends with its last day', async () => {
  const { id } = await limited('--paths', FOCUS, '--rate', '5', '--per-day', '100', '--per-month', '2000');
  const own = { paths: [FOCUS], categories: null, rate: 5, per_day: 100, per_month: 2000, ends: null };
  assert.partialDeepStrictEqual(await listed(id), own);
  const limits = /100 points a day; 2,000 points a month; 5 requests a second; paths \/api/;
  assert.match(await service.succeed('key', 'list', account), limits);
  const said = await service.succeed('key', 'set', id, '--per-day', 'none', '--name', 'reports');
  assert.match(said, /is changed\. Its limits: 2,000 points a month; 5 requests a second; paths/);
  const today = new Date().toISOString().slice(0, 10);
  const { key, id: ending } = await limited('--ends', today);
  await assertAllowed(key, CATEGORIES);
  const valid_until = new Date(new Date().setUTCHours(24, 0, 0, 0)).toISOString();
  assert.partialDeepStrictEqual(await listed(ending), { state: 'active', ends: today, valid_until });
});

test('what cannot be is refused in one line, and changes nothing', async () => {
  const { id } = await limited();
  const before = await listed(id);
  const mistakes: [RegExp, ...string[]][] = [
    [/There is no path "\/api\/x"; "mdq price list" shows/, '--paths', `${FOCUS},/api/x`],
    [/There is no main category "Tee"; there are /, '--categories', 'Tee'],
    [/--per-day.*must be a whole number/i, '--per-day', '-1'],
    [/--rate.*must be a whole number from 1/i, '--rate', '0'],
    [/must end today or later/, '--ends', '2020-01-01'],
    [/--ends.*must be a date/i, '--ends', 'soon'],
    [/There is no path ""/, '--paths', ','],
  ];
  for (const [message, ...limit] of mistakes) {
    assertMistake(await service.mdq('key', 'set', id, ...limit), message);
    assertMistake(await service.mdq('key', 'create', account, ...limit), message);
  }
  assertMistake(await service.mdq('key', 'set', id), /Say what to change: --name, --paths/);
  assertMistake(await service.mdq('key', 'set', 'key_none', '--rate', '1'), /There is no key "key_none"/);
  assert.deepEqual(await listed(id), before);
  await service.succeed('audit');
});
