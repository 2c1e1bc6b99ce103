/** A backup is complete or says that it is not, and a bad one or a bad place for one is refused in one line. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, type TestContext, test } from 'node:test';
import { MDQ, run } from '../support/command.ts';
import { isEverythingRun } from '../support/effort.ts';
import { SMALL_FOLDERS } from '../support/faults/little-room.ts';
import { writeCsv } from '../support/order-files.ts';
import { difference, publishedFigures } from '../support/reference/figures.ts';
import { madeRows } from '../support/reference/made-rows.ts';
import { someQuestions, urlOf } from '../support/reference/questions.ts';
import { Reference } from '../support/reference/reference.ts';
import { assertMistake, dataFolderFor } from '../support/stores/data-folder.ts';
import { contentsOf } from '../support/stores/folder-contents.ts';
import { openReleasedStore } from '../support/stores/released-store.ts';
import { restoreElsewhere } from '../support/stores/taken-backup.ts';
import { temporaryFolder } from '../support/workplace.ts';

const SIGNAL_AT_TEXT = new URL('../support/faults/signal-at-text.mjs', import.meta.url);
const ROWS = madeRows();
const URLS = someQuestions(new Reference(ROWS)).map(urlOf);

const data = await dataFolderFor({ after });
const ORDERS = await writeCsv(join(data.path, 'orders.csv'), ROWS);
await data.succeed('import', ORDERS);
await data.succeed('account', 'create', 'acme', '--points', '1000');
await data.succeed('key', 'create', 'acme');
const FIGURES = await publishedFigures(data, URLS);
const elsewhere = await dataFolderFor({ after });

async function takeBackup(t: TestContext): Promise<string> {
  const backup = join(await temporaryFolder(t), 'copy');
  await data.succeed('backup', backup);
  return backup;
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('a backup holds accounts, lines and figures, says what they are, and is for its owner alone', async (t) => {
  const backup = join(await temporaryFolder(t), 'new/copy');
  const { program, accounts, published, lines, files } = JSON.parse(
    await data.succeed('backup', backup, '--json'),
  );
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const { totalLines, totalOrders } = JSON.parse(await data.succeed('status', '--json'));
  assert.deepEqual(
    { program, accounts, published, lines },
    {
      program: version,
      accounts: { layout: 6, accounts: 1, calls: 0 },
      published: { layout: 2, version: 1 },
      lines: { layout: 6, lines: totalLines, orders: totalOrders },
    },
  );
  const names = ['accounts.sqlite', 'published/current.json', 'published/v1.snapshot', 'warehouse.duckdb'];
  assert.deepEqual(Object.keys(files).sort(), names);
  for (const file of [...names, 'backup.json']) assert.equal(await modeOf(join(backup, file)), 0o600, file);
  for (const dir of ['.', 'published']) assert.equal(await modeOf(join(backup, dir)), 0o700, dir);
  const verified = JSON.parse(await data.succeed('verify', backup, '--json'));
  assert.deepEqual([verified.ok, verified.damage, verified.audit], [true, [], []]);
  assert.match(await data.succeed('verify', backup), /complete and unchanged/);
});

test('a backup is taken into a new or empty folder outside of the store, and into no other', async (t) => {
  const folder = await temporaryFolder(t);
  const at = (name: string) => join(folder, name);
  await mkdir(at('empty'), { mode: 0o755 });
  await data.succeed('backup', at('empty'));
  assert.equal(await modeOf(at('empty')), 0o700);
  await mkdir(at('other'));
  await writeFile(at('other/file'), '');
  const before = [await contentsOf(folder), await readdir(data.path)];
  for (const [place, says] of [
    [at('empty'), /holds a backup already/],
    [at('other'), /is not empty; name a new or empty folder/],
    [at('other/file'), /must be a new or empty folder/],
    [data.path, /^mdq: The backup must be outside of DATA_DIR /m],
    [join(data.path, 'published', 'copy'), /^mdq: The backup must be outside of DATA_DIR /m],
  ] as const)
    assertMistake(await data.mdq('backup', place), says);
  assertMistake(await elsewhere.mdq('backup', at('nothing')), /nothing to back up/);
  assert.deepEqual([await contentsOf(folder), await readdir(data.path)], before);
  assert.deepEqual(await readdir(elsewhere.path), []);
});

test('a backup that is killed in any of its steps says that it is none, and the store is as it was', async (t) => {
  const folder = await temporaryFolder(t);
  for (const step of ['lines', 'figures', 'accounts']) {
    const backup = join(folder, step);
    const atOnce = { NODE_OPTIONS: `--import=${SIGNAL_AT_TEXT}`, SIGNAL_AT_TEXT: `SIGKILL ${step}` };
    const child = spawn(MDQ, ['backup', backup], { env: { ...data.env, ...atOnce }, stdio: 'ignore' });
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL'], step);
    assertMistake(await data.mdq('verify', backup), /is not a complete backup/);
    assertMistake(await elsewhere.mdq('restore', backup), /is not a complete backup/);
    assert.deepEqual(await readdir(elsewhere.path), []);
    assertMistake(await data.mdq('backup', backup), /is not empty/);
  }
  assert.equal(JSON.parse(await data.succeed('audit', '--json')).ok, true);
  await data.succeed('import', ORDERS);
  assert.equal(difference(await publishedFigures(data, URLS), FIGURES), undefined);
});

for (const [what, open] of Object.entries(SMALL_FOLDERS)) {
  test(`a backup or restore that meets ${what} changes nothing, and works once there is room`, async (t) => {
    const [from, to] = [await open(), await open()];
    if (typeof from === 'string' || typeof to === 'string') return t.skip(String(from));
    t.after(() => Promise.all([from.remove(), to.remove()]));
    // The backup lies beside the store, both where there is little room.
    from.data.env.DATA_DIR = join(from.data.path, 'store');
    await from.data.succeed('import', ORDERS);
    await from.data.succeed('account', 'create', 'acme', '--points', '1000');
    await to.data.succeed('account', 'create', 'before', '--points', '7');
    const small = join(from.data.path, 'copy');
    const whole = await takeBackup(t);
    for (const bytes of isEverythingRun ? [0, 65_536, 1 << 20] : [65_536]) {
      assertMistake(await from.cramped(bytes, 'backup', small), /no space left/);
      assert.deepEqual(await readdir(small).catch(() => []), []);
      assert.equal(JSON.parse(await from.data.succeed('audit', '--json')).ok, true);
      assertMistake(await to.cramped(bytes, 'restore', whole, '--force'), /no space left/);
      assert.match(await to.data.succeed('account', 'list'), /before/);
      assert.deepEqual(await readdir(to.data.path), ['accounts.sqlite']);
    }
    await from.data.succeed('backup', small);
    await from.data.succeed('verify', small);
    await to.data.succeed('restore', whole, '--force');
    for (const each of [from, to])
      assert.equal(difference(await publishedFigures(each.data, URLS), FIGURES), undefined);
  });
}

/** Ways to damage a file. */
const DAMAGE = {
  async changed(file: string) {
    const bytes = await readFile(file);
    const at = bytes.length >> 1;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(file, bytes);
  },
  shorter: async (file: string) => truncate(file, (await stat(file)).size - 1),
  missing: (file: string) => rm(file),
} as const;

