import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { UserError } from '../errors.ts';
import { Inbox } from './inbox.ts';

async function openInbox(t: TestContext, settleMs: number): Promise<Inbox> {
  const folder = await mkdtemp(join(tmpdir(), 'mdq-inbox-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const inbox = new Inbox(folder, settleMs);
  await inbox.prepare();
  return inbox;
}

const namesOf = async (inbox: Inbox) => (await inbox.look()).arrived.map(({ name }) => name);

async function arrive(inbox: Inbox, name: string, content = name) {
  await writeFile(join(inbox.folder, name), content);
  await inbox.look();
  const [arrival] = (await inbox.look()).arrived;
  assert.ok(arrival);
  return arrival;
}

test('a file has arrived when it looks the same again after the time it is given', async (t) => {
  const inbox = await openInbox(t, 60_000);
  const file = join(inbox.folder, 'a.csv');
  await writeFile(file, '1');
  assert.deepEqual(await namesOf(inbox), []);
  assert.deepEqual(await namesOf(inbox), []);
  await writeFile(file, '12');
  await utimes(file, 1000, 1000);
  assert.deepEqual(await namesOf(inbox), []);
  assert.deepEqual(await namesOf(inbox), ['a.csv']);
});

test('a file that was finished long ago needs two looks', async (t) => {
  const inbox = await openInbox(t, 60_000);
  await writeFile(join(inbox.folder, 'old.csv'), '1');
  await utimes(join(inbox.folder, 'old.csv'), 1000, 1000);
  assert.deepEqual(await namesOf(inbox), []);
  assert.deepEqual(await namesOf(inbox), ['old.csv']);
});

test('files come by name; those that are not finished or not data are left, the latter told once', async (t) => {
  const inbox = await openInbox(t, 0);
  for (const name of [
    ...['b.csv', 'a.csv.gz', 'c.PARQUET', 'd.jsonl', 'e.ndjson.gz', 'notes.txt', 'b.csv.rejects.csv'],
    ...['.a.csv', 'f.csv.part', 'g.csv.tmp', 'h.csv.crdownload', 'i.csv~'],
  ]) {
    await writeFile(join(inbox.folder, name), name);
  }
  assert.deepEqual((await inbox.look()).foreign, ['notes.txt']);
  const { arrived, foreign } = await inbox.look();
  assert.deepEqual(
    arrived.map(({ name }) => name),
    ['a.csv.gz', 'b.csv', 'c.PARQUET', 'd.jsonl', 'e.ndjson.gz'],
  );
  assert.deepEqual(foreign, []);
});

test('a file never takes the place of another of its name', async (t) => {
  const inbox = await openInbox(t, 0);
  for (const content of ['first', 'second', 'third']) {
    assert.ok(await inbox.take(await arrive(inbox, 'orders.csv.gz', content)));
  }
  for (const content of ['first', 'second']) {
    await inbox.refuse(await arrive(inbox, 'bad.v1.csv', content), { reason: `"${content}", of all` });
  }
  const taken = join(inbox.folder, 'taken');
  assert.deepEqual((await readdir(taken)).sort(), ['orders-2.csv.gz', 'orders-3.csv.gz', 'orders.csv.gz']);
  assert.equal(await readFile(join(taken, 'orders-2.csv.gz'), 'utf8'), 'second');
  const refused = join(inbox.folder, 'refused');
  assert.deepEqual((await readdir(refused)).sort(), [
    ...['bad.v1-2.csv', 'bad.v1-2.csv.rejects.csv', 'bad.v1.csv', 'bad.v1.csv.rejects.csv'],
  ]);
  assert.equal(
    await readFile(join(refused, 'bad.v1-2.csv.rejects.csv'), 'utf8'),
    `file,line,column,value,reason\n${join(inbox.folder, 'bad.v1.csv')},,,,"""second"", of all"\n`,
  );
});

test('a file that has changed since it arrived stays where it is', async (t) => {
  const inbox = await openInbox(t, 0);
  const arrival = await arrive(inbox, 'a.csv');
  await writeFile(arrival.path, 'more than before');
  assert.equal(await inbox.take(arrival), undefined);
  assert.equal(await inbox.refuse(arrival, { reason: 'none' }), undefined);
  assert.deepEqual((await readdir(inbox.folder)).sort(), ['a.csv', 'refused', 'taken']);
});

test('a folder that is none, or is gone, is said', async (t) => {
  const inbox = await openInbox(t, 0);
  await assert.rejects(new Inbox(join(inbox.folder, 'nowhere'), 0).prepare(), UserError);
  await rm(inbox.folder, { recursive: true });
  await assert.rejects(inbox.look(), /Cannot read .* \(ENOENT\)/);
});
