/** A wrong setting or a missing store is named in one line and nothing is made; the first account and import make theirs. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openAccounts } from '../../src/accounts/open.ts';
import { readConfig } from '../../src/settings/config.ts';
import { cleanEnvironment, run } from '../support/command.ts';
import { writeCsv } from '../support/order-files.ts';
import { assertMistake, dataFolderFor, runShortly, serverFor } from '../support/stores/data-folder.ts';
import { order } from '../support/stores/prepare.ts';

const NO_ACCOUNTS =
  /^mdq: There are no accounts in DATA_DIR \(.+\); "mdq account create NAME" makes the first$/m;
const NO_DATA =
  /^mdq: (No data has been published|There are no order lines) in DATA_DIR .+ yet; "mdq import FILE"/m;

/** Commands that only read, or change what must already be there. */
const COMMANDS: readonly (readonly [string, RegExp])[] = [
  ['audit', NO_ACCOUNTS],
  ['usage acme --by call --csv', NO_ACCOUNTS],
  ['usage --prune 2020-01-01', NO_ACCOUNTS],
  ['account list', NO_ACCOUNTS],
  ['key create acme', NO_ACCOUNTS],
  ['points grant acme 5', NO_ACCOUNTS],
  ['status', NO_DATA],
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
  assertMistake(await data.mdq('account', 'create', ' '), /name/);
  assert.deepEqual(await readdir(data.path), []);
  await writeFile(join(data.path, 'accounts.sqlite'), '');
  assertMistake(await data.mdq('audit'), NO_ACCOUNTS);
  assert.deepEqual(await readdir(data.path), ['accounts.sqlite']);
});

test('an audit of a store without accounts, such as a server makes in the wrong folder, says so', async (t) => {
  const data = await dataFolderFor(t);
  await (await openAccounts(readConfig(data.env))).close();
  assert.match(await data.succeed('audit'), /There are no accounts in DATA_DIR .* nothing to add up: check/);
});

test('the first account and the first import make their stores, and say what is off', async (t) => {
  const off = /^Disclosure control is off: .* "mdq privacy report"/m;
  const data = await dataFolderFor(t);
  const file = await writeCsv(join(data.path, 'orders.csv'), [order('1')]);
  const [first, second] = [await data.succeed('import', file), await data.succeed('import', file)];
  assert.ok(first.split('\n').includes(`This is the first data in ${data.path} (DATA_DIR).`));
  assert.match(first, off);
  assert.doesNotMatch(second, /the first data|Disclosure control/);
  assert.ok(!existsSync(join(data.path, 'accounts.sqlite')));
  const careful = await dataFolderFor(t, { MDQ_MIN_PEOPLE: '5' });
  assert.doesNotMatch(await careful.succeed('import', file), off);

  const greets = async () => {
    const server = await serverFor(t, data.env);
    await server.end('SIGTERM');
    return server.output().includes('mdq account create');
  };
  assert.equal(await greets(), true, 'who serves without an account is told how to make one');
  await data.succeed('account', 'create', 'acme');
  assert.equal(await greets(), false);
  await data.succeed('audit');
  await data.succeed('status');
});

test('a wrong setting, or a DATA_DIR that cannot be written, is named by each command', async (t) => {
  const data = await dataFolderFor(t);
  await writeFile(join(data.path, 'file'), '');
  const below = join(data.path, 'file/below');
  for (const [command, name, value] of [
    ['serve', 'PORT', 'eighty'],
    ['serve', 'HOST', 'not an address'],
    ['serve', 'HOST', '203.0.113.7'],
    ['serve', 'DATA_DIR', below],
    ['demo', 'DATA_DIR', below],
    ['status', 'DATA_DIR', below],
    ['account create acme', 'DATA_DIR', below],
    ['key list', 'DATA_DIR', below],
    ['status', 'MDQ_TIMEZONE', 'Mars/Olympus'],
    ['account list', 'ACCOUNTS_URL', 'mysql://localhost/x'],
  ] as const) {
    const start = command === 'serve' ? runShortly : run;
    const outcome = await start({ ...data.env, [name]: value }, command.split(' '));
    assertMistake(outcome, new RegExp(`\\b${name}\\b`));
  }
});
