/** Orders that are cancelled or deleted, up to the last one, members that are forgotten, days that are not shown yet. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dayClock, formatDay, mondayOf, parseDay } from '../../src/lib/calendar.ts';
import { Connection } from '../../src/warehouse/database/connection.ts';
import type { Warehouse } from '../../src/warehouse/warehouse.ts';
import { onlyInTestAll } from '../support/effort.ts';
import { jsonLines } from '../support/json-lines.ts';
import { row } from '../support/reference/made-cases.ts';
import { startService } from '../support/service.ts';
import { assertMistake, type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';
import { HEADER, openIntake } from '../support/stores/intake-place.ts';
import { until } from '../support/until.ts';
import { temporaryFolder } from '../support/workplace.ts';

const STATUS_HEADER = `${HEADER},status,member_id`;
const TAGS_HEADER = `${HEADER},tags,member_id`;
const withStatus = (...rows: readonly string[]) => [STATUS_HEADER, ...rows, ''].join('\n');

test('cancelled rows are left out, and an order that has no other is removed, whatever else its rows hold', async (t) => {
  const { write, import: take, warehouse } = await openIntake(t);
  const june = ['1,2025-03-03,A,B,P,10,paid,', '2,2025-03-04,A,B,P,20,paid,', '3,2025-03-05,A,B,P,40,paid,'];
  await take(await write('june.csv', withStatus(...june)));
  const july = ['1,2025-03-03,A,B,P,-10,Refunded,', '2,,,,,,CANCELLED ,', '9,,,,,,voided,'];
  const report = await take(await write('july.csv', withStatus(...june.slice(0, 1), ...july)));
  assert.deepEqual(
    [report.lines, report.orders, report.unchangedOrders, report.removedOrders, report.cancelledRows],
    [1, 1, 1, 1, 3],
  );
  assert.deepEqual([report.facts.lines, report.facts.orders], [2, 2]);
  assert.equal(await warehouse.order('2'), undefined);
  const again = await take('july.csv');
  assert.deepEqual([again.facts.version, again.removedOrders], [report.facts.version, 0]);
});

test('which statuses are cancelled is a setting; an order with a row that cannot be read stays as it was', async (t) => {
  const { write, import: take, warehouse } = await openIntake(t, { MDQ_CANCELLED_STATUSES: 'Storniert' });
  const good = [
    '1,2025-03-03,A,B,P,10,paid,',
    '2,2025-03-04,A,B,P,20,cancelled,',
    '3,2025-03-04,A,B,P,5,paid,',
  ];
  await take(await write('good.csv', withStatus(...good)));
  const bad = ['1,2025-03-03,A,B,P,1O,paid,', '1,2025-03-03,A,B,Q,5,storniert,'];
  const cut = [
    '2,2025-03-04,A,B,Q,5,storniert,',
    '2,2025-03-04,A',
    '3,,,,,,STORNIERT,',
    '4,2025-03-04,A,B,P,5,,',
  ];
  const report = await take(await write('bad.csv', withStatus(...bad, ...cut)), { skipBadRows: true });
  assert.deepEqual([report.skippedRows, report.cancelledRows, report.removedOrders], [2, 3, 1]);
  const cents = async (id: string) => (await warehouse.order(id))?.lines[0]?.cents;
  assert.deepEqual([await cents('1'), await cents('2'), await cents('3')], [1000, 2000, undefined]);
});

/** Imported once: each test changes a copy of its own. */
const shop = await dataFolderFor({ after });
const ROWS = [
  ...['A-1,2025-03-03,A,B,P,10.50,,m1', 'A-1,2025-03-03,A,C,Q,1,,m1'],
  ...['A-2,2025-03-04,A,B,P,5,,m2', 'A-3,2025-03-05,A,B,P,5,,m1'],
];
await writeFile(join(shop.path, 'orders.csv'), withStatus(...ROWS));
await shop.succeed('import', join(shop.path, 'orders.csv'));

