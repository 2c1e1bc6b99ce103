/** A watched folder into which others write gives them nothing of what they may not read or write themselves. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { MDQ } from '../../../support/command.ts';
import { rowsAsCsv } from '../../../support/order-files.ts';
import { row } from '../../../support/reference/made-cases.ts';
import { type DataFolder, dataFolderFor } from '../../../support/stores/data-folder.ts';
import { until } from '../../../support/until.ts';
import { spawnWatch } from '../../../support/watch-process.ts';
import { temporaryFolder } from '../../../support/workplace.ts';

const SECRET = 'root:only root may read this';
const GOOD = rowsAsCsv([
  row({ order_id: '1', ordered_at: '2025-03-03', category: 'A', sub_category: 'B', amount: '1' }),
]);
/** Clears the screen, colours, turns the direction of text, and ends the line. */
const NASTY = '\u001b[2J\u009b31m\u202e\u2028\r\n';

/** The same as it may be printed. */
const ESCAPED = /\\u001b\[2J\\u009b31m\\u202e\\u2028/;

async function openPlace(t: TestContext): Promise<{ data: DataFolder; inbox: string; outside: string }> {
  const data = await dataFolderFor(t);
  const folder = await temporaryFolder(t);
  const [inbox, outside] = [join(folder, 'inbox'), join(folder, 'outside')];
  await mkdir(inbox);
  await mkdir(outside);
  await writeFile(join(outside, 'secret.csv'), SECRET, { mode: 0o600 });
  return { data, inbox, outside };
}

/** Everything that a watch has left behind, as one text. */
async function allText(folder: string): Promise<string> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

test('what a link leads to is neither read nor written, and the files beside it are taken', async (t) => {
  const { data, inbox, outside } = await openPlace(t);
  await symlink(join(outside, 'secret.csv'), join(inbox, '1.csv'));
  await mkdir(join(inbox, 'refused'));
  await symlink(join(outside, 'secret.csv'), join(inbox, 'refused/2.csv.rejects.csv'));
  await symlink(join(outside, 'secret.csv'), join(inbox, 'refused/3.csv'));
  await writeFile(join(inbox, '2.csv'), 'no,such,columns\n1,2,3\n');
  await writeFile(join(inbox, '3.csv'), 'the disk is full,no space left on device\n1,2\n');
  await writeFile(join(inbox, '4.csv'), GOOD);
  const watch = spawnWatch(data.env, inbox, ['--settle', '0.1']);
  t.after(() => watch.child.kill('SIGKILL'));
  await watch.until('taken', '4.csv');
  assert.equal(await watch.end('SIGTERM'), 0);
  assert.equal((await watch.until('ignored', '1.csv')).reason, 'not a regular file');
  for (const name of ['2.csv', '3.csv']) {
    const { rejectsFile } = await watch.until('refused', name);
    assert.equal((await stat(String(rejectsFile))).mode & 0o777, 0o600);
  }
  assert.equal(await readFile(join(outside, 'secret.csv'), 'utf8'), SECRET);
  for (const folder of [inbox, join(data.path, 'rejects')]) {
    const text = await allText(folder).catch(() => '');
    assert.ok(!text.includes(SECRET), text);
  }
});

test('a file with the longest name there can be, and a bad row, is put aside, and the file behind it is taken', async (t) => {
  const { data, inbox } = await openPlace(t);
  const long = `${'a'.repeat(251)}.csv`;
  await writeFile(join(inbox, long), `${GOOD}2,yesterday,A,B,P,,,1,,,\n`);
  await writeFile(join(inbox, 'b.csv'), GOOD);
  const watch = spawnWatch(data.env, inbox, ['--settle', '0.1']);
  t.after(() => watch.child.kill('SIGKILL'));
  await until('both are told of', () => watch.events.length > 2);
  assert.deepEqual(watch.events.map(({ event, file }) => [event, file]).slice(1), [
    ['refused', long],
    ['taken', 'b.csv'],
  ]);
  const { rejectsFile } = await watch.until('refused', long);
  assert.match(await readFile(String(rejectsFile), 'utf8'), /ordered_at,yesterday/);
  assert.deepEqual(await readdir(join(data.path, 'rejects')), []);
  assert.equal(await watch.end('SIGTERM'), 0);
});

/** What a watch says until it has told of a file. */
async function toldByWatch(t: TestContext, data: DataFolder, inbox: string, ...more: string[]) {
  const child = spawn(MDQ, ['import', '--watch', inbox, '--settle', '0.1', ...more], { env: data.env });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  await until('it has told of a file', () => ESCAPED.test(said.stdout + said.stderr));
  child.kill('SIGINT');
  await ended;
  return said;
}

test('control characters in names and values never reach a terminal or a log raw', async (t) => {
  const { data, inbox } = await openPlace(t);
  const name = `1${NASTY}.csv`;
  await writeFile(join(inbox, name), `${GOOD}2,"${NASTY}",A,B,P,,,1,,,\n`);
  await writeFile(join(inbox, `2${NASTY}.csv`), `order_id,"x${NASTY}"\n1,2\n`);
  await writeFile(join(inbox, `3${NASTY}.txt`), 'not data');
  const imported = await data.mdq('import', join(inbox, name));
  const skipped = await data.mdq('import', join(inbox, name), '--skip-bad-rows');
  const listed = await data.mdq('imports');
  const refused = await data.mdq('import', join(inbox, `2${NASTY}.csv`));
  const told = await toldByWatch(t, data, inbox);
  await writeFile(join(inbox, `4${NASTY}.csv`), `order_id,"x${NASTY}"\n1,2\n`);
  const json = await toldByWatch(t, data, inbox, '--json');
  for (const { stdout, stderr } of [imported, skipped, listed, refused, told, json]) {
    const text = stdout + stderr;
    assert.match(text, ESCAPED, text);
    assert.doesNotMatch(text, /(?!\n)[\p{Cc}\u202e\u2028]/u);
  }
  assert.equal(skipped.stdout.match(/^Skipped/gm)?.length, 1);
  assert.ok(
    refused.stderr.split('\n').every((line) => /^(mdq: |Reading |$)/.test(line)),
    refused.stderr,
  );
});

test('a file whose name is no UTF-8 is named once, and the file behind it is taken', {
  skip: process.platform !== 'linux' && 'other systems have no such names',
}, async (t) => {
  const { data, inbox } = await openPlace(t);
  const name = Buffer.concat([Buffer.from(`${inbox}/a`), Buffer.from([0xe9]), Buffer.from('.csv')]);
  await writeFile(name, GOOD);
  await writeFile(join(inbox, 'b.csv'), GOOD);
  const watch = spawnWatch(data.env, inbox, ['--settle', '0.1']);
  t.after(() => watch.child.kill('SIGKILL'));
  await watch.until('taken', 'b.csv');
  assert.equal((await watch.until('ignored', 'a\ufffd.csv')).reason, 'no UTF-8 in its name');
  assert.equal(watch.events.filter(({ event }) => event === 'ignored').length, 1);
});
