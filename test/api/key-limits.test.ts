/** What a key is limited to, as its callers and operators meet it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { endpoints } from '../../src/endpoints/index.ts';
import { jsonLines } from '../support/json-lines.ts';
import { assertMistake } from '../support/stores/data-folder.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const FOCUS = '/api/public/market/focus';
const RELATED = '/api/public/sub-market/related-purchases';
const NOT_ALLOWED = { code: 403, msg: 'API key may not ask this' };

const service = await startOnYear();
after(() => service.stop());
const { account, key: plain } = await service.createKey(100_000);
const names: string[] = (await get(CATEGORIES, plain)).body.data.categories.map(
  (each: string | { category: string }) => (typeof each === 'string' ? each : each.category),
);
const [first = '', second = ''] = names;

type Answer = { status: number; headers: Headers; body: ReturnType<typeof JSON.parse> };

async function get(path: string, key: string, headers: Record<string, string> = {}): Promise<Answer> {
  return (await service.get(path, { key, headers })) as Answer;
}

async function mdq(...args: string[]) {
  return JSON.parse(await service.succeed(...args, '--json'));
}

const limited = (...limits: string[]): Promise<{ id: string; key: string }> =>
  mdq('key', 'create', account, ...limits);
const about = (path: string, category: string) => `${path}?category=${encodeURIComponent(category)}`;

test('a key asks for its paths alone, and a change of them holds from the next call', async () => {
  const { id, key } = await limited('--paths', `${FOCUS},${CATEGORIES}`);
  assert.equal((await get(FOCUS, key)).status, 200);
  assert.equal((await get(CATEGORIES, key)).status, 200);
  const refused = await get('/api/public/overview/ranking', key);
  assert.deepEqual(refused.body, NOT_ALLOWED);
  assert.equal(refused.headers.get('x-points-charged'), '0');
  assert.deepEqual((await get('/api/public/overview/ranking?start=x', key)).status, 403, 'it takes no start');
  assert.equal((await get('/api/public/trends/market?start=x', key)).status, 400, 'parameters come first');
  await mdq('key', 'set', id, '--paths', CATEGORIES);
  assert.deepEqual((await get(FOCUS, key)).body, NOT_ALLOWED);
  assert.equal((await get(CATEGORIES, key)).status, 200);
  await mdq('key', 'set', id, '--paths', 'none');
  assert.equal((await get('/api/public/overview/ranking', key)).status, 200);
});

test('a key asks for its categories alone: those that are used', async () => {
  const { key, id } = await limited('--categories', `"${first}"`);
  assert.equal((await get(about(FOCUS, first), key)).status, 200);
  assert.equal((await get(FOCUS, key)).status, 200, 'the default is the first');
  assert.equal((await get(about(FOCUS, 'no such'), key)).status, 200, 'it falls back to the first');
  assert.deepEqual((await get(about(FOCUS, second), key)).body, NOT_ALLOWED);
  for (const path of [CATEGORIES, RELATED, '/api/public/overview/ranking'])
    assert.deepEqual((await get(path, key)).body, NOT_ALLOWED, path);
  await mdq('key', 'set', id, '--paths', `${CATEGORIES},${RELATED},${FOCUS}`);
  for (const path of [CATEGORIES, RELATED, FOCUS]) assert.equal((await get(path, key)).status, 200, path);
  for (const path of [about(RELATED, second), about(FOCUS, second), '/api/public/overview/ranking'])
    assert.deepEqual((await get(path, key)).body, NOT_ALLOWED, path);
});

test('a key is told what it may ask for', async () => {
  const told = async (key: string) => {
    const { paths, categories } = (await get('/api/account', key)).body.data.key;
    return { paths, categories };
  };
  assert.deepEqual(await told(plain), { paths: null, categories: null });
  assert.deepEqual(await told((await limited('--per-day', '10')).key), { paths: null, categories: null });
  const two = await limited('--paths', `${CATEGORIES},${FOCUS}`);
  assert.deepEqual(await told(two.key), { paths: [CATEGORIES, FOCUS], categories: null });
  const one = await limited('--categories', second);
  const { paths, categories } = await told(one.key);
  assert.deepEqual(categories, [second]);
  for (const { path } of endpoints) {
    const { status } = await get(about(path, second), one.key);
    assert.equal(paths.includes(path), status === 200, path);
  }
});

/** Whose names are its own, and whose are not; a sub-category has the name of its category in its own. */
const [KITCHEN, GARDEN] = ['Kitchen', 'Garden'];
const OF_KITCHEN = new URLSearchParams({ category: KITCHEN, sub: `${KITCHEN} tools` });