async function openShop(t: TestContext): Promise<{ data: DataFolder; at(name: string): string }> {
  const data = await dataFolderFor(t);
  await cp(shop.path, data.path, { recursive: true });
  return { data, at: (name) => join(data.path, name) };
}

/** Who the lines of an order are of. */
async function membersOf(data: DataFolder, id: string): Promise<(string | null)[]> {
  const { lines } = JSON.parse(await data.succeed('orders', 'show', id, '--json'));
  return lines.map((line: { member_id: string | null }) => line.member_id);
}

test('mdq orders show prints what is kept of an order', async (t) => {
  const { data } = await openShop(t);
  const order = JSON.parse(await data.succeed('orders', 'show', 'A-1', '--json'));
  assert.deepEqual([order.id, order.day, order.lines.length], ['A-1', '2025-03-03', 2]);
  assert.deepEqual(order.lines[0], {
    ...{ category: 'A', sub_category: 'B', product_id: 'P', tags: null, amount: '10.50' },
    ...{ payment_method: 'Unspecified', merchant_id: null, member_id: 'm1' },
  });
  assert.match(await data.succeed('orders', 'show', 'A-1'), /^Order A-1 of 2025-03-03, 2 lines\ncategory /);
  assertMistake(await data.mdq('orders', 'show', 'A-9'), /^mdq: There is no order "A-9"$/m);
});

test('mdq orders delete removes orders and publishes; an unknown one changes nothing', async (t) => {
  const { data, at } = await openShop(t);
  assertMistake(
    await data.mdq('orders', 'delete', 'A-1', 'A-8', 'A-9'),
    /^mdq: There is no order "A-8", "A-9"; nothing was changed$/m,
  );
  assert.equal(
    (await data.succeed('orders', 'delete', 'A-1')).replace(/published .* UTC/, 'published TIME'),
    'Deleted 1 order with 2 lines.\nLater imports leave it out; "mdq orders allow ID" lifts that.\nVersion 2, published TIME: 2 lines of 2 orders.\nCoverage 2025-03-04 to 2025-03-05; the default period is 2025-03-04 to 2025-03-05.\n',
  );
  await writeFile(at('gone.txt'), '\ufeffA-2\r\n\r\n');
  const report = JSON.parse(await data.succeed('orders', 'delete', '--file', at('gone.txt'), '--json'));
  assert.deepEqual([report.deletedOrders, report.totalOrders, report.version], [1, 1, 3]);
  assertMistake(await data.mdq('orders', 'delete'), /Name the orders to delete/);
  assert.equal(JSON.parse(await data.succeed('status', '--json')).totalOrders, 1);
});

test('mdq members forget blanks a member on all its lines, and the id is kept nowhere', async (t) => {
  const { data } = await openShop(t);
  for (const [ids, said] of [
    [['m1', 'm9'], /^mdq: There is no member "m9"; nothing was changed$/m],
    [
      ['ann@example.com'],
      /There is no member "ann@example\.com"; nothing was changed\. .* "mdq members forget --email ADDRESS"/,
    ],
    [[], /Name the members in ids, or give --email/],
  ] as const)
    assertMistake(await data.mdq('members', 'forget', ...ids), said);
  assert.match(
    await data.succeed('members', 'forget', 'm1'),
    /^Blanked the member on 3 lines of 2 orders\.\nLater imports leave it blank too; "mdq members allow ID" lifts that\.\nVersion 2, /,
  );
  assert.deepEqual(await membersOf(data, 'A-1'), [null, null]);
  assert.match(await data.succeed('members', 'forget', 'm1'), /^Blanked the member on 0 lines of 0 orders\./);
  assert.equal(JSON.parse(await data.succeed('status', '--json')).version, 2);
});

