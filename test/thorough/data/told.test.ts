/** What an operator is told of an import before it, at its end, and in the list of all changes. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { jsonLines } from '../../support/json-lines.ts';
import { assertMistake, dataFolderFor } from '../../support/stores/data-folder.ts';
import { HEADER } from '../../support/stores/intake-place.ts';

const HEAD = `${HEADER},member_id,status`;
const ORDERS = [
  'A-1,2026-03-02,Toys,Cars,P,10,m1,paid',
  'A-2,2026-03-03,Toys,Cars,P,20.50,m2,paid',
  'A-3,2026-03-04,Toys,Cars,P,30,m3,sent',
  'A-4,2026-03-05,Toys,Cars,P,40,m4,sent',
];

/** Imported once: each test changes a copy of its own. */
const shop = await dataFolderFor({ after });
await writeFile(join(shop.path, 'first.csv'), [HEAD, ...ORDERS, ''].join('\n'));
await shop.succeed('import', join(shop.path, 'first.csv'));

async function openShop(t: TestContext) {
  const data = await dataFolderFor(t);
  await cp(shop.path, data.path, { recursive: true });
  const at = (name: string) => join(data.path, name);
  const write = async (name: string, rows: readonly string[]) => {
    await writeFile(at(name), [HEAD, ...rows, ''].join('\n'));
    return at(name);
  };
  return { data, at, write, first: at('first.csv') };
}

const CHANGED = ORDERS.map((row) => row.replace('20.50', '21'));

test('--check tells what would become of the orders that are there, and changes nothing', async (t) => {
  const { data, write } = await openShop(t);
  await data.succeed('orders', 'delete', 'A-4');
  await data.succeed('members', 'forget', 'm3');
  const file = await write('second.csv', [
    ...CHANGED.slice(1),
    'A-1,2026-03-02,Toys,Cars,P,10,m1,cancelled',
    'B-1,2026-03-30,Toys,Cars,P,50,m3,paid',
  ]);
  const said = await data.succeed('import', '--check', file, '--complete-through', '2026-03-29');
  for (const line of [
    /4 lines of 4 orders, without 1 cancelled row; the amounts add up to 141\.00$/m,
    /^Shown through 2026-03-29: 1 order of these is later, and kept until more is shown$/m,
    /^Orders that are new: 1\. There before with other rows, to be replaced: 1\. There just as they are: 1\.$/m,
    /^There before, and cancelled now, to be removed: 1\.$/m,
    /^Deleted before, to be left out: 1\.$/m,
    /^Lines of a forgotten member, to be left blank: 2\.$/m,
  ])
    assert.match(said, line);
  assert.equal(JSON.parse(await data.succeed('status', '--json')).version, 3);
  const report = JSON.parse(await data.succeed('import', file, '--json'));
  assert.deepEqual(
    [report.newOrders, report.replacedOrders, report.unchangedOrders, report.removedOrders, report.amount],
    [1, 1, 1, 1, '101.00'],
  );
  const { amount, totalOrders } = JSON.parse(await data.succeed('status', '--json'));
  assert.deepEqual([amount, totalOrders], ['101.00', 3]);
});

test('--check compares the good rows of a file that has others, and writes no list of them', async (t) => {
  const { data, at, write, first } = await openShop(t);
  const more = ['B-1,2026-03-30,Toys,Cars,P,50,m3,paid', 'B-2,2026-03-30,Toys,Cars,P,x,m3,paid'];
  const file = await write('second.csv', [...CHANGED, ...more]);
  const said =
    /^Of the good rows alone:\nOrders that are new: 1\. There before with other rows, to be replaced: 1\. There just as they are: 3\.$/m;
  const refused = await data.mdq('import', '--check', file);
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, said);
  assert.match(refused.stdout, /line \d+: amount must be digits/);
  assert.match(await data.succeed('import', '--check', '--skip-bad-rows', file), said);
  assert.doesNotMatch(await data.succeed('import', '--check', first), /Of the good rows alone/);
  assert.ok(!existsSync(at('rejects')));
  const report = JSON.parse(await data.succeed('import', '--skip-bad-rows', file, '--json'));
  assert.deepEqual([report.newOrders, report.replacedOrders], [1, 1]);
});

