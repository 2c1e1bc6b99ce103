/** Names and ids are bounded: a longer one is a bad row, in every format, and too many names refuse the import. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { readConfig } from '../../../src/settings/config.ts';
import { checkImport } from '../../../src/warehouse/open.ts';
import { rowsAsCsv, writeNdjson, writeParquet } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { HEADER, type IntakePlace, openIntake } from '../../support/stores/intake-place.ts';

const line = (values: Partial<RawRow>) =>
  row({ ordered_at: '2025-03-03', category: 'A', sub_category: 'B', ...values });
const GOOD = line({ order_id: 'good' });
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
  ['order_id', 'x'.repeat(257), ID],
  ['product_id', '商'.repeat(86), ID],
  ['merchant_id', 'x'.repeat(257), ID],
  ['member_id', 'x'.repeat(257), ID],
];

const LONG_ROWS = TOO_LONG.map(([column, value], i) => line({ order_id: `long ${i}`, [column]: value }));
const ROWS = [GOOD, ...LONG_ROWS];

/** What the whole list says of a refused import, one entry a row: its line, its column and the reason. */
const reasons = (said: string | undefined) =>
  said?.split('\n').flatMap((line) => {
    const [, at, reason] = /, line (\d+): (.+?) \("/.exec(line) ?? [];
    return at ? [`${at} ${reason}`] : [];
  });

const WRITERS: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  'orders.ndjson': (path) => writeNdjson(path, ROWS),
  'orders.parquet': (path) => writeParquet(path, ROWS),
};

test('a name over 200 characters or an id over 256 bytes is a bad row with its line, in every format', async (t) => {
  const place = await openIntake(t);
  await place.write('orders.csv', rowsAsCsv(ROWS));
  for (const [name, write] of Object.entries(WRITERS)) await write(join(place.folder, name));
  const expected = (first: number) => TOO_LONG.map(([column, , said], i) => `${first + i} ${column} ${said}`);
  for (const [name, first] of [
    ['orders.csv', 3],
    ['orders.ndjson', 2],
    ['orders.parquet', 2],
  ] as const) {
    await t.test(name, async () => {
      const said = await place.refusal(name);
      assert.match(said ?? '', /^mdq: 9 bad rows; nothing was imported\./);
      assert.deepEqual(reasons(said), expected(first));
    });
  }
  await t.test('the result of a query', async () => {
    const sql = join(place.folder, await place.write('lines.sql', 'SELECT * FROM orders'));
    const said = await place.refusal('orders.csv', { profile: { sql } });
    for (const [i, [column, , why]] of TOO_LONG.entries())
      assert.match(said ?? '', new RegExp(`lines.sql, order "(long ${i}|x{257})": ${column} ${why} `));
  });
  await t.test('and left out with --skip-bad-rows', async () => {
    const { lines, skippedRows, rejectsFile } = await place.import('orders.csv', { skipBadRows: true });
    assert.deepEqual([lines, skippedRows], [1, 9]);
    assert.deepEqual(
      rejectsFile?.reasons.map(({ reason, rows }) => `${rows} × ${reason}`).sort(),
      [
        ...new Set(TOO_LONG.map(([column, , said]) => `${column === 'tags' ? 2 : 1} × ${column} ${said}`)),
      ].sort(),
    );
  });
});

test('the length that counts is that of the name as it is kept: trimmed, composed, in characters', async (t) => {
  const place = await openIntake(t);
  const rows = [
    line({ order_id: '1', category: ` ${'類'.repeat(200)} `, sub_category: 'e\u0301'.repeat(200) }),
    line({ order_id: '2', payment_method: '💳'.repeat(200), merchant_id: '商'.repeat(85) }),
    line({ order_id: 'x'.repeat(256), tags: `${'k'.repeat(200)}= ${'v'.repeat(200)} ;b=2` }),
    line({ order_id: '4', tags: Array.from({ length: 50 }, (_, i) => `key ${i}=value ${i}`).join(';') }),
    line({ order_id: '5', tags: 'a piece that is no tag '.repeat(20) }),
  ];
  await place.write('orders.csv', rowsAsCsv(rows));
  await writeNdjson(join(place.folder, 'orders.ndjson'), rows);
  await writeParquet(join(place.folder, 'orders.parquet'), rows);
  for (const name of ['orders.csv', 'orders.ndjson', 'orders.parquet'])
    assert.equal((await place.import(name)).lines, 5);
});