test('mdq members forget --email takes the address of a shop profile, and keeps no trace of it', async (t) => {
  const data = await dataFolderFor(t, { MDQ_TIMEZONE: 'America/Sao_Paulo' });
  await data.succeed('account', 'create', 'acme');
  const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
  const files = ['orders_export', 'products_export'].map((name) => path(`test/samples/shopify/${name}.csv`));
  const take = () => data.succeed('import', '--profile', path('profiles/shopify.json'), ...files);
  await take();
  const [, email = ''] = /,([^,@]+@[^,]+),/.exec(await readFile(files[0] ?? '', 'utf8')) ?? [];
  assert.match(
    await data.succeed('members', 'forget', '--email', email),
    /^Blanked the member on [1-9]\d* lines? of [1-9]\d* orders?\.\nLater imports leave it blank too\.\n/,
  );
  assert.match(await take(), /^Left blank: a forgotten member on /m);
  assertMistake(
    await data.mdq('members', 'forget', '--email', 'nobody@example.com'),
    /There is no member with this e-mail address; nothing was changed/,
  );
  const log = await data.succeed('log', '--json');
  assert.match(log, /members forget/);
  for (const trace of [email, hash('sha256', email, 'hex'), 'nobody@example.com'])
    assert.ok(!log.includes(trace), log);
});

/** A copy of the data, outside of its folder. */
async function backupOf(t: TestContext, data: DataFolder): Promise<string> {
  const backup = join(await temporaryFolder(t), 'copy');
  await data.succeed('backup', '--data-only', backup);
  return backup;
}

test('a member who was forgotten by address stays so after a restore of a backup from before the first query', {
  skip: onlyInTestAll,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const at = (name: string) => join(folder, name);
  const rows = (id: string) => `${HEADER},member_id\n${id},2025-03-03,A,B,P,1,ann@example.com\n`;
  await writeFile(at('plain.csv'), rows('1'));
  await writeFile(at('shop.csv'), rows('2'));
  await writeFile(at('lines.sql'), 'SELECT * REPLACE (mdq_member(member_id) AS member_id) FROM shop');
  const [data, other] = [await dataFolderFor(t), await dataFolderFor(t)];
  const restore = (backup: string) => data.succeed('restore', backup, '--force', '--only', 'data');
  const importShop = (into: DataFolder) => into.succeed('import', '--sql', at('lines.sql'), at('shop.csv'));
  await data.succeed('import', at('plain.csv'));
  const backup = await backupOf(t, data);
  await importShop(data);
  await data.succeed('members', 'forget', '--email', 'ann@example.com');
  await restore(backup);
  assert.match(await importShop(data), /^Left blank: a forgotten member on 1 line\.$/m);
  // In the backup of another store, nobody knows which of its members that is.
  await importShop(other);
  assert.match(
    await restore(await backupOf(t, other)),
    /whoever was forgotten here by address may be back: forget them again/,
  );
});

test('who was forgotten and what was deleted stays so when it comes again, until it is allowed', async (t) => {
  const { write, import: take, warehouse } = await openIntake(t);
  const rows = ['1,2025-03-03,A,B,P,10,,m1', '2,2025-03-03,A,B,P,10,,m2', '3,2025-03-04,A,B,P,10,,m1'];
  const all = await write('all.csv', withStatus(...rows));
  await take(all);
  await warehouse.forgetMembers(['m1']);
  await warehouse.deleteOrders(['2']);
  const held = () =>
    Array.fromAsync(['1', '2', '3'], async (id) => (await warehouse.order(id))?.lines[0]?.memberId);
  const again = await take(all);
  assert.deepEqual(await held(), [null, undefined, null]);
  assert.deepEqual(
    [again.deletedOrders, again.forgottenLines, again.orders, again.unchangedOrders, again.isPublished],
    [1, 2, 2, 2, false],
  );
  // Forgetting again succeeds, and who never came is unknown.
  assert.equal((await warehouse.forgetMembers(['m1'])).facts.version, again.facts.version);
  await assert.rejects(warehouse.forgetMembers(['m1', 'm9']), /There is no member "m9"; nothing was changed/);
  await assert.rejects(warehouse.allow('member', ['m2']), /There is no member "m2" who was forgotten/);
  await warehouse.allow('member', ['m1']);
  await warehouse.allow('order', ['2']);
  const returned = await take(all);
  assert.deepEqual(await held(), ['m1', 'm2', 'm1']);
  assert.deepEqual([returned.deletedOrders, returned.forgottenLines], [0, 0]);
  await warehouse.deleteOrders(['2'], { mayReturn: true });
  await take(all);
  assert.deepEqual(await held(), ['m1', 'm2', 'm1']);
});

