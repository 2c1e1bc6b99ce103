/** `mdq import --watch` takes files once, puts bad ones aside, and gives those who write into it nothing else. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { MDQ } from '../../../support/command.ts';
import { rowsAsCsv, writeCsv } from '../../../support/order-files.ts';
import { row } from '../../../support/reference/made-cases.ts';
import { seededRandom } from '../../../support/reference/random.ts';
import { assertMistake, type DataFolder, dataFolderFor } from '../../../support/stores/data-folder.ts';
import { until } from '../../../support/until.ts';
import { spawnWatch, type WatchProcess } from '../../../support/watch-process.ts';
import { temporaryFolder } from '../../../support/workplace.ts';

const run = promisify(execFile);
const HEADER = rowsAsCsv([]);
/** When a file was changed that nobody writes to any more. */
const OLD = 1000;

/** Orders with a number of their own, each with its one line. */
function orders(first: number, count: number, amount = '1') {
  return Array.from({ length: count }, (_, i) =>
    row({ order_id: `${first + i}`, ordered_at: '2025-03-03', category: 'A', sub_category: 'B', amount }),
  );
}

const BAD = `${rowsAsCsv(orders(500, 2))}x,yesterday,A,B,P,,,1,,,\ny,2025-03-03,A,B,P,,,"1,280",,,\n`;

async function openPlace(t: TestContext) {
  const data = await dataFolderFor(t);
  const folder = await temporaryFolder(t);
  const inbox = join(folder, 'inbox');
  await mkdir(inbox);
  return {
    ...{ data, folder, inbox },
    /** Starts a watch that ends with the test, should the test not end it. */
    watch(...args: string[]): WatchProcess {
      const watch = spawnWatch(data.env, inbox, ['--settle', '0.1', ...args]);
      t.after(() => watch.child.kill('SIGKILL'));
      return watch;
    },
    /** Puts a file into the folder in one step. */
    async put(name: string, content: string | Buffer, changedAt = OLD): Promise<void> {
      await writeFile(join(folder, 'next'), content);
      await utimes(join(folder, 'next'), changedAt, changedAt);
      await rename(join(folder, 'next'), join(inbox, name));
    },
  };
}

/** What lies in the folder and those below it, by name. */
async function lying(inbox: string): Promise<string[]> {
  const names = await readdir(inbox, { recursive: true, withFileTypes: true });
  const files = names.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return files.map((path) => path.slice(inbox.length + 1)).sort();
}

async function totals(data: DataFolder): Promise<{ orders: number; lines: number; version: number }> {
  const status = JSON.parse(await data.succeed('status', '--json'));
  return { orders: status.totalOrders, lines: status.totalLines, version: status.version };
}

test('a bad file is put aside with its rejects and holds up no other', async (t) => {
  const { data, inbox, put, watch: start } = await openPlace(t);
  await put('1.csv', rowsAsCsv(orders(0, 3)));
  await put('2.csv', BAD);
  await put('3.csv', 'no,such,columns\n1,2,3\n');
  await put('4.csv', HEADER);
  await put('5.csv', '');
  await put('6.csv.gz', Buffer.from('1f8b0800', 'hex'));
  await put('7.parquet', 'no Parquet');
  await put('8.csv', rowsAsCsv(orders(1, 1, '99999999999999.99')));
  await put('9.csv', rowsAsCsv(orders(3, 4)));
  const watch = start();
  await watch.until('taken', '9.csv');
  const first = ['1.csv', '9.csv'].map((name) => watch.events.find(({ file }) => file === name)?.firstDataIn);
  assert.deepEqual(first, [data.path, null]);
  assert.deepEqual(
    watch.events.map(({ event, file }) => `${event} ${file ?? ''}`),
    ['watching ', 'taken 1.csv', ...[2, 3, 4, 5].map((n) => `refused ${n}.csv`), 'refused 6.csv.gz'].concat([
      'refused 7.parquet',
      'refused 8.csv',
      'taken 9.csv',
    ]),
  );
  const refused = ['2.csv', '3.csv', '4.csv', '5.csv', '6.csv.gz', '7.parquet', '8.csv'];
  assert.deepEqual(await lying(inbox), [
    ...refused.flatMap((name) => [`refused/${name}`, `refused/${name}.rejects.csv`]),
    'taken/1.csv',
    'taken/9.csv',
  ]);
  assert.equal(await readFile(join(inbox, 'refused/2.csv'), 'utf8'), BAD);
  assert.equal(
    await readFile(join(inbox, 'refused/2.csv.rejects.csv'), 'utf8'),
    [
      'file,line,column,value,reason',
      `${inbox}/2.csv,4,ordered_at,yesterday,"must be a date (YYYY-MM-DD) or an ISO 8601 time; --date-format takes others"`,
      `${inbox}/2.csv,5,amount,"1,280","must have no currency sign or thousands separator; --sql can strip them: regexp_replace(""amount"", '[^0-9.-]', '', 'g')"`,
      '',
    ].join('\n'),
  );
  assert.match(
    await readFile(join(inbox, 'refused/3.csv.rejects.csv'), 'utf8'),
    /has no columns ""order_id"", ""ordered_at""/,
  );
  const { badRows, reasons } = await watch.until('refused', '2.csv');
  assert.deepEqual([badRows, (reasons as { rows: number }[]).map((each) => each.rows)], [2, [1, 1]]);
  assert.equal((await totals(data)).orders, 7);

  // Fixed, it comes again under its name.
  await put('2.csv', rowsAsCsv(orders(500, 2)));
  await watch.until('taken', '2.csv');
  assert.equal((await totals(data)).orders, 9);
});

