/** What an operator sees and does about disclosure control. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { MDQ } from '../../support/command.ts';
import { isEverythingRun } from '../../support/effort.ts';
import { writeCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { formatDay, parseDay } from '../../support/reference/reference-calendar.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { spawnServer } from '../../support/server-process.ts';
import { assertMistake, type DataFolder, dataFolderFor } from '../../support/stores/data-folder.ts';
import { ENGINES, embedded } from '../../support/stores/warehouse-engines.ts';

const FIRST = parseDay('2025-01-06');
const OFF = ['MDQ_MIN_PEOPLE', '0', 'MDQ_MIN_MERCHANTS', '0', 'MDQ_MAX_SHARE', '100'];
const NUMBERS = ['MDQ_MIN_PEOPLE', '3', 'MDQ_MIN_MERCHANTS', '2', 'MDQ_MAX_SHARE', '80'];

/** Four weeks: six people buy Tea each week, one buys Gum. The last week is not complete. */
function shopRows(values: Partial<RawRow> = {}): RawRow[] {
  return Array.from({ length: 4 }, (_, week) => [
    ...Array.from({ length: 6 }, (_, i) =>
      row({
        ...{ order_id: `tea-${week}-${i}`, ordered_at: formatDay(FIRST + 7 * week + i) },
        ...{ category: 'Food', sub_category: 'Tea', amount: '10' },
        ...{ payment_method: 'Credit card', member_id: `m${i}`, merchant_id: `s${i % 3}`, ...values },
      }),
    ),
    row({
      ...{ order_id: `gum-${week}`, ordered_at: formatDay(FIRST + 7 * week), category: 'Food' },
      ...{ sub_category: 'Gum', amount: '1', member_id: 'm9', merchant_id: 's0', ...values },
    }),
  ]).flat();
}

async function openShop(t: TestContext, rows = shopRows(), settings: Readonly<Record<string, string>> = {}) {
  const data = await dataFolderFor(t, settings);
  let files = 0;
  const write = (some: readonly RawRow[]) => writeCsv(join(data.path, `${files++}.csv`), some);
  const said = await data.succeed('import', await write(rows));
  return { data, write, said };
}

const json = async (data: DataFolder, ...args: string[]) => JSON.parse(await data.succeed(...args, '--json'));

/** A command succeeds, and each of these is in what it prints. */
async function says(
  data: DataFolder,
  args: readonly string[],
  ...patterns: readonly RegExp[]
): Promise<void> {
  const said = await data.succeed(...args);
  for (const pattern of patterns) assert.match(said, pattern);
}

for (const engine of ENGINES) {
  const { name, skip } = engine;
  test(
    `a report shows what numbers would close before they are set, and what is closed after, ${name}`,
    {
      skip,
    },
    async (t) => reports(await openShop(t, shopRows(), await engine.place())),
  );

  // What it says is the same on every engine, and what it does is tested there without the command.
  if (isEverythingRun || engine === embedded)
    test(
      `changes of published weeks wait aside, and a restatement says what it tells, ${name}`,
      {
        skip,
      },
      async (t) => waits(await openShop(t, shopRows(), { ...(await engine.place()), MDQ_MIN_PEOPLE: '3' })),
    );

  test(`a report of no orders says so, ${name}`, { skip }, async (t) => {
    const { data } = await openShop(t, shopRows().slice(0, 1), await engine.place());
    const incomplete = await data.succeed('privacy', 'report');
    assert.match(incomplete, /^Orders from 2025-01-06 on are not counted: their week is not complete\.$/m);
    await data.succeed('orders', 'delete', 'tea-0-0');
    const none = await data.succeed('privacy', 'report');
    assert.match(none, /^There are no orders, so there is nothing to count\.$/m);
    assert.doesNotMatch(none, /not complete/);
    assert.doesNotMatch(incomplete + none, /█/);
  });
}

type Shop = Awaited<ReturnType<typeof openShop>>;

