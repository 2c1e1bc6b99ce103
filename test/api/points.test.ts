/** What calls cost, when they cost it, and that no point is ever spent twice. */
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { after, test } from 'node:test';
import { jsonLines } from '../support/json-lines.ts';
import { ENDPOINTS, PATHS, type Path } from '../support/reference/reference.ts';
import { type NewKey, type Reply, startService } from '../support/service.ts';
import { startOnYear, YEAR } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const TAGS = '/api/public/sub-market/tags';
const service = await startOnYear();
after(() => service.stop());
const rich = await service.createKey(1_000_000);

type Receipt = { status: number; charged: number; balance: number };

function receiptOf({ status, headers }: Reply): Receipt {
  const points = (name: string) => {
    const text = headers.get(name);
    assert.match(String(text), /^\d+$/, name);
    return Number(text);
  };
  return { status, charged: points('x-points-charged'), balance: points('x-points-balance') };
}

async function call(path: string, { key }: NewKey, headers: Record<string, string> = {}): Promise<Receipt> {
  return receiptOf(await service.get(path, { key, headers }));
}

async function balanceOf({ account }: NewKey): Promise<number | undefined> {
  const { stdout } = await service.mdq('account', 'list', '--json');
  const accounts = jsonLines<{ account: string; balance: number }>(stdout);
  return accounts.find((row) => row.account === account)?.balance;
}

async function callsOf({ account }: NewKey): Promise<{ calls: number; points: number }> {
  const { stdout } = await service.mdq('usage', account, '--by', 'path', '--json');
  const total = { calls: 0, points: 0 };
  for (const { calls, points } of jsonLines<typeof total>(stdout)) {
    total.calls += calls;
    total.points += points;
  }
  return total;
}

const auditPasses = () => service.succeed('audit');

/** Days of the range that have data, so how many times 84 days are begun. */
const RANGES: readonly (readonly [string, number])[] = [
  ['', 1],
  ['start=2024-12-29&end=2024-12-29', 1],
  ['start=2024-10-07&end=2024-12-29', 1],
  ['start=2024-10-06&end=2024-12-29', 2],
  ['start=2024-07-15&end=2024-12-29', 2],
  ['start=2024-07-14&end=2024-12-29', 3],
  [`start=${YEAR.start}&end=${YEAR.end}`, 5],
  ['start=1990-01-01&end=2030-12-31', 5],
  ['start=1990-01-01&end=2024-03-24', 1],
  ['start=1990-01-01&end=2024-03-25', 2],
  ['start=2030-01-01&end=2039-12-31', 0],
  ['start=2024-07-14', 3],
  ['end=2024-06-30', 1],
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
      const receipt = await call(`${path}?${range}`, holder);
      assert.deepEqual({ range, path, ...receipt }, { range, path, status: 200, charged, balance });
    }
  }
  assert.equal(await balanceOf(holder), balance);
  assert.deepEqual(await callsOf(holder), { calls, points: 1_000_000 - balance });
  await auditPasses();
});

test('only an answer is charged, and every answer to a good key tells the charge and the balance', async () => {
  const holder = await service.createKey(100);
  assert.deepEqual(await call(`${TAGS}?start=never`, holder), { status: 400, charged: 0, balance: 100 });
  assert.deepEqual(await call('/api/account', holder), { status: 200, charged: 0, balance: 100 });
  assert.deepEqual(await call('/api/account/usage', holder), { status: 200, charged: 0, balance: 100 });
  assert.deepEqual(await call('/api/account/calls', holder), { status: 200, charged: 0, balance: 100 });
  assert.deepEqual(await call('/api/account/usage?start=x', holder), {
    status: 400,
    charged: 0,
    balance: 100,
  });
  assert.deepEqual(await call(CATEGORIES, holder), { status: 200, charged: 1, balance: 99 });
  assert.deepEqual(await call(TAGS, holder), { status: 402, charged: 0, balance: 99 });
  assert.deepEqual(await call('/api/public/market/focus', holder), { status: 200, charged: 45, balance: 54 });
  assert.deepEqual(await callsOf(holder), { calls: 2, points: 46 });
});

