/** Figures are of the lines that are there, also when lines and figures were put together by hand. */
import assert from 'node:assert/strict';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeCsv } from '../support/order-files.ts';
import { type Figures, publishedFigures } from '../support/reference/figures.ts';
import { row } from '../support/reference/made-cases.ts';
import { type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';

const URLS = ['trends/overview', 'market/focus', 'market/sub-ranking'].map(
  (path) => `/api/public/${path}?start=2025-01-01&end=2025-12-31`,
);

const order = (order_id: string, ordered_at: string, amount: string) =>
  row({ order_id, ordered_at, amount, category: 'A', sub_category: 'B' });
const EARLY = [
  order('1', '2025-06-01', '10'),
  order('2', '2025-06-05', '10'),
  order('3', '2025-06-20', '10'),
];
const MIDDLE = [order('4', '2025-06-05', '1000')];
const LATE = [order('5', '2025-06-19', '1')];

async function figuresAndMadeAgain(data: DataFolder): Promise<[Figures, Figures]> {
  const figures = await publishedFigures(data, URLS);
  await data.succeed('refresh');
  return [figures, await publishedFigures(data, URLS)];
}

test('an import into a warehouse that was begun again keeps nothing of what was published', async (t) => {
  const data = await dataFolderFor(t);
  await data.succeed('import', await writeCsv(join(data.path, 'early.csv'), EARLY));
  await rename(join(data.path, 'warehouse.duckdb'), join(data.path, 'old.duckdb'));
  await data.succeed('import', await writeCsv(join(data.path, 'late.csv'), LATE));
  const [figures, again] = await figuresAndMadeAgain(data);
  assert.deepEqual(figures, again);
});

test('an import after what was published was put back to an older version counts everything', async (t) => {
  const data = await dataFolderFor(t);
  const published = join(data.path, 'published');
  await data.succeed('import', await writeCsv(join(data.path, 'early.csv'), EARLY));
  await cp(published, join(data.path, 'copy'), { recursive: true });
  await data.succeed('import', await writeCsv(join(data.path, 'middle.csv'), MIDDLE));
  await rm(published, { recursive: true });
  await rename(join(data.path, 'copy'), published);
  await data.succeed('import', await writeCsv(join(data.path, 'late.csv'), LATE));
  const [figures, again] = await figuresAndMadeAgain(data);
  assert.deepEqual(figures, again);
});
