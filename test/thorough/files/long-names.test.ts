/** Names, ids and tags are bounded: a longer one is a bad row, in every format, and too many refuse the import. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { readConfig } from '../../../src/settings/config.ts';
import { checkImport } from '../../../src/warehouse/open.ts';
import { rowsAsCsv, writeNdjson, writeParquet } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { HEADER, openIntake } from '../../support/stores/intake-place.ts';

const MOST_ON_A_LINE = 100;

const line = (values: Partial<RawRow>) =>
  row({ ordered_at: '2025-03-03', category: 'A', sub_category: 'B', ...values });
const tags = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `k=${from + i}`).join(';');
const NAME = 'must have at most 200 characters';
const ID = 'must have at most 256 bytes';
const TAG = 'must have at most 200 characters in the key and in the value of each tag';

/** What is too long, and what is said of it. */
const TOO_LONG: readonly (readonly [column: keyof RawRow, value: string, said: string])[] = [
  ['category', '類'.repeat(201), NAME],
  ['sub_category', 'x'.repeat(201), NAME],
  ['payment_method', 'x'.repeat(201), NAME],
  ['tags', `short=1;${'k'.repeat(201)}=1`, TAG],
  ['tags', `short=1; key = ${'v'.repeat(201)} ;b=2`, TAG],
  ['tags', tags(MOST_ON_A_LINE + 1), `must hold at most ${MOST_ON_A_LINE} tags`],
  ['tags', 'k=v;'.repeat(MOST_ON_A_LINE + 1), `must hold at most ${MOST_ON_A_LINE} tags`],
  ['order_id', 'x'.repeat(257), ID],
  ['product_id', '商'.repeat(86), ID],
  ['merchant_id', 'x'.repeat(257), ID],
  ['member_id', 'x'.repeat(257), ID],
];

/** The same rows in every format. */
async function openFormats(t: TestContext, rows: readonly RawRow[]) {
  const place = await openIntake(t);
  await place.write('orders.csv', rowsAsCsv(rows));
  await writeNdjson(join(place.folder, 'orders.ndjson'), rows);
  await writeParquet(join(place.folder, 'orders.parquet'), rows);
  return place;
}

