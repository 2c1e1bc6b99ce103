/** What is kept is for the user of the service alone: files of 0600 in folders of 0700, whatever the umask. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { cleanEnvironment, MDQ } from '../../support/command.ts';
import { rowsAsCsv } from '../../support/order-files.ts';
import { serverFor } from '../../support/stores/data-folder.ts';
import { order } from '../../support/stores/prepare.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const run = promisify(execFile);

/** A data folder, and a command on it of a user who lets everyone read and write what they make. */
async function openPlace(t: TestContext) {
  const folder = await temporaryFolder(t);
  const dataDir = join(folder, 'data');
  const file = join(folder, 'orders.csv');
  await writeFile(file, `${rowsAsCsv([order('1')])}2,yesterday,A,B,P,,,1,,,\n`);
  const env = cleanEnvironment({ DATA_DIR: dataDir, PORT: '0' });
  const openly = (command: string) =>
    run('sh', ['-c', `umask 0; exec "$@"`, 'sh', MDQ, ...command.split(' ')], { env });
  const fill = async () => {
    await openly(`import ${file} --skip-bad-rows`);
    await openly('account create demo');
  };
  return { dataDir, env, openly, fill };
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

async function assertClosed(folder: string, ...names: string[]): Promise<void> {
  const found = await modes(folder);
  for (const name of names) assert.ok(name in found, `${name} is not in ${Object.keys(found)}`);
  for (const [name, mode] of Object.entries(found)) {
    const isFolder = (await lstat(join(folder, name))).isDirectory();
    assert.equal(mode, isFolder ? '700' : '600', name);
  }
}

const KEPT = [
  'accounts.sqlite',
  'demo.key',
  'published/current.json',
  'published/v1.snapshot',
  'warehouse.duckdb',
];

test('with an umask that lets everyone in, all that is made is for its owner alone, and modes of before are corrected', async (t) => {
  const { dataDir, env, openly, fill } = await openPlace(t);
  await fill();
  await openly('demo');
  await assertClosed(dataDir, ...KEPT, 'rejects');
  const server = await serverFor(t, env);
  await assertClosed(dataDir, 'accounts.sqlite-wal', 'accounts.sqlite-shm');
  await server.end('SIGTERM');
  // As an earlier version left them.
  for (const name of Object.keys(await modes(dataDir))) {
    const path = join(dataDir, name);
    await chmod(path, (await lstat(path)).isDirectory() ? 0o755 : 0o644);
  }
  await openly('audit');
  await assertClosed(dataDir, ...KEPT);
});

test('files and folders of others in DATA_DIR stay as they are, and so does DATA_DIR with them in it', async (t) => {
  const { dataDir, fill } = await openPlace(t);
  const others = ['index.html', 'tmp/work', 'published/page.html'];
  for (const name of ['tmp', 'published']) await mkdir(join(dataDir, name), { recursive: true });
  for (const name of others) await writeFile(join(dataDir, name), name);
  await symlink(join(dataDir, 'index.html'), join(dataDir, 'demo.key'));
  for (const name of ['', 'tmp', 'published']) await chmod(join(dataDir, name), 0o755);
  for (const name of others) await chmod(join(dataDir, name), 0o644);
  const before = await modes(dataDir);
  await fill();
  const after = await modes(dataDir);
  const own = {
    'accounts.sqlite': '600',
    'warehouse.duckdb': '600',
    'published/v1.snapshot': '600',
    rejects: '700',
  };
  for (const [name, mode] of Object.entries({ ...before, ...own })) assert.equal(after[name], mode, name);
});