async function reports({ data }: Shop): Promise<void> {
  const before = await json(data, 'privacy', 'report');
  assert.equal(before.inForce, null);
  assert.partialDeepStrictEqual(before.others, { minPeople: 5, minMerchants: 3, maxShare: 80 });
  assert.equal(before.incompleteFrom, '2025-01-27');
  await says(data, ['privacy', 'report'], /^Disclosure control is off: everything is shown\.$/m);
  await says(
    data,
    ['privacy', 'report', '--people', '3', '--merchants', '2', '--share', '80'],
    /^With at least 3 people and 2 merchants, no one with more than 80 %:$/m,
    /^whole +3 +0 +0\.0 +- +0\.0 +█+$/m,
    /^sub-category +6 +6 +100\.0 +100\.0 +100\.0$/m,
    /mdq settings set MDQ_MIN_PEOPLE 3 MDQ_MIN_MERCHANTS 2 MDQ_MAX_SHARE 80$/m,
    /^category +sub-category +published % +weeks +published weeks$/m,
    /^Food +100\.0 +3 +3$/m,
    /^Food +Tea +0\.0 +3 +0$/m,
    /^2 of 3 have no published week:\n {2}Food, Tea\n {2}Food, Gum$/m,
    /^Orders from 2025-01-27 on are not counted: their week is not complete\.$/m,
  );
  const all = await data.succeed('privacy', 'report', '--people', '5000');
  assert.match(all, /^They would close every week and show nothing, so they cannot be set\.$/m);
  assert.doesNotMatch(all, /mdq settings set/);
  assert.equal((await json(data, 'status')).version, 1);

  const set = await json(data, 'settings', 'set', ...NUMBERS);
  // Both sub-categories in three weeks, and the audience figures of the category.
  assert.deepEqual(set.restated, { orders: 0, cells: 9, cellsOfFew: 0, openedCells: 0, suppressedCells: 9 });
  const coverage = { start: '2025-01-06', end: '2025-01-26' };
  assert.deepEqual(set.coverage, coverage);
  const { inForce } = await json(data, 'privacy', 'report');
  assert.deepEqual(inForce.levels['sub-category'], {
    ...{ cells: 6, closed: 6, closedBasis: 6, amount: 183, amountNotShown: 183 },
  });
  assert.deepEqual([inForce.period, inForce.levels.category.closed], [coverage, 0]);
  const scope = (subCategory: string | null, amount: number, publishedAmount: number) => ({
    ...{ category: 'Food', subCategory, amount, publishedAmount },
    ...{ weeks: 3, publishedWeeks: publishedAmount > 0 ? 3 : 0 },
  });
  assert.deepEqual(inForce.scopes, [scope(null, 183, 183), scope('Tea', 180, 0), scope('Gum', 3, 0)]);
  await says(
    data,
    ['status'],
    /^Privacy +at least 3 people and 2 merchants, no one with more than 80 %; 0 cells of the whole and the categories closed$/m,
  );
  await says(
    data,
    ['settings', 'set', ...OFF],
    /^Disclosure control is off: 9 cells that were closed, .* are shown from now on\.$/m,
  );
}

async function waits({ data, write, said }: Shop): Promise<void> {
  assert.match(said, /^Not shown until the last week is complete: 7 orders\.$/m);
  const late = row({ order_id: 'late', ordered_at: '2025-01-08', category: 'Food', sub_category: 'Tea' });
  const changed = shopRows().filter((one) => one.order_id === 'tea-1-2');
  const file = await write([late, ...changed.map((one) => ({ ...one, amount: '99' }))]);
  const report = await json(data, 'import', file);
  assert.deepEqual([report.asideOrders, report.version, report.privacy.asideOrders], [2, 2, 2]);
  assert.equal((await json(data, 'import', await write([late]))).version, 2);
  const waiting = (count: number) =>
    new RegExp(
      `^${count} changes of orders in published weeks wait: "mdq refresh --restate" takes them in\\.$`,
      'm',
    );
  const deleting = ['orders', 'delete', 'tea-0-0'];
  await says(
    data,
    deleting,
    /^Nothing is deleted yet\. The deletion of 1 order waits: the figures/,
    waiting(3),
  );
  const { version } = await json(data, 'status');
  const again = await json(data, ...deleting);
  assert.deepEqual([again.asideOrders, again.version], [1, version], 'said again, it publishes nothing');
  await says(data, ['orders', 'show', 'tea-0-0'], /^Its deletion waits until published weeks/m);
  assert.equal((await json(data, 'orders', 'show', 'tea-1-2')).waits, 'change');
  const arriving = await json(data, 'orders', 'show', 'late');
  assert.deepEqual(
    [arriving.waits, arriving.day, arriving.lines[0].sub_category],
    ['arrival', '2025-01-08', 'Tea'],
  );
  await says(data, ['orders', 'show', 'late'], /^It is in no figure yet: it waits until/m);
  await says(
    data,
    ['members', 'forget', 'm4'],
    /^In the figures of published weeks it counts, without its name, until/m,
  );
  await says(data, ['status'], /6 changes of published weeks aside$/m, waiting(6));
  const { lines, waits } = await json(data, 'orders', 'show', 'tea-0-4');
  assert.deepEqual([lines[0].member_id, waits], [null, 'change']);

  // The forgotten member changes audience figures alone, and those are closed: nothing is told of the third week.
  await says(
    data,
    ['refresh', '--restate'],
    /^Restated: 6 orders that had been set aside; 4 published cells change\.$/m,
    /^In all of them fewer people changed than must be in a cell: who kept the version/m,
  );
  assert.equal((await json(data, 'status')).privacy.asideOrders, 0);
  assertMistake(await data.mdq('orders', 'show', 'tea-0-0'), /There is no order "tea-0-0"/);
}

