/** What calls cost, when they cost it, and that no point is ever spent twice. */
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { after, test } from 'node:test';
import { jsonLines } from '../support/json-lines.ts';
import { ENDPOINTS, PATHS, type Path } from '../support/reference/reference.ts';
import type { NewKey, Reply } from '../support/service.ts';
import { startOnYear, YEAR } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const FOCUS = '/api/public/market/focus';
const TAGS = '/api/public/sub-market/tags';
const service = await startOnYear();
after(() => service.stop());

/** The status of an answer, what it was charged, and the balance after it. */
function receiptOf({ status, headers }: Reply): [status: number, charged: number, balance: number] {
  const points = (name: string) => {
    const text = headers.get(name);
    assert.match(String(text), /^\d+$/, name);
    return Number(text);
  };
  return [status, points('x-points-charged'), points('x-points-balance')];
}

async function call(path: string, { key }: NewKey, headers: Record<string, string> = {}) {
  return receiptOf(await service.get(path, { key, headers }));
}

async function list<Row>(...args: string[]): Promise<Row[]> {
  return jsonLines<Row>(await service.succeed(...args, '--json'));
}

async function json(...args: string[]) {
  return JSON.parse(await service.succeed(...args, '--json'));
}

async function balanceOf({ account }: NewKey): Promise<number> {
  return (await json('account', 'show', account)).balance;
}

async function usageOf({ account }: NewKey) {
  const rows = await list<{ calls: number; points: number }>('usage', account, '--by', 'path');
  const sum = (of: 'calls' | 'points') => rows.reduce((total, row) => total + row[of], 0);
  return { calls: sum('calls'), points: sum('points') };
}

/** Days of the range that have data, so how many times 84 days are begun. */
const RANGES: readonly (readonly [string, number])[] = [
  ['', 1],
  ['start=2024-10-07&end=2024-12-29', 1],
  ['start=2024-10-06&end=2024-12-29', 2],
  ['start=2024-07-14&end=2024-12-29', 3],
  [`start=${YEAR.start}&end=${YEAR.end}`, 5],
  ['start=1990-01-01&end=2030-12-31', 5],
  ['start=1990-01-01&end=2024-03-24', 1],
  ['start=1990-01-01&end=2024-03-25', 2],
  ['start=2030-01-01&end=2039-12-31', 0],
];

test('the price of every path is its base, times the default periods begun where it takes dates', async () => {
  const holder = await service.createKey(1_000_000);
  let balance = 1_000_000;
  let calls = 0;
  for (const path of PATHS) {
    const { base, reads } = ENDPOINTS[path];
    const isDated = (reads as readonly string[]).includes('start');
    for (const [range, coefficient] of RANGES) {
      const charged = base * (isDated ? coefficient : 1);
      balance -= charged;
      calls += charged > 0 ? 1 : 0;
      assert.deepEqual(await call(`${path}?${range}`, holder), [200, charged, balance], `${path}?${range}`);
    }
  }
  assert.equal(await balanceOf(holder), balance);
  assert.deepEqual(await usageOf(holder), { calls, points: 1_000_000 - balance });
  await service.succeed('audit');
});

test('only an answer is charged, and every answer to a good key tells the charge and the balance', async () => {
  const holder = await service.createKey(100);
  for (const [path, receipt] of [
    [`${TAGS}?start=never`, [400, 0, 100]],
    ['/api/account', [200, 0, 100]],
    ['/api/account/usage', [200, 0, 100]],
    ['/api/account/calls', [200, 0, 100]],
    ['/api/account/usage?start=x', [400, 0, 100]],
    [CATEGORIES, [200, 1, 99]],
    [TAGS, [402, 0, 99]],
    [FOCUS, [200, 45, 54]],
  ] as const)
    assert.deepEqual(await call(path, holder), receipt, path);
  assert.deepEqual(await usageOf(holder), { calls: 2, points: 46 });
});

