/** How the files of an import can be named, all of them one import. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { rowsAsCsv, writeCsv, writeGzipCsv, writeNdjson } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { assertMistake, type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';
import { temporaryFolder } from '../support/workplace.ts';

/** Lines of one order and of one more, so that it is seen whether all files were one import. */
function lines(name: string) {
  const place = { ordered_at: '2025-03-03', category: 'A', sub_category: 'B' };
  return [row({ order_id: 'spread over all', ...place }), row({ order_id: `only in ${name}`, ...place })];
}

async function openExports(t: TestContext): Promise<{ data: DataFolder; folder: string }> {
  const data = await dataFolderFor(t);
  const folder = join(await temporaryFolder(t), 'exports');
  await mkdir(folder);
  await writeCsv(join(folder, '2025-a.csv'), lines('a'));
  await writeGzipCsv(join(folder, '2025-b.csv.gz'), lines('b'));
  await writeNdjson(join(folder, '2025-c.NDJSON'), lines('c'));
  await writeCsv(join(folder, '2024-d.csv'), lines('d'));
  await writeFile(join(folder, 'bad.csv.rejects.csv'), 'file,line,column,value,reason\n');
  await writeFile(join(folder, '.hidden.csv'), rowsAsCsv(lines('hidden')));
  await writeFile(join(folder, '2025-e.csv.part'), 'half a fi');
  return { data, folder };
}

for (const { what, names, files } of [
  { what: 'a pattern is all files that it fits', names: ['2025-*.csv*(.gz)'], files: 2 },
  { what: 'a folder is all data files in it', names: [''], files: 4 },
  { what: 'files and patterns can stand together', names: ['2024-d.csv', '2025-{a,b}.*'], files: 3 },
]) {
  test(what, async (t) => {
    const { data, folder } = await openExports(t);
    const args = names.map((name) => join(folder, name));
    const report = JSON.parse(await data.succeed('import', ...args, '--overlap', 'add', '--json'));
    assert.deepEqual([report.lines, report.orders, report.version], [files * 2, files + 1, 1]);
  });
}

test('a file that is named twice is said, and nothing is imported', async (t) => {
  const { data, folder } = await openExports(t);
  const file = join(folder, '2025-a.csv');
  for (const other of [file, `${folder}/./2025-a.csv`, folder, join(folder, '2025-*')])
    for (const options of [[], ['--overlap', 'add'], ['--check']])
      assertMistake(
        await data.mdq('import', other, file, ...options),
        /2025-a\.csv is named twice; nothing was imported\. Name it once$/m,
      );
  assertMistake(await data.mdq('status'), /No data has been published/);
});

test('a pattern that fits nothing is said', async (t) => {
  const { data, folder } = await openExports(t);
  assertMistake(
    await data.mdq('import', join(folder, '2023-*.csv')),
    /2023-\*\.csv: there is no such file, and no file fits/,
  );
});