test('killed at any moment and started again, it takes every file, and no line twice', async (t) => {
  const { data, inbox, put, watch: start } = await openPlace(t);
  const random = seededRandom(20);
  const names = Array.from({ length: 6 }, (_, i) => `${i}.csv`);
  for (const [i, name] of names.entries()) await put(name, rowsAsCsv(orders(i * 100, 120)));
  for (let kill = 0; kill < 6; kill += 1) {
    const watch = start('--settle', '0');
    await Promise.race([watch.until('watching'), sleep(5000)]);
    await sleep(random.below(900));
    await watch.end('SIGKILL');
  }
  // As if it had been killed after an import and before the file was moved.
  const again = (await lying(inbox)).find((name) => name.startsWith('taken/'));
  if (again) await cp(join(inbox, again), join(inbox, again.slice('taken/'.length)));
  const watch = start();
  await until('every file is taken', async () => (await lying(inbox)).every((name) => name.includes('/')));
  assert.equal(await watch.end('SIGTERM'), 0);
  const { orders: all, lines } = await totals(data);
  assert.deepEqual([all, lines], [620, 620]);
  assert.ok((await lying(inbox)).every((name) => name.startsWith('taken/')));
});

test('told to stop, it finishes the import that is running and exits with 0', async (t) => {
  const { data, inbox, put, watch: start } = await openPlace(t);
  const watch = start();
  await watch.until('watching');
  const taken: string[] = [];
  // It is held in the middle of an import; should that have been over, of the next.
  for (let isHeld = false; !isHeld; ) {
    const name = `${taken.length}.csv`;
    await put(name, rowsAsCsv(orders(taken.length * 60_000, 60_000)));
    await until('an import is running', async () => {
      const isOver = watch.events.some(({ file }) => file === name);
      return isOver || (await readdir(data.path)).includes('warehouse.duckdb.tmp');
    });
    watch.child.kill('SIGSTOP');
    isHeld = (await lying(inbox)).includes(name);
    if (!isHeld) watch.child.kill('SIGCONT');
    taken.push(name);
  }
  await put('later.csv', rowsAsCsv(orders(0, 10)));
  watch.child.kill('SIGTERM');
  assert.equal(await watch.end('SIGCONT'), 0);
  assert.deepEqual(await lying(inbox), ['later.csv', ...taken.map((name) => `taken/${name}`)]);
  assert.deepEqual(watch.events.at(-1)?.event, 'stopped');
  assert.equal((await totals(data)).orders, taken.length * 60_000);
});

// Together: mostly, each waits to be tried again.
suite('what is no fault of the file keeps it waiting, and it is taken when that has passed', {
  concurrency: 3,
}, () => {
  test('another import is running', async (t) => {
    const { data, inbox, put, watch: start } = await openPlace(t);
    await data.succeed('import', await writeCsv(join(data.path, 'first.csv'), orders(0, 1)));
    const lock = await DuckDBInstance.create(join(data.path, 'warehouse.duckdb'));
    const watch = start();
    await put('1.csv', rowsAsCsv(orders(1, 3)));
    const { reason, file } = await watch.until('waiting');
    assert.match(String(reason), /Another import, refresh or backup is running/);
    assert.equal(file, '1.csv');
    assert.deepEqual(await lying(inbox), ['1.csv']);
    lock.closeSync();
    await watch.until('taken', '1.csv');
    assert.equal((await totals(data)).orders, 4);
  });

  test('the data folder has gone away', async (t) => {
    const { data, inbox, put, watch: start } = await openPlace(t);
    const watch = start();
    await put('1.csv', rowsAsCsv(orders(0, 3)));
    await watch.until('taken', '1.csv');
    await rename(data.path, `${data.path}-away`);
    await put('2.csv', rowsAsCsv(orders(3, 3)));
    assert.match(String((await watch.until('waiting')).reason), /no longer holds version 1/);
    assert.deepEqual(await lying(inbox), ['2.csv', 'taken/1.csv']);
    await rename(`${data.path}-away`, data.path);
    await watch.until('taken', '2.csv');
    assert.equal((await totals(data)).orders, 6);
  });
});

