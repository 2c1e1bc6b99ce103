/** What an import says of files it cannot take, and that it leaves everything as it was. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { MDQ } from '../support/command.ts';
import { rowsAsCsv, writeCsv, writeNdjson, writeParquet } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { assertMistake, openDataFolder } from '../support/stores/data-folder.ts';
import { yearOfOrders } from '../support/year-of-orders.ts';

const SCRIPT = '/usr/bin/script';
const NOISE = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 167 + (i >> 3)) % 256));

const data = await openDataFolder();
const files = await openDataFolder();
after(() => Promise.all([data.remove(), files.remove()]));
const at = (name: string) => join(files.path, name);

/** Orders that have a number of their own, so that it is seen which of them arrived. */
function someOrders(first: number, count: number) {
  return Array.from({ length: count }, (_, i) =>
    row({ order_id: `${first + i}`, ordered_at: '2025-03-03', category: 'A', sub_category: 'B' }),
  );
}

type Counts = { readonly version: number; readonly totalLines: number; readonly totalOrders: number };

async function status(): Promise<Counts> {
  return JSON.parse(await data.succeed('status', '--json'));
}

await data.succeed('import', await writeCsv(at('first.csv'), someOrders(0, 2)));

const GOOD = rowsAsCsv(someOrders(100, 3));
/** Of a name, what is in it. */
const UNUSABLE: Readonly<Record<string, string | Buffer>> = {
  ...{ 'empty.csv': '', 'empty.parquet': '', 'empty.ndjson': '', 'empty.csv.gz': '' },
  ...{ 'text.parquet': GOOD, 'text.csv.gz': GOOD },
  ...{ 'noise.csv': NOISE, 'parquet.csv': Buffer.concat([Buffer.from('PAR1'), NOISE]) },
  'columns.csv': 'order_id,ordered_at\n1,2025-03-03\n',
};

test('what cannot be taken is refused in one line that names it, also among good files, and changes nothing', async () => {
  const before = await status();
  for (const [name, content] of Object.entries(UNUSABLE)) await writeFile(at(name), content);
  await symlink('loop.csv', at('loop.csv'));
  await mkdir(at('nothing'));
  for (const name of ['missing.csv', 'loop.csv', 'nothing', ...Object.keys(UNUSABLE)])
    assertMistake(await data.mdq('import', at(name)), new RegExp(name));
  await writeFile(at('good.csv'), GOOD);
  assertMistake(await data.mdq('import', at('good.csv'), at('missing.csv')), /missing\.csv/);
  assert.deepEqual(await status(), before);
});

test('several files, and all files of a folder, are one import', async () => {
  const before = await status();
  const several = [
    await writeCsv(at('several-1.csv'), someOrders(1000, 3)),
    await writeNdjson(at('several-2.ndjson'), someOrders(1003, 4)),
  ];
  await data.succeed('import', ...several);
  const between = await status();
  assert.deepEqual([between.version, between.totalOrders], [before.version + 1, before.totalOrders + 7]);
  await mkdir(at('folder'));
  await writeCsv(at('folder/a.csv'), someOrders(2000, 3));
  await writeNdjson(at('folder/b.ndjson'), someOrders(2003, 4));
  await rename(await writeParquet(at('c.parquet'), someOrders(2007, 5)), at('folder/c.parquet'));
  await writeFile(at('folder/read me.md'), 'not data');
  await data.succeed('import', at('folder'));
  const now = await status();
  assert.deepEqual([now.version, now.totalOrders], [between.version + 1, between.totalOrders + 12]);
});

test('two imports at the same time both arrive, or one of them says why it did not', async () => {
  const before = await status();
  const year = await writeCsv(at('year.csv'), yearOfOrders());
  const imports = [
    { file: year, orders: 728 },
    { file: await writeCsv(at('beside.csv'), someOrders(5000, 500)), orders: 500 },
  ];
  const outcomes = await Promise.all(imports.map(({ file }) => data.mdq('import', file)));
  let expected = before.totalOrders;
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome.code === 0) expected += imports[i]?.orders ?? 0;
    else assertMistake(outcome, /import/);
  }
  assert.ok(expected > before.totalOrders, 'neither of them arrived');
  assert.equal((await status()).totalOrders, expected);
  for (const { file } of imports) await data.succeed('import', file);
  assert.equal((await status()).totalOrders, before.totalOrders + 728 + 500);
});

test('away from a terminal an import tells its steps in lines, and its result apart from them', async () => {
  const { code, stdout, stderr } = await data.mdq('import', at('first.csv'), '--json');
  assert.equal(code, 0);
  assert.ok(stderr.trimEnd().split('\n').length > 1, stderr);
  assert.match(stderr, /first\.csv/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the control characters that must not be there
  assert.doesNotMatch(stderr, /[\x1b\r]/);
  assert.equal(JSON.parse(stdout).orders, 2);
});

test('on a terminal an import draws a bar', async (t) => {
  if (!existsSync(SCRIPT)) return t.skip('script(1), which makes a terminal, is not here');
  const command = `'${MDQ}' import '${at('first.csv')}'`;
  const { code, stdout } = await new Promise<{ code: number; stdout: string }>((resolve) => {
    execFile(SCRIPT, ['-qec', command, '/dev/null'], { env: data.env }, (error, stdout) =>
      resolve({ code: error === null ? 0 : -1, stdout }),
    );
  });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /\d+ ?%/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a bar is drawn over and over in the same place
  assert.match(stdout, /[\x1b\r].*\d+ ?%.*[\x1b\r].*\d+ ?%/s);
  assert.match(stdout, /2 orders/);
});