test('one charged call is told to its account, by its request id, and to no other', async () => {
  const [holder, other] = [await service.createKey(100), await service.createKey(100)];
  const week = { start: '2024-05-06', end: '2024-05-12' };
  const asked = `/api/public/market/focus?${new URLSearchParams(week)}`;
  const { headers } = await service.get(asked, { key: holder.key });
  const id = headers.get('x-request-id') ?? '';
  const { status, body } = await service.get(`/api/account/calls/${id}`, { key: holder.key });
  const { time, key, ...rest } = (body as { data: Record<string, unknown> }).data;
  assert.deepEqual(
    [status, rest],
    [
      200,
      {
        path: '/api/public/market/focus',
        points: Number(headers.get('x-points-charged')),
        parameters: week,
        idempotency_key: null,
        request_id: id,
        balance: Number(headers.get('x-points-balance')),
      },
    ],
  );
  assert.match(String(time), /^\d{4}-.*Z$/);
  assert.deepEqual(key, { id: holder.id, last4: holder.key.slice(-4) });
  for (const [wrong, by] of [
    [id, other],
    ['none', holder],
    ['', holder],
    [`${id}/more`, holder],
    ["' OR 1=1 --", holder],
    ['\u0001', holder],
    ['x'.repeat(5000), holder],
    [id.replace(/-.*/, '-nowhere'), holder],
  ] as const) {
    const refused = await service.get(`/api/account/calls/${encodeURIComponent(wrong)}`, { key: by.key });
    assert.deepEqual([refused.status, refused.body], [404, { code: 404, msg: 'Not found' }], wrong);
  }
  assert.equal((await service.get(`/api/account/calls/${id}`)).status, 401);
});

test('a balance of exactly the price is enough, one point less is not', async () => {
  const holder = await service.createKey(99);
  const refused = await service.get(TAGS, { key: holder.key });
  const body = { code: 402, msg: 'API 点數餘額不足', data: { balance: 99, required: 100 } };
  assert.deepEqual(refused.body, body);
  await service.succeed('points', 'grant', holder.account, '1');
  assert.deepEqual(await call(TAGS, holder), { status: 200, charged: 100, balance: 0 });
});

test('every grant is listed with who gave it, when and what for', async () => {
  const { account } = await service.createKey(3);
  const other = await service.createKey(4);
  const started = Date.now();
  await service.succeed('points', 'grant', account, '5', '--note', 'invoice 7, 發票');
  const list = (...args: string[]) => service.succeed('points', 'list', ...args);
  const rows = jsonLines<{ id: number; time: string; account_id: string }>(await list(account, '--json'));
  const by = userInfo().username;
  assert.deepEqual(
    rows.map(({ id, time, account_id, ...rest }) => rest),
    [
      { points: 3, balance: 3, left: 3, by: 'a test', note: 'first points' },
      { points: 5, balance: 8, left: 5, by, note: 'invoice 7, 發票' },
    ].map((row) => ({
      account,
      kind: 'paid',
      expires: null,
      reference: null,
      of_grant: null,
      external_id: null,
      ...row,
    })),
  );
  const at = Date.parse(rows[1]?.time ?? '');
  assert.ok(at >= started && at <= Date.now());
  const all = jsonLines<{ account: string }>(await list('--json'));
  assert.deepEqual(
    all.slice(-3).map((row) => row.account),
    [account, other.account, account],
  );
  assert.match(
    await list(account),
    new RegExp(`^ *id .*\n.* a test +first points +-\n.* ${by} +invoice 7, 發票 +-\n$`),
  );
});

test('first points are of the kind that is said', async () => {
  const account = `gift-${Date.now()}`;
  await service.succeed('account', 'create', account, '--points', '9', '--kind', 'promotional');
  const { stdout } = await service.mdq('points', 'list', account, '--json');
  assert.deepEqual(
    jsonLines<{ kind: string; points: number }>(stdout).map(({ kind, points }) => [kind, points]),
    [['promotional', 9]],
  );
});

test('points are taken back with a note, never below 0', async () => {
  const { account } = await service.createKey(10);
  const take = (...args: string[]) => service.mdq('points', 'take', account, ...args);
  const tooMany = await take('11', '--note', 'returned');
  assert.deepEqual(
    [tooMany.code, tooMany.stderr],
    [1, `mdq: "${account}" has 10 points; no more can be taken back\n`],
  );
  const unsaid = await take('4');
  assert.equal(unsaid.code, 1);
  assert.match(unsaid.stderr, /--note/);
  const taken = await take('4', '--note', 'returned', '--json');
  assert.deepEqual(JSON.parse(taken.stdout), { account, taken: 4, balance: 6, repeated: false });
  const { stdout } = await service.mdq('points', 'list', account, '--json');
  const [given, last] = jsonLines<Record<string, unknown>>(stdout);
  assert.deepEqual([last?.points, last?.balance, last?.note], [-4, 6, 'returned']);
  assert.deepEqual([given?.of_grant, last?.of_grant], [null, given?.id]);
  const audit = JSON.parse(await service.succeed('audit', '--json'));
  assert.deepEqual([audit.ok, audit.taken], [true, 4]);
});

