/** A command loads what it needs. How long that takes is the machine's matter; which files it reads is ours. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../support/command.ts';
import { temporaryFolder } from '../support/workplace.ts';

const root = new URL('../..', import.meta.url).href;
const TOLD = 'loaded ';
const HOOK = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) { console.error('${TOLD}' + url); return next(url, context); } });
`)}`;

async function filesOf(dataDir: string, ...args: string[]): Promise<string[]> {
  const main = fileURLToPath(new URL('src/cli/main.ts', root));
  const env = cleanEnvironment({ DATA_DIR: dataDir });
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', HOOK, main, ...args], { env });
  return stderr
    .split('\n')
    .filter((line) => line.startsWith(`${TOLD}${root}`))
    .map((line) => line.slice(TOLD.length + root.length));
}

test('the version is told by three files', async (t) => {
  const files = await filesOf(await temporaryFolder(t), '--version');
  assert.deepEqual(files, ['src/cli/main.ts', 'src/cli/run.ts', 'src/lib/version.ts']);
});

test('a command about accounts loads its own operation, and nothing of order lines, endpoints or servers', async (t) => {
  const files = await filesOf(await temporaryFolder(t), 'account', 'create', 'acme');
  const operations = files.filter((file) => /^src\/operations\/\w+\//.test(file));
  assert.deepEqual(operations, ['src/operations/accounts/create-account.ts']);
  const others = /^src\/(warehouse|endpoints|request|server|http|docs|demo|backup|accounts\/postgres)\//;
  assert.deepEqual(
    files.filter((file) => others.test(file)),
    [],
  );
  const packages = files.filter((file) => /^node_modules\/(?!commander\/)/.test(file));
  assert.deepEqual(packages, []);
});

test('who looks at what is published or at an order loads one engine, and nothing that reads files or counts', async (t) => {
  const folder = await temporaryFolder(t);
  const orders = join(folder, 'orders.csv');
  await writeFile(
    orders,
    'order_id,ordered_at,category,sub_category,product_id,amount\n1,2025-01-06,A,B,P,1\n',
  );
  const heavy = /^src\/(warehouse\/(clickhouse|intake)|snapshot\/tally\/people-)/;
  assert.ok((await filesOf(folder, 'import', orders)).some((file) => heavy.test(file)));
  for (const command of [['status'], ['orders', 'show', '1']])
    assert.deepEqual(
      (await filesOf(folder, ...command)).filter((file) => heavy.test(file)),
      [],
      command.join(' '),
    );
});

test('help loads no engine, no command and no endpoint', async (t) => {
  const files = await filesOf(await temporaryFolder(t), '--help');
  const heavy =
    /^src\/(warehouse\/(duckdb|clickhouse|intake)|accounts\/(sqlite|postgres)|endpoints|cli\/commands|server)\//;
  assert.deepEqual(
    files.filter((file) => heavy.test(file)),
    [],
  );
});
