/** `mdq import --watch` with a profile that names tables: a folder is one import, once it says that it is complete. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { assertMistake, dataFolderFor, runShortly } from '../../../support/stores/data-folder.ts';
import { until } from '../../../support/until.ts';
import { spawnWatch, type WatchProcess } from '../../../support/watch-process.ts';
import { temporaryFolder } from '../../../support/workplace.ts';

const SQL = `SELECT items.order_id, day AS ordered_at, category, category AS sub_category, product_id, amount
             FROM items JOIN orders USING (order_id) JOIN products USING (product_id)`;
const PROFILE = {
  sql: 'lines.sql',
  tables: { items: 'items*.csv', orders: 'orders.csv', products: 'p*.csv' },
};
const PRODUCTS = 'product_id,category\nP1,Home\nP2,Books\n';
/** In seconds: nobody writes to it any more, and more than a day ago. */
const OLD = 1000;

type Files = Readonly<Record<string, string>>;

/** One order of two lines. */
const month = (order: string): Files => ({
  'items-1.csv': `order_id,product_id,amount\n${order},P1,10.00\n${order},P2,5.00\n`,
  'orders.csv': `order_id,day\n${order},2025-03-03\n`,
  'p.csv': PRODUCTS,
  _SUCCESS: '',
});

async function openPlace(t: TestContext, profile: object = PROFILE) {
  const data = await dataFolderFor(t);
  const folder = await temporaryFolder(t);
  const inbox = join(folder, 'inbox');
  await mkdir(inbox);
  await writeFile(join(folder, 'lines.sql'), SQL);
  await writeFile(join(folder, 'shop.json'), JSON.stringify(profile));
  return {
    ...{ data, folder, inbox },
    watch(): WatchProcess {
      const watch = spawnWatch(data.env, inbox, ['--settle', '0.1', '--profile', join(folder, 'shop.json')]);
      t.after(() => watch.child.kill('SIGKILL'));
      return watch;
    },
    /** Puts a folder into the watched one in one step. */
    async put(name: string, files: Files): Promise<void> {
      await mkdir(join(folder, name));
      for (const [file, content] of Object.entries(files)) await writeFile(join(folder, name, file), content);
      await rename(join(folder, name), join(inbox, name));
    },
  };
}

test('a folder is one import once _SUCCESS stands in it, and moves whole', async (t) => {
  const { inbox, put, watch: start } = await openPlace(t);
  const { _SUCCESS, ...unfinished } = month('1');
  await put('2025-03', {
    ...unfinished,
    '_notes.csv': 'no data',
    '.items-2.csv': 'no data',
    'read me.txt': '',
  });
  await put('2025-04', month('2'));
  await put('2025-05.tmp', month('9'));
  const watch = start();
  const taken = await watch.until('taken', '2025-04');
  assert.deepEqual([taken.lines, taken.orders, taken.movedTo], [2, 1, join(inbox, 'taken/2025-04')]);
  await writeFile(join(inbox, '2025-03/_SUCCESS'), '');
  assert.equal((await watch.until('taken', '2025-03')).orders, 1);
  // The same name again takes nobody's place.
  await put('2025-03', month('3'));
  await until('it is taken under another name', () =>
    watch.events.some(({ movedTo }) => movedTo === join(inbox, 'taken/2025-03-2')),
  );
  assert.deepEqual((await readdir(join(inbox, 'taken/2025-03'))).sort(), [
    ...['.items-2.csv', '_SUCCESS', '_notes.csv', 'items-1.csv', 'orders.csv', 'p.csv', 'read me.txt'],
  ]);
  assert.equal((await readdir(inbox)).includes('2025-05.tmp'), true);
  assert.equal(await watch.end('SIGTERM'), 0);
  assert.deepEqual(
    watch.events.map(({ event }) => event),
    ['watching', 'taken', 'taken', 'taken', 'stopped'],
  );
});

test('a folder that is wrong is refused whole with its list, and the one behind it is taken', async (t) => {
  const { inbox, put, watch: start } = await openPlace(t);
  const { 'orders.csv': _orders, ...noOrders } = month('1');
  await put('1', noOrders);
  await put('2', { ...month('2'), 'items-2.csv': 'order_id\n2\n' });
  await put('3', { ...month('3'), 'items-1.csv': 'order_id,product_id,amount\n3,P1,free\n3,P1\n' });
  await put('4', month('4'));
  const watch = start();
  await watch.until('taken', '4');
  const reason = async (name: string) =>
    String((await watch.until('refused', name)).reason).replaceAll(`${inbox}/`, '');
  // Where it is by now.
  assert.equal(await reason('1'), 'There is no file for the table orders: refused/1/orders.csv');
  assert.equal(
    await reason('2'),
    'refused/2/items-2.csv and refused/2/items-1.csv are parts of the table items, and only one of them has the column "product_id"',
  );
  assert.equal(await reason('3'), '2 bad rows');
  const refused = await readdir(join(inbox, 'refused'));
  assert.deepEqual(refused.sort(), ['1', '1.rejects.csv', '2', '2.rejects.csv', '3', '3.rejects.csv']);
  const list = await readFile(join(inbox, 'refused/3.rejects.csv'), 'utf8');
  assert.match(list, /^file,line,order_id,column,value,reason$/m);
  assert.match(list, /3\/items-1\.csv,3,,,"3,P1",has 2 columns instead of 3/);
  assert.match(list, /lines\.sql,,3,amount,free,/);
  assert.match(
    await readFile(join(inbox, 'refused/1.rejects.csv'), 'utf8'),
    /refused\/1,,,,There is no file for the table orders: .*refused\/1\/orders\.csv/,
  );
  assert.deepEqual(Object.keys(noOrders).sort(), (await readdir(join(inbox, 'refused/1'))).sort());
});

