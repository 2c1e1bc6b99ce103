/** A backup is complete or says that it is not, and what is bad about one or its place is told in one line. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, type TestContext, test } from 'node:test';
import { MDQ, run } from '../support/command.ts';
import { isEverythingRun, onlyInTestAll, trials } from '../support/effort.ts';
import { SMALL_FOLDERS } from '../support/faults/little-room.ts';
import { writeCsv } from '../support/order-files.ts';
import { difference, publishedFigures } from '../support/reference/figures.ts';
import { madeRows } from '../support/reference/made-rows.ts';
import { someQuestions, urlOf } from '../support/reference/questions.ts';
import { seededRandom } from '../support/reference/random.ts';
import { Reference } from '../support/reference/reference.ts';
import { seedOf } from '../support/seed.ts';
import { assertMistake, dataFolderFor } from '../support/stores/data-folder.ts';
import { contentsOf } from '../support/stores/folder-contents.ts';
import { openReleasedStore } from '../support/stores/released-store.ts';
import { manifestOf, restoreElsewhere } from '../support/stores/taken-backup.ts';
import { temporaryFolder } from '../support/workplace.ts';

const KILLS = trials(15);
const SIGNAL_AT_TEXT = new URL('../support/faults/signal-at-text.mjs', import.meta.url);
/** What a backup says as each of its steps begins. */
const STEPS = ['lines', 'figures', 'accounts'];
const ROWS = madeRows();
const URLS = someQuestions(new Reference(ROWS)).map(urlOf);

const data = await dataFolderFor({ after });
const ORDERS = await writeCsv(join(data.path, 'orders.csv'), ROWS);
await data.succeed('import', ORDERS);
await data.succeed('account', 'create', 'acme', '--points', '1000');
await data.succeed('key', 'create', 'acme');
const FIGURES = await publishedFigures(data, URLS);

async function takeBackup(t: TestContext): Promise<string> {
  const backup = join(await temporaryFolder(t), 'copy');
  await data.succeed('backup', backup);
  return backup;
}

test('a backup holds accounts, lines and figures, tells what they are, and is for its owner alone', async (t) => {
  const folder = await temporaryFolder(t);
  const backup = join(folder, 'new/copy');
  const told = JSON.parse(await data.succeed('backup', backup, '--json'));
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.equal(told.program, version);
  assert.deepEqual(told.accounts, { layout: 6, accounts: 1, calls: 0 });
  assert.deepEqual(told.published, { layout: 2, version: 1 });
  const { totalLines, totalOrders } = JSON.parse(await data.succeed('status', '--json'));
  assert.deepEqual(told.lines, { layout: 6, lines: totalLines, orders: totalOrders });
  const files = ['accounts.sqlite', 'published/current.json', 'published/v1.snapshot', 'warehouse.duckdb'];
  assert.deepEqual(Object.keys(told.files).sort(), files);
  for (const file of [...files, 'backup.json']) {
    assert.equal((await stat(join(backup, file))).mode & 0o777, 0o600, file);
  }
  for (const dir of ['.', 'published']) {
    assert.equal((await stat(join(backup, dir))).mode & 0o777, 0o700, dir);
  }
  const verified = JSON.parse(await data.succeed('verify', backup, '--json'));
  assert.deepEqual([verified.ok, verified.damage, verified.audit], [true, [], []]);
  assert.match(await data.succeed('verify', backup), /complete and unchanged/);
});

test('an empty folder is filled; one that is not is left alone', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'empty'), { mode: 0o755 });
  await data.succeed('backup', join(folder, 'empty'));
  assert.equal((await stat(join(folder, 'empty'))).mode & 0o777, 0o700);
  const before = await contentsOf(folder);
  assertMistake(await data.mdq('backup', join(folder, 'empty')), /holds a backup already/);
  await rm(join(folder, 'empty/backup.json'));
  assertMistake(await data.mdq('backup', join(folder, 'empty')), /is not empty; name a new or empty folder/);
  await writeFile(join(folder, 'file'), '');
  assertMistake(await data.mdq('backup', join(folder, 'file')), /must be a new or empty folder/);
  await rm(join(folder, 'file'));
  delete before[join(folder, 'empty/backup.json')];
  assert.deepEqual(await contentsOf(folder), before);
});