test('a file that three times finds too little room is put aside with its reason, and those behind it are taken', async (t) => {
  const { data, inbox, put, watch: start } = await openPlace(t);
  await data.succeed('import', await writeCsv(join(data.path, 'first.csv'), orders(0, 1)));
  const watch = start();
  await watch.until('watching');
  const isLimited = await run('prlimit', ['--pid', String(watch.child.pid), `--fsize=${16e6}:`]).then(
    () => true,
    () => false,
  );
  if (!isLimited) return t.skip('prlimit(1), which takes away the room, is not here');
  await put('1.csv.gz', gzipSync(HEADER + rowsAsCsv(orders(1, 1)).slice(HEADER.length).repeat(1e6)));
  await put('2.csv', rowsAsCsv(orders(1, 3)));
  const refused = await watch.until('refused', '1.csv.gz');
  assert.match(String(refused.reason), /no space left on the disk.*; it failed 3 times/);
  await watch.until('taken', '2.csv');
  assert.equal(watch.events.filter(({ event }) => event === 'refused').length, 1);
  assert.deepEqual(await lying(inbox), ['refused/1.csv.gz', 'refused/1.csv.gz.rejects.csv', 'taken/2.csv']);
  assert.equal((await totals(data)).orders, 4);
  assert.equal(await watch.end('SIGTERM'), 0);
});

test('--map, --skip-bad-rows and --no-weekly hold for every file', async (t) => {
  const { data, inbox, put, watch: start } = await openPlace(t);
  const watch = start('--map', 'amount=price', '--skip-bad-rows', '--no-weekly');
  await put('1.csv', BAD.replace('amount', 'price'));
  const taken = await watch.until('taken', '1.csv');
  assert.deepEqual([taken.orders, taken.skippedRows, (taken.reasons as object[]).length], [2, 2, 2]);
  assert.match(await readFile(String(taken.rejectsFile), 'utf8'), /1\.csv,4,ordered_at,yesterday/);
  await put('2.csv', rowsAsCsv(orders(0, 1)));
  assert.match(String((await watch.until('refused', '2.csv')).reason), /no column "price"/);
  assert.equal(JSON.parse(await data.succeed('status', '--json')).weeklyBuilt, false);
  assert.deepEqual(await lying(inbox), ['refused/2.csv', 'refused/2.csv.rejects.csv', 'taken/1.csv']);
});

/** What a watch prints for people until it has told of a file. */
async function printedByWatch(
  t: TestContext,
  { env }: DataFolder,
  inbox: string,
  told: RegExp,
  ...more: string[]
) {
  const child = spawn(MDQ, ['import', '--watch', inbox, '--settle', '0.1', ...more], { env });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  await until('it has told of a file', () => told.test(printed));
  // Once: who asks again does not let it finish.
  child.kill('SIGINT');
  await ended;
  return printed;
}

test('people are told what was taken, what was refused and why, and where it went', async (t) => {
  const { data, inbox, put } = await openPlace(t);
  await put('1.csv', rowsAsCsv(orders(0, 3)));
  await put('2.csv', BAD);
  const printed = await printedByWatch(t, data, inbox, /2\.csv\.rejects\.csv/);
  for (const said of [
    `Watching ${inbox}`,
    'Took 1.csv: 3 lines of 3 orders',
    `This is the first data in ${data.path} (DATA_DIR).`,
    'Refused 2.csv, nothing of which was imported: 2 bad rows.',
    'line 4: ordered_at must be a date (YYYY-MM-DD) or an ISO 8601 time; --date-format takes others ("yesterday")',
    join(inbox, 'refused/2.csv.rejects.csv'),
    'Stopped.',
  ])
    assert.ok(printed.includes(said), `"${said}" is not in:\n${printed}`);
});

test('what cannot be watched is said at once', async (t) => {
  const { data, inbox } = await openPlace(t);
  assertMistake(await data.mdq('import', '--watch', join(inbox, 'nowhere')), /nowhere is not a folder/);
  assertMistake(await data.mdq('import', '--watch', inbox, inbox), /--watch needs one folder/);
  assertMistake(await data.mdq('import', inbox, '--settle', '3'), /--settle goes with --watch/);
});

const SECRET = 'root:only root may read this';
const GOOD = rowsAsCsv(orders(0, 1));