test('a product name is not kept, so it may be as long as it likes; of a cancelled row only its order counts', async (t) => {
  const place = await openIntake(t);
  await place.write(
    'orders.csv',
    `${HEADER},product_name,status\n1,2025-03-03,A,B,P,1,${'n'.repeat(5000)},\n2,2025-03-03,${'c'.repeat(5000)},B,P,1,,cancelled\n`,
  );
  assert.equal((await place.import('orders.csv')).lines, 1);
});

/** Orders of one line each, by their category, sub-category and payment method. */
function lines(count: number, of: (i: number) => string, from = 0): string {
  const rows = Array.from({ length: count }, (_, i) => `${from + i},2025-03-03,${of(from + i)}`);
  return `order_id,ordered_at,category,sub_category,payment_method,product_id,amount\n${rows.map((each) => `${each},P,1\n`).join('')}`;
}

const MANY: Readonly<Record<string, readonly [most: number, of: (i: number) => string, column: string]>> = {
  'main categories': [1000, (i) => `c${i},S,M`, 'category'],
  'sub-categories': [20_000, (i) => `A,s${i},M`, 'sub_category'],
  'payment methods': [1000, (i) => `A,S,m${i}`, 'payment_method'],
};

for (const [what, [most, of, column]] of Object.entries(MANY)) {
  test(`${most} ${what} can be there, stored and new together; one more refuses the import in one line`, async (t) => {
    const place = await openIntake(t);
    const half = most / 2;
    await place.import(await place.write('first.csv', lines(half, of)));
    const over = await place.write('over.csv', lines(half + 1, of, half));
    const said = await place.refusal(over);
    assert.match(
      said ?? '',
      new RegExp(
        `^mdq: ${column} is probably not what it was taken for: with this import there would be ${(most + 1).toLocaleString('en')} ${what}, and there can be at most ${most.toLocaleString('en')}\\. New are "\\w\\d+", "\\w\\d+", "\\w\\d+", …; nothing was imported\\.`,
      ),
    );
    assert.equal(said?.split('\n').length, 1);
    assert.equal(await place.warehouse.current(), 1);
    await place.import(await place.write('rest.csv', lines(half, of, half)));
    assert.equal(await place.warehouse.current(), 2);
  });
}

test('what makes too many names is shown without control characters, and short', async (t) => {
  const place = await openIntake(t);
  const said = await place.refusal(
    await place.write(
      'over.csv',
      lines(1001, (i) => `\u001b[31m${'x'.repeat(150)}${i},S,M`),
    ),
  );
  assert.ok(said);
  assert.ok(!said.includes('\u001b') && said.length < 600, said);
});

test('a store that has more names than that still takes rows that bring no new one', async (t) => {
  const place = await openIntake(t);
  await place.import(
    await place.write(
      'first.csv',
      lines(3, (i) => `c${i},S,M`),
    ),
  );
  await addCategories(place, 1500);
  await place.import(
    await place.write('known.csv', lines(3, (i) => `c${i},S,M`, 100).replaceAll(/c10/g, 'c')),
  );
  assert.equal(await place.warehouse.current(), 2);
  assert.match(
    (await place.refusal(
      await place.write(
        'new.csv',
        lines(1, () => 'new,S,M', 200),
      ),
    )) ?? '',
    /1,504 main categories/,
  );
});

/** As a program from before there was a limit could have left it. */
async function addCategories({ folder }: IntakePlace, count: number): Promise<void> {
  const instance = await DuckDBInstance.create(join(folder, 'data/warehouse.duckdb'));
  const connection = await instance.connect();
  await connection.run(
    `INSERT INTO category SELECT (SELECT count(*) FROM category) + range, 'old ' || range FROM range(${count})`,
  );
  connection.closeSync();
  instance.closeSync();
}

test('mdq import --check tells of too many names and of long ones', async (t) => {
  const place = await openIntake(t);
  const dataDir = join(place.folder, 'data');
  await place.import(
    await place.write(
      'first.csv',
      lines(600, (i) => `c${i},S,M`),
    ),
  );
  await place.write(
    'over.csv',
    lines(600, (i) => `c${i},S,M`, 600),
  );
  const { problems } = await checkImport(readConfig({ DATA_DIR: dataDir }), {
    files: [join(place.folder, 'over.csv')],
  });
  assert.match(
    problems.join('\n'),
    /^category is probably not what it was taken for: .* 1,200 main categories/,
  );
});
