/** A restore brings back what was backed up and nothing else, never into a store in use, and loses nothing wherever it is cut off. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { runProcess } from '../../support/command.ts';
import { writeCsv } from '../../support/order-files.ts';
import { difference, publishedFigures } from '../../support/reference/figures.ts';
import { madeRows, resentRows } from '../../support/reference/made-rows.ts';
import { someQuestions, urlOf } from '../../support/reference/questions.ts';
import { Reference } from '../../support/reference/reference.ts';
import { startServerHere } from '../../support/server-here.ts';
import {
  assertMistake,
  type DataFolder,
  dataFolderFor,
  runShortly,
} from '../../support/stores/data-folder.ts';
import { contentsOf } from '../../support/stores/folder-contents.ts';
import { restoreElsewhere } from '../../support/stores/taken-backup.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const ROWS = madeRows();
const URLS = someQuestions(new Reference(ROWS)).map(urlOf);

/** The store that is backed up, and the orders of another. */
const data = await dataFolderFor({ after });
const OTHER_ORDERS = await writeCsv(join(data.path, 'other.csv'), resentRows(ROWS));
await data.succeed('import', await writeCsv(join(data.path, 'orders.csv'), ROWS));
await data.succeed('account', 'create', 'acme', '--points', '1000');
const KEY = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')) as { id: string; key: string };
const BACKUP = `${data.path}-backup`;
after(() => rm(BACKUP, { recursive: true, force: true }));
await data.succeed('backup', BACKUP);
const FIGURES = await publishedFigures(data, URLS);
const OTHER = await dataFolderFor({ after });
await OTHER.succeed('import', OTHER_ORDERS);
await OTHER.succeed('account', 'create', 'other', '--points', '7');

/** What a data folder holds. */
const STORE = ['accounts.sqlite', 'publications.json', 'published', 'warehouse.duckdb'];

/** A folder with other accounts and other figures. */
async function openOther(t: TestContext): Promise<DataFolder> {
  const other = await dataFolderFor(t);
  await cp(OTHER.path, other.path, { recursive: true });
  return other;
}

async function assertRestored(folder: DataFolder): Promise<void> {
  assert.equal(JSON.parse(await folder.succeed('audit', '--json')).ok, true);
  assert.equal(JSON.parse(await folder.succeed('account', 'list', '--json')).account, 'acme');
  assert.equal(difference(await publishedFigures(folder, URLS), FIGURES), undefined);
}

const accountsIn = (folder: DataFolder) => folder.succeed('account', 'list', '--json');

/** What a server answers to the key of the backup, or to another. */
async function ask(folder: DataFolder, key: string, meanwhile = async () => {}) {
  const server = await startServerHere(folder.env);
  await meanwhile();
  const answer = await fetch(`${server.url}/api/public/meta/categories`, { headers: { 'x-api-key': key } });
  await answer.arrayBuffer();
  await server.stop();
  return [answer.status, answer.headers.get('x-points-balance')];
}

test('--only data leaves keys, grants and charges of now alone, and --only accounts the orders', async (t) => {
  const there = await openOther(t);
  const accounts = await accountsIn(there);
  const inTheWay = await there.mdq('restore', BACKUP, '--only', 'data');
  assertMistake(inTheWay, /There is order data in .*; with --force it is/);
  const said = await there.succeed('restore', BACKUP, '--only', 'data', '--force');
  assert.match(
    said,
    /^Restored the backup of .*: [\d,]+ lines, version \d+\.\nThe accounts there stayed as they were\.$/m,
  );
  assert.doesNotMatch(said, /keys are valid again/);
  assert.equal(await accountsIn(there), accounts);
  assert.equal(difference(await publishedFigures(there, URLS), FIGURES), undefined);

  const other = await openOther(t);
  const figures = await publishedFigures(other, URLS);
  assert.match(
    await other.succeed('restore', BACKUP, '--only', 'accounts', '--force'),
    /: 1 account with 0 calls\.\nThe order data there stayed as it was\./,
  );
  assert.match(await accountsIn(other), /"acme"/);
  assert.equal(difference(await publishedFigures(other, URLS), figures), undefined);

  // Where there is no such store, nothing is in the way.
  const empty = await dataFolderFor(t);
  await empty.succeed('account', 'create', 'first');
  await empty.succeed('restore', BACKUP, '--only', 'data');
  assert.match(await accountsIn(empty), /"first"/);
  assertMistake(await empty.mdq('restore', BACKUP, '--only', 'figures'), /--only/);
});

