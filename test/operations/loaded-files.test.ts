/** A command loads what it needs. How long that takes is the machine's matter; which files it reads is ours. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../support/command.ts';
import { writeCsv } from '../support/order-files.ts';
import { order } from '../support/stores/prepare.ts';
import { temporaryFolder } from '../support/workplace.ts';

const root = new URL('../..', import.meta.url).href;
const LOADED = 'loaded ';
const HOOK = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) { console.error('${LOADED}' + url); return next(url, context); } });
`)}`;

/** The files of the project that a command loads. */
async function filesOf(dataDir: string, ...args: string[]): Promise<string[]> {
  const main = fileURLToPath(new URL('src/cli/main.ts', root));
  const env = cleanEnvironment({ DATA_DIR: dataDir });
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', HOOK, main, ...args], { env });
  return stderr
    .split('\n')
    .filter((line) => line.startsWith(`${LOADED}${root}`))
    .map((line) => line.slice(LOADED.length + root.length));
}

test('each command loads its own files, and nothing heavy that it does not need', async (t) => {
  const folder = await temporaryFolder(t);
  const orders = await writeCsv(join(folder, 'orders.csv'), [order('1')]);
  const counting = /^src\/(warehouse\/(clickhouse|intake)|snapshot\/tally\/people-)/;
  const version = ['src/cli/main.ts', 'src/cli/run.ts', 'src/lib/version.ts'];
  assert.deepEqual(await filesOf(folder, '--version'), version);

  const created = await filesOf(folder, 'account', 'create', 'acme');
  const operations = created.filter((file) => /^src\/operations\/\w+\//.test(file));
  assert.deepEqual(operations, ['src/operations/accounts/create-account.ts']);
  assert.ok((await filesOf(folder, 'import', orders)).some((file) => counting.test(file)));
  for (const [files, heavy] of [
    [
      created,
      /^src\/(warehouse|endpoints|request|server|http|docs|demo|backup|accounts\/postgres)\/|^node_modules\/(?!commander\/)/,
    ],
    [
      await filesOf(folder, '--help'),
      /^src\/(warehouse\/(duckdb|clickhouse|intake)|accounts\/(sqlite|postgres)|endpoints|cli\/commands|server)\//,
    ],
    [await filesOf(folder, 'status'), counting],
    [await filesOf(folder, 'orders', 'show', '1'), counting],
  ] as const)
    assert.deepEqual(
      files.filter((file) => heavy.test(file)),
      [],
    );
});