const history = async (data: DataFolder) =>
  jsonLines<{ what: string; by: string; files: string[] }>(await data.succeed('imports', '--json'));

test('a file of nothing but deleted orders brings nothing and says so; no id is kept in clear', async (t) => {
  const { data, at } = await openShop(t);
  await data.succeed('members', 'forget', 'm1');
  await data.succeed('orders', 'delete', 'A-2');
  await writeFile(at('again.csv'), withStatus('A-2,2025-03-04,A,B,P,5,,m2'));
  const said = await data.succeed('import', at('again.csv'));
  assert.match(said, /^Nothing has changed\.$/m);
  assert.match(said, /^Left out 1 order that was deleted before\.$/m);
  const { marks, ids } = await keptIn(data.path);
  assert.equal(marks.length, 2);
  for (const { key, hash } of marks) assert.match(`${key} ${hash}`, /^[0-9a-f]{64} [0-9a-f]{64}$/);
  assert.deepEqual(ids, ['A-1', 'A-3', 'm2']);
  await data.succeed('orders', 'allow', 'A-2');
  await data.succeed('import', at('again.csv'));
  await data.succeed('settings', 'set', 'MDQ_DEFAULT_WEEKS', '4');
  const log = await history(data);
  assert.deepEqual(
    log.map(({ what, by }) => [what, by]),
    ['import', 'forget', 'delete', 'allow', 'import', 'settings'].map((what) => [what, userInfo().username]),
  );
  assert.deepEqual(log.at(-1)?.files, ['MDQ_DEFAULT_WEEKS']);
});

/** The ids that a store has in clear, and what it remembers of others. */
async function keptIn(dataDir: string) {
  const room = { tmp: join(dataDir, 'tmp'), memory: 1e9, mayMake: false };
  const connection = await Connection.open(dataDir, room);
  const ids = await connection.rows(
    'SELECT id FROM orders UNION ALL SELECT name FROM member WHERE name IS NOT NULL ORDER BY ALL',
  );
  const marks = await connection.rows('SELECT key, hash FROM mark');
  connection.close();
  return { ids: ids.map(({ id }) => id), marks };
}

test('a restore keeps forgotten and deleted what was so when it was made, on either side', {
  skip: onlyInTestAll,
}, async (t) => {
  const { data, at } = await openShop(t);
  await data.succeed('members', 'forget', 'm2');
  const backup = await backupOf(t, data);
  await data.succeed('members', 'forget', 'm1');
  await data.succeed('orders', 'delete', 'A-3');
  assert.match(
    await data.succeed('restore', backup, '--force'),
    /^Left out again, since deleted or forgotten here: 1 order and 1 member of the backup\.$/m,
  );
  assert.equal((await history(data)).at(-1)?.what, 'restore');
  assertMistake(await data.mdq('imports', 'undo'), /the newest is a restore/);
  assert.deepEqual([await membersOf(data, 'A-1'), await membersOf(data, 'A-2')], [[null, null], [null]]);
  assertMistake(await data.mdq('orders', 'show', 'A-3'), /There is no order "A-3"/);
  const report = JSON.parse(await data.succeed('import', at('orders.csv'), '--json'));
  assert.deepEqual([report.deletedOrders, report.forgottenLines], [1, 3]);
});