test('one charged call is told to its account, by its request id, and to no other', async () => {
  const [holder, other] = [await service.createKey(100), await service.createKey(100)];
  const week = { start: '2024-05-06', end: '2024-05-12' };
  const { headers } = await service.get(`${FOCUS}?${new URLSearchParams(week)}`, { key: holder.key });
  const id = headers.get('x-request-id') ?? '';
  const { status, body } = await service.get(`/api/account/calls/${id}`, { key: holder.key });
  const { time, ...rest } = (body as { data: Record<string, unknown> }).data;
  assert.equal(status, 200);
  assert.deepEqual(rest, {
    path: FOCUS,
    points: 45,
    parameters: week,
    idempotency_key: null,
    request_id: id,
    balance: 55,
    key: { id: holder.id, last4: holder.key.slice(-4) },
  });
  assert.match(String(time), /^\d{4}-.*Z$/);
  for (const [wrong, by] of [
    [id, other],
    ['none', holder],
    ['', holder],
    [`${id}/more`, holder],
    ["' OR 1=1 --", holder],
    ['x'.repeat(5000), holder],
    [id.replace(/-.*/, '-nowhere'), holder],
  ] as const) {
    const refused = await service.get(`/api/account/calls/${encodeURIComponent(wrong)}`, { key: by.key });
    assert.deepEqual([refused.status, refused.body], [404, { code: 404, msg: 'Not found' }], wrong);
  }
});

test('a balance of exactly the price is enough, one point less is not; a grant beside the running server holds at once', async () => {
  const holder = await service.createKey(99);
  const refused = await service.get(TAGS, { key: holder.key });
  const body = { code: 402, msg: 'API 点數餘額不足', data: { balance: 99, required: 100 } };
  assert.deepEqual(refused.body, body);
  await service.succeed('points', 'grant', holder.account, '1');
  assert.deepEqual(await call(TAGS, holder), [200, 100, 0]);
});

test('every grant is listed with who gave it, when and what for', async () => {
  const { account } = await service.createKey(3);
  const other = await service.createKey(4);
  const started = Date.now();
  await service.succeed('points', 'grant', account, '5', '--note', 'invoice 7, 發票');
  const rows = await list<{ id: number; time: string; account_id: string }>('points', 'list', account);
  const by = userInfo().username;
  const usual = { account, kind: 'paid', expires: null, reference: null, of_grant: null, external_id: null };
  assert.deepEqual(
    rows.map(({ id, time, account_id, ...rest }) => rest),
    [
      { ...usual, points: 3, balance: 3, left: 3, by: 'a test', note: 'first points' },
      { ...usual, points: 5, balance: 8, left: 5, by, note: 'invoice 7, 發票' },
    ],
  );
  const at = Date.parse(rows[1]?.time ?? '');
  assert.ok(at >= started && at <= Date.now());
  const all = (await list<{ account: string }>('points', 'list')).slice(-3).map((row) => row.account);
  assert.deepEqual(all, [account, other.account, account]);
  assert.match(
    await service.succeed('points', 'list', account),
    new RegExp(`^ *id .*\n.* a test +first points +-\n.* ${by} +invoice 7, 發票 +-\n$`),
  );
});

test('points are taken back with a note, never below 0', async () => {
  const { account } = await service.createKey(10);
  const take = (...args: string[]) => service.mdq('points', 'take', account, ...args);
  const tooMany = await take('11', '--note', 'returned');
  const said = `mdq: "${account}" has 10 points; no more can be taken back\n`;
  assert.deepEqual([tooMany.code, tooMany.stderr], [1, said]);
  assert.match((await take('4')).stderr, /--note/);
  const taken = await json('points', 'take', account, '4', '--note', 'returned');
  assert.deepEqual(taken, { account, taken: 4, balance: 6, repeated: false });
  const [given, last] = await list<Record<string, unknown>>('points', 'list', account);
  const { points, balance, note, of_grant } = last ?? {};
  assert.deepEqual(
    { points, balance, note, of_grant },
    { points: -4, balance: 6, note: 'returned', of_grant: given?.id },
  );
  const audit = await json('audit');
  assert.deepEqual([audit.ok, audit.taken], [true, 4]);
  // Numbers of a list stand to the right, also where some are missing.
  const [head = '', ...rows] = (await service.succeed('points', 'list', account)).split('\n');
  const end = head.indexOf(' left ') + ' left'.length;
  const left = rows.filter(Boolean).map((row) => row.slice(0, end).split(' ').at(-1));
  assert.deepEqual(left, ['6', '-']);
});

