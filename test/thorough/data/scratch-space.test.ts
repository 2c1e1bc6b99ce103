/** What an import needs beside the data takes a third of the free disk at most, and is removed. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { IMPORT_FAILURE_FILE } from '../../../src/disk/import-failure.ts';
import { SMALL_FOLDERS, type SmallFolder } from '../../support/faults/little-room.ts';
import { assertMistake } from '../../support/stores/data-folder.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const HEADER = 'order_id,ordered_at,category,sub_category,product_id,amount\n';
const LINE = '1,2025-03-03,A,B,P,1\n';
/** More than a third of the small disk, and less than the whole. */
const LINES = 30e6 / LINE.length;

const open = SMALL_FOLDERS['a full file system'];
const small: SmallFolder | string = open ? await open() : 'there is no small disk';

test('scratch space is a third of the free disk at most', {
  skip: typeof small === 'string' ? small : false,
}, async (t) => {
  assert.ok(typeof small !== 'string');
  const { data } = small;
  t.after(() => small.remove());
  const files = await temporaryFolder(t);
  await data.succeed('import', await written(join(files, 'good.csv'), HEADER + LINE));
  const says = /more scratch space than a third of the free disk\. Everything is as it was; free disk space/;
  const lying = async () => (await readdir(data.path)).filter((name) => name !== IMPORT_FAILURE_FILE);
  const before = await lying();

  await t.test('what a packed file is unpacked to', async () => {
    const file = await written(join(files, 'large.csv.gz'), gzipSync(HEADER + LINE.repeat(LINES)));
    assertMistake(await data.mdq('import', file), says);
  });
  await t.test('what a file in another encoding is converted to', async () => {
    // One byte that is no UTF-8, or the file is read as it is.
    const text = HEADER + LINE.repeat(LINES);
    const file = await written(
      join(files, 'large.csv'),
      Buffer.concat([Buffer.from(text), Buffer.from([0xa4])]),
    );
    assertMistake(await data.mdq('import', file, '--encoding', 'big5'), says);
  });
  await t.test('what a query gives', async () => {
    const sql = await written(
      join(files, 'lines.sql'),
      'SELECT * REPLACE (md5(CAST(range AS VARCHAR)) AS order_id) FROM good, range(2000000)',
    );
    assertMistake(await data.mdq('import', join(files, 'good.csv'), '--sql', sql), says);
  });
  assert.deepEqual(await lying(), before);
  await data.succeed('import', join(files, 'good.csv'));
});

async function written(path: string, content: string | Buffer): Promise<string> {
  await writeFile(path, content);
  return path;
}