test('what a link leads to is neither read nor written, and the files beside it are taken', async (t) => {
  const { data, folder, inbox, put, watch: start } = await openPlace(t);
  const secret = join(folder, 'secret.csv');
  await writeFile(secret, SECRET, { mode: 0o600 });
  await mkdir(join(inbox, 'refused'));
  for (const link of ['1.csv', 'refused/2.csv.rejects.csv', 'refused/3.csv'])
    await symlink(secret, join(inbox, link));
  await put('2.csv', 'no,such,columns\n1,2,3\n');
  await put('3.csv', 'the disk is full,no space left on device\n1,2\n');
  await put('4.csv', GOOD);
  const watch = start();
  await watch.until('taken', '4.csv');
  assert.equal(await watch.end('SIGTERM'), 0);
  assert.equal((await watch.until('ignored', '1.csv')).reason, 'not a regular file');
  for (const name of ['2.csv', '3.csv']) {
    const { rejectsFile } = await watch.until('refused', name);
    assert.equal((await stat(String(rejectsFile))).mode & 0o777, 0o600);
  }
  assert.equal(await readFile(secret, 'utf8'), SECRET);
  for (const name of await lying(inbox))
    assert.ok(!(await readFile(join(inbox, name), 'utf8')).includes(SECRET), name);
  assert.deepEqual(await readdir(join(data.path, 'rejects')).catch(() => []), []);
});

test('a file with the longest name there can be, and a bad row, is put aside, and the file behind it is taken', async (t) => {
  const { data, inbox, watch: start } = await openPlace(t);
  const long = `${'a'.repeat(251)}.csv`;
  await writeFile(join(inbox, long), BAD);
  await writeFile(join(inbox, 'b.csv'), GOOD);
  const watch = start();
  const { rejectsFile } = await watch.until('refused', long);
  await watch.until('taken', 'b.csv');
  assert.match(await readFile(String(rejectsFile), 'utf8'), /ordered_at,yesterday/);
  assert.deepEqual(await readdir(join(data.path, 'rejects')), []);
  assert.equal(await watch.end('SIGTERM'), 0);
});

/** Clears the screen, colours, turns the direction of text, and ends the line; and the same as it may be printed. */
const NASTY = '\u001b[2J\u009b31m\u202e\u2028\r\n';
const ESCAPED = /\\u001b\[2J\\u009b31m\\u202e\\u2028/;

test('control characters in names and values never reach a terminal or a log raw', async (t) => {
  const { data, inbox } = await openPlace(t);
  const [bad, unusable] = [join(inbox, `1${NASTY}.csv`), join(inbox, `2${NASTY}.csv`)];
  await writeFile(bad, `${GOOD}2,"${NASTY}",A,B,P,,,1,,,\n`);
  await writeFile(unusable, `order_id,"x${NASTY}"\n1,2\n`);
  await writeFile(join(inbox, `3${NASTY}.txt`), 'not data');
  const skipped = await data.mdq('import', bad, '--skip-bad-rows');
  const refused = await data.mdq('import', unusable);
  const commands = [skipped, refused, await data.mdq('import', bad), await data.mdq('imports')];
  const texts = commands.map(({ stdout, stderr }) => stdout + stderr);
  texts.push(await printedByWatch(t, data, inbox, ESCAPED));
  await writeFile(join(inbox, `4${NASTY}.csv`), `order_id,"x${NASTY}"\n1,2\n`);
  texts.push(await printedByWatch(t, data, inbox, ESCAPED, '--json'));
  for (const text of texts) {
    assert.match(text, ESCAPED, text);
    assert.doesNotMatch(text, /(?!\n)[\p{Cc}\u202e\u2028]/u);
  }
  assert.equal(skipped.stdout.match(/^Skipped/gm)?.length, 1);
  for (const line of refused.stderr.split('\n')) assert.match(line, /^(mdq: |Reading |$)/);
});

test('a file whose name is no UTF-8 is named once, and the file behind it is taken', {
  skip: process.platform !== 'linux' && 'other systems have no such names',
}, async (t) => {
  const { inbox, watch: start } = await openPlace(t);
  const name = Buffer.concat([Buffer.from(`${inbox}/a`), Buffer.from([0xe9]), Buffer.from('.csv')]);
  await writeFile(name, GOOD);
  await writeFile(join(inbox, 'b.csv'), GOOD);
  const watch = start();
  await watch.until('taken', 'b.csv');
  assert.equal((await watch.until('ignored', 'a\ufffd.csv')).reason, 'no UTF-8 in its name');
  assert.equal(watch.events.filter(({ event }) => event === 'ignored').length, 1);
});
