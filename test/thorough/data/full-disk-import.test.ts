/** An import that runs out of disk leaves everything as it was, says so, and works once there is room; what it needs beside the data is bounded. */
import assert from 'node:assert/strict';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { IMPORT_FAILURE_FILE } from '../../../src/disk/import-failure.ts';
import { SMALL_FOLDERS, type SmallFolder } from '../../support/faults/little-room.ts';
import { writeCsv } from '../../support/order-files.ts';
import {
  difference,
  type Figures,
  publishedFigures,
  publishedVersion,
} from '../../support/reference/figures.ts';
import { madeRows, resentRows } from '../../support/reference/made-rows.ts';
import { someQuestions, urlOf } from '../../support/reference/questions.ts';
import { Reference } from '../../support/reference/reference.ts';
import { assertMistake, dataFolderFor } from '../../support/stores/data-folder.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const ROWS = madeRows();
const URLS = someQuestions(new Reference(ROWS)).map(urlOf);

/** A folder that has room, to compare with. */
const roomy = await dataFolderFor({ after });
const FIRST = await writeCsv(join(roomy.path, 'first.csv'), ROWS);
const SECOND = await writeCsv(join(roomy.path, 'second.csv'), resentRows(ROWS));
await roomy.succeed('import', FIRST);
const BEFORE = await publishedFigures(roomy, URLS);
await roomy.succeed('import', SECOND);
const AFTER = await publishedFigures(roomy, URLS);
const { size: versionBytes } = await stat(join(roomy.path, 'published/v2.snapshot'));

for (const [what, open] of Object.entries(SMALL_FOLDERS))
  test(`an import that meets ${what} changes nothing, leaves nothing, and works once there is room`, async (t) => {
    const small = await open();
    if (typeof small === 'string') return t.skip(small);
    t.after(() => small.remove());
    const { data, cramped } = small;
    const assertPublished = async (expected: Figures) =>
      assert.equal(difference(await publishedFigures(data, URLS), expected), undefined);
    // The very first one.
    for (const bytes of [0, 4096, 65_536]) {
      assertMistake(await cramped(bytes, 'import', FIRST), /no space left/);
      assertMistake(await data.mdq('status', '--json'), /No data has been published/);
    }
    await data.succeed('import', FIRST);
    await assertPublished(BEFORE);
    // No room at all, too little for a version, and on a disk too little for the lines after it.
    for (const bytes of [8192, versionBytes >> 1, versionBytes + 16_384]) {
      const outcome = await cramped(bytes, 'import', SECOND);
      const isIn = outcome.code === 0;
      await assertPublished(isIn ? AFTER : BEFORE);
      if (isIn && bytes > versionBytes) break;
      assertMistake(outcome, /no space left/);
      assert.equal(await publishedVersion(data), 1);
      assert.deepEqual(await readdir(join(data.path, 'published')), ['current.json', 'v1.snapshot']);
    }
    for (const command of [['import', SECOND], ['refresh']]) {
      await data.succeed(...command);
      await assertPublished(AFTER);
    }
  });

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