test('a key for one category reads of no other, on whichever path', async () => {
  const { key } = await limited('--categories', KITCHEN);
  const defaults = async (key: string) => {
    const { default_category, default_sub } = (await get('/api/account', key)).body.data.data;
    return [default_category, default_sub];
  };
  assert.equal((await defaults(plain))[0], GARDEN);
  assert.deepEqual(await defaults(key), [KITCHEN, `${KITCHEN} tools`]);
  for (const { path, level, lists } of endpoints) {
    const { status, body } = await get(`${path}?${OF_KITCHEN}`, key);
    const isAnswered = level !== 'overall' && lists !== 'others';
    assert.equal(status, isAnswered ? 200 : 403, `${path} lists ${lists}`);
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
  const { key } = await limited('--categories', first, '--per-day', '44');
  const head = (path: string) => fetch(service.url + path, { method: 'HEAD', headers: { 'x-api-key': key } });
  assert.equal((await head(about('/api/public/meta/sub-categories', first))).status, 200);
  assert.equal((await head(about(FOCUS, second))).status, 403);
  assert.equal((await head(about(FOCUS, first))).status, 402);
  const quote = (category: string) =>
    get(`/api/account/quote?path=${FOCUS}&category=${encodeURIComponent(category)}`, key);
  assert.deepEqual((await quote(second)).body, NOT_ALLOWED);
  assert.equal((await quote(first)).body.data.points, 45);
});

test('hints name what the key may ask alone, from its first call on and after a change', async () => {
  const FOCUS_OF_SUB = '/api/public/sub-market/focus';
  const strict = { prefer: 'handling=strict' };
  const asked = (key: string) => async (path: string, query: string) => {
    const call = await get(`${path}?${query}`, key, strict);
    const quote = await get(`/api/account/quote?path=${path}&${query}`, key, strict);
    assert.deepEqual(quote.body, call.body, `${path}?${query}`);
    assert.equal(call.headers.get('x-points-charged'), '0');
    return call.body;
  };
  const unlisted = (hint: string) => ({
    code: 400,
    msg: `category must be a listed main category; ${hint}`,
  });
  const none = 'GET /api/public/meta/categories lists them';
  const few = await limited('--categories', second);
  const ask = asked(few.key);
  const part = (name: string) => `category=${name.slice(0, 4)}`;
  assert.deepEqual(await ask(FOCUS, part(first)), unlisted(none));
  assert.deepEqual(await ask(FOCUS, part(second)), unlisted(`did you mean "${second}"?`));
  const subOf = (category: string) => `category=${category}&sub=tool`;
  assert.deepEqual(await ask(FOCUS_OF_SUB, subOf(first)), NOT_ALLOWED);
  assert.deepEqual(await ask(FOCUS_OF_SUB, 'sub=tool'), NOT_ALLOWED, 'the default is the first');
  assert.deepEqual(await ask(RELATED, part(second)), NOT_ALLOWED, 'it tells of others, whatever is meant');
  assert.match((await ask(FOCUS_OF_SUB, subOf(second))).msg, new RegExp(`did you mean "${second} tools"`));
  const head = await fetch(`${service.url}${FOCUS_OF_SUB}?${subOf(first)}`, {
    method: 'HEAD',
    headers: { ...strict, 'x-api-key': few.key },
  });
  assert.equal(head.status, 403);
  await mdq('key', 'set', few.id, '--categories', first);
  assert.deepEqual(await ask(FOCUS, part(second)), unlisted(none));
  assert.deepEqual(await ask(FOCUS_OF_SUB, subOf(second)), NOT_ALLOWED);
  assert.deepEqual(await ask(FOCUS, part(first)), unlisted(`did you mean "${first}"?`));

  const elsewhere = asked((await limited('--paths', CATEGORIES)).key);
  assert.deepEqual(await elsewhere(FOCUS, part(first)), NOT_ALLOWED, 'the key may not ask for the path');
  const whole = asked((await limited('--per-day', '1000')).key);
  assert.deepEqual(await whole(FOCUS, part(first)), unlisted(`did you mean "${first}"?`));
});

test('a spent limit is told with what is left and when it begins again; a replay passes it', async () => {
  const { key } = await limited('--per-day', '50');
  const paid = await get(FOCUS, key, { 'idempotency-key': 'one' });
  assert.equal(paid.status, 200);
  const { status, body, headers } = await get(FOCUS, key);
  assert.equal(status, 402);
  const { data, ...rest } = body;
  assert.deepEqual(rest, { code: 402, msg: "API key's own limit is reached" });
  assert.deepEqual(Object.keys(data), ['reason', 'balance', 'required', 'left', 'resets']);
  const balance = Number(headers.get('x-points-balance'));
  assert.deepEqual([data.reason, data.balance, data.required, data.left], ['key_limit', balance, 45, 5]);
  const midnight = new Date(new Date().setUTCHours(24, 0, 0, 0)).toISOString();
  assert.equal(data.resets, midnight);
  const replay = await get(FOCUS, key, { 'idempotency-key': 'one' });
  assert.deepEqual(
    [replay.status, replay.headers.get('x-points-charged'), replay.headers.get('idempotent-replayed')],
    [200, '0', 'true'],
  );
  const capped = await get(FOCUS, key, { 'x-max-points': '44' });
  assert.deepEqual(capped.body, {
    code: 402,
    msg: 'Price is above x-max-points',
    data: { reason: 'max_points', balance, required: 45 },
  });
  assert.equal((await get(CATEGORIES, key)).status, 200, 'what fits is answered');
});

test('an empty account is told as the specification says, whatever its limits are', async () => {
  const { account: poor } = await service.createKey(10);
  const { key } = await mdq('key', 'create', poor, '--per-day', '5');
  const { body } = await get(FOCUS, key, { 'x-max-points': '1' });
  assert.deepEqual(body, { code: 402, msg: 'API 点數餘額不足', data: { balance: 10, required: 45 } });
});

test('a key has its own requests a second', async () => {
  const { key, id } = await limited('--rate', '2');
  const statuses = await Promise.all(Array.from({ length: 12 }, () => get(CATEGORIES, key)));
  const refused = statuses.filter(({ status }) => status === 429);
  // They may fall into two seconds, no more.
  assert.ok(refused.length >= 8, `${refused.length} were refused`);
  assert.ok(refused.every(({ headers }) => headers.get('ratelimit-policy') === '"key";q=2;w=1'));
  await mdq('key', 'set', id, '--rate', 'none');
  const free = await Promise.all(Array.from({ length: 12 }, () => get(CATEGORIES, key)));
  assert.deepEqual(
    free.map(({ status, body }) => (status === 200 ? 200 : body)),
    free.map(() => 200),
  );
});

test('a key with limits sees its own usage and calls, and nothing of the account as a whole', async () => {
  const { account: owner, key: theirs } = await service.createKey(1000);
  const other = await get(FOCUS, theirs);
  const { key } = await mdq('key', 'create', owner, '--paths', CATEGORIES);
  await get(CATEGORIES, key);
  assert.equal((await get('/api/account/usage', key)).body.data.points, 1);
  assert.equal((await get('/api/account/usage', theirs)).body.data.points, 46);
  assert.equal((await get('/api/account/calls', key)).body.data.calls.length, 1);
  assert.equal((await get('/api/account/calls', theirs)).body.data.calls.length, 2);
  const id = other.headers.get('x-request-id');
  assert.equal((await get(`/api/account/calls/${id}`, key)).status, 404);
  assert.equal((await get(`/api/account/calls/${id}`, theirs)).status, 200);
  for (const path of ['points', 'statement'])
    assert.deepEqual((await get(`/api/account/${path}`, key)).body, NOT_ALLOWED, path);
  assert.equal((await get('/api/account/statement', theirs)).status, 200);
  assert.equal((await get('/api/account', key)).body.data.balance, 954);
});

test('a key ends with its last day', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const { key, id } = await limited('--ends', today);
  assert.equal((await get(CATEGORIES, key)).status, 200);
  const row = await listed(id);
  assert.deepEqual([row.state, row.ends], ['active', today]);
  const midnight = new Date(new Date().setUTCHours(24, 0, 0, 0)).toISOString();
  assert.equal(row.valid_until, midnight);
});