test('what was deleted after the backup is there again, keys too, and the command says so', async (t) => {
  const first = await restoreElsewhere(t, BACKUP);
  await first.succeed('key', 'delete', KEY.id);
  await first.succeed('points', 'grant', 'acme', '500');
  const second = await dataFolderFor(t);
  assert.match(await second.succeed('restore', BACKUP), /deleted and rotated keys are valid again/);
  await assertRestored(second);
  // Of the thousand points in the backup one is charged; those that were granted later are gone.
  assert.deepEqual(await ask(second, KEY.key), [200, '999']);
  for (const name of ['accounts.sqlite', 'warehouse.duckdb', 'published/v1.snapshot', 'published']) {
    const { mode } = await stat(join(second.path, name));
    assert.equal(mode & 0o777, name === 'published' ? 0o700 : 0o600, name);
  }
});

test('a folder that is not empty is left alone, and with --force its store is kept beside the new one', async (t) => {
  const other = await openOther(t);
  await writeFile(join(other.path, 'notes.txt'), 'mine');
  const before = await contentsOf(other.path);
  assertMistake(await other.mdq('restore', BACKUP), /is not empty; with --force/);
  assertMistake(await other.mdq('restore', `${BACKUP}-none`), /There is no folder .*-none$/m);
  assert.deepEqual(await contentsOf(other.path), before);
  const inFile = await dataFolderFor(t, { DATA_DIR: join(other.path, 'notes.txt') });
  assertMistake(await inFile.mdq('restore', BACKUP), /must be a folder/);

  const { replaced } = JSON.parse(await other.succeed('restore', BACKUP, '--force', '--json'));
  await assertRestored(other);
  const kept = await dataFolderFor(t, { DATA_DIR: replaced });
  assert.deepEqual((await readdir(replaced)).sort(), STORE);
  assert.match(await accountsIn(kept), /"other"/);
  const there = [...STORE, 'last-audit.json', 'notes.txt', basename(replaced)];
  assert.deepEqual((await readdir(other.path)).sort(), there.sort());

  // A store that is damaged beyond opening is replaced as well.
  for (const name of ['accounts.sqlite', 'warehouse.duckdb'])
    await writeFile(join(other.path, name), 'not a database '.repeat(1000));
  await other.succeed('restore', BACKUP, '--force');
  await assertRestored(other);
});

test('a store that a server or an import uses is not restored into, and both go on', async (t) => {
  const other = await openOther(t);
  const { key } = JSON.parse(await other.succeed('key', 'create', 'other', '--json'));
  const restore = async () =>
    assertMistake(await other.mdq('restore', BACKUP, '--force'), /are in use; stop the server/);
  assert.deepEqual(await ask(other, key, restore), [200, '6']);

  // An import, as the lines know it: one process holds them, so the command needs another.
  const instance = await DuckDBInstance.create(join(other.path, 'warehouse.duckdb'));
  const refused = await runProcess(other.env, ['restore', BACKUP, '--force']);
  assertMistake(refused, /Another import, refresh or backup is running/);
  instance.closeSync();
  assert.match(await accountsIn(other), /"other"/);
  assert.deepEqual((await readdir(other.path)).sort(), STORE);
  await other.succeed('restore', BACKUP, '--force');
  await assertRestored(other);
});

