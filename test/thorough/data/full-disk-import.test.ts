/** An import that runs out of disk leaves everything as it was, says so, and works once there is room. */
import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { SMALL_FOLDERS, type SmallFolder } from '../../support/faults/little-room.ts';
import { writeCsv } from '../../support/order-files.ts';
import { difference, publishedFigures, publishedVersion } from '../../support/reference/figures.ts';
import { madeRows, resentRows } from '../../support/reference/made-rows.ts';
import { someQuestions, urlOf } from '../../support/reference/questions.ts';
import { Reference } from '../../support/reference/reference.ts';
import { assertMistake, dataFolderFor } from '../../support/stores/data-folder.ts';

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

async function openSmall(
  t: TestContext,
  open: () => Promise<SmallFolder | string>,
): Promise<SmallFolder | undefined> {
  const small = await open();
  if (typeof small === 'string') {
    t.skip(small);
    return undefined;
  }
  t.after(() => small.remove());
  return small;
}

for (const [what, open] of Object.entries(SMALL_FOLDERS)) {
  test(`an import that meets ${what} changes nothing, and works once there is room`, async (t) => {
    const small = await openSmall(t, open);
    if (!small) return;
    const { data, cramped } = small;
    await data.succeed('import', FIRST);
    // No room at all, too little for a version, and on a disk too little for the lines after it.
    for (const bytes of [8192, versionBytes >> 1, versionBytes + 16_384]) {
      const outcome = await cramped(bytes, 'import', SECOND);
      const isIn = outcome.code === 0;
      assert.equal(difference(await publishedFigures(data, URLS), isIn ? AFTER : BEFORE), undefined);
      if (isIn && bytes > versionBytes) break;
      assertMistake(outcome, /no space left/);
      assert.equal(await publishedVersion(data), 1);
    }
    await data.succeed('import', SECOND);
    assert.equal(difference(await publishedFigures(data, URLS), AFTER), undefined);
    await data.succeed('refresh');
    assert.equal(difference(await publishedFigures(data, URLS), AFTER), undefined);
  });

  test(`what an import had written before it met ${what} is gone`, async (t) => {
    const small = await openSmall(t, open);
    if (!small) return;
    const { data, cramped } = small;
    await data.succeed('import', FIRST);
    for (const bytes of [8192, versionBytes >> 1, versionBytes + 16_384]) {
      const { code } = await cramped(bytes, 'import', SECOND);
      if (code === 0 && bytes > versionBytes) break;
      assert.deepEqual(await readdir(join(data.path, 'published')), ['current.json', 'v1.snapshot']);
    }
  });

  test(`the very first import that meets ${what} is not in the way of the next`, async (t) => {
    const small = await openSmall(t, open);
    if (!small) return;
    const { data, cramped } = small;
    for (const bytes of [0, 4096, 65_536]) {
      assertMistake(await cramped(bytes, 'import', FIRST), /no space left/);
      assertMistake(await data.mdq('status', '--json'), /No data has been published/);
    }
    await data.succeed('import', FIRST);
    assert.equal(difference(await publishedFigures(data, URLS), BEFORE), undefined);
  });
}
