/** A delivered folder is taken only if it is complete and unchanged, and symlink swaps cannot redirect it. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../test/support/workplace.ts';
import { type Arrived, Inbox } from './inbox.ts';

/** A watched folder into which a folder of two files has arrived, and one outside with the same names in it. */
async function openFolders(t: TestContext) {
  const root = await temporaryFolder(t);
  const [inside, outside] = [join(root, 'inbox'), join(root, 'outside')];
  const fill = async (folder: string, content: string) => {
    await mkdir(folder, { recursive: true });
    for (const name of ['a.csv', 'b.csv', '_SUCCESS']) await writeFile(join(folder, name), content);
  };
  await fill(join(inside, 'may'), 'seen');
  await fill(outside, 'secret');
  const inbox = new Inbox(inside, 0, 'folders');
  await inbox.makeFolders();
  await inbox.look();
  const [arrived] = (await inbox.look()).arrived;
  assert.ok(arrived);
  return { inbox, arrived, outside, paths: [...arrived.files.keys()] };
}

const refuse = (inbox: Inbox, arrived: Arrived) => inbox.refuse(arrived, { reason: 'bad' });

test('the files of a folder are those in it that may be data', async (t) => {
  const { arrived, paths } = await openFolders(t);
  assert.equal(arrived.name, 'may');
  assert.deepEqual(paths, [join(arrived.path, 'a.csv'), join(arrived.path, 'b.csv')]);
});

test('a folder that is swapped for a link is neither read nor moved, and goes on being read where it was begun', async (t) => {
  const { inbox, arrived, outside, paths } = await openFolders(t);
  const read = await inbox.read(arrived, paths, async (contents) => {
    await rename(arrived.path, `${outside}-before`);
    await symlink(outside, arrived.path);
    return Promise.all(paths.map((path) => readFile(contents.get(path) ?? '', 'utf8')));
  });
  assert.deepEqual(read, ['seen', 'seen']);
  assert.equal(await inbox.read(arrived, paths, () => assert.fail('it was read')), undefined);
  assert.equal(await inbox.take(arrived), undefined);
  assert.equal(await refuse(inbox, arrived), undefined);
  assert.equal((await readdir(outside)).length, 3);
});

test('a folder in which a file has changed, come or gone since stays where it is', async (t) => {
  for (const change of [
    (path: string) => writeFile(join(path, 'a.csv'), 'more than before'),
    (path: string) => writeFile(join(path, 'c.csv'), 'new'),
    (path: string) => rm(join(path, 'b.csv')),
    (path: string) => rm(join(path, '_SUCCESS')),
  ]) {
    const { inbox, arrived } = await openFolders(t);
    await change(arrived.path);
    assert.equal(await inbox.take(arrived), undefined);
    assert.equal(await refuse(inbox, arrived), undefined);
    assert.deepEqual((await readdir(inbox.folder)).sort(), ['held', 'may', 'refused', 'taken']);
  }
});

test('a file that changes keeps its folder from arriving, however old the folder is', async (t) => {
  const { arrived } = await openFolders(t);
  const inbox = new Inbox(join(arrived.path, '..'), 60_000, 'folders');
  const look = async () => (await inbox.look()).arrived.length;
  for (const name of ['a.csv', 'b.csv', '_SUCCESS', '.']) await utimes(join(arrived.path, name), 1000, 1000);
  assert.deepEqual([await look(), await look()], [0, 1]);
  await writeFile(join(arrived.path, 'a.csv'), 'again');
  assert.deepEqual([await look(), await look()], [0, 0]);
});
