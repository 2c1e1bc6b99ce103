/** Tags are bounded: a line with too many is a bad row, in every format, and too many different ones refuse the import. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { readConfig } from '../../../src/settings/config.ts';
import { checkImport } from '../../../src/warehouse/open.ts';
import { rowsAsCsv, writeNdjson, writeParquet } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { type IntakePlace, openIntake } from '../../support/stores/intake-place.ts';

const MOST_ON_A_LINE = 100;
const MOST = 50_000;

const line = (order: string, tags: string, sub = 'B') =>
  row({ order_id: order, ordered_at: '2025-03-03', category: 'A', sub_category: sub, tags });

const tags = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `k=${from + i}`).join(';');

/** Lines that bring so many tags between them, a hundred each. */
function tagged(count: number, { from = 0, sub = 'B' } = {}): string {
  const lines = Math.ceil(count / MOST_ON_A_LINE);
  return rowsAsCsv(
    Array.from({ length: lines }, (_, i) => {
      const first = i * MOST_ON_A_LINE;
      return line(`${sub} ${from + i}`, tags(Math.min(MOST_ON_A_LINE, count - first), from + first), sub);
    }),
  );
}

test('a line with more than 100 tags is a bad row with its line, in every format', async (t) => {
  const place = await openIntake(t);
  const rows = [
    line('1', tags(MOST_ON_A_LINE)),
    line('2', tags(MOST_ON_A_LINE + 1)),
    line('3', `${'no tag; = ;x=;=y;'.repeat(50)}${tags(MOST_ON_A_LINE)}`),
    line(
      '4',
      Array(MOST_ON_A_LINE + 1)
        .fill('k=v')
        .join(';'),
    ),
  ];
  await place.write('orders.csv', rowsAsCsv(rows));
  await writeNdjson(join(place.folder, 'orders.ndjson'), rows);
  await writeParquet(join(place.folder, 'orders.parquet'), rows);
  for (const [name, bad] of [
    ['orders.csv', [3, 5]],
    ['orders.ndjson', [2, 4]],
    ['orders.parquet', [2, 4]],
  ] as const) {
    await t.test(name, async () => {
      const said = (await place.refusal(name)) ?? '';
      assert.match(said, /^mdq: 2 bad rows; nothing was imported\./);
      assert.deepEqual(
        [...said.matchAll(/, line (\d+): (.+?) \("/g)].map(([, at, reason]) => `${at} ${reason}`),
        bad.map((at) => `${at} tags must hold at most 100 tags`),
      );
    });
  }
  const { lines, skippedRows } = await place.import('orders.csv', { skipBadRows: true });
  assert.deepEqual([lines, skippedRows], [2, 2]);
});

test('50,000 different tags can be there, stored and new together; one more refuses the import in one line', async (t) => {
  const place = await openIntake(t);
  const half = MOST / 2;
  await place.import(await place.write('first.csv', tagged(half)));
  const said = await place.refusal(await place.write('over.csv', tagged(half + 1, { from: half })));
  assert.equal(
    said,
    'mdq: tags is probably not what it was taken for: with this import there would be 50,001 different tags, and there can be at most 50,000. ' +
      'New are "k=25000", "k=25001", "k=25002", …; nothing was imported. --map tags=NAME reads another column',
  );
  assert.equal(await place.warehouse.current(), 1);
  // The same tags in another sub-category are the same tags.
  await place.import(await place.write('other.csv', tagged(half, { sub: 'C' })));
  await place.import(await place.write('rest.csv', tagged(half, { from: half })));
  assert.equal(await place.warehouse.current(), 3);
});

test('a tag counts once for every sub-category that has it: there can be 1,000,000 of these', async (t) => {
  const place = await openIntake(t);
  const of = (subs: number, from = 0) =>
    Array.from({ length: subs }, (_, i) =>
      tagged(5000, { sub: `S${from + i}` })
        .split('\n')
        .slice(from + i > from ? 1 : 0)
        .join('\n'),
    ).join('');
  await place.import(await place.write('first.csv', of(2)));
  assert.match(
    (await place.refusal(await place.write('over.csv', of(199, 2)))) ?? '',
    /there would be 1,005,000 tags of sub-categories, and there can be at most 1,000,000\. New are "k=0", .*nothing was imported/,
  );
  assert.equal(await place.warehouse.current(), 1);
});

test('a store that has more tags than that still takes rows that bring no new one', async (t) => {
  const place = await openIntake(t);
  await place.import(await place.write('first.csv', tagged(3)));
  await addTags(place, MOST);
  await place.import(await place.write('second.csv', rowsAsCsv([line('known', 'k=1')])));
  await place.import(await place.write('old.csv', rowsAsCsv([line('old', 'old=7;k=2', 'C')])));
  await place.import(await place.write('none.csv', rowsAsCsv([line('none', '')])));
  assert.equal(await place.warehouse.current(), 4);
  const said = await place.refusal(await place.write('new.csv', rowsAsCsv([line('new', 'k=1;new=1')])));
  assert.match(said ?? '', /would be 50,004 different tags, .* New are "new=1"; nothing was imported/);
});

/** As a program from before there was a limit could have left it. */
async function addTags({ folder }: IntakePlace, count: number): Promise<void> {
  const instance = await DuckDBInstance.create(join(folder, 'data/warehouse.duckdb'));
  const connection = await instance.connect();
  await connection.run(
    `INSERT INTO tag SELECT (SELECT count(*) FROM tag) + range, 0, 'old', CAST(range AS VARCHAR) FROM range(${count})`,
  );
  connection.closeSync();
  instance.closeSync();
}

test('mdq import --check tells of too many tags', async (t) => {
  const place = await openIntake(t);
  await place.import(await place.write('first.csv', tagged(5)));
  await place.write('over.csv', tagged(MOST, { from: 10 }));
  const { problems } = await checkImport(readConfig({ DATA_DIR: join(place.folder, 'data') }), {
    files: [join(place.folder, 'over.csv')],
  });
  assert.match(problems.join('\n'), /^tags is probably not what it was taken for: .* 50,005 different tags/);
});
