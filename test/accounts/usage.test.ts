/** Both the holder of a key and the operator can see what was spent, on what and when. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask } from '../support/http/raw-http.ts';
import { jsonLines } from '../support/json-lines.ts';
import { ENDPOINTS, PATHS } from '../support/reference/reference.ts';
import { sameDay } from '../support/same-day.ts';
import type { NewKey } from '../support/service.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const FOCUS = '/api/public/market/focus';

await sameDay();
const service = await startOnYear();
after(() => service.stop());
const first = await service.createKey(1000);
const created = await service.mdq('key', 'create', first.account, '--json');
const second = JSON.parse(created.stdout) as Pick<NewKey, 'id' | 'key'>;
const stranger = await service.createKey(1000);

const today = new Date().toISOString().slice(0, 10);
const MADE = [
  [CATEGORIES, first.key],
  [CATEGORIES, first.key],
  [FOCUS, first.key],
  [CATEGORIES, second.key],
  [FOCUS, stranger.key],
] as const;
const requestIds: (string | null)[] = [];
for (const [path, key] of MADE) {
  const { status, headers } = await service.get(path, { key });
  assert.equal(status, 200);
  requestIds.push(headers.get('x-request-id'));
}
// None of these is a call that was answered and paid.
await ask(service.url + CATEGORIES, { method: 'HEAD', headers: { 'x-api-key': first.key } });
await service.get(`${FOCUS}?start=never`, { key: first.key });
await service.get('/api/account', { key: first.key });
await service.get('/api/account/usage', { key: first.key });
await service.get('/api/account/calls', { key: first.key });
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
    data: object;
  };
  const { prices, data: published, ...rest } = data;
  assert.ok(published);
  assert.deepEqual(rest, {
    account: first.account,
    balance: 1000 - TOTAL.points,
    key: { id: second.id, last4: second.key.slice(-4), paths: null, categories: null },
  });
  const bases = Object.fromEntries(prices.map(({ path, base }) => [path, base]));
  assert.deepEqual(bases, Object.fromEntries(PATHS.map((path) => [path, ENDPOINTS[path].base])));
});

test('/api/account/usage adds up all keys of the account by day and by path', async () => {
  const data = (await accountData(`/api/account/usage?start=${today}`, second.key)) as {
    days: { paths: { path: string }[] }[];
    paths: { path: string }[];
  };
  const [{ paths = [], ...day } = {}, ...others] = data.days;
  assert.deepEqual([day, others], [{ day: today, ...TOTAL }, []]);
  assert.deepEqual(byPath(paths), BY_PATH);
  assert.deepEqual(byPath(data.paths), BY_PATH);
});

test('/api/account/usage shows the days asked for and no others, and refuses what is no date, by name', async () => {
  for (const [query, lengths] of [
    ['', [1, 2]],
    [`start=${today}&end=${today}`, [1, 2]],
    ['start=2020-01-01&end=2020-12-31', [0, 0]],
    ['start=9998-01-01&end=9998-12-31', [0, 0]],
  ] as const) {
    const data = await accountData(`/api/account/usage?${query}`, first.key);
    const { days, paths } = data as { days: unknown[]; paths: unknown[] };
    assert.deepEqual([days.length, paths.length], lengths, query);
  }
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

test('/api/account/calls lists the calls of all keys of the account, newest first', async () => {
  const { calls } = (await accountData('/api/account/calls', second.key)) as { calls: { time: string }[] };
  const points = (path: string) => ENDPOINTS[path as keyof typeof ENDPOINTS].base;
  const made = MADE.map(([path, key], i) => ({
    path,
    key: { id: key === second.key ? second.id : first.id, last4: key.slice(-4) },
    points: points(path),
    parameters: {},
    idempotency_key: null,
    request_id: requestIds[i],
    balance: [999, 998, 953, 952, 955][i],
  }));
  assert.deepEqual(
    calls.map(({ time, ...rest }) => rest),
    made.filter(({ key }) => key.last4 !== stranger.key.slice(-4)).reverse(),
  );
  const times = calls.map(({ time }) => time);
  assert.deepEqual(times, times.toSorted().reverse());
  for (const time of times) assert.ok(Math.abs(Date.parse(time) - Date.now()) < 600_000, time);
});

test('/api/account/calls lists the newest 50, and none when there are none', async () => {
  const busy = await service.createKey(1000);
  assert.deepEqual(await accountData('/api/account/calls', busy.key), { calls: [] });
  const ids: (string | null)[] = [];
  for (let i = 0; i < 60; i += 1) {
    ids.push((await service.get(CATEGORIES, { key: busy.key })).headers.get('x-request-id'));
  }
  const { calls } = (await accountData('/api/account/calls', busy.key)) as {
    calls: { request_id: string }[];
  };
  assert.deepEqual(
    calls.map(({ request_id }) => request_id),
    ids.slice(10).reverse(),
  );
});

test('mdq usage --by call lists every call, oldest first, with the balance after it', async () => {
  const rows = jsonLines<Record<string, unknown>>(await printed('--by', 'call', '--json'));
  assert.deepEqual(
    rows.map(({ time, parameters, ...rest }) => rest),
    [
      [CATEGORIES, first.id, 1, 999],
      [CATEGORIES, first.id, 1, 998],
      [FOCUS, first.id, 45, 953],
      [CATEGORIES, second.id, 1, 952],
    ].map(([path, key, points, balance], i) => ({
      ...{ day: today, path, key, points, balance, request_id: requestIds[i] },
    })),
  );
  const [header, line, ...more] = (await printed('--by', 'call', '--csv')).trim().split('\n');
  assert.equal(header, 'day,time,path,key,points,balance,request_id,parameters');
  const { parameters, ...rest } = rows[0] ?? {};
  assert.equal(line, [...Object.values(rest), JSON.stringify(parameters)].join(','));
  assert.equal(more.length, 3);
  assert.match(
    await printed('--by', 'call'),
    new RegExp(`^day +time \\(UTC\\) +path .*\n${today} [^\n]+ ${CATEGORIES} `),
  );
  assert.equal(await printed('--by', 'call', '--to', '2020-12-31', '--json'), '');
  assert.match(await printed('--by', 'call', '--to', '2020-12-31'), /no calls/i);
});

test('mdq usage adds up by day, by path and by key', async () => {
  assert.equal(await printed('--from', '9998-01-01', '--json'), '');
  assert.deepEqual(jsonLines(await printed('--json')), [{ day: today, ...TOTAL }]);
  assert.deepEqual(byPath(jsonLines<{ path: string }>(await printed('--by', 'path', '--json'))), BY_PATH);
  const keys = jsonLines<{ key: string; account_id: string }>(await printed('--by', 'key', '--json'));
  assert.deepEqual(
    keys
      .map(({ account_id: _, ...row }) => row)
      .toSorted((a, b) => Number(a.key === second.id) - Number(b.key === second.id)),
    [
      { key: first.id, account: first.account, external_id: null, calls: 3, points: 47 },
      { key: second.id, account: first.account, external_id: null, calls: 1, points: 1 },
    ],
  );
});

test('an operator finds a call by its request id, whoever made it, and gives its points back once', async () => {
  const [request = ''] = requestIds;
  const shown = JSON.parse((await service.mdq('call', String(request), '--json')).stdout);
  assert.deepEqual(
    [shown.account, shown.path, shown.points, shown.key, shown.refunded],
    [first.account, CATEGORIES, 1, first.id, false],
  );
  const refund = async () =>
    JSON.parse((await service.mdq('points', 'refund', String(request), '--note', 'late', '--json')).stdout);
  const refunded = await refund();
  assert.deepEqual([refunded.account, refunded.refunded, refunded.repeated], [first.account, 1, false]);
  assert.deepEqual(await refund(), { ...refunded, repeated: true });
  assert.equal(JSON.parse((await service.mdq('call', String(request), '--json')).stdout).refunded, true);
  const points = (await accountData('/api/account/points', first.key)) as { balance: number };
  assert.equal(points.balance, refunded.balance);
  const { code, stdout } = await service.mdq('audit');
  assert.equal(code, 0);
  assert.match(stdout, / points granted, 1 of them as refunds, /);
});
