/** How the files of an import can be named, all of them one import. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { rowsAsCsv, writeCsv, writeGzipCsv, writeNdjson } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { assertMistake, dataFolderFor } from '../support/stores/data-folder.ts';
import { temporaryFolder } from '../support/workplace.ts';

/** Lines of one order and of one more, so that it is seen whether all files were one import. */
function lines(name: string) {
  const place = { ordered_at: '2025-03-03', category: 'A', sub_category: 'B' };
  return [row({ order_id: 'spread over all', ...place }), row({ order_id: `only in ${name}`, ...place })];
}

const folder = await temporaryFolder({ after });
await writeCsv(join(folder, '2025-a.csv'), lines('a'));
await writeGzipCsv(join(folder, '2025-b.csv.gz'), lines('b'));
await writeNdjson(join(folder, '2025-c.NDJSON'), lines('c'));
await writeCsv(join(folder, '2024-d.csv'), lines('d'));
await writeFile(join(folder, 'bad.csv.rejects.csv'), 'file,line,column,value,reason\n');
await writeFile(join(folder, '.hidden.csv'), rowsAsCsv(lines('hidden')));
await writeFile(join(folder, '2025-e.csv.part'), 'half a fi');

test('files, patterns and folders are all data files that they fit, in one import', async (t) => {
  const data = await dataFolderFor(t);
  for (const [names, files] of [
    [['2025-*.csv*(.gz)'], 2],
    [[''], 4],
    [['2024-d.csv', '2025-{a,b}.*'], 3],
  ] as const) {
    const args = names.map((name) => join(folder, name));
    const { rows } = JSON.parse(
      await data.succeed('import', '--check', ...args, '--overlap', 'add', '--json'),
    );
    assert.deepEqual([rows.lines, rows.orders], [files * 2, files + 1], names.join());
  }
  const report = JSON.parse(await data.succeed('import', folder, '--overlap', 'add', '--json'));
  assert.deepEqual([report.lines, report.orders, report.version], [8, 5, 1]);
});

test('a file that is named twice is said, and a pattern that fits nothing', async (t) => {
  const data = await dataFolderFor(t);
  const file = join(folder, '2025-a.csv');
  for (const other of [file, `${folder}/./2025-a.csv`, folder, join(folder, '2025-*')])
    for (const options of [[], ['--overlap', 'add'], ['--check']])
      assertMistake(
        await data.mdq('import', other, file, ...options),
        /2025-a\.csv is named twice; nothing was imported\. Name it once$/m,
      );
  assertMistake(await data.mdq('status'), /No data has been published/);
  assertMistake(
    await data.mdq('import', join(folder, '2023-*.csv')),
    /2023-\*\.csv: there is no such file, and no file fits/,
  );
});