async function listed(id: string) {
  const { stdout } = await service.mdq('key', 'list', account, '--json');
  return (jsonLines(stdout) as Record<string, unknown>[]).find((each) => each.id === id) ?? assert.fail(id);
}

test('limits are listed, in a table as well', async () => {
  const { id } = await limited('--paths', FOCUS, '--rate', '5', '--per-day', '100', '--per-month', '2000');
  const { paths, categories, rate, per_day, per_month, ends } = await listed(id);
  assert.deepEqual([paths, categories, rate, per_day, per_month, ends], [[FOCUS], null, 5, 100, 2000, null]);
  const { stdout } = await service.mdq('key', 'list', account);
  assert.match(stdout, /100 points a day; 2,000 points a month; 5 requests a second; paths \/api/);
  const { stdout: said } = await service.mdq('key', 'set', id, '--per-day', 'none', '--name', 'reports');
  assert.match(said, /is changed\. Its limits: 2,000 points a month; 5 requests a second; paths/);
});

test('what cannot be is refused in one line, and changes nothing', async () => {
  const { id } = await limited();
  const mistakes: [RegExp, ...string[]][] = [
    [/There is no path "\/api\/x"; "mdq price list" shows/, '--paths', `${FOCUS},/api/x`],
    [/There is no main category "Tee"; there are /, '--categories', 'Tee'],
    [/--per-day.*must be a whole number/i, '--per-day', '-1'],
    [/--per-month.*must be a whole number/i, '--per-month', '1.5'],
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
  const { state, paths, rate, per_day } = await listed(id);
  assert.deepEqual([state, paths, rate, per_day], ['active', null, null, null]);
  await service.succeed('audit');
});