test('a restore keeps deleted what waited, and what the newest import of the backup had replaced', {
  skip: onlyInTestAll,
}, async (t) => {
  const data = await dataFolderFor(t, { MDQ_MIN_PEOPLE: '2' });
  const take = async (...rows: string[]) => {
    await writeFile(join(data.path, 'rows.csv'), [`${HEADER},member_id`, ...rows, ''].join('\n'));
    return data.succeed('import', join(data.path, 'rows.csv'));
  };
  const week = ['a', 'b', 'c'].map((id) => `${id},2025-01-06,A,B,P,1,${id}`);
  await take(...week, 'next,2025-01-13,A,B,P,1,a', 'x,2025-01-13,A,B,P,1,old');
  await take('late,2025-01-07,A,B,P,1,d', 'x,2025-01-13,A,B,P,1,new');
  const backup = await backupOf(t, data);
  await data.succeed('orders', 'delete', 'late', 'x');
  await data.succeed('members', 'forget', 'old');
  await data.succeed('restore', backup, '--only', 'data', '--force');
  for (const id of ['late', 'x'])
    assertMistake(await data.mdq('orders', 'show', id), new RegExp(`There is no order "${id}"`));
  assertMistake(await data.mdq('imports', 'undo'), /Only an import can be taken back|is not known any more/);
});

test('over a store that cannot be read, a restore says that what was deleted is back', async (t) => {
  const { data, at } = await openShop(t);
  const backup = await backupOf(t, data);
  await data.succeed('orders', 'delete', 'A-3');
  await writeFile(at('warehouse.duckdb'), 'no database');
  assert.match(
    await data.succeed('restore', backup, '--force'),
    /What was deleted or forgotten since is not known here, and is back/,
  );
});

test('--complete-through shows no later day, and holds until another import says otherwise', async (t) => {
  const { write, import: take, warehouse } = await openIntake(t);
  const rows = ['1,2025-03-03,A,B,P,1', '2,2025-03-09,A,B,P,2', '3,2025-03-10,A,New,P,4'];
  const file = await write('a.csv', [HEADER, ...rows, ''].join('\n'));
  type Facts = Awaited<ReturnType<typeof warehouse.refresh>>;
  const shown = ({ coverage, orders, hiddenOrders }: Facts) => [
    formatDay(coverage.end),
    orders,
    hiddenOrders,
  ];
  const { facts } = await take(file, { completeThrough: parseDay('2025-03-09') });
  assert.deepEqual(shown(facts), ['2025-03-09', 2, 1]);
  assert.deepEqual(shown(await warehouse.refresh()), ['2025-03-09', 2, 1]);
  assert.deepEqual(shown((await warehouse.deleteOrders(['1'])).facts), ['2025-03-09', 1, 1]);
  const next = await take(await write('b.csv', `${HEADER}\n4,2025-03-08,A,B,P,1\n`));
  assert.deepEqual(shown(next.facts), ['2025-03-09', 2, 1]);
  const all = await take(file, { completeThrough: 'last' });
  assert.deepEqual([...shown(all.facts), all.isPublished], ['2025-03-10', 3, 0, true]);
  const again = await take(file, { completeThrough: 'last' });
  assert.deepEqual([again.isPublished, again.facts.version], [false, all.facts.version]);
});

test('the last Sunday that is over is shown, in the time of the business, and days long after it are warned of', async (t) => {
  const { write, import: take } = await openIntake(t, { MDQ_TIMEZONE: 'Asia/Taipei' });
  const clock = dayClock('Asia/Taipei');
  const today = clock(Date.now());
  const rows = Array.from({ length: 29 }, (_, i) => `${i},${formatDay(today - i)},A,B,P,1`);
  const file = await write('a.csv', `${HEADER}\n${rows.join('\n')}\n`);
  const { facts, warnings } = await take(file, { completeThrough: 'last-sunday' });
  // Midnight may have passed meanwhile.
  const sundays = [today, clock(Date.now())].map((day) => mondayOf(day) - 1);
  assert.ok(sundays.includes(facts.completeThrough ?? 0));
  assert.equal(facts.newestOrder, today);
  assert.ok(!warnings.some(({ code }) => code === 'long-hidden'));
  const codes = async (completeThrough: number) =>
    (await take(file, { completeThrough })).warnings.map(({ code }) => code);
  assert.ok(!(await codes(today - 14)).includes('long-hidden'));
  assert.ok((await codes(today - 15)).includes('long-hidden'));
  const still = await take(await write('b.csv', `${HEADER}\n0,${formatDay(today)},A,B,P,2\n`));
  assert.match(
    still.warnings.find(({ code }) => code === 'long-hidden')?.message ?? '',
    new RegExp(`through ${formatDay(today - 15)} only, and the newest is of ${formatDay(today)}`),
  );
});