test('a backup inside of what it copies is refused, and nothing is made', async () => {
  const before = await readdir(data.path);
  for (const place of [data.path, join(data.path, 'copy'), join(data.path, 'published', 'copy')])
    assertMistake(await data.mdq('backup', place), /^mdq: The backup must be outside of DATA_DIR /m);
  assert.deepEqual(await readdir(data.path), before);
});

test('without a store there is nothing to back up, and nothing is made', async (t) => {
  const empty = await dataFolderFor(t);
  assertMistake(await empty.mdq('backup', join(await temporaryFolder(t), 'copy')), /nothing to back up/);
  assert.deepEqual(await readdir(empty.path), []);
});

test('a store with accounts only, or with data only, is backed up as it is', {
  skip: onlyInTestAll,
}, async (t) => {
  const accounts = await dataFolderFor(t);
  await accounts.succeed('account', 'create', 'solo', '--points', '5');
  const folder = await temporaryFolder(t);
  await accounts.succeed('backup', join(folder, 'accounts'));
  const restored = await restoreElsewhere(t, join(folder, 'accounts'));
  assert.match(await restored.succeed('account', 'list'), /solo/);
  assert.deepEqual((await readdir(restored.path)).sort(), ['accounts.sqlite', 'last-audit.json']);

  const lines = await dataFolderFor(t);
  await lines.succeed('import', ORDERS);
  assertMistake(
    await lines.mdq('backup', join(folder, 'lines')),
    /There are no accounts in .*; if they are in PostgreSQL, set ACCOUNTS_URL .* needs --data-only/,
  );
  assert.ok(!existsSync(join(folder, 'lines')));
  await lines.succeed('backup', '--data-only', join(folder, 'lines'));
  await lines.succeed('verify', join(folder, 'lines'));
  assert.equal(JSON.parse(await lines.succeed('verify', join(folder, 'lines'), '--json')).accounts, null);
});

test('a backup that is killed is complete or says that it is not, and the store is as it was', async (t) => {
  const seed = seedOf(t);
  const random = seededRandom(seed);
  const folder = await temporaryFolder(t);
  const counts = { complete: 0, incomplete: 0 };
  for (let i = 0; i < KILLS; i += 1) {
    const backup = join(folder, `copy-${i}`);
    // As one of its three steps begins, or a little later.
    const step = STEPS[i % STEPS.length] ?? '';
    const atOnce = { NODE_OPTIONS: `--import=${SIGNAL_AT_TEXT}`, SIGNAL_AT_TEXT: `SIGKILL ${step}` };
    const env = i < STEPS.length ? { ...data.env, ...atOnce } : data.env;
    const child = spawn(MDQ, ['backup', backup], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const exited = once(child, 'exit');
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes(step)) setTimeout(() => child.kill('SIGKILL'), random.below(12));
    });
    await exited;
    const isComplete = (await readdir(backup)).includes('backup.json');
    counts[isComplete ? 'complete' : 'incomplete'] += 1;
    if (isComplete) await data.succeed('verify', backup);
    else {
      assertMistake(await data.mdq('verify', backup), /is not a complete backup/);
      const elsewhere = await dataFolderFor(t);
      assertMistake(await elsewhere.mdq('restore', backup), /is not a complete backup/);
      assert.deepEqual(await readdir(elsewhere.path), []);
      assertMistake(await data.mdq('backup', backup), /is not empty/);
    }
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.incomplete >= Math.min(KILLS, STEPS.length), 'no backup was killed in the middle');
  assert.equal(JSON.parse(await data.succeed('audit', '--json')).ok, true);
  await data.succeed('import', ORDERS);
  assert.equal(difference(await publishedFigures(data, URLS), FIGURES), undefined);
});

