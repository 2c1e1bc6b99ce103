/** The watcher never follows symlinks, overwrites a file or moves a file changed since its arrival. */
import assert from 'node:assert/strict';
import { readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../test/support/workplace.ts';
import { UserError } from '../../errors/operators.ts';
import { Inbox } from './inbox.ts';

async function openInbox(t: TestContext, quietMs: number): Promise<Inbox> {
  const inbox = new Inbox(await temporaryFolder(t), quietMs);
  await inbox.makeFolders();
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

test('files come by name; those that are not finished or not data are left, the latter told once', async (t) => {
  const inbox = await openInbox(t, 0);
  for (const name of [
    ...['b.csv', 'a.csv.gz', 'c.PARQUET', 'd.jsonl', 'e.ndjson.gz', 'notes.txt', 'b.csv.rejects.csv'],
    ...['.a.csv', 'f.csv.part', 'g.csv.tmp', 'h.csv.crdownload', 'i.csv~'],
  ]) {
    await writeFile(join(inbox.folder, name), name);
  }
  assert.deepEqual((await inbox.look()).ignored, [{ name: 'notes.txt', reason: 'its name' }]);
  const { arrived, ignored } = await inbox.look();
  assert.deepEqual(
    arrived.map(({ name }) => name),
    ['a.csv.gz', 'b.csv', 'c.PARQUET', 'd.jsonl', 'e.ndjson.gz'],
  );
  assert.deepEqual(ignored, []);
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
    `file,line,column,value,reason\n${join(refused, 'bad.v1-2.csv')},,,,"""second"", of all"\n`,
  );
});

test('a name that would be too long for what is put beside it is cut, at a character and before its ending', async (t) => {
  const inbox = await openInbox(t, 0);
  for (const name of [
    `${'a'.repeat(251)}.csv`,
    `${'類'.repeat(82)}.csv.gz`,
    `b${'💳'.repeat(61)}.NDJSON.gz`,
  ]) {
    for (const content of ['first', 'second']) {
      const taken = await inbox.take(await arrive(inbox, name, content));
      assert.equal(await readFile(taken ?? '', 'utf8'), content);
      const refused = await inbox.refuse(await arrive(inbox, name, content), { reason: content });
      assert.equal(await readFile(refused?.movedTo ?? '', 'utf8'), content);
      assert.match(await readFile(refused?.rejectsFile ?? '', 'utf8'), new RegExp(`${content}\n$`));
    }
  }
  assert.deepEqual((await readdir(inbox.folder)).sort(), ['held', 'refused', 'taken']);
  const [taken = [], refused = []] = await Promise.all(
    ['taken', 'refused'].map((place) => readdir(join(inbox.folder, place))),
  );
  assert.ok(taken.includes(`${'a'.repeat(251)}.csv`), 'one that fits is kept');
  assert.deepEqual([taken.length, refused.length], [6, 12]);
  for (const name of [...taken, ...refused])
    assert.match(name, /^(a+|類+|b💳+)(-2)?(\.csv|\.csv\.gz|\.NDJSON\.gz)(\.rejects\.csv)?$/u);
});

test('a file that has changed since it arrived stays where it is', async (t) => {
  const inbox = await openInbox(t, 0);
  const arrival = await arrive(inbox, 'a.csv');
  await writeFile(arrival.path, 'more than before');
  assert.equal(await inbox.take(arrival), undefined);
  assert.equal(await inbox.refuse(arrival, { reason: 'none' }), undefined);
  assert.deepEqual((await readdir(inbox.folder)).sort(), ['a.csv', 'held', 'refused', 'taken']);
});

test('a file that changes while its hash is taken is not held', async (t) => {
  const inbox = await openInbox(t, 0);
  const arrival = await arrive(inbox, 'a.csv');
  const held = await inbox.hold(arrival, async () => {
    await writeFile(arrival.path, 'b.csv');
    return 'the hash of something else';
  });
  assert.equal(held, undefined);
  assert.equal(await readFile(arrival.path, 'utf8'), 'b.csv');
});

test('a folder that is none, or is gone, is said', async (t) => {
  const inbox = await openInbox(t, 0);
  await assert.rejects(new Inbox(join(inbox.folder, 'nowhere'), 0).makeFolders(), UserError);
  await rm(inbox.folder, { recursive: true });
  await assert.rejects(inbox.look(), /Cannot read .* \(ENOENT\)/);
});

const SECRET = 'for root only';

/** A folder with a file in it that nobody may get at by way of another folder. */
async function secretOutside(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'secret.csv'), SECRET);
  return join(folder, 'secret.csv');
}

async function swapForLink(path: string, target: string): Promise<void> {
  await rm(path);
  await symlink(target, path);
}

test('a link is never taken for a file, and told once', async (t) => {
  const inbox = await openInbox(t, 0);
  await symlink(await secretOutside(t), join(inbox.folder, 'a.csv'));
  assert.deepEqual((await inbox.look()).ignored, [{ name: 'a.csv', reason: 'not a regular file' }]);
  assert.deepEqual(await inbox.look(), { arrived: [], ignored: [] });
});

test('a file that is swapped for a link is not read, and goes on being read where it was begun', async (t) => {
  const inbox = await openInbox(t, 0);
  const file = await arrive(inbox, 'a.csv', 'the file that was seen');
  const secret = await secretOutside(t);
  const read = await inbox.read(file, [file.path], async (contents) => {
    await swapForLink(file.path, secret);
    return readFile(contents.get(file.path) ?? '', 'utf8');
  });
  assert.equal(read, 'the file that was seen');
  assert.equal(await inbox.read(file, [file.path], () => assert.fail('it was read')), undefined);
  assert.equal(await inbox.take(file), undefined);
});

test('a folder for what is done that is a link is refused, at the start and later', async (t) => {
  const inbox = await openInbox(t, 0);
  const outside = dirname(await secretOutside(t));
  const file = await arrive(inbox, 'a.csv');
  for (const place of ['taken', 'refused']) {
    await rm(join(inbox.folder, place), { recursive: true });
    await symlink(outside, join(inbox.folder, place));
    await assert.rejects(inbox.makeFolders(), /must be a folder; remove the link/);
  }
  await assert.rejects(inbox.take(file), UserError);
  await assert.rejects(inbox.refuse(file, { reason: 'bad' }), UserError);
  assert.deepEqual(await readdir(outside), ['secret.csv']);
});

test('a list is never written through a link that waits under its name', async (t) => {
  const inbox = await openInbox(t, 0);
  const secret = await secretOutside(t);
  const file = await arrive(inbox, 'a.csv');
  await symlink(secret, join(inbox.folder, 'refused/a.csv.rejects.csv'));
  const moved = await inbox.refuse(file, { reason: 'bad' });
  assert.equal(await readFile(secret, 'utf8'), SECRET);
  assert.match(await readFile(moved?.rejectsFile ?? '', 'utf8'), /bad/);
});