test('an import that changes nothing says which one would be taken back; undone ones are marked in the list', async (t) => {
  const { data, write, first } = await openShop(t);
  const second = await write('second.csv', [
    'A-1,2026-03-02,Toys,Cars,P,10,m1,cancelled',
    'C-1,2026-03-09,Toys,Cars,P,1,m1,paid',
    'C-2,2026-03-10,Toys,Cars,P,1,m1,paid',
  ]);
  await data.succeed('import', second, '--complete-through', '2026-03-09');
  assert.match(
    await data.succeed('import', second),
    /^Nothing has changed.*"mdq imports undo" would take back the import of .* UTC \(.*second\.csv\)\.$/m,
  );
  await data.succeed('imports', 'undo');
  assert.doesNotMatch(await data.succeed('import', first), /would take back/);
  const rows = jsonLines<Record<string, unknown>>(await data.succeed('imports', '--json'));
  assert.deepEqual(
    rows.map(({ what, undone, cancelled, removed, shownThrough }) => [
      ...[what, undone, cancelled, removed, shownThrough],
    ]),
    [
      ['import', false, 0, 0, null],
      ['import', true, 1, 1, '2026-03-09'],
      ['undo', false, 0, 0, null],
    ],
  );
});

test('that no status is known as cancelled is no news where earlier imports had such', async (t) => {
  const { data, write, first } = await openShop(t);
  const isNews = async (file: string) =>
    (await data.succeed('import', '--check', file)).includes('No status is known as cancelled');
  assert.ok(await isNews(first));
  await data.succeed('import', await write('a.csv', ['A-5,2026-03-05,Toys,Cars,P,1,m,cancelled']));
  assert.ok(!(await isNews(await write('b.csv', ['A-6,2026-03-05,Toys,Cars,P,1,m,sent']))));
});

test('the last day that is shown can be changed without an import, which is noted', async (t) => {
  const { data } = await openShop(t);
  const said = await data.succeed('refresh', '--complete-through', '2026-03-03');
  assert.match(said, /^Shown through 2026-03-03; 2 later orders are kept and not shown\.$/m);
  assertMistake(await data.mdq('imports', 'undo'), /the newest is a change of settings/);
  assertMistake(
    await data.mdq('refresh', '--complete-through', '2026-01-01'),
    /There are no orders until 2026-01-01, the last day to be shown; nothing was changed/,
  );
  assertMistake(
    await data.mdq('refresh', '--complete-through', 'soon'),
    /--complete-through must be a date, YYYY-MM-DD, or last-sunday, or last/,
  );
  assert.match(
    await data.succeed('refresh', '--complete-through', '2026-03-31'),
    /^Shown through 2026-03-31; there are no later orders\.$/m,
  );
  assert.equal(JSON.parse(await data.succeed('refresh', '--json')).completeThrough, '2026-03-31');
  assert.equal(
    JSON.parse(await data.succeed('refresh', '--complete-through', 'last', '--json')).completeThrough,
    null,
  );
});

test('what cannot be read is told in words, and a list that is cut says by how much', async (t) => {
  const { data, at, write } = await openShop(t);
  await mkdir(at('folder'));
  await writeFile(at('shop.json'), JSON.stringify({ tables: { items: 'first.csv' } }));
  for (const [args, said] of [
    [['--sql', at('folder'), at('first.csv')], /Cannot read the query .*folder: it is a folder/],
    [
      ['--profile', at('none.json'), at('first.csv')],
      /Cannot read the profile .*none\.json: there is no such file/,
    ],
    [
      ['--profile', at('shop.json')],
      /The profile names tables and no query of them: add "sql" to it, or give --sql/,
    ],
  ] as const)
    assertMistake(await data.mdq('import', ...args), said);
  const bad = await write(
    'bad.csv',
    Array.from({ length: 14 }, (_, i) => `D-${i},never,Toys,Cars,P,1,,`),
  );
  const { stdout } = await data.mdq('import', '--check', bad);
  assert.match(stdout, /^ {2}and 4 more bad rows$/m);
});

test('a file whose name has a line break, a star and a quote is one file of the list', async (t) => {
  const { data, write } = await openShop(t);
  const file = await write('a\n*"b\'.csv', ['E-1,2026-03-09,Toys,Cars,P,1,m,paid']);
  await write('a\n-other-"b\'.csv', ['E-2,2026-03-09,Toys,Cars,P,1,m,paid']);
  await data.succeed('import', file);
  const { files, orders } =
    jsonLines<Record<string, unknown>>(await data.succeed('imports', '--json')).at(-1) ?? {};
  assert.deepEqual([files, orders], [[file.replace('\n', '\\n')], 1]);
});