test('a holder is told what is left of each grant and until when; the same payment again changes nothing', async () => {
  const name = `gift-${Date.now()}`;
  await service.succeed('account', 'create', name, '--points', '9', '--kind', 'promotional');
  const { key } = await json('key', 'create', name);
  const grant = (...args: string[]) => json('points', 'grant', name, ...args);
  const paid = ['50', '--reference', `pay ${name}`];
  const first = await grant(...paid);
  assert.deepEqual([first.balance, first.repeated], [59, false]);
  assert.deepEqual(await grant(...paid, '--note', 'told twice'), { ...first, repeated: true });
  const log = await service.succeed('log', '--account', name);
  const outcomes = log.match(/points grant +(done, repeated|done)/g)?.map((row) => row.split(/ {2,}/)[1]);
  assert.deepEqual(outcomes, ['done', 'done, repeated']);
  await grant('7', '--kind', 'promotional', '--expires', '2099-12-31');
  await service.get(CATEGORIES, { key });
  const { body } = await service.get('/api/account/points', { key });
  const { balance, grants } = (body as { data: { balance: number; grants: Record<string, unknown>[] } }).data;
  assert.equal(balance, 65);
  assert.deepEqual(
    grants.map(({ kind, points, left, expires, reference }) => [kind, points, left, expires, reference]),
    [
      ['promotional', 7, 6, '2099-12-31', null],
      ['promotional', 9, 9, null, null],
      ['paid', 50, 50, null, `pay ${name}`],
    ],
  );
});

test('a holder and the operator are told the same statement of a month, for nothing', async () => {
  const holder = await service.createKey(100);
  const { account, key, id } = holder;
  await service.succeed('points', 'grant', account, '50', '--reference', `statement ${account}`);
  await call(CATEGORIES, holder);
  const reply = await service.get('/api/account/statement', { key });
  assert.deepEqual(receiptOf(reply), [200, 0, 149]);
  const { data } = reply.body as { data: Record<string, Record<string, unknown>[]> };
  const month = String(data.month);
  const told = await json('statement', account, '--month', month);
  const { opening, closing, final, time_zone } = data;
  assert.deepEqual({ opening, closing, final }, { opening: 0, closing: 149, final: false });
  assert.partialDeepStrictEqual(told, { opening, closing, final, time_zone });
  assert.deepEqual(
    data.granted?.map(({ kind, points, reference }) => [kind, points, reference]),
    [
      ['paid', 100, null],
      ['paid', 50, `statement ${account}`],
    ],
  );
  assert.deepEqual(data.paths, [{ path: CATEGORIES, calls: 1, points: 1 }]);
  assert.deepEqual(data.keys, [{ id, name: told.keys[0].name, last4: key.slice(-4), calls: 1, points: 1 }]);
  assert.deepEqual((await service.get(`/api/account/statement?month=${month}`, { key })).body, reply.body);
  const text = await service.succeed('statement', account, '--month', month);
  assert.match(text, /^Statement of ".*" for \d{4}-\d\d, days in \S+\n/);
  assert.match(text, /meta\/categories, 1 call +-? +-1$/m);
  const csv = await service.succeed('statement', account, '--month', month, '--csv');
  const [header, ...lines] = csv.trim().split('\n');
  assert.equal(header, 'what,day,time,id,reference,note,path,calls,points,of_grant');
  const points = lines.map((line) => Number(line.split(',').at(-2)));
  const last = points.pop();
  assert.equal(
    points.reduce((sum, each) => sum + each, 0),
    last,
  );
});