test('a name over 200 characters, an id over 256 bytes or a line with over 100 tags is a bad row, in every format', async (t) => {
  const bad = TOO_LONG.map(([column, value], i) => line({ order_id: `long ${i}`, [column]: value }));
  const place = await openFormats(t, [line({ order_id: 'good' }), ...bad]);
  for (const [name, first] of [
    ['orders.csv', 3],
    ['orders.ndjson', 2],
    ['orders.parquet', 2],
  ] as const) {
    const said = (await place.refusal(name)) ?? '';
    assert.match(said, new RegExp(`^mdq: ${TOO_LONG.length} bad rows; nothing was imported\\.`));
    assert.deepEqual(
      [...said.matchAll(/, line (\d+): (.+?) \("/g)].map(([, at, reason]) => `${at} ${reason}`),
      TOO_LONG.map(([column, , said], i) => `${first + i} ${column} ${said}`),
      name,
    );
  }
  const sql = join(place.folder, await place.write('lines.sql', 'SELECT * FROM orders'));
  const said = await place.refusal('orders.csv', { profile: { sql } });
  for (const [i, [column, , why]] of TOO_LONG.entries())
    assert.match(said ?? '', new RegExp(`lines.sql, order "(long ${i}|x{257})": ${column} ${why} `));
  const { lines, skippedRows, rejectsFile } = await place.import('orders.csv', { skipBadRows: true });
  assert.deepEqual([lines, skippedRows], [1, TOO_LONG.length]);
  const counts = Object.entries(Object.groupBy(TOO_LONG, ([column, , why]) => `${column} ${why}`));
  assert.deepEqual(
    rejectsFile?.reasons.map(({ reason, rows }) => `${rows} × ${reason}`).sort(),
    counts.map(([reason, of]) => `${of?.length} × ${reason}`).sort(),
  );
});

test('the length that counts is that of the name as it is kept: trimmed, composed, in characters', async (t) => {
  const rows = [
    line({ order_id: '1', category: ` ${'類'.repeat(200)} `, sub_category: 'e\u0301'.repeat(200) }),
    line({ order_id: '2', payment_method: '💳'.repeat(200), merchant_id: '商'.repeat(85) }),
    line({ order_id: 'x'.repeat(256), tags: `${'k'.repeat(200)}= ${'v'.repeat(200)} ;b=2` }),
    line({ order_id: '4', tags: `${'no tag; = ;x=;=y;'.repeat(50)}${tags(MOST_ON_A_LINE)}` }),
    line({ order_id: '5', tags: 'a piece that is no tag '.repeat(20) }),
  ];
  const place = await openFormats(t, rows);
  for (const name of ['orders.csv', 'orders.ndjson', 'orders.parquet'])
    assert.equal((await place.import(name)).lines, 5);
  // A product name is not kept; of a cancelled row only its order counts.
  const long = [
    `1,2025-03-03,A,B,P,1,${'n'.repeat(5000)},`,
    `2,2025-03-03,${'c'.repeat(5000)},B,P,1,,cancelled`,
  ];
  await place.write('other.csv', [`${HEADER},product_name,status`, ...long, ''].join('\n'));
  assert.equal((await place.import('other.csv')).lines, 1);
});

/** Orders of one line each, by what is said of each of them. */
const lines = (count: number, of: (i: number) => Partial<RawRow>, from = 0) =>
  rowsAsCsv(Array.from({ length: count }, (_, i) => line({ order_id: `${from + i}`, ...of(from + i) })));

/** What there can be so many of; a line brings as many as it can. */
const MANY: Readonly<
  Record<string, readonly [most: number, column: string, of: (i: number) => Partial<RawRow>, each?: number]>
> = {
  'main categories': [1000, 'category', (i) => ({ category: `c${i}` })],
  'sub-categories': [20_000, 'sub_category', (i) => ({ sub_category: `s${i}` })],
  'payment methods': [1000, 'payment_method', (i) => ({ payment_method: `m${i}` })],
  'different tags': [
    50_000,
    'tags',
    (i) => ({ tags: tags(MOST_ON_A_LINE, i * MOST_ON_A_LINE) }),
    MOST_ON_A_LINE,
  ],
};

for (const [what, [most, column, of, each = 1]] of Object.entries(MANY))
  test(`${most} ${what} can be there, stored and new together; one more refuses the import in one line`, async (t) => {
    const { write, import: take, refusal, warehouse, folder } = await openIntake(t);
    const half = most / 2 / each;
    await take(await write('first.csv', lines(half, of)));
    const over = await write('over.csv', lines(half + 1, of, half));
    const said = `${column} is probably not what it was taken for: with this import there would be ${(most + each).toLocaleString('en')} ${what}, and there can be at most ${most.toLocaleString('en')}.`;
    const refused = (await refusal(over)) ?? '';
    assert.ok(refused.startsWith(`mdq: ${said} New are "`), refused);
    assert.match(refused, /New are "[\w=]+", "[\w=]+", "[\w=]+", …; nothing was imported\.[^\n]*$/);
    const { problems } = await checkImport(readConfig({ DATA_DIR: join(folder, 'data') }), {
      files: [join(folder, over)],
    });
    assert.ok(problems.join('\n').startsWith(said), problems.join('\n'));
    assert.equal(await warehouse.current(), 1);
    // The same in another sub-category are the same.
    await take(
      await write(
        'rest.csv',
        lines(half, (i) => ({ sub_category: 'C', ...of(i) }), half),
      ),
    );
    assert.equal(await warehouse.current(), 2);
  });

test('a tag counts once for every sub-category that has it: there can be 1,000,000 of these', async (t) => {
  const { write, import: take, refusal } = await openIntake(t);
  const of = (i: number) => ({ sub_category: `S${Math.floor(i / 50)}`, tags: tags(100, (i % 50) * 100) });
  await take(await write('first.csv', lines(2 * 50, of)));
  assert.match(
    (await refusal(await write('over.csv', lines(199 * 50, of, 2 * 50)))) ?? '',
    /there would be 1,005,000 tags of sub-categories, and there can be at most 1,000,000\. New are "k=0", .*nothing was imported/,
  );
});

test('what makes too many names is shown without control characters, and short', async (t) => {
  const { write, refusal } = await openIntake(t);
  const names = lines(1001, (i) => ({ category: `\u001b[31m${'x'.repeat(150)}${i}` }));
  const said = (await refusal(await write('over.csv', names))) ?? '';
  assert.ok(said && !said.includes('\u001b') && said.length < 600, said);
});

/** What a program from before there was a limit could have left in a store, a row that it knows, and one that it does not. */
const OLD = [
  {
    what: '1,502 main categories',
    sql: "category SELECT (SELECT count(*) FROM category) + range, 'old ' || range FROM range(1500)",
    ...{ known: { category: 'old 7' }, fresh: { category: 'new' } },
  },
  {
    what: '50,002 different tags',
    sql: "tag SELECT (SELECT count(*) FROM tag) + range, 0, 'old', CAST(range AS VARCHAR) FROM range(50000)",
    ...{ known: { tags: 'old=7;k=1' }, fresh: { tags: 'k=1;new=1' } },
  },
];

for (const { what, sql, known, fresh } of OLD)
  test(`a store that has more names than that still takes rows that bring no new one: ${what}`, async (t) => {
    const { write, import: take, refusal, warehouse, folder } = await openIntake(t);
    await take(await write('first.csv', rowsAsCsv([line({ order_id: 'first', tags: 'k=1' })])));
    const instance = await DuckDBInstance.create(join(folder, 'data/warehouse.duckdb'));
    const connection = await instance.connect();
    await connection.run(`INSERT INTO ${sql}`);
    connection.closeSync();
    instance.closeSync();
    await take(await write('known.csv', rowsAsCsv([line({ order_id: 'known', ...known })])));
    assert.equal(await warehouse.current(), 2);
    const said = await refusal(await write('new.csv', rowsAsCsv([line({ order_id: 'new', ...fresh })])));
    assert.ok(String(said).includes(`would be ${what}`), String(said));
  });