test('numbers that make no sense, or leave nothing, are refused in one line and change nothing', async (t) => {
  const { data } = await openShop(t);
  for (const [says, ...args] of [
    [/MDQ_MIN_PEOPLE must be a whole number from 0 to 1000000; it is "2\.5"/, 'MDQ_MIN_PEOPLE', '2.5'],
    [/MDQ_MAX_SHARE must be a whole number of percent from 1 to 100; it is "0"/, 'MDQ_MAX_SHARE', '0'],
    [/MDQ_MIN_PEOPLE 5000 would close every week and show nothing; nothing was/, 'MDQ_MIN_PEOPLE', '5000'],
    [/must be a whole number from 0/, '--', 'MDQ_MIN_PEOPLE', '-1'],
    [/MDQ_MAX_SHARE needs a value/, 'MDQ_MIN_PEOPLE', '3', 'MDQ_MAX_SHARE'],
  ] as const)
    assertMistake(await data.mdq('settings', 'set', ...args), says);
  const report = await data.mdq('privacy', 'report', '--share', '0');
  assertMistake(report, /MDQ_MAX_SHARE must be a whole number of percent/);
  assertMistake(
    await data.mdq('refresh', '--restate'),
    /Disclosure control is off, so no change is set aside/,
  );
  assert.equal((await json(data, 'status')).version, 1);
});

test('data without members or merchants say what that means for the rule', async (t) => {
  const nobody = await openShop(t, shopRows({ member_id: '' }), { MDQ_MIN_PEOPLE: '3' });
  const members =
    /^Warning \(no-members\): No line names a member, so all lines are one person: MDQ_MIN_PEOPLE 3 closes every cell/m;
  assert.match(nobody.said, members);
  assert.match(await nobody.data.succeed('refresh'), members);
  const single = await openShop(t, shopRows({ merchant_id: '' }), {
    MDQ_MIN_MERCHANTS: '2',
    MDQ_MAX_SHARE: '80',
  });
  assert.match(
    await single.data.succeed('refresh'),
    /^Warning \(no-merchants\): No line names a merchant: MDQ_MIN_MERCHANTS 2 closes every cell.*set MDQ_MIN_MERCHANTS 0$/m,
  );
  assertMistake(
    await single.data.mdq('settings', 'set', 'MDQ_MIN_MERCHANTS', '0'),
    /Every week is closed, and what was closed stays closed; .* Turn disclosure control off first: mdq settings set/,
  );
  await single.data.succeed('settings', 'set', ...OFF);
  assert.doesNotMatch(await single.data.succeed('settings', 'set', 'MDQ_MAX_SHARE', '80'), /Warning/);
  assert.match(await single.data.succeed('status'), /^Privacy +no person with more than 80 %/m);
});

test('callers are told the numbers, how much is closed, and nothing where all is', async (t) => {
  const { data } = await openShop(t, shopRows(), { MDQ_MIN_PEOPLE: '3' });
  await data.succeed('account', 'create', 'acme', '--points', '100000');
  const { key } = await json(data, 'key', 'create', 'acme');
  const server = await spawnServer(data.env);
  t.after(() => server.end('SIGTERM'));
  const call = (path: string, method = 'GET') =>
    fetch(server.url + path, { method, headers: { 'x-api-key': key } });
  const account = (await (await call('/api/account')).json()) as { data: { data: Record<string, unknown> } };
  assert.deepEqual(account.data.data.privacy, { min_people: 3, min_merchants: 0, max_share: 100 });
  assert.deepEqual([account.data.data.default_category, account.data.data.default_sub], ['Food', '']);
  const range = 'start=2025-01-08&end=2025-01-15';
  const ranking = await call(`/api/public/market/sub-ranking?${range}`);
  assert.equal(ranking.headers.get('x-suppressed'), '4');
  assert.deepEqual(await ranking.json(), {
    code: 200,
    data: { type: 'market-sub-ranking', category: 'Food', start: '2025-01-06', end: '2025-01-19', items: [] },
  });
  // Nothing is left of the sub-categories: an answer without orders, about none.
  const focus = await call('/api/public/sub-market/focus?sub=Gum');
  const { data: none } = (await focus.json()) as {
    data: { subCategory: string; focus: { tradeCount: number } };
  };
  assert.deepEqual([none.subCategory, none.focus.tradeCount], ['', 0]);
  assert.equal((await call('/api/public/trends/market')).headers.get('x-suppressed'), '0');
  assert.equal((await call('/api/public/trends/market', 'HEAD')).headers.get('x-suppressed'), null);
});

test('a server on a public address says when everything is shown', async (t) => {
  const { data } = await openShop(t);
  const said = /^Disclosure control is off: callers can single out one person or merchant\./m;
  assert.match(await startedOn(t, data, '0.0.0.0'), said);
  assert.doesNotMatch(await startedOn(t, data, '127.0.0.1'), said);
  await data.succeed('settings', 'set', 'MDQ_MIN_PEOPLE', '3');
  assert.doesNotMatch(await startedOn(t, data, '0.0.0.0'), said);
});

/** What a server says on standard error until it serves. */
async function startedOn(t: TestContext, { env }: DataFolder, host: string): Promise<string> {
  const child = spawn(MDQ, ['serve'], { env: { ...env, HOST: host }, stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  await once(child, 'close');
  return said;
}