test('a holder is told what is left of each grant and until when; the same payment again changes nothing', async () => {
  const holder = await service.createKey(100);
  const { account, key } = holder;
  const grant = async (...args: string[]) =>
    JSON.parse((await service.mdq('points', 'grant', account, ...args, '--json')).stdout);
  const paid = ['50', '--reference', `pay ${account}`];
  const first = await grant(...paid);
  assert.deepEqual([first.balance, first.repeated], [150, false]);
  assert.deepEqual(await grant(...paid, '--note', 'told twice'), { ...first, repeated: true });
  const { stdout: log } = await service.mdq('log', '--account', account);
  assert.deepEqual(
    log.match(/points grant +(done, repeated|done)/g)?.map((row) => row.split(/ {2,}/)[1]),
    ['done', 'done, repeated'],
  );
  await grant('7', '--kind', 'promotional', '--expires', '2099-12-31');
  await call('/api/public/meta/categories', holder);
  const { body } = await service.get('/api/account/points', { key });
  const { balance, grants } = (body as { data: { balance: number; grants: Record<string, unknown>[] } }).data;
  assert.equal(balance, 156);
  assert.deepEqual(
    grants.map(({ kind, points, left, expires, reference }) => [kind, points, left, expires, reference]),
    [
      ['promotional', 7, 6, '2099-12-31', null],
      ['paid', 100, 100, null, null],
      ['paid', 50, 50, null, `pay ${account}`],
    ],
  );
});

test('a holder and the operator are told the same statement of a month, for nothing', async () => {
  const holder = await service.createKey(100);
  const { account, key, id } = holder;
  await service.mdq('points', 'grant', account, '50', '--reference', `statement ${account}`);
  await call(CATEGORIES, holder);
  const reply = await service.get('/api/account/statement', { key });
  assert.deepEqual(receiptOf(reply), { status: 200, charged: 0, balance: 149 });
  const { data } = reply.body as { data: Record<string, Record<string, unknown>[]> };
  const month = String(data.month);
  const shown = await service.mdq('statement', account, '--month', month, '--json');
  const told = JSON.parse(shown.stdout);
  assert.deepEqual(
    [told.opening, told.closing, told.final, told.time_zone],
    [data.opening, data.closing, data.final, data.time_zone],
  );
  assert.deepEqual([data.opening, data.closing, data.final], [0, 149, false]);
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
  const { stdout: text } = await service.mdq('statement', account, '--month', month);
  assert.match(text, /^Statement of ".*" for \d{4}-\d\d, days in \S+\n/);
  assert.match(text, /meta\/categories, 1 call +-? +-1$/m);
  assert.match(text, new RegExp(`^${id}.* …${key.slice(-4)} +1 +1$`, 'm'));
  const lines = (await service.mdq('statement', account, '--month', month, '--csv')).stdout
    .trim()
    .split('\n');
  assert.equal(lines[0], 'what,day,time,id,reference,note,path,calls,points,of_grant');
  const points = lines.slice(1).map((line) => Number(line.split(',').at(-2)));
  assert.equal(
    points.slice(0, -1).reduce((sum, each) => sum + each, 0),
    points.at(-1),
  );
});

test('a statement of a month that has not begun, or of no month, is refused', async () => {
  const { account, key } = await service.createKey(1);
  for (const [month, why, by] of [
    ['2999-01', 'month must not be after this month in ', '--month: 2999-01 has not begun yet in '],
    ['2026-13', 'month must be a month as YYYY-MM', '--month must be a month as YYYY-MM, not "2026-13"'],
    ['june', 'month must be a month as YYYY-MM', '--month must be a month as YYYY-MM, not "june"'],
  ] as const) {
    const { status, body } = await service.get(`/api/account/statement?month=${month}`, { key });
    assert.equal(status, 400);
    assert.ok((body as { msg: string }).msg.startsWith(why), JSON.stringify(body));
    const { code, stderr } = await service.mdq('statement', account, '--month', month);
    assert.equal(code, 1);
    assert.ok(stderr.startsWith(`mdq: ${by}`), stderr);
  }
});

