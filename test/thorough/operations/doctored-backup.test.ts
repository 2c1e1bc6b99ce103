/** A backup that somebody has tampered with is refused: it holds up no command, leads nowhere else and replaces nothing. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { assertMistake, dataFolderFor, runShortly } from '../../support/stores/data-folder.ts';
import { contentsOf } from '../../support/stores/folder-contents.ts';
import { importRows } from '../../support/stores/prepare.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const data = await dataFolderFor({ after });
await importRows(data);
await data.succeed('account', 'create', 'acme', '--points', '1000');

async function takeBackup(t: TestContext): Promise<string> {
  const backup = join(await temporaryFolder(t), 'copy');
  await data.succeed('backup', backup);
  return backup;
}

test('only regular files are read from a backup, no further than they are long, and nothing else is restored', async (t) => {
  const backup = await takeBackup(t);
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
  const backup = await takeBackup(t);
  await rm(join(backup, 'published'), { recursive: true });
  const aside = join(await temporaryFolder(t), 'published');
  await cp(join(await takeBackup(t), 'published'), aside, { recursive: true });
  symlinkSync(aside, join(backup, 'published'));
  assert.match((await data.mdq('verify', backup)).stdout, /published must be a folder/);
  for (const name of ['warehouse.duckdb.wal', 'accounts.sqlite-wal', 'published/v99.snapshot']) {
    const other = await takeBackup(t);
    execFileSync('mkfifo', [join(other, name)]);
    const { code, stdout } = await runShortly(data.env, ['verify', other]);
    assert.equal(code, 1);
    assert.ok(stdout.includes(`${name} does not belong to the backup`), stdout);
  }
});

test('a backup whose lines hold a view or a macro is refused, and neither reads a file', async (t) => {
  const sound = await takeBackup(t);
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