/** Days from a Monday on. */
const DAYS = Array.from({ length: 200 }, (_, i) => formatDay((parseDay('2025-01-06') ?? 0) + i));

test('orders on the far side of a gap are named, with a command that removes them', {
  skip: onlyInTestAll,
}, async (t) => {
  const data = await dataFolderFor(t);
  const file = join(await temporaryFolder(t), 'a.csv');
  const take = async (...strays: string[]) => {
    const rows = [...strays, ...DAYS.slice(0, 28).map((day) => `${day},${day},A,B,P,10,Credit card`)];
    await writeFile(file, `${HEADER},payment_method\n${rows.join('\n')}\n`);
    const { warnings } = JSON.parse(await data.succeed('import', file, '--json'));
    const { warnings: checked } = JSON.parse(await data.succeed('import', '--check', file, '--json'));
    assert.deepEqual(checked, warnings);
    return warnings[0].text as string;
  };
  const stray = (id: string, day = '2020-01-01') => `${id},${day},A,B,P,10,Credit card`;
  assert.equal(
    await take(stray("A 7's"), stray('-8')),
    `There is no order between 2020-01-01 and ${DAYS[0]}. If the dates of "-8", "A 7's" are wrong, correct the file and import it again; ` +
      `to remove them: mdq orders delete --again-allowed -- -8 'A 7'\\''s'`,
  );
  assert.match(
    await data.succeed('orders', 'delete', '--again-allowed', '--', '-8', "A 7's"),
    /^Deleted 2 orders/,
  );
  assert.match(await take(stray('late', DAYS[199])), /the date of "late" is wrong.* remove it: .* late$/);
  // Of many, and of those that an import before has brought, none is named.
  await data.succeed('orders', 'delete', 'late');
  const many = Array.from({ length: 9 }, (_, i) => stray(`s${i}`));
  for (const strays of [many, []])
    assert.match(await take(...strays), /If dates are wrong, .* orders delete --again-allowed ID$/);
});

test('an import warns of what looks wrong, and imports all the same', { skip: onlyInTestAll }, async (t) => {
  const order = (day = '', i = 1, method = 'Credit card', member = `m${i}`) =>
    `${day}-${i},${day},A,B,P,10,${method},${member}`;
  const usual = DAYS.slice(0, 42).flatMap((day, i) => [1, 2, 3].map((n) => order(day, 100 * i + n)));
  const stray = [...usual, order(DAYS[42]), order(DAYS[49], 2)];
  const begun = [...usual, ...[1, 2, 3].map((n) => order(DAYS[42], n))];
  const bad = [order(DAYS[0]).replace(',10,', ',x,'), `lost,${DAYS[0]},A,B,P,x,Credit card,m1`];
  // With disclosure control the week of a day that is said to be complete is shown as a whole.
  const control = { MDQ_MIN_PEOPLE: '2', MDQ_MIN_MERCHANTS: '0' };
  for (const [rows, expected, request = {}, env = {}] of [
    [usual, []],
    [usual.map((row) => row.replace('Credit card', 'credit_card')), ['no-audience']],
    [usual.map((row, i) => (i % 8 === 0 ? row.replace(/m\d+$/, 'NULL') : row)), ['one-member']],
    [stray, ['thin-last-week']],
    [stray, [], { completeThrough: parseDay(DAYS[41] ?? '') }],
    [begun, ['thin-last-week'], { completeThrough: parseDay('2025-03-30') }, control],
    [begun, [], {}, control],
    [[order('2024-10-01'), ...usual], ['gap']],
    [[...usual, ...usual], ['doubled-rows']],
    [[...usual, ...usual.slice(0, 40)], []],
    [[...usual, ...bad], ['lost-orders'], { skipBadRows: true }],
  ] as readonly [string[], string[], object?, Record<string, string>?][]) {
    const place = await openIntake(t, env);
    const file = await place.write('a.csv', `${HEADER},payment_method,member_id\n${rows.join('\n')}\n`);
    const { warnings } = await place.import(file, request);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      expected,
    );
  }
});

