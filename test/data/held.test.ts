/** A suspicious delivery waits for an operator: nothing of it is published before, and exactly it afterwards. */
import assert from 'node:assert/strict';
import { appendFile, cp, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { mustNotBeApproving, recordHeld, withHeldFiles } from '../../src/warehouse/deliveries/held.ts';
import { onlyInTestAll } from '../support/effort.ts';
import { jsonLines } from '../support/json-lines.ts';
import { rowsAsCsv } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import type { RawRow } from '../support/reference/reference-lines.ts';
import { type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';
import { sentOf } from '../support/stores/sent-events.ts';
import { spawnWatch } from '../support/watch-process.ts';
import { temporaryFolder } from '../support/workplace.ts';

const AT = { ordered_at: '2025-03-03', category: 'A', sub_category: 'B', payment_method: 'Credit card' };

function orders(count: number, prefix: string, at: Partial<RawRow> = {}): RawRow[] {
  return Array.from({ length: count }, (_, i) =>
    row({ ...AT, order_id: `${prefix}${i}`, member_id: `${prefix}${i}`, ...at }),
  );
}

const once = (prefix: string, count = 20) => rowsAsCsv(orders(count, prefix));
const doubled = (prefix: string, count = 20) =>
  rowsAsCsv([...orders(count, prefix), ...orders(count, prefix)]);

interface Place {
  readonly data: DataFolder;
  readonly folder: string;
  file(name: string, content: string): Promise<string>;
  /** How many orders are published. */
  published(): Promise<number>;
  held(): Promise<Held[]>;
}

interface Held {
  readonly id: string;
  readonly delivery: string;
  readonly heldBy: string[];
  readonly files: { path: string; stored: string; bytes: number; sha256: string }[];
}

async function openPlace(t: TestContext, settings: Readonly<Record<string, string>> = {}): Promise<Place> {
  const data = await dataFolderFor(t, settings);
  const folder = await temporaryFolder(t);
  const file = async (name: string, content: string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  await data.succeed('import', '--hold', 'off', await file('first.csv', once('first')));
  return {
    ...{ data, folder, file },
    published: async () => JSON.parse(await data.succeed('status', '--json')).totalOrders,
    held: async () => jsonLines<Held>(await data.succeed('imports', 'held', '--json')),
  };
}

test('an import with a new warning is held, exits with 3, and comes in as it was when it is approved', async (t) => {
  const { data, file, published, held } = await openPlace(t);
  const path = await file('twice.csv', doubled('x'));
  const { code, stdout } = await data.mdq('import', '--hold', 'all', path);
  assert.equal(code, 3);
  assert.match(stdout, /^Held twice\.csv as del_[0-9a-f]+\.\nWarning \(doubled-rows, 40\): /);
  assert.match(stdout, /mdq imports approve del_/);
  assert.equal(await published(), 20);
  const [found, ...others] = await held();
  assert.deepEqual([found?.delivery, found?.heldBy, others], ['twice.csv', ['doubled-rows'], []]);
  assert.match(await data.succeed('status'), /^Held: twice\.csv, for doubled-rows; /m);
  // What becomes of the file meanwhile makes no difference: these bytes were looked at.
  await writeFile(path, once('other', 5));
  const id = found?.id ?? '';
  await data.succeed('imports', 'approve', id);
  assert.equal(await published(), 40);
  assert.match(await data.succeed('orders', 'show', 'x3'), /x3/);
  assert.deepEqual(await held(), []);
  assert.equal((await data.mdq('imports', 'approve', id)).code, 1);
});

test('MDQ_IMPORT_HOLD names the warnings that hold; others are published as before', async (t) => {
  const { data, file, published } = await openPlace(t, { MDQ_IMPORT_HOLD: 'many-removed,gap' });
  await data.succeed('import', await file('twice.csv', doubled('x')));
  assert.equal(await published(), 40);
  const gap = await data.mdq(
    'import',
    await file('g.csv', rowsAsCsv(orders(1, 'g', { ordered_at: '2025-09-01' }))),
  );
  assert.equal(gap.code, 3, gap.stderr);
  const wrong = await data.mdq('import', '--hold', 'gaps', await file('h.csv', once('h')));
  assert.match(wrong.stderr, /off, all, or codes of warnings/);
});

test('a warning that the data have already holds nothing, one of the rows does each time', async (t) => {
  const { data, file, published } = await openPlace(t, { MDQ_IMPORT_HOLD: 'all' });
  const late = (prefix: string) => rowsAsCsv(orders(20, prefix, { ordered_at: '2025-09-01' }));
  await data.succeed('import', '--hold', 'off', await file('late.csv', late('a')));
  await data.succeed('import', await file('later.csv', late('b')));
  assert.equal(await published(), 60);
  const twice = await file('twice.csv', doubled('x'));
  await data.succeed('import', '--hold', 'off', twice);
  assert.equal((await data.mdq('import', await file('again.csv', doubled('y')))).code, 3);
});

test('an acknowledged warning is recorded and quiet, until it is about more than twice as much', async (t) => {
  const { data, file } = await openPlace(t, { MDQ_IMPORT_HOLD: 'all' });
  assert.match(
    (await data.mdq('imports', 'acknowledge', 'doubled-rows')).stderr,
    /No import has the warning/,
  );
  await data.mdq('import', await file('a.csv', doubled('a')));
  const past = await data.mdq('imports', 'acknowledge', 'doubled-rows', '--until', '2020-01-01');
  assert.match(past.stderr, /--until must be today, .* or later/);
  assert.match(
    await data.succeed('imports', 'acknowledge', 'doubled-rows'),
    /^doubled-rows is acknowledged for good, until its count exceeds 80\./,
  );
  const [{ id } = { id: '' }] = jsonLines<Held>(await data.succeed('imports', 'held', '--json'));
  await data.succeed('imports', 'discard', id);
  const imported = await data.succeed('import', await file('b.csv', doubled('b', 40)));
  assert.ok(!imported.includes('Warning'), imported);
  const { warnings } = JSON.parse(await data.succeed('status', '--json'));
  assert.deepEqual(
    [warnings[0].code, warnings[0].count, warnings[0].acknowledged],
    ['doubled-rows', 80, true],
  );
  assert.ok(!(await data.succeed('status')).includes('Warning'));
  assert.equal((await data.mdq('import', await file('c.csv', doubled('c', 41)))).code, 3);
});

test('an acknowledged gap says nothing of the next one', async (t) => {
  const { data, file } = await openPlace(t);
  const late = async (name: string, day: string) =>
    file(`${name}.csv`, rowsAsCsv(orders(20, name, { ordered_at: day })));
  await data.succeed('import', await late('a', '2025-09-01'));
  await data.succeed('imports', 'acknowledge', 'gap');
  assert.ok(!(await data.succeed('import', await late('b', '2025-09-02'))).includes('Warning'));
  const next = await data.mdq('import', '--hold', 'all', await late('c', '2026-03-02'));
  assert.equal(next.code, 3, next.stdout);
  assert.match(next.stdout, /Warning \(gap\): There is no order between 2025-09-02 and 2026-03-02/);
});

test('a known gap does not hide a new one before it', async (t) => {
  const { data, file } = await openPlace(t);
  const on = async (name: string, day: string) =>
    file(`${name}.csv`, rowsAsCsv(orders(20, name, { ordered_at: day })));
  await data.succeed('import', await on('a', '2019-03-04'));
  await data.succeed('import', await on('b', '2025-09-01'));
  const next = await data.mdq('import', '--hold', 'all', await on('c', '2012-01-02'));
  assert.equal(next.code, 3, next.stdout);
  assert.match(next.stdout, /Warning \(gap\): There is no order between 2012-01-02 and 2019-03-04/);
  assert.match(
    next.stdout,
    /^Nothing of it was published, so commands named in its warnings would change other orders/m,
  );
});

test('approvals go oldest first, and an import with an order of a held delivery is refused', async (t) => {
  const { data, file, held, published } = await openPlace(t, { MDQ_IMPORT_HOLD: 'all' });
  await data.mdq('import', await file('a.csv', doubled('a')));
  await data.mdq('import', await file('b.csv', doubled('b')));
  const [a, b] = await held();
  const shared = await data.mdq('import', await file('c.csv', rowsAsCsv(orders(1, 'a', { amount: '7' }))));
  assert.equal(shared.code, 1);
  assert.match(
    shared.stderr,
    new RegExp(`Orders of this import are in the held delivery ${a?.id} too, such as "a0"`),
  );
  await data.succeed('import', await file('d.csv', once('d', 1)));
  const early = await data.mdq('imports', 'approve', b?.id ?? '');
  assert.match(early.stderr, new RegExp(`${a?.id} \\(a\\.csv\\) was held before`));
  await data.succeed('imports', 'approve', a?.id ?? '');
  await data.succeed('imports', 'approve', b?.id ?? '');
  assert.equal(await published(), 61);
});

test('an approval looks at the data of that moment: a new warning needs to be accepted', async (t) => {
  const { data, file, held, published } = await openPlace(t);
  const [header = '', ...removing] = rowsAsCsv(orders(6, 'first')).trim().split('\n');
  const [, ...kept] = rowsAsCsv([...orders(100, 'x'), ...orders(100, 'x')])
    .trim()
    .split('\n');
  const content = [
    `${header},status`,
    ...removing.map((line) => `${line},cancelled`),
    ...kept.map((line) => `${line},paid`),
  ].join('\n');
  await data.succeed('import', await file('more.csv', once('more', 100)));
  assert.equal((await data.mdq('import', '--hold', 'all', await file('x.csv', content))).code, 3);
  const [{ id } = { id: '' }] = await held();
  // Of fewer orders, the six that it removes are many.
  const ids = Array.from({ length: 100 }, (_, i) => `more${i}`);
  await data.succeed('orders', 'delete', ...ids);
  const refused = await data.mdq('imports', 'approve', id);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /Warning \(many-removed, 6\)/);
  assert.match(refused.stderr, new RegExp(`mdq imports approve ${id} --accept many-removed`));
  assert.equal(await published(), 20);
  await data.succeed('imports', 'approve', id, '--accept', 'many-removed');
  assert.equal(await published(), 114);
});

test('an approval that was killed after publication is finished, not discarded', async (t) => {
  const { data, file, held, published } = await openPlace(t);
  await data.mdq('import', '--hold', 'all', await file('x.csv', doubled('x')));
  const [{ id } = { id: '' }] = await held();
  // The folder as it is at the moment between publication and its removal.
  const dir = join(data.path, 'held', id);
  const copy = join(data.path, 'copy');
  await cp(dir, copy, { recursive: true });
  const current = join(data.path, 'published/current.json');
  const named = await readFile(current);
  await data.succeed('imports', 'approve', id);
  const restore = () => cp(copy, dir, { recursive: true });
  await restore();
  // Killed a moment earlier: committed, and not named yet.
  await writeFile(current, named);
  const discarded = await data.mdq('imports', 'discard', id);
  assert.equal(discarded.code, 1);
  assert.match(discarded.stderr, /^mdq: x\.csv was imported .+; nothing was discarded/);
  const version = async () => JSON.parse(await data.succeed('status', '--json')).version;
  const before = await version();
  assert.match(await data.succeed('imports', 'approve', id), /^Imported x\.csv: 40 lines of 20 orders/);
  assert.deepEqual([await held(), await published(), await version()], [[], 40, before]);
  await restore();
  await data.succeed('imports', 'undo');
  await data.succeed('imports', 'discard', id);
  assert.deepEqual([await held(), await published()], [[], 20]);
});

test('an approval leaves the files of another one alone that is running', async (t) => {
  const folder = await temporaryFolder(t);
  const { path: dataDir } = await dataFolderFor(t);
  const path = join(folder, 'x.csv');
  await writeFile(path, once('x'));
  const held = await recordHeld(dataDir, {
    ...{ id: 'del_1', by: 'a test', lines: 20, orders: 20, warnings: [], heldBy: [] },
    request: { files: [path], delivery: 'x.csv' },
    watched: { folder, name: 'x.csv', from: path },
  });
  await mkdir(join(folder, 'held'));
  await rename(path, join(folder, 'held', 'x.csv'));
  await withHeldFiles(dataDir, held, async ({ contents }) => {
    const busy = withHeldFiles(dataDir, held, () => Promise.reject(new Error('another import is running')));
    await assert.rejects(busy, /another import is running/);
    assert.equal(await readFile(contents?.get(path) ?? '', 'utf8'), once('x'));
  });
});

test('a delivery with a query is approved whatever its query is called', {
  skip: onlyInTestAll,
}, async (t) => {
  const { data, file, published, held } = await openPlace(t);
  const path = await file('twice.csv', doubled('x'));
  for (const [number, name] of ['report.json', 'orders.parquet'].entries()) {
    const sql = await file(name, `SELECT * REPLACE (order_id || '-${number}' AS order_id) FROM twice`);
    assert.equal((await data.mdq('import', '--hold', 'all', '--sql', sql, path)).code, 3, name);
    const [{ id } = { id: '' }] = await held();
    await data.succeed('imports', 'approve', id);
    assert.equal(await published(), 40 + 20 * number);
  }
});

test('a watch holds a delivery and takes nothing behind it until an operator decides', {
  skip: onlyInTestAll,
}, async (t) => {
  const { data, folder, published, held } = await openPlace(t, { MDQ_IMPORT_HOLD: 'all' });
  await data.succeed('account', 'create', 'a');
  await data.succeed('webhook', 'add', 'https://hooks.example/');
  const inbox = join(folder, 'inbox');
  await mkdir(inbox);
  const put = async (name: string, files: Readonly<Record<string, string>>) => {
    await mkdir(join(folder, name));
    for (const [file, content] of Object.entries(files)) await writeFile(join(folder, name, file), content);
    await rename(join(folder, name), join(inbox, name));
  };
  await put('1', { 'a.csv': doubled('a'), _SUCCESS: '' });
  await put('2', { 'a.csv': once('b'), _SUCCESS: '' });
  await put('3', { 'a.csv': doubled('c'), _SUCCESS: '' });
  await put('4', { 'a.csv': doubled('d'), _SUCCESS: '' });
  const watch = spawnWatch(data.env, inbox, ['--settle', '0.1']);
  t.after(() => watch.child.kill('SIGKILL'));
  const { id, movedTo } = await watch.until('held', '1');
  assert.equal(movedTo, join(inbox, 'held/1'));
  assert.equal(await published(), 20);
  assert.deepEqual((await readdir(join(inbox, 'held'))).sort(), ['1', '1.held.json']);
  assert.deepEqual((await data.succeed('webhook', 'deliveries')).match(/import\.held/g)?.length, 1);

  await data.succeed('imports', 'approve', String(id));
  await watch.until('taken', '2');
  assert.deepEqual(
    await readdir(join(inbox, 'held')).then((names) => names.filter((name) => name.startsWith('1'))),
    [],
  );
  assert.deepEqual((await readdir(join(inbox, 'taken'))).slice(0, 1), ['1']);
  const changed = String((await watch.until('held', '3')).id);
  assert.equal(await published(), 60);

  // Who can write to the folder cannot change what was looked at.
  await appendFile(join(inbox, 'held/3/a.csv'), 'z,2025-03-03,A,B,P,,,1,,,\n');
  const refused = await data.mdq('imports', 'approve', changed);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /held\/3\/a\.csv has changed since/);
  assert.deepEqual(sentOf(data, 'import.failed'), [{ id: changed, delivery: '3', reason: 'refused' }]);
  assert.equal(await published(), 60);
  await data.succeed('imports', 'discard', changed);
  assert.deepEqual(await readdir(join(inbox, 'refused')), ['3', '3.rejects.csv']);
  await watch.until('held', '4');
  assert.equal(await published(), 60);
  assert.equal((await held()).length, 1);
  const log = jsonLines<{ operation: string; outcome: string }>(await data.succeed('log', '--json'));
  const done = log.map(({ operation, outcome }) => `${operation} ${outcome}`);
  for (const row of ['imports approve ended', 'imports approve failed', 'imports discard ended'])
    assert.ok(done.includes(row), `${row} in ${done}`);
});

test('a delivery whose files cannot be moved afterwards is not imported', {
  skip: onlyInTestAll,
}, async (t) => {
  const { data, folder, published, held } = await openPlace(t, { MDQ_IMPORT_HOLD: 'all' });
  const inbox = join(folder, 'inbox');
  await mkdir(inbox);
  await writeFile(join(inbox, 'twice.csv'), doubled('x'));
  const watch = spawnWatch(data.env, inbox, ['--settle', '0.1']);
  t.after(() => watch.child.kill('SIGKILL'));
  const id = String((await watch.until('held', 'twice.csv')).id);
  await watch.end('SIGTERM');
  await rmdir(join(inbox, 'taken'));
  await writeFile(join(inbox, 'taken'), '');
  const refused = await data.mdq('imports', 'approve', id);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /inbox\/taken must be a folder/);
  assert.deepEqual([await published(), (await held()).length], [20, 1]);
  await rm(join(inbox, 'taken'));
  await data.succeed('imports', 'approve', id);
  assert.equal(await published(), 40);
});

test('two approvals at once do not remove the files of each other', async (t) => {
  const dataDir = await temporaryFolder(t);
  const folder = await temporaryFolder(t);
  const from = join(folder, 'a.csv');
  await mkdir(join(folder, 'held'));
  for (const path of [from, join(folder, 'held/a.csv')]) await writeFile(path, once('a'));
  const about = { id: 'del_1', by: 'root', lines: 20, orders: 20, warnings: [], heldBy: [] };
  const request = { delivery: 'a.csv', files: [from] };
  const held = await recordHeld(dataDir, { ...about, request, watched: { folder, name: 'a.csv', from } });
  await withHeldFiles(dataDir, held, async ({ contents }) => {
    await withHeldFiles(dataDir, held, async () => undefined);
    await assert.rejects(
      mustNotBeApproving(dataDir, held.id),
      /del_1 is being approved now; nothing was discarded/,
    );
    assert.equal(await readFile(contents?.get(from) ?? '', 'utf8'), once('a'));
  });
  // A process that was killed leaves its copies.
  await mkdir(join(dataDir, 'held', held.id, 'approving-999999999-x'));
  await mustNotBeApproving(dataDir, held.id);
});