test('a grant that cannot be is refused in one line, and nothing is granted', async () => {
  const first = await service.createKey(10);
  const { account } = first;
  const other = await service.createKey(10);
  await service.mdq('points', 'grant', account, '5', '--reference', `pay ${account}`);
  for (const [args, message] of [
    [[account, '5', '--expires', '2020-01-01'], '--expires must be today or later'],
    [[account, '6', '--reference', `pay ${account}`], 'was used with another account or other points'],
    [[other.account, '5', '--reference', `pay ${account}`], 'was used with another account or other points'],
    [[account, '5', '--reference', ' '], 'The reference must have 1 to 200 characters, on one line'],
    [[account, '5', '--kind', 'gift'], 'Allowed choices are paid, promotional, correction'],
  ] as const) {
    const { code, stderr } = await service.mdq('points', 'grant', ...args);
    assert.equal(code, 1, args.join(' '));
    assert.ok(stderr.includes(message), stderr);
  }
  assert.deepEqual([await balanceOf(first), await balanceOf(other)], [15, 10]);
});

test('200 calls at once on a balance for 14 are 14 answers', async () => {
  const focus: Path = '/api/public/sub-market/focus';
  const price = ENDPOINTS[focus].base;
  const holder = await service.createKey(14 * price + 3);
  const receipts = await Promise.all(Array.from({ length: 200 }, () => call(focus, holder)));
  const answered = receipts.filter(({ status }) => status === 200);
  assert.equal(answered.length, 14);
  assert.equal(receipts.filter(({ status, charged }) => status === 402 && charged === 0).length, 186);
  const balances = answered.map(({ balance }) => balance).sort((a, b) => b - a);
  assert.deepEqual(
    balances,
    Array.from({ length: 14 }, (_, i) => (13 - i) * price + 3),
  );
  assert.equal(await balanceOf(holder), 3);
  assert.deepEqual(await callsOf(holder), { calls: 14, points: 14 * price });
  await auditPasses();
});

test('x-max-points below the price refuses the call for nothing', async () => {
  const { balance } = await call('/api/account', rich);
  for (const limit of ['0', '99']) {
    const refused = await service.get(TAGS, { key: rich.key, headers: { 'x-max-points': limit } });
    assert.deepEqual(receiptOf(refused), { status: 402, charged: 0, balance });
    const body = {
      code: 402,
      msg: 'Price is above x-max-points',
      data: { reason: 'max_points', balance, required: 100 },
    };
    assert.deepEqual(refused.body, body);
  }
});

test('x-max-points of the price or more lets the call pass at its price', async () => {
  const { balance } = await call('/api/account', rich);
  const exact = await call(TAGS, rich, { 'x-max-points': '100' });
  assert.deepEqual(exact, { status: 200, charged: 100, balance: balance - 100 });
  const above = await call(TAGS, rich, { 'x-max-points': '999999' });
  assert.deepEqual(above, { status: 200, charged: 100, balance: balance - 200 });
});

test('x-max-points that is no number of points is refused by name', async () => {
  const { balance } = await call('/api/account', rich);
  for (const limit of ['-1', '1.5', 'ten', '1e3', '0x10', '100, 100', 'NaN', '1000000000000000']) {
    const reply = await service.get(TAGS, { key: rich.key, headers: { 'x-max-points': limit } });
    assert.deepEqual(receiptOf(reply), { status: 400, charged: 0, balance }, limit);
    assert.match((reply.body as { msg: string }).msg, /x-max-points .* from 0 to 999999999999999$/);
  }
  for (const limit of ['999999999999999', '0000000000000000500'])
    assert.equal((await call(TAGS, rich, { 'x-max-points': limit })).status, 200);
});

test('numbers of a list stand to the right, also where some are missing', async () => {
  const { account } = await service.createKey(1000);
  await service.mdq('points', 'take', account, '7', '--note', 'returned');
  const { stdout } = await service.mdq('points', 'list', account);
  const [head = '', ...rows] = stdout.split('\n');
  const end = head.indexOf(' left ') + ' left'.length;
  assert.deepEqual(
    rows.filter(Boolean).map((row) => row.slice(0, end).split(' ').at(-1)),
    ['993', '-'],
  );
});
