/** What is kept is for the user of the service alone: files of 0600 in folders of 0700, whatever the umask. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { cleanEnvironment, MDQ } from '../../support/command.ts';
import { rowsAsCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { spawnServer } from '../../support/server-process.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const run = promisify(execFile);
const GOOD = rowsAsCsv([
  row({ order_id: '1', ordered_at: '2025-03-03', category: 'A', sub_category: 'B', amount: '1' }),
]);

interface Place {
  readonly dataDir: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs a command of a user who lets everyone read and write what they make. */
  openly(...args: string[]): Promise<unknown>;
  file: string;
}

async function openPlace(t: TestContext): Promise<Place> {
  const folder = await temporaryFolder(t);
  const dataDir = join(folder, 'data');
  const file = join(folder, 'orders.csv');
  await writeFile(file, `${GOOD}2,yesterday,A,B,P,,,1,,,\n`);
  const env = cleanEnvironment({ DATA_DIR: dataDir, PORT: '0' });
  const openly = (...args: string[]) => run('sh', ['-c', 'umask 0; exec "$@"', 'sh', MDQ, ...args], { env });
  return { dataDir, env, openly, file };
}

/** The modes of a folder and all in it, by name. */
async function modes(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...found.map((each) => join(each.parentPath, each.name))].sort();
  const all = paths.map(async (path) => {
    const { mode } = await lstat(path);
    return [relative(folder, path), (mode & 0o7777).toString(8)] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

async function assertClosed(folder: string, names: readonly string[]): Promise<void> {
  const found = await modes(folder);
  for (const name of names) assert.ok(name in found, `${name} is not in ${Object.keys(found)}`);
  const paths = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = new Set(paths.filter((each) => each.isDirectory()).map((each) => each.name));
  for (const [name, mode] of Object.entries(found)) {
    assert.equal(mode, name === '' || folders.has(name) ? '700' : '600', name);
  }
}

const KEPT = [
  'accounts.sqlite',
  'demo.key',
  'published/current.json',
  'published/v1.snapshot',
  'warehouse.duckdb',
];

test('with an umask that lets everyone in, all that is made is for its owner alone', async (t) => {
  const { dataDir, env, openly, file } = await openPlace(t);
  await openly('import', file, '--skip-bad-rows');
  await openly('account', 'create', 'demo');
  await openly('demo');
  await assertClosed(dataDir, [...KEPT, 'rejects']);
  const server = await spawnServer(env);
  t.after(() => server.child.kill('SIGKILL'));
  await assertClosed(dataDir, ['accounts.sqlite-wal', 'accounts.sqlite-shm']);
});

test('modes that an earlier version left are corrected at opening', async (t) => {
  const { dataDir, openly, file } = await openPlace(t);
  await openly('import', file, '--skip-bad-rows');
  await openly('account', 'create', 'demo');
  await openly('demo');
  for (const name of Object.keys(await modes(dataDir))) {
    const path = join(dataDir, name);
    await chmod(path, (await lstat(path)).isDirectory() ? 0o755 : 0o644);
  }
  await openly('audit');
  await assertClosed(dataDir, KEPT);
});

test('files and folders of others in DATA_DIR stay as they are, and so does DATA_DIR with them in it', async (t) => {
  const { dataDir, openly, file } = await openPlace(t);
  await mkdir(dataDir);
  for (const name of ['tmp', 'published']) await mkdir(join(dataDir, name));
  const others = ['index.html', 'tmp/work', 'published/page.html'];
  for (const name of others) await writeFile(join(dataDir, name), name);
  await symlink(join(dataDir, 'index.html'), join(dataDir, 'demo.key'));
  for (const name of ['', 'tmp', 'published']) await chmod(join(dataDir, name), 0o755);
  for (const name of others) await chmod(join(dataDir, name), 0o644);
  const before = await modes(dataDir);
  await openly('import', file, '--skip-bad-rows');
  await openly('account', 'create', 'acme');
  const after = await modes(dataDir);
  assert.deepEqual(Object.fromEntries(Object.keys(before).map((name) => [name, after[name]])), before);
  assert.deepEqual(
    [after['accounts.sqlite'], after['warehouse.duckdb'], after['published/v1.snapshot'], after.rejects],
    ['600', '600', '600', '700'],
  );
});
