/** Both the holder of a key and the operator can see what was spent, on what and when. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonLines } from './support/json-lines.ts';
import { ask } from './support/raw-http.ts';
import { ENDPOINTS, PATHS } from './support/reference.ts';
import type { NewKey } from './support/service.ts';
import { startOnYear } from './support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const FOCUS = '/api/public/market/focus';

const service = await startOnYear();
after(() => service.stop());
const first = await service.createKey(1000);
const created = await service.mdq('key', 'create', first.account, '--json');
const second = JSON.parse(created.stdout) as Pick<NewKey, 'id' | 'key'>;
const stranger = await service.createKey(1000);

const today = new Date().toISOString().slice(0, 10);
for (const [path, key] of [
  [CATEGORIES, first.key],
  [CATEGORIES, first.key],
  [FOCUS, first.key],
  [CATEGORIES, second.key],
  [FOCUS, stranger.key],
] as const) {
  assert.equal((await service.get(path, { key })).status, 200);
}
// None of these is a call that was answered and paid.
await ask(service.url + CATEGORIES, { method: 'HEAD', headers: { 'x-api-key': first.key } });
await service.get(`${FOCUS}?start=never`, { key: first.key });
await service.get('/api/account', { key: first.key });
await service.get('/api/account/usage', { key: first.key });
await service.get('/nowhere', { key: first.key });

const BY_PATH = [
  { path: FOCUS, calls: 1, points: 45 },
  { path: CATEGORIES, calls: 3, points: 3 },
];
const TOTAL = { calls: 4, points: 48 };

async function accountData(path: string, key: string): Promise<unknown> {
  const { status, body } = await service.get(path, { key });
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { data: unknown }).data;
}

async function printed(...options: string[]): Promise<string> {
  const { code, stdout, stderr } = await service.mdq('usage', first.account, ...options);
  assert.equal(code, 0, stderr);
  return stdout;
}

function byPath<Row extends { path: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (a, b) =>
      ENDPOINTS[b.path as keyof typeof ENDPOINTS].base - ENDPOINTS[a.path as keyof typeof ENDPOINTS].base,
  );
}

test('/api/account tells the account, its balance, the key and the prices', async () => {
  const data = (await accountData('/api/account', second.key)) as {
    prices: { path: string; base: number }[];
  };
  const { prices, ...rest } = data;
  assert.deepEqual(rest, {
    account: first.account,
    balance: 1000 - TOTAL.points,
    key: { id: second.id, last4: second.key.slice(-4) },
  });
  const bases = Object.fromEntries(prices.map(({ path, base }) => [path, base]));
  assert.deepEqual(bases, Object.fromEntries(PATHS.map((path) => [path, ENDPOINTS[path].base])));
});

test('/api/account/usage adds up all keys of the account by day and by path', async () => {
  const data = (await accountData(`/api/account/usage?start=${today}`, second.key)) as {
    days: unknown[];
    paths: { path: string }[];
  };
  assert.deepEqual(data.days, [{ day: today, ...TOTAL }]);
  assert.deepEqual(byPath(data.paths), BY_PATH);
});

test('/api/account/usage shows the days asked for and no others', async () => {
  const within = async (query: string) => {
    const data = await accountData(`/api/account/usage?${query}`, first.key);
    const { days, paths } = data as { days: unknown[]; paths: unknown[] };
    return [days.length, paths.length];
  };
  assert.deepEqual(await within(''), [1, 2]);
  assert.deepEqual(await within(`start=${today}&end=${today}`), [1, 2]);
  assert.deepEqual(await within('start=2020-01-01&end=2020-12-31'), [0, 0]);
  assert.deepEqual(await within('start=9998-01-01&end=9998-12-31'), [0, 0]);
});

test('/api/account/usage refuses what is no date, by name', async () => {
  for (const [query, name] of [
    ['start=yesterday', /\bstart\b/],
    ['end=2023-02-29', /\bend\b/],
    ['start=2024-01-02&end=2024-01-01', /\bstart\b/],
    ['start=2024-01-01&start=2024-01-01', /\bstart\b/],
  ] as const) {
    const { status, body } = await service.get(`/api/account/usage?${query}`, { key: first.key });
    assert.equal(status, 400, query);
    assert.match((body as { msg: string }).msg, name);
  }
});

test('mdq usage adds up by day, by path and by key', async () => {
  assert.deepEqual(jsonLines(await printed('--json')), [{ day: today, ...TOTAL }]);
  assert.deepEqual(jsonLines(await printed('--by', 'day', '--json')), [{ day: today, ...TOTAL }]);
  assert.deepEqual(byPath(jsonLines<{ path: string }>(await printed('--by', 'path', '--json'))), BY_PATH);
  const keys = jsonLines<{ key: string }>(await printed('--by', 'key', '--json'));
  assert.deepEqual(
    keys.toSorted((a, b) => Number(a.key === second.id) - Number(b.key === second.id)),
    [
      { key: first.id, calls: 3, points: 47 },
      { key: second.id, calls: 1, points: 1 },
    ],
  );
});

test('mdq usage prints CSV with a header', async () => {
  const [header, ...rows] = (await printed('--by', 'path', '--csv')).trim().split(/\r?\n/);
  assert.equal(header, 'path,calls,points');
  assert.deepEqual(rows.toSorted(), [`${FOCUS},1,45`, `${CATEGORIES},3,3`].toSorted());
});

test('mdq usage for people names the path and its figures', async () => {
  const text = await printed('--by', 'path');
  assert.match(text, new RegExp(`${FOCUS}\\s+1\\s+45\\b`));
});

test('mdq usage keeps to --from and --to, both included', async () => {
  const rows = async (...options: string[]) => jsonLines(await printed('--json', ...options)).length;
  assert.equal(await rows('--from', today, '--to', today), 1);
  assert.equal(await rows('--to', '2020-12-31'), 0);
  assert.equal(await rows('--from', '9998-01-01'), 0);
});
