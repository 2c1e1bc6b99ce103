/** No command makes an empty store where one is expected to be: it says so, exits with 1 and leaves nothing behind. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openAccounts } from '../../src/accounts/open.ts';
import { readConfig } from '../../src/settings/config.ts';
import { cleanEnvironment, run } from '../support/command.ts';
import { writeCsv } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { assertMistake, dataFolderFor } from '../support/stores/data-folder.ts';

const NO_ACCOUNTS =
  /^mdq: There are no accounts in DATA_DIR \(.+\); "mdq account create NAME" makes the first$/m;
const NO_DATA =
  /^mdq: (No data has been published|There are no order lines) in DATA_DIR .+ yet; "mdq import FILE"/m;

/** Commands that only read, or change what must already be there. */
const COMMANDS: readonly (readonly [string, RegExp])[] = [
  ['audit', NO_ACCOUNTS],
  ['usage acme', NO_ACCOUNTS],
  ['usage acme --by call --csv', NO_ACCOUNTS],
  ['usage --prune 2020-01-01', NO_ACCOUNTS],
  ['account list', NO_ACCOUNTS],
  ['account deactivate acme', NO_ACCOUNTS],
  ['key create acme', NO_ACCOUNTS],
  ['key list', NO_ACCOUNTS],
  ['key delete key_none', NO_ACCOUNTS],
  ['points grant acme 5', NO_ACCOUNTS],
  ['points list', NO_ACCOUNTS],
  ['status', NO_DATA],
  ['status --json', NO_DATA],
  ['imports', NO_DATA],
  ['refresh', NO_DATA],
];

test('on a folder without a store, every command that expects one says so and makes nothing', async (t) => {
  const data = await dataFolderFor(t);
  const away = join(data.path, 'not/there');
  for (const [command, says] of COMMANDS) {
    assertMistake(await data.mdq(...command.split(' ')), says);
    assertMistake(await run(cleanEnvironment({ DATA_DIR: away }), command.split(' ')), says);
  }
  assert.deepEqual(await readdir(data.path), []);
});

test('an empty file is no store, and stays empty', async (t) => {
  const data = await dataFolderFor(t);
  await writeFile(join(data.path, 'accounts.sqlite'), '');
  assertMistake(await data.mdq('audit'), NO_ACCOUNTS);
  assert.deepEqual(await readdir(data.path), ['accounts.sqlite']);
});

test('an audit of a store without accounts, such as a server makes in the wrong folder, says so', async (t) => {
  const data = await dataFolderFor(t);
  await (await openAccounts(readConfig(data.env))).close();
  assert.match(await data.succeed('audit'), /There are no accounts in DATA_DIR .* nothing to add up: check/);
});

test('an account that cannot be made makes no store', async (t) => {
  const data = await dataFolderFor(t);
  assertMistake(await data.mdq('account', 'create', ' '), /name/);
  assert.deepEqual(await readdir(data.path), []);
});

test('the first account and the first import make their stores, each its own', async (t) => {
  const data = await dataFolderFor(t);
  const file = await writeCsv(join(data.path, 'orders.csv'), [
    row({ order_id: '1', ordered_at: '2025-03-03', category: 'A', sub_category: 'B', amount: '1' }),
  ]);
  const told = `This is the first data in ${data.path} (DATA_DIR).`;
  assert.ok((await data.succeed('import', file)).split('\n').includes(told));
  assert.ok(!(await data.succeed('import', file)).includes('the first data'));
  assert.ok(!existsSync(join(data.path, 'accounts.sqlite')));
  assertMistake(await data.mdq('audit'), NO_ACCOUNTS);
  await data.succeed('account', 'create', 'acme');
  await data.succeed('audit');
  await data.succeed('status');
});
