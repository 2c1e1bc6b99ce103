/** The recipe for an operation in CONTRIBUTING.md, followed to the letter in a copy of the project. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newKey } from '../../../src/accounts/key.ts';
import { openAccounts } from '../../../src/accounts/open.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { cleanEnvironment } from '../../support/command.ts';
import { assertMistake } from '../../support/stores/data-folder.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PATH = '/api/public/market/focus';

test('an operation is added with one file and one line', async (t) => {
  const copy = await temporaryFolder(t);
  for (const name of ['src', 'scripts', 'package.json'])
    await cp(join(root, name), join(copy, name), { recursive: true });
  await cp(join(root, 'test/support'), join(copy, 'test/support'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await follow(copy);

  const env = cleanEnvironment({ DATA_DIR: join(copy, 'data') });
  await callFor(env, [3, 5, 8]);
  const { run } = (await import(
    join(copy, 'test/support/command.ts')
  )) as typeof import('../../support/command.ts');
  const mdq = (...args: string[]) => run(env, ['account', 'calls', ...args]);

  const { stdout: help } = await mdq('--help');
  assert.match(
    help,
    /^Usage: mdq account calls \[options\] <account>\n\nlist the latest charged calls of an account$/m,
  );
  assert.match(help, /^ {2}--last <n> +how many of them \(default: 5\)$/m);
  const { stdout } = await mdq('acme', '--last', '2', '--json');
  const calls = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    calls.map(({ path, points, ...rest }) => [path, points, Object.keys(rest)]),
    [8, 5].map((points) => [PATH, points, ['time']]),
  );
  assert.match((await mdq('acme')).stdout, /^time +path +points\n(?:\S+ \S+ +\S+ +[358]\n){3}$/);
  assert.equal((await mdq('bell')).stdout, 'Account "bell" has no calls yet\n');
  assertMistake(await mdq('acme', '--last', '0'), /--last <n>.* It must be a whole number from 1 to 100\.$/m);
  assertMistake(await mdq(), /missing required argument 'account'/);

  const { makeAdminReference } = (await import(
    join(copy, 'scripts/make/admin-reference.ts')
  )) as typeof import('../../../scripts/make/admin-reference.ts');
  const made: string[] = [];
  await makeAdminReference((_file, text) => made.push(text));
  assert.ok(made.join('\n').includes('### `GET /accounts/{account}/calls`\n'));

  await promisify(execFile)(process.execPath, ['--test', 'src/operations/list.test.ts'], {
    cwd: copy,
    env,
  }).catch(({ stdout: said }: { stdout: string }) => assert.fail(said));
});

/** The new file, and the line in the list. */
async function follow(copy: string): Promise<void> {
  const page = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
  const section = page.slice(page.indexOf('## Add an operation'));
  const [file = '', line = ''] = [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(
    (match) => match[1] ?? '',
  );
  await writeFile(join(copy, /`(src\/[\w/-]+\.ts)`/.exec(section)?.[1] ?? ''), file);
  const list = join(copy, 'src/operations/list.ts');
  const text = await readFile(list, 'utf8');
  await writeFile(
    list,
    text.replace(/^ {2}'account list'.*\n/m, (before) => before + line),
  );
}

/** Two accounts, of which one has made calls. */
async function callFor(env: NodeJS.ProcessEnv, charges: readonly number[]): Promise<void> {
  const accounts = await openAccounts(readConfig(env));
  try {
    for (const name of ['acme', 'bell'])
      await accounts.createAccount(name, { points: 100, by: 'a test', note: 'first points' });
    const { stored } = newKey('');
    await accounts.createKey('acme', stored);
    for (const [at, points] of charges.entries())
      await accounts.settle([{ keyHash: stored.hash, points, path: PATH, requestId: `r-${at}`, at, day: 0 }]);
  } finally {
    await accounts.close();
  }
}