for (const [what, open] of Object.entries(SMALL_FOLDERS)) {
  test(`a backup that meets ${what} leaves no half of one, and works once there is room`, async (t) => {
    const small = await open();
    if (typeof small === 'string') return t.skip(small);
    t.after(() => small.remove());
    // A backup lies beside the store, and both where there is little room.
    small.data.env.DATA_DIR = join(small.data.path, 'store');
    await small.data.succeed('import', ORDERS);
    await small.data.succeed('account', 'create', 'acme', '--points', '1000');
    const backup = join(small.data.path, 'copy');
    for (const bytes of isEverythingRun ? [0, 65_536, 1 << 20] : [65_536]) {
      assertMistake(await small.cramped(bytes, 'backup', backup), /no space left/);
      assert.deepEqual(await readdir(backup).catch(() => []), []);
      assert.equal(JSON.parse(await small.data.succeed('audit', '--json')).ok, true);
    }
    await small.data.succeed('backup', backup);
    await small.data.succeed('verify', backup);
    assert.equal(difference(await publishedFigures(small.data, URLS), FIGURES), undefined);
  });

  test(`a restore that meets ${what} leaves what was there, and works once there is room`, async (t) => {
    const backup = await takeBackup(t);
    const small = await open();
    if (typeof small === 'string') return t.skip(small);
    t.after(() => small.remove());
    await small.data.succeed('account', 'create', 'before', '--points', '7');
    for (const bytes of isEverythingRun ? [0, 65_536, 1 << 20] : [65_536]) {
      assertMistake(await small.cramped(bytes, 'restore', backup, '--force'), /no space left/);
      assert.match(await small.data.succeed('account', 'list'), /before/);
      assert.deepEqual(await readdir(small.data.path), ['accounts.sqlite']);
    }
    await small.data.succeed('restore', backup, '--force');
    assert.equal(difference(await publishedFigures(small.data, URLS), FIGURES), undefined);
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

test('every kind of damage to every file is told, and never restored', async (t) => {
  const backup = await takeBackup(t);
  const elsewhere = await dataFolderFor(t);
  for (const file of Object.keys((await manifestOf(backup)).files)) {
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

test('what a backup says of itself must be sound, and name only what belongs to one', async (t) => {
  const backup = await takeBackup(t);
  const sound = await readFile(join(backup, 'backup.json'), 'utf8');
  const { files, ...rest } = JSON.parse(sound);
  const sum = { bytes: 1, sha256: '0'.repeat(64) };
  const cases: readonly (readonly [string, RegExp])[] = [
    ['', /backup\.json is damaged/],
    ['{', /backup\.json is damaged/],
    ['null', /backup\.json is damaged/],
    [JSON.stringify(rest), /backup\.json is damaged/],
    [JSON.stringify({ ...rest, files: { '../evil': sum } }), /backup\.json is damaged/],
    [
      JSON.stringify({ ...rest, files: { ...files, 'published/../../evil': sum } }),
      /backup\.json is damaged/,
    ],
    [JSON.stringify({ ...rest, files, format: 99 }), /layout 99, made by a newer mdq/],
  ];
  for (const [text, says] of cases) {
    await writeFile(join(backup, 'backup.json'), text);
    assertMistake(await data.mdq('verify', backup), says);
    assertMistake(await data.mdq('restore', backup, '--force'), says);
  }
  assertMistake(await data.mdq('verify', join(backup, 'none')), /There is no folder/);
  const wrongCount = { ...JSON.parse(sound), lines: { layout: 4, lines: 1, orders: 1 } };
  await writeFile(join(backup, 'backup.json'), JSON.stringify(wrongCount));
  const { code, stdout } = await data.mdq('verify', backup);
  assert.equal(code, 1);
  assert.match(stdout, /warehouse\.duckdb holds .*instead of/);
});

test('a check changes nothing, in a backup of an older layout either', async (t) => {
  const backup = await takeBackup(t);
  const { data: old } = await openReleasedStore(t);
  const older = await takeBackup(t);
  // As a program of that layout would have written it.
  const manifest = JSON.parse(await readFile(join(older, 'backup.json'), 'utf8'));
  await cp(join(old.path, 'accounts.sqlite'), join(older, 'accounts.sqlite'));
  const { size: bytes } = await stat(join(older, 'accounts.sqlite'));
  const sha256 = (await contentsOf(older))[join(older, 'accounts.sqlite')];
  manifest.files['accounts.sqlite'] = { bytes, sha256 };
  manifest.accounts = { layout: 2, accounts: 4, calls: 232 };
  await writeFile(join(older, 'backup.json'), JSON.stringify(manifest));
  for (const each of [backup, older]) {
    const before = await contentsOf(each);
    await data.succeed('verify', each);
    assert.deepEqual(await contentsOf(each), before);
  }
  const restored = await restoreElsewhere(t, older);
  assert.match(await restored.succeed('account', 'list'), /商店/);
});

test('accounts that do not add up are backed up, told as such, and restored', async (t) => {
  const wrong = await dataFolderFor(t);
  await wrong.succeed('account', 'create', 'acme', '--points', '1000');
  const database = new DatabaseSync(join(wrong.path, 'accounts.sqlite'));
  database.exec('UPDATE account SET balance = 2000');
  database.close();
  const backup = join(await temporaryFolder(t), 'copy');
  await wrong.succeed('backup', backup);
  const { code, stdout } = await wrong.mdq('verify', backup);
  assert.equal(code, 1);
  assert.match(stdout, /as it was taken, but its accounts do not add up:\n {2}account acme/);
  const elsewhere = await dataFolderFor(t);
  assert.match(await elsewhere.succeed('restore', backup), /did not add up when they were backed up/);
});

test('with order lines in ClickHouse a backup holds the accounts alone, and it, verify and restore say where the lines are', async (t) => {
  const there = { ...data.env, WAREHOUSE_URL: 'clickhouse://mdq:secret@ch1.example:8123/shop' };
  const folder = await temporaryFolder(t);
  const backup = join(folder, 'copy');
  const told =
    /Not in it: the order lines and figures, which are in ClickHouse \(clickhouse:\/\/ch1\.example:8123\/shop\): (back|restore) them .*(BACKUP|RESTORE) DATABASE/;
  const taken = await run(there, ['backup', backup]);
  assert.equal(taken.code, 0, taken.stderr);
  assert.match(taken.stdout, /: 1 account with \d+ calls; \d/);
  assert.match(taken.stdout, told);
  assert.deepEqual((await readdir(backup)).sort(), ['accounts.sqlite', 'backup.json']);
  assert.match((await data.mdq('verify', backup)).stdout, told);
  const restored = await run({ ...there, DATA_DIR: join(folder, 'restored') }, ['restore', backup]);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, told);
  assert.doesNotMatch(taken.stdout + restored.stdout, /secret/);

  const lines = join(folder, 'lines');
  const onlyLines = { ...data.env, ACCOUNTS_URL: 'postgres://mdq:secret@db.example:5432/mdq' };
  assertMistake(
    await run(onlyLines, ['backup', lines]),
    /The accounts are in PostgreSQL .*db\.example.* with pg_dump\. A backup without accounts needs --data-only/,
  );
  const withoutAccounts = [
    await run(onlyLines, ['backup', '--data-only', lines]),
    await data.mdq('verify', lines),
    await run({ ...onlyLines, DATA_DIR: join(folder, 'only-lines') }, ['restore', lines]),
  ];
  for (const { code, stdout, stderr } of withoutAccounts) {
    assert.equal(code, 0, stderr);
    assert.match(stdout, /: [\d,]+ lines, version 1[.;]/);
    assert.match(
      stdout,
      /Not in it: the accounts, which are in PostgreSQL .*db\.example.* with pg_(dump|restore)/,
    );
    assert.doesNotMatch(
      stdout,
      /secret|add up|keys|grants/,
      'nothing is said of accounts that are not in it',
    );
  }

  const nowhere = { ...there, ACCOUNTS_URL: 'postgres://mdq:secret@db.example:5432/mdq' };
  const other = join(folder, 'other');
  assertMistake(
    await run(nowhere, ['backup', other]),
    /nothing to back up .* accounts are in PostgreSQL .* order lines in ClickHouse .*pg_dump and BACKUP DATABASE/,
  );
  assert.ok(!existsSync(other));
  assertMistake(await run(nowhere, ['restore', backup]), /Restore it there.*or unset them/);
  assertMistake(
    await run({ ...there, DATA_DIR: join(folder, 'empty') }, ['backup', other]),
    /There are no accounts to back up .* order lines are in ClickHouse/,
  );
});