test('every kind of damage to every file is reported, and never restored', async (t) => {
  const backup = await takeBackup(t);
  for (const file of Object.keys(JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8')).files)) {
    for (const [how, damage] of Object.entries(DAMAGE)) {
      const damaged = join(await temporaryFolder(t), 'damaged');
      await cp(backup, damaged, { recursive: true });
      await damage(join(damaged, file));
      const { code, stdout } = await data.mdq('verify', damaged);
      assert.equal(code, 1, `${file} ${how}`);
      assert.match(stdout, /is damaged:\n {2}\S/);
      assert.ok(stdout.includes(file), stdout);
      const json = JSON.parse((await data.mdq('verify', damaged, '--json')).stdout);
      assert.deepEqual([json.ok, json.damage.length], [false, 1]);
      assertMistake(await elsewhere.mdq('restore', damaged), /is damaged: .*Nothing was restored/);
      assert.deepEqual(await readdir(elsewhere.path), []);
    }
  }
});

test('a manifest that does not say exactly what a backup holds is refused, and replaces nothing', async (t) => {
  const backup = await takeBackup(t);
  const manifest = join(backup, 'backup.json');
  const sound = JSON.parse(await readFile(manifest, 'utf8'));
  const { files, accounts, published } = sound;
  const { 'accounts.sqlite': sum, ...others } = files;
  const doctored = [
    { files: undefined },
    { files: {} },
    { files: {}, accounts: null, lines: null, published: null },
    { files: others },
    { files: { ...files, 'published/../../evil': sum } },
    { files: { ...others, 'accounts.sqlite': { ...sum, bytes: -1 } } },
    { accounts: null },
    { accounts: { ...accounts, calls: '0' } },
    { accounts: { ...accounts, accounts: 0.5 } },
    { lines: undefined },
    { lines: [] },
    { published: { ...published, version: published.version + 1 } },
    { program: 1 },
    { takenAt: 0 },
    { format: 99 },
  ];
  const texts = doctored.map((change) => JSON.stringify({ ...sound, ...change }));
  const store = await dataFolderFor(t);
  await store.succeed('account', 'create', 'before', '--points', '7');
  const before = await contentsOf(store.path);
  for (const text of ['', '{', 'null', ...texts]) {
    const isNewer = text.includes('"format":99');
    const says = isNewer ? /layout 99, made by a newer mdq/ : /backup\.json is damaged/;
    await writeFile(manifest, text);
    assertMistake(await store.mdq('verify', backup), says);
    assertMistake(await store.mdq('restore', backup, '--force'), says);
  }
  assertMistake(await store.mdq('verify', join(backup, 'none')), /There is no folder/);
  await writeFile(manifest, JSON.stringify({ ...sound, lines: { layout: 4, lines: 1, orders: 1 } }));
  const { code, stdout } = await store.mdq('verify', backup);
  assert.equal(code, 1);
  assert.match(stdout, /warehouse\.duckdb holds .*instead of/);
  assert.deepEqual(await contentsOf(store.path), before);
});

test('verify changes nothing, nor does it in a backup of an older layout, which is restored', async (t) => {
  const { data: old } = await openReleasedStore(t);
  const older = await takeBackup(t);
  // As a program of that layout would have written it.
  const manifest = JSON.parse(await readFile(join(older, 'backup.json'), 'utf8'));
  const file = join(older, 'accounts.sqlite');
  await cp(join(old.path, 'accounts.sqlite'), file);
  const sha256 = (await contentsOf(older))[file];
  manifest.files['accounts.sqlite'] = { bytes: (await stat(file)).size, sha256 };
  manifest.accounts = { layout: 2, accounts: 4, calls: 232 };
  await writeFile(join(older, 'backup.json'), JSON.stringify(manifest));
  const before = await contentsOf(older);
  await data.succeed('verify', older);
  assert.deepEqual(await contentsOf(older), before);
  const restored = await restoreElsewhere(t, older);
  assert.match(await restored.succeed('account', 'list'), /商店/);
});

test('accounts that do not add up are backed up, reported as such, and restored', async (t) => {
  const [wrong, other] = [await dataFolderFor(t), await dataFolderFor(t)];
  await wrong.succeed('account', 'create', 'acme', '--points', '1000');
  const database = new DatabaseSync(join(wrong.path, 'accounts.sqlite'));
  database.exec('UPDATE account SET balance = 2000');
  database.close();
  const backup = join(await temporaryFolder(t), 'copy');
  await wrong.succeed('backup', backup);
  const { code, stdout } = await wrong.mdq('verify', backup);
  assert.equal(code, 1);
  assert.match(stdout, /as it was taken, but its accounts do not add up:\n {2}account acme/);
  assert.match(await other.succeed('restore', backup), /did not add up when they were backed up/);
});

test('with a store in ClickHouse or PostgreSQL a backup holds the other one, and every command says what is missing', async (t) => {
  const folder = await temporaryFolder(t);
  const clickhouse = { WAREHOUSE_URL: 'clickhouse://mdq:secret@ch1.example:8123/shop' };
  const postgres = { ACCOUNTS_URL: 'postgres://mdq:secret@db.example:5432/mdq' };
  const withEnv = (env: Record<string, string>, ...args: string[]) => run({ ...data.env, ...env }, args);
  for (const { env, options, holds, missing, files } of [
    {
      env: clickhouse,
      options: [],
      holds: /: 1 account with \d+ calls[.;]/,
      missing:
        /Not in it: the order lines and figures, which are in ClickHouse \(clickhouse:\/\/ch1\.example:8123\/shop\): (back|restore) them .*(BACKUP|RESTORE) DATABASE/,
      files: ['accounts.sqlite', 'backup.json'],
    },
    {
      env: postgres,
      options: ['--data-only'],
      holds: /: [\d,]+ lines, version 1[.;]/,
      missing: /Not in it: the accounts, which are in PostgreSQL .*db\.example.* with pg_(dump|restore)/,
      files: ['backup.json', 'published', 'warehouse.duckdb'],
    },
  ]) {
    const backup = join(folder, `copy${options}`);
    const restoring = { ...env, DATA_DIR: join(folder, `restored${options}`) };
    for (const { code, stdout, stderr } of [
      await withEnv(env, 'backup', ...options, backup),
      await data.mdq('verify', backup),
      await withEnv(restoring, 'restore', backup),
    ]) {
      assert.equal(code, 0, stderr);
      assert.match(stdout, holds);
      assert.match(stdout, missing);
      assert.doesNotMatch(stdout, /secret/);
      if (env === postgres) assert.doesNotMatch(stdout, /add up|keys|grants/, 'it speaks of accounts');
    }
    assert.deepEqual((await readdir(backup)).sort(), files);
  }
  const both = { ...clickhouse, ...postgres };
  const other = join(folder, 'other');
  for (const [env, args, says] of [
    [
      postgres,
      ['backup', other],
      /are in PostgreSQL .*pg_dump\. A backup without accounts needs --data-only/,
    ],
    [both, ['backup', other], /nothing to back up .* PostgreSQL .* ClickHouse .*pg_dump and BACKUP DATABASE/],
    [both, ['restore', join(folder, 'copy')], /Restore it there.*or unset them/],
  ] as const)
    assertMistake(await withEnv(env, ...args), says);
  assert.ok(!existsSync(other));
});