/** Runs a restore that is killed before its n-th rename; whether it was. */
async function restoreUntil(rename: number, folder: DataFolder): Promise<boolean> {
  const script = fileURLToPath(new URL('../../support/faults/killed-at-rename.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, script, 'restore', BACKUP, '--force'], {
    env: { ...folder.env, KILL_AT_RENAME: String(rename) },
    stdio: 'ignore',
  });
  const [code, signal] = await once(child, 'exit');
  if (signal === null) assert.equal(code, 0);
  return signal === 'SIGKILL';
}

/** What a half restored store refuses, each at another place. */
const OTHERS = [['import', OTHER_ORDERS], ['serve'], ['backup', `${BACKUP}-2`]];

test('wherever a restore over a store is killed, the old store is whole or the same command finishes it', async (t) => {
  const seen = { old: 0, refused: 0, restored: 0 };
  for (let rename = 1; ; rename += 1) {
    const other = await openOther(t);
    if (!(await restoreUntil(rename, other))) break;
    const { code, stdout, stderr } = await other.mdq('account', 'list');
    const isOld = stdout.includes('other');
    if (code !== 0) {
      assertMistake({ code, stdout, stderr }, /was cut off; run the same "mdq restore" again/);
      const next = OTHERS[seen.refused % OTHERS.length] ?? [];
      assertMistake(await other.mdq(...next), /was cut off/);
      seen.refused += 1;
    } else seen[isOld ? 'old' : 'restored'] += 1;

    const { replaced } = JSON.parse(await other.succeed('restore', BACKUP, '--force', '--json'));
    await assertRestored(other);
    // Nothing is lost: what was there is in the folder that it was moved to.
    const kept = await dataFolderFor(t, { DATA_DIR: replaced });
    if (code !== 0 || isOld) assert.match(await accountsIn(kept), /"other"/);
  }
  t.diagnostic(JSON.stringify(seen));
  assert.ok(seen.old > 0 && seen.refused >= 5, JSON.stringify(seen));
});

test('wherever a restore into an empty folder is killed, the same command finishes it', async (t) => {
  for (let rename = 0; ; rename += 1) {
    const empty = await dataFolderFor(t);
    if (rename === 0) {
      // Killed while it copied.
      await mkdir(join(empty.path, 'restoring.tmp'));
      await writeFile(join(empty.path, 'restoring.tmp/accounts.sqlite'), 'half');
    } else if (!(await restoreUntil(rename, empty))) break;
    // Half of it may be there: it cannot be taken for a store.
    if ((await readdir(empty.path)).includes('restoring'))
      assertMistake(await empty.mdq('account', 'create', 'new'), /was cut off/);
    await empty.succeed('restore', BACKUP);
    await assertRestored(empty);
    assert.deepEqual((await readdir(empty.path)).sort(), [...STORE, 'last-audit.json'].sort());
  }
});

/** The backup, to be tampered with. */
async function copyBackup(t: TestContext): Promise<string> {
  const copy = join(await temporaryFolder(t), 'copy');
  await cp(BACKUP, copy, { recursive: true });
  return copy;
}