test('an import that removes many of the orders that were there warns of it, and so does its check', {
  skip: onlyInTestAll,
}, async (t) => {
  const data = await dataFolderFor(t);
  const file = async (removed: number) => {
    const path = join(data.path, `${removed}.csv`);
    const status = (id: number) => (id < removed ? 'voided' : 'paid');
    const rows = Array.from({ length: 25 }, (_, id) => `${id},2025-03-03,A,B,P,1,${status(id)},`);
    await writeFile(path, withStatus(...rows));
    return path;
  };
  await data.succeed('import', await file(0));
  // A fifth may be usual.
  const said = /Cancelled rows of this import remove \d+ of the 25 orders that were there/;
  for (const [removed, isTold] of [
    [5, false],
    [6, true],
    [25, true],
  ] as const) {
    for (const args of [['--check'], []])
      assert.equal(said.test(await data.succeed('import', ...args, await file(removed))), isTold);
    await data.succeed('imports', 'undo');
  }
});

test('an import tells which names came and which went', async (t) => {
  const { data, at } = await openShop(t);
  await writeFile(at('more.csv'), `${HEADER}\nA-1,2025-03-03,Toys,Cars,P,1\nA-9,2025-03-03,A,D,P,1\n`);
  const said = await data.succeed('import', at('more.csv'));
  assert.match(said, /^New: 1 category \("Toys"\), 2 sub-categories \("A \/ D", "Toys \/ Cars"\)$/m);
  assert.match(said, /^Gone: 1 sub-category \("A \/ C"\)$/m);
  const report = JSON.parse(await data.succeed('import', at('more.csv'), '--json'));
  assert.deepEqual(report.newNames, { categories: [], subCategories: [] });
});

const RANKING = '/api/public/overview/ranking';

test('a running server has no data once the last order is deleted, and data again with the next import', async (t) => {
  const place = { category: 'A', sub_category: 'B' };
  const service = await startService({
    rows: [row({ order_id: '1004', ordered_at: '2025-03-03', ...place })],
  });
  t.after(() => service.stop());
  const { mdq, succeed } = service;
  const { key } = await service.createKey(1_000_000);
  const untilStatus = (status: number) =>
    until(`calls get ${status}`, async () => (await service.get(RANKING, { key })).status === status);
  await untilStatus(200);
  assert.match(
    await succeed('orders', 'delete', '1004'),
    /^Deleted 1 order with 1 line\.\nLater imports .*\nVersion 2, .*: 0 lines of 0 orders\.\nThere are no orders to show/,
  );
  await untilStatus(503);
  const { body } = await service.get(RANKING, { key });
  assert.equal((body as { msg: string }).msg, 'No data has been published yet');
  assert.equal((await service.get('/readyz')).status, 503);
  assert.match(await succeed('status'), /Coverage +none[\s\S]*There are no orders to show/);
  const status = JSON.parse(await succeed('status', '--json'));
  assert.deepEqual([status.version, status.totalOrders, status.coverage], [2, 0, null]);
  await succeed('refresh');
  assertMistake(await mdq('orders', 'delete', '1004'), /There is no order "1004"; nothing was changed/);

  const folder = await temporaryFolder(t);
  await succeed('backup', join(folder, 'copy'));
  await succeed('verify', join(folder, 'copy'));
  await writeFile(join(folder, 'a.csv'), `${HEADER}\n1005,2025-03-01,C,D,Q,7\n1006,2025-03-09,A,B,P,5\n`);
  await succeed('import', join(folder, 'a.csv'));
  await untilStatus(200);
  const { data } = (await service.get(RANKING, { key })).body as { data: { start: string; end: string } };
  assert.deepEqual([data.start, data.end], ['2025-03-03', '2025-03-09']);
  const after = JSON.parse(await succeed('status', '--json'));
  assert.deepEqual([after.totalOrders, after.coverage.start], [2, '2025-03-01']);
});

