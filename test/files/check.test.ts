/** `mdq import --check`: what an import would do, all at once, and the profile that makes it work. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { writeParquet } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';
import { HEADER } from '../support/stores/intake-place.ts';
import { temporaryFolder } from '../support/workplace.ts';

const SHOP = [
  '訂單編號;order date;商品類別;子類別;貨號;Lineitem price;付款方式;顏色',
  '1;31/12/2017 14:05;廚房;鍋具;P1;1.234,50;信用卡;紅',
  '2;01/01/2018 09:00;廚房;刀具;P2;20,00;信用卡;藍',
  '3;05/01/2018 09:00;書;小說;P3;7;現金;藍',
].join('\n');

async function openPlace(t: TestContext): Promise<{ data: DataFolder; at(name: string): string }> {
  const data = await dataFolderFor(t);
  const folder = await temporaryFolder(t);
  return { data, at: (name) => join(folder, name) };
}

test('the profile that a check proposes imports the file, and the check changes nothing', async (t) => {
  const { data, at } = await openPlace(t);
  await writeFile(at('shop.csv'), SHOP);
  const shown = await data.succeed('import', '--check', at('shop.csv'), '--save-profile', at('shop.json'));
  assert.match(shown, /^.*shop\.csv: CSV, semicolons between values$/m);
  assert.match(shown, /^order_id +訂單編號$/m);
  assert.match(shown, /^Columns not read: 顏色$/m);
  assert.match(shown, /^3 lines of 3 orders; the amounts add up to [0-9.,]+$/m);
  assert.match(shown, /^1 +2017-12-31 14:05 +廚房 +鍋具 +P1 +1234\.50 +信用卡/m);
  assert.match(shown, /^2018-01-05 +1 +█+$/m);
  assert.match(shown, /^廚房 +2 +█+$/m);
  assert.match(shown, /^It can be imported with this profile\. Nothing was changed\.$/m);
  assert.match(
    (await data.mdq('import', '--check', at('shop.csv'), '--save-profile', at('shop.json'))).stderr,
    /shop\.json is there already: name another file for --save-profile, or remove it/,
  );
  assert.deepEqual(await readdir(data.path), []);
  assert.deepEqual(JSON.parse(await readFile(at('shop.json'), 'utf8')), {
    columns: {
      order_id: '訂單編號',
      ordered_at: 'order date',
      category: '商品類別',
      sub_category: '子類別',
      product_id: '貨號',
      amount: 'Lineitem price',
      payment_method: '付款方式',
    },
    delimiter: ';',
    decimal: 'comma',
    dateFormat: '%d/%m/%Y %H:%M',
  });
  const saved = JSON.parse(await readFile(at('shop.json'), 'utf8'));
  const { dateFormat: _, columns, ...rest } = saved;
  const { amount: __, ...others } = columns;
  await writeFile(at('less.json'), JSON.stringify({ ...rest, columns: others }));
  assert.match(
    await data.succeed('import', '--check', at('shop.csv'), '--profile', at('less.json')),
    /^It can be imported with this profile, which says more than the one that was given: amount, dateFormat\. /m,
  );
  const report = JSON.parse(
    await data.succeed('import', at('shop.csv'), '--profile', at('shop.json'), '--json'),
  );
  assert.deepEqual([report.lines, report.coverage], [3, { start: '2017-12-31', end: '2018-01-05' }]);
});

test('all that is missing or wrong is told at once, and the exit code says so', async (t) => {
  const { data, at } = await openPlace(t);
  await writeFile(at('few.csv'), 'Created At,SKU,colour\n2025-03-03,P,red\n');
  const { code, stdout } = await data.mdq('import', '--check', at('few.csv'), '--json');
  const report = JSON.parse(stdout);
  assert.equal(code, 1);
  assert.deepEqual(report.problems, [
    `${at('few.csv')} has no column for order_id, category, sub_category, amount (it has: Created At, SKU, colour). Say what it is called there, such as --map order_id=ITS_NAME; what the file does not have, --sql can make`,
  ]);
  assert.deepEqual(report.profile.columns, { ordered_at: 'Created At', product_id: 'SKU' });
  await writeFile(
    at('a.csv'),
    `${HEADER}\n1,2025-03-03,A,B,P,x\n2,2081-03-03,A,B,P,1\n3,2025-03-03,A,B,P,1\n`,
  );
  await writeFile(at('b.csv'), `${HEADER}\n3,2025-03-03,A,B,P,1000.5\n`);
  const bad = JSON.parse((await data.mdq('import', '--check', at('a.csv'), at('b.csv'), '--json')).stdout);
  assert.deepEqual(
    [bad.rows.lines, bad.rows.orders, bad.rows.badRows, bad.rows.amount],
    [2, 1, 2, '1001.50'],
  );
  assert.match(
    bad.problems.join('\n'),
    /line 2: amount must.*\n.*line 3: ordered_at must.*\n1 order is in more than one/,
  );
  assert.ok(!existsSync(join(data.path, 'rejects')));
  const { code: passes, stdout: shown } = await data.mdq('import', '--check', '--skip-bad-rows', at('a.csv'));
  assert.equal(passes, 0, 'what is to be left out is no problem');
  assert.match(shown, /^Left out by --skip-bad-rows:\n.*line 2: amount must.*\n.*line 3: ordered_at must/m);
  assert.match(shown, /^It can be imported\. Nothing was changed\.$/m);
});

test('dates that could be read in two ways are asked about, and are in no profile before it is said', async (t) => {
  const { data, at } = await openPlace(t);
  await writeFile(at('a.csv'), `${HEADER.replace('ordered_at', 'When')}\n1,03/04/2025,A,B,P,1\n`);
  const { code, stdout } = await data.mdq(
    'import',
    '--check',
    at('a.csv'),
    '--save-profile',
    at('shop.json'),
  );
  assert.equal(code, 1);
  assert.match(stdout, /dates could be %d\/%m\/%Y or %m\/%d\/%Y: say which with --date-format/);
  assert.ok(!existsSync(at('shop.json')), 'a failed check saves nothing, so the corrected command works');
  assert.match(stdout, /^A profile for these files, not kept in \S+ while there are problems:\n\{$/m);
  const corrected = ['--check', at('a.csv'), '--date-format', '%d/%m/%Y', '--save-profile', at('shop.json')];
  await data.succeed('import', ...corrected);
  assert.deepEqual(JSON.parse(await readFile(at('shop.json'), 'utf8')), {
    columns: { ordered_at: 'When' },
    dateFormat: '%d/%m/%Y',
  });
});

test('a few dates do not decide how all others are read; dates of whole months do', async (t) => {
  const { data, at } = await openPlace(t);
  const check = async (dates: string[], year = '2025') => {
    await writeFile(
      at('a.csv'),
      `${HEADER}\n${dates.map((date, i) => `${i},${date}/${year},A,B,P,1`).join('\n')}\n`,
    );
    return data.mdq('import', '--check', at('a.csv'));
  };
  const two = (day: number) => String(day).padStart(2, '0');
  const early = Array.from({ length: 100 }, (_, i) => `06/${two(1 + (i % 11))}`);
  const { code, stdout } = await check([...early, '13/06']);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /dates could be %d\/%m\/%Y or %m\/%d\/%Y \(of 101, 1 fits only %d\/%m\/%Y, such as 13\/06\/2025\): say which/,
  );
  assert.match(
    (await check([...early, '13/06', '06/14', '06/15'])).stdout,
    /or %d\/%m\/%Y \(of 103, 2 fit only %m\/%d\/%Y, such as 06\/14\/2025, and 1 fits only %d\/%m\/%Y, such as 13/,
  );
  // A way by which dates are yet to come is no other way, until their days are past in every order.
  if (new Date().getFullYear() < 2030)
    assert.match((await check(['31/12', '30/12'], '25')).stdout, /"dateFormat": "%d\/%m\/%y"/);
  const whole = await check(Array.from({ length: 60 }, (_, i) => `06/${two(1 + (i % 30))}`));
  assert.equal(whole.code, 0);
  assert.match(whole.stdout, /"dateFormat": "%m\/%d\/%Y"/);
});

test('a damaged Parquet file is named with what is wrong, wherever the damage lies', async (t) => {
  const { data, at } = await openPlace(t);
  const shared = { ordered_at: '2025-03-03', sub_category: 'S', amount: '1.50' };
  const rows = Array.from({ length: 3000 }, (_, i) =>
    row({ order_id: `${i}`, category: `C${i % 7}`, ...shared }),
  );
  const path = await writeParquet(at('orders.parquet'), rows);
  const sound = await readFile(path);
  const damaged = {
    'cut short': sound.subarray(0, 5000),
    'without its end': Buffer.concat([sound.subarray(0, -30), Buffer.alloc(30, 0xff)]),
    'with other pages': Buffer.concat([
      sound.subarray(0, 60),
      Buffer.alloc(3000, 0xff),
      sound.subarray(3060),
    ]),
  };
  for (const [what, bytes] of Object.entries(damaged)) {
    await writeFile(path, bytes);
    for (const args of [['--check'], []]) {
      const { code, stderr } = await data.mdq('import', ...args, path);
      assert.equal(code, 1, what);
      assert.match(stderr, /^mdq: \S+orders\.parquet cannot be read as Parquet: /m, what);
      assert.doesNotMatch(stderr, /unexpected|input-0/, what);
    }
  }
});