test('only regular files are read from a backup, no further than they are long, and nothing else is restored', async (t) => {
  const backup = await copyBackup(t);
  const { files, ...rest } = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'));
  const store = await dataFolderFor(t);
  await store.succeed('account', 'create', 'before', '--points', '7');
  const before = await contentsOf(store.path);
  const none = { bytes: 0, sha256: createHash('sha256').digest('hex') };
  const LINK = 'a link to the file itself';
  const replacements: Readonly<Record<string, (path: string) => void>> = {
    'a pipe': (path) => execFileSync('mkfifo', [path]),
    'an endless device': (path) => symlinkSync('/dev/zero', path),
    [LINK](path) {
      cpSync(join(backup, basename(path)), `${path}.aside`);
      symlinkSync(`${path}.aside`, path);
    },
    'a folder': (path) => mkdirSync(path),
  };
  const damaged = join(await temporaryFolder(t), 'damaged');
  for (const [what, replace] of Object.entries(replacements)) {
    // Who opens a pipe or reads a device to its end would hang, and only a process can be ended.
    const mdq = /pipe|device/.test(what) ? (...args: string[]) => runShortly(store.env, args) : store.mdq;
    for (const name of ['backup.json', 'accounts.sqlite', 'warehouse.duckdb']) {
      await rm(damaged, { recursive: true, force: true });
      await cp(backup, damaged, { recursive: true });
      await rm(join(damaged, name));
      replace(join(damaged, name));
      // As who made it would say: a size that a pipe or a device has.
      const listed = what === LINK ? files : { ...files, [name]: none };
      if (name !== 'backup.json')
        await writeFile(join(damaged, 'backup.json'), JSON.stringify({ ...rest, files: listed }));
      t.diagnostic(`${name} is ${what}`);
      const says = new RegExp(`${name.replace('.', '\\.')} must be a regular file`);
      const { code, stdout, stderr } = await mdq('verify', damaged);
      assert.equal(code, 1, stderr);
      assert.match(stdout + stderr, says);
      assertMistake(await mdq('restore', damaged, '--force'), says);
    }
  }
  assert.deepEqual(await contentsOf(store.path), before);
});

test('what an engine would read beside the files of a backup does not belong to it', async (t) => {
  const backup = await copyBackup(t);
  await rm(join(backup, 'published'), { recursive: true });
  const aside = join(await temporaryFolder(t), 'published');
  await cp(join(await copyBackup(t), 'published'), aside, { recursive: true });
  symlinkSync(aside, join(backup, 'published'));
  assert.match((await OTHER.mdq('verify', backup)).stdout, /published must be a folder/);
  for (const name of ['warehouse.duckdb.wal', 'accounts.sqlite-wal', 'published/v99.snapshot']) {
    const other = await copyBackup(t);
    execFileSync('mkfifo', [join(other, name)]);
    const { code, stdout } = await runShortly(OTHER.env, ['verify', other]);
    assert.equal(code, 1);
    assert.ok(stdout.includes(`${name} does not belong to the backup`), stdout);
  }
});

test('a backup whose lines hold a view or a macro is refused, and neither reads a file', async (t) => {
  const sound = await copyBackup(t);
  const secret = join(await temporaryFolder(t), 'secret.txt');
  await writeFile(secret, 'LEAK');
  const hostile: [sql: string, says: RegExp][] = [
    [
      `ALTER TABLE orders RENAME TO real;
       CREATE VIEW orders AS SELECT real.*, error((SELECT content FROM read_text('${secret}'))) AS e FROM real`,
      /warehouse\.duckdb was not made by this program: it has the view orders, and may have tables only/,
    ],
    ['CREATE MACRO count(x) AS 7', /it has the macro count, and may have tables only/],
    // It hides the others.
    [
      'CREATE MACRO duckdb_functions() AS TABLE SELECT 1 AS function_name, true AS internal',
      /it has the macro duckdb_functions/,
    ],
  ];
  const backup = join(await temporaryFolder(t), 'hostile');
  const store = await dataFolderFor(t);
  for (const [sql, says] of hostile) {
    await rm(backup, { recursive: true, force: true });
    await cp(sound, backup, { recursive: true });
    const file = join(backup, 'warehouse.duckdb');
    const instance = await DuckDBInstance.create(file);
    const connection = await instance.connect();
    await connection.run(`${sql}; CHECKPOINT`);
    connection.closeSync();
    instance.closeSync();
    const manifest = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'));
    const bytes = await readFile(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    manifest.files['warehouse.duckdb'] = { bytes: bytes.length, sha256 };
    await writeFile(join(backup, 'backup.json'), JSON.stringify(manifest));
    for (const command of ['verify', 'restore']) {
      const { code, stdout, stderr } = await store.mdq(command, backup);
      assert.equal(code, 1, sql);
      assert.match(stdout + stderr, says);
      assert.doesNotMatch(stdout + stderr, /LEAK/);
    }
  }
});