test('what a link leads to is never read: a folder, a file in it, or its _SUCCESS', async (t) => {
  const { folder, inbox, put, watch: start } = await openPlace(t);
  const outside = join(folder, 'outside');
  await mkdir(outside);
  for (const [name, content] of Object.entries(month('secret')))
    await writeFile(join(outside, name), content);
  await symlink(outside, join(inbox, '1'));
  const { 'orders.csv': _orders, _SUCCESS, ...rest } = month('2');
  await put('2', { ...rest, _SUCCESS: '' });
  await symlink(join(outside, 'orders.csv'), join(inbox, '2/orders.csv'));
  await put('3', rest);
  await symlink(join(outside, '_SUCCESS'), join(inbox, '3/_SUCCESS'));
  await put('4', month('4'));
  const watch = start();
  await watch.until('taken', '4');
  assert.equal((await watch.until('ignored', '1')).reason, 'not a regular file');
  assert.match(String((await watch.until('refused', '2')).reason), /There is no file for the table orders/);
  assert.equal(await watch.end('SIGTERM'), 0);
  assert.deepEqual((await readdir(inbox)).sort(), ['1', '3', 'held', 'refused', 'taken']);
  assert.equal((await readdir(outside)).length, 4);
  assert.ok(!watch.events.some((event) => JSON.stringify(event).includes('secret')));
});

test('a folder that has had no _SUCCESS for a day is told once, a file beside the folders at once', async (t) => {
  const { inbox, put, watch: start } = await openPlace(t);
  const { _SUCCESS, ...unfinished } = month('1');
  for (const name of ['new', 'old']) await put(name, unfinished);
  for (const name of ['items-1.csv', 'orders.csv', 'p.csv', '.'])
    await utimes(join(inbox, 'old', name), OLD, OLD);
  await writeFile(join(inbox, 'orders.csv'), 'order_id,day\n');
  const watch = start();
  assert.equal((await watch.until('ignored', 'old')).reason, 'no _SUCCESS for a day');
  assert.equal((await watch.until('ignored', 'orders.csv')).reason, 'not in a folder');
  await put('z', month('2'));
  await watch.until('taken', 'z');
  assert.equal(watch.events.filter(({ event }) => event === 'ignored').length, 2);
});

test('without tables in the profile, all data files of a complete folder are one import', async (t) => {
  const { data, inbox, put, watch: start } = await openPlace(t, {});
  const header = 'order_id,ordered_at,category,sub_category,product_id,amount';
  const part = (order: string) => `${header}\n${order},2025-03-03,A,B,P,1\n`;
  const parts = { 'part-00000.csv': part('1'), '.part-00000.csv.crc': 'x', 'part-00001.csv': part('2') };
  await put('dt=2025-03-02', parts);
  for (const name of [...Object.keys(parts), '.']) await utimes(join(inbox, 'dt=2025-03-02', name), OLD, OLD);
  await put('dt=2025-03-03', { ...parts, 'read me.txt': '', _SUCCESS: '' });
  await put('dt=2025-03-04', { 'read me.txt': '', _SUCCESS: '' });
  await put('dt=2025-03-05', { 'part-0.csv': part('4'), 'part-1.csv': part('4'), _SUCCESS: '' });
  const watch = start();
  const { orders, movedTo } = await watch.until('taken', 'dt=2025-03-03');
  assert.deepEqual([orders, movedTo], [2, join(inbox, 'taken/dt=2025-03-03')]);
  assert.equal((await watch.until('ignored', 'dt=2025-03-02')).reason, 'no _SUCCESS for a day');
  assert.match(
    String((await watch.until('refused', 'dt=2025-03-04')).reason),
    /^There is no CSV, Parquet or NDJSON file in /,
  );
  // It cannot pass by waiting, so those behind it go on.
  assert.match(
    String((await watch.until('refused', 'dt=2025-03-05')).reason),
    /^1 order is in more than one of these files/,
  );
  await writeFile(join(inbox, 'single.csv'), part('3'));
  await watch.until('taken', 'single.csv');
  const [imported, ...others] = (await data.succeed('imports', '--json')).trim().split('\n');
  assert.equal(JSON.parse(imported ?? '').delivery, 'dt=2025-03-03');
  assert.equal(others.length, 1);
});

test('tables that could not lie in such a folder are told before it is watched', async (t) => {
  const { data, folder, inbox } = await openPlace(t, { ...PROFILE, tables: { items: '../items.csv' } });
  assertMistake(
    await runShortly(data.env, ['import', '--watch', inbox, '--profile', join(folder, 'shop.json')]),
    /The table items must be a file in the folders that arrive, without "\/": \.\.\/items\.csv/,
  );
});