test('an import that cancels the only order takes it out, and the same again changes nothing', async (t) => {
  const { write, import: take, warehouse } = await openIntake(t);
  await take(await write('a.csv', `${HEADER},status\n1,2025-03-03,A,B,P,10,paid\n`));
  const cancelled = await write('b.csv', `${HEADER},status\n1,,,,,,cancelled\n`);
  const { facts, removedOrders, warnings } = await take(cancelled);
  assert.deepEqual([facts.lines, facts.version, removedOrders, warnings], [0, 2, 1, []]);
  assert.equal(await warehouse.order('1'), undefined);
  assert.equal((await take(cancelled)).facts.version, 2);
  const next = await take(await write('c.csv', `${HEADER}\n1,2025-02-03,A,B,P,10\n2,2025-03-03,A,B,P,5\n`));
  const { tables } = await warehouse.loadDerived(next.facts.version);
  assert.deepEqual([...tables.daily.cents.slice(0, 2)], [1000, 500]);
});

test('orders that are kept and not shown yet are no data, and an import that would show none is refused', async (t) => {
  const { write, import: take, refusal, warehouse } = await openIntake(t);
  const file = await write('a.csv', `${HEADER}\n1,2025-03-03,A,B,P,10\n2,2025-03-10,A,B,P,10\n`);
  assert.match(
    (await refusal(file, { completeThrough: parseDay('2025-03-02') })) ?? '',
    /There are no orders until 2025-03-02, the last day to be shown; nothing was imported/,
  );
  assert.equal(await warehouse.current(), undefined);
  await take(file, { completeThrough: parseDay('2025-03-09') });
  const { facts } = await warehouse.deleteOrders(['1']);
  assert.deepEqual([facts.lines, facts.hiddenOrders], [0, 1]);
});

/** The names that are published. */
async function namesOf(warehouse: Warehouse): Promise<object> {
  const { categories, subs, tags } = await warehouse.load((await warehouse.current()) ?? 0);
  return {
    ...{ categories, subs: subs.map(({ name }) => name) },
    tags: tags.map(({ key, value }) => `${key}=${value}`),
  };
}

const KNOWN = { categories: ['Food'], subs: ['Tea'], tags: [] };
const tea = (id: string, week: number, member = id) => `${id},${DAYS[7 * week]},Food,Tea,P,1,,${member}`;

test('names of an order that was deleted do not come with it again', async (t) => {
  const { write, import: take, warehouse } = await openIntake(t);
  await take(await write('a.csv', [TAGS_HEADER, tea('gone', 0), tea('stays', 0), ''].join('\n')));
  await warehouse.deleteOrders(['gone']);
  const again = `gone,${DAYS[0]},Other,Thing,P,1,kind=other,gone`;
  await take(await write('b.csv', [TAGS_HEADER, again, tea('new', 1), ''].join('\n')));
  assert.deepEqual(await namesOf(warehouse), KNOWN);
});

test('names of a change that waits come with its restatement', async (t) => {
  const { write, import: take, warehouse } = await openIntake(t, { MDQ_MIN_PEOPLE: '2' });
  const week = (number: number) => ['a', 'b', 'c'].map((member) => tea(`${member}${number}`, number, member));
  await take(await write('a.csv', [TAGS_HEADER, ...week(0), ...week(1), ...week(2), ''].join('\n')));
  const late = `late,${DAYS[0]},Other,Thing,P,1,kind=other,late`;
  await take(await write('b.csv', [TAGS_HEADER, ...week(3), late, ''].join('\n')));
  assert.deepEqual(await namesOf(warehouse), KNOWN);
  await warehouse.restate();
  assert.deepEqual(await namesOf(warehouse), {
    ...{ categories: ['Food', 'Other'], subs: ['Tea', 'Thing'], tags: ['kind=other'] },
  });
});
