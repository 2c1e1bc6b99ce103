/** An import that runs out of disk leaves everything as it was, says so, and works once there is room. */
import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SMALL_FOLDERS } from '../../support/faults/little-room.ts';
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