test('a statement of a month that has not begun, or of no month, is refused', async () => {
  const { account, key } = await service.createKey(1);
  for (const [month, why, by] of [
    ['2999-01', 'month must not be after this month in ', '--month: 2999-01 has not begun yet in '],
    ['2026-13', 'month must be a month as YYYY-MM', '--month must be a month as YYYY-MM, not "2026-13"'],
  ] as const) {
    const { status, body } = await service.get(`/api/account/statement?month=${month}`, { key });
    assert.equal(status, 400);
    assert.ok((body as { msg: string }).msg.startsWith(why), JSON.stringify(body));
    const { code, stderr } = await service.mdq('statement', account, '--month', month);
    assert.ok(code === 1 && stderr.startsWith(`mdq: ${by}`), stderr);
  }
});

test('a grant that cannot be is refused in one line, and nothing is granted', async () => {
  const [first, other] = [await service.createKey(10), await service.createKey(10)];
  const { account } = first;
  const reference = `pay ${account}`;
  await service.succeed('points', 'grant', account, '5', '--reference', reference);
  for (const [args, message] of [
    [[account, '5', '--expires', '2020-01-01'], '--expires must be today or later'],
    [[account, '6', '--reference', reference], 'was used with another account or other points'],
    [[other.account, '5', '--reference', reference], 'was used with another account or other points'],
    [[account, '5', '--reference', ' '], 'The reference must have 1 to 200 characters, on one line'],
    [[account, '5', '--kind', 'gift'], 'Allowed choices are paid, promotional, correction'],
  ] as const) {
    const { code, stderr } = await service.mdq('points', 'grant', ...args);
    assert.ok(code === 1 && stderr.includes(message), stderr);
  }
  assert.deepEqual([await balanceOf(first), await balanceOf(other)], [15, 10]);
});

test('200 calls at once on a balance for 14, by two keys, are 14 answers', async () => {
  const focus: Path = '/api/public/sub-market/focus';
  const price = ENDPOINTS[focus].base;
  const holder = await service.createKey(14 * price + 3);
  const second = { ...holder, ...(await json('key', 'create', holder.account)) };
  const receipts = await Promise.all(
    Array.from({ length: 200 }, (_, i) => call(focus, i % 2 === 0 ? holder : second)),
  );
  const refused = receipts.filter(([status, charged]) => status === 402 && charged === 0);
  const balances = receipts.filter(([status]) => status === 200).map(([, , balance]) => balance);
  assert.equal(refused.length, 186);
  assert.deepEqual(
    balances.sort((a, b) => b - a),
    Array.from({ length: 14 }, (_, i) => (13 - i) * price + 3),
  );
  assert.equal(await balanceOf(holder), 3);
  assert.deepEqual(await usageOf(holder), { calls: 14, points: 14 * price });
  await service.succeed('audit');
});

test('x-max-points below the price of the range refuses the call for nothing, and any other is charged its price', async () => {
  const holder = await service.createKey(10_000);
  const capped = (limit: string, query = '') => call(`${TAGS}?${query}`, holder, { 'x-max-points': limit });
  for (const limit of ['0', '99']) {
    const refused = await service.get(TAGS, { key: holder.key, headers: { 'x-max-points': limit } });
    assert.deepEqual(receiptOf(refused), [402, 0, 10_000]);
    const data = { reason: 'max_points', balance: 10_000, required: 100 };
    assert.deepEqual(refused.body, { code: 402, msg: 'Price is above x-max-points', data });
  }
  assert.deepEqual(await capped('100'), [200, 100, 9900]);
  const year = `start=${YEAR.start}&end=${YEAR.end}`;
  assert.deepEqual(await capped('499', year), [402, 0, 9900]);
  assert.deepEqual(await capped('0000000000000000500', year), [200, 500, 9400]);
  assert.deepEqual(await capped('999999999999999'), [200, 100, 9300]);
  for (const limit of ['-1', '1.5', 'ten', '1e3', '0x10', '100, 100', 'NaN', '1000000000000000']) {
    const reply = await service.get(TAGS, { key: holder.key, headers: { 'x-max-points': limit } });
    assert.deepEqual(receiptOf(reply), [400, 0, 9300], limit);
    assert.match((reply.body as { msg: string }).msg, /x-max-points .* from 0 to 999999999999999$/);
  }
});
