/** A small file cannot fill memory or disk: what it unpacks to is counted while it is read, and has a limit. */
import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { mostUnpacked } from '../../../src/warehouse/intake/reading/unpacked.ts';
import { HEADER, openIntake } from '../../support/stores/intake-place.ts';

const LIMIT = { MDQ_IMPORT_MAX_BYTES: '1MB' };
const GOOD = `${HEADER}\n1,2025-03-03,A,B,P,1\n`;
const LINE = '1,2025-03-03,A,B,P,1\n';

async function query(sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

/** Parquet of many equal rows: each column is one value and how often it stands there. */
async function alike(path: string, rows: number, order = "'1'"): Promise<void> {
  await query(
    `COPY (SELECT ${order} AS order_id, DATE '2025-03-03' AS ordered_at, 'A' AS category, 'B' AS sub_category,
                  'P' AS product_id, 1 AS amount FROM range(${rows}))
     TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE ${rows})`,
  );
}

/** A number as Thrift's compact protocol writes it in the footer of Parquet, in so many bytes. */
function varint(number: number, length?: number): Buffer {
  const bytes: number[] = [];
  for (let rest = number * 2; rest > 0 || bytes.length < (length ?? 1); rest = Math.floor(rest / 128))
    bytes.push((rest % 128) | 128);
  bytes.push((bytes.pop() ?? 0) & 127);
  return Buffer.from(bytes);
}

/** Lets the footer say that the file as a whole has but two rows. */
async function understate(path: string, rows: number): Promise<void> {
  const bytes = await readFile(path);
  const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
  const said = varint(rows);
  const at = bytes.indexOf(said, footer);
  assert.ok(at > 0, 'the footer has the number of rows');
  varint(2, said.length).copy(bytes, at);
  await writeFile(path, bytes);
}

/** What is more than may be unpacked, by the name of its file. */
const BOMBS: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'bomb.csv.gz': (path) => writeFile(path, gzipSync(GOOD + LINE.repeat(6e4))),
  'members.csv.gz': async (path) => {
    const member = gzipSync(LINE.repeat(6000));
    await writeFile(path, Buffer.concat([gzipSync(GOOD), ...Array.from({ length: 10 }, () => member)]));
  },
  'blank.csv.gz': (path) => writeFile(path, gzipSync(GOOD + '\n'.repeat(12e5))),
  'objects.ndjson.gz': (path) => writeFile(path, gzipSync('{}\n'.repeat(4e5))),
  'rows.parquet': (path) => alike(path, 25e4),
  'understated.parquet': async (path) => {
    await alike(path, 25e4);
    await understate(path, 25e4);
  },
  'bad row.parquet': async (path) => {
    await alike(path, 25e4, "CASE WHEN range > 0 THEN '1' END");
    await understate(path, 25e4);
  },
  'long.parquet': (path) => alike(path, 100, "repeat('x', 100000)"),
};

/** Queries over a file, that give or read more than they may. */
const QUERIES: Readonly<Record<string, readonly [file: string, sql: string, said: RegExp]>> = {
  'that multiplies rows is not run to its end': [
    'orders.csv',
    `SELECT orders.* REPLACE (CASE WHEN range > 20000000 THEN error('it went on') ELSE order_id END AS order_id)
     FROM orders, range(2000000000)`,
    /^mdq: lines\.sql gives more than 1\.0 MB/,
  ],
  'of few rows that are long': [
    'orders.csv',
    "SELECT * REPLACE (repeat('x', 100000) AS order_id) FROM orders, range(100)",
    /^mdq: lines\.sql gives more than 1\.0 MB/,
  ],
  'of few rows out of many': [
    'orders.parquet',
    'FROM orders LIMIT 1',
    /^mdq: orders\.parquet unpacks to more than 1\.0 MB/,
  ],
};

test('more than the limit is refused in one line that names the setting, and leaves nothing behind', async (t) => {
  const place = await openIntake(t, LIMIT);
  const at = (name: string) => join(place.folder, name);
  const refused = async (name: string, says: RegExp, request = {}) => {
    const said = (await place.refusal(name, request)) ?? '';
    assert.match(said, says, name);
    assert.match(said, /^[^\n]* MDQ_IMPORT_MAX_BYTES[^\n]*$/, name);
    const left = await readdir(at('data'));
    assert.ok(!left.some((each) => each.includes('tmp')), left.join());
    assert.ok((await stat(at('data/warehouse.duckdb'))).size < 1e6);
  };
  for (const [name, write] of Object.entries(BOMBS)) {
    await write(at(name));
    await refused(name, new RegExp(`^mdq: ${name} unpacks to more than 1\\.0 MB`));
  }
  await place.write('large.csv', GOOD + LINE.repeat(6e4));
  await refused('large.csv', /^mdq: large\.csv is larger than 1\.0 MB/);
  await place.write('orders.csv', GOOD);
  await alike(at('orders.parquet'), 12e5);
  for (const [what, [file, query, said]] of Object.entries(QUERIES))
    await t.test(`a query ${what}`, async () => {
      const sql = at(await place.write('lines.sql', query));
      await refused(file, said, { profile: { sql } });
    });
  assert.equal(await place.warehouse.current(), undefined);
  await place.import('orders.csv');
});

test('the limit is that of the setting, or 200 times the size of the file, of which the first GiB is free', () => {
  const [GiB, TiB] = [2 ** 30, 2 ** 40];
  assert.equal(mostUnpacked(4300, TiB).bytes, GiB);
  assert.equal(mostUnpacked(GiB, TiB).bytes, 200 * GiB);
  assert.equal(mostUnpacked(100 * GiB, TiB).bytes, TiB);
  assert.equal(mostUnpacked(4300, 1e6).bytes, 1e6);
});

test('what is within the limit is taken, to the last row', async (t) => {
  const place = await openIntake(t, LIMIT);
  await place.write('orders.csv.gz', gzipSync(GOOD + LINE.repeat(4e4)));
  assert.equal((await place.import('orders.csv.gz')).lines, 4e4 + 1);
  await alike(join(place.folder, 'orders.parquet'), 25e3);
  assert.equal((await place.import('orders.parquet')).lines, 25e3);
});

test('lists and structures in a column of Parquet are refused: one row could hold millions of values', async (t) => {
  const place = await openIntake(t);
  await query(
    `COPY (SELECT '1' AS order_id, DATE '2025-03-03' AS ordered_at, ['A'] AS category, 'B' AS sub_category,
                  'P' AS product_id, 1 AS amount, {a: 1} AS other)
     TO '${join(place.folder, 'lists.parquet')}' (FORMAT parquet)`,
  );
  assert.equal(
    await place.refusal('lists.parquet'),
    'mdq: lists.parquet has lists or structures in the column "category" (VARCHAR[]): export it as text',
  );
});

test('a query that needs more memory than it may take says which setting gives more', async (t) => {
  const place = await openIntake(t, { MDQ_IMPORT_MEMORY: '500MB' });
  await place.write('orders.csv', GOOD);
  const sql = join(
    place.folder,
    await place.write(
      'lines.sql',
      "SELECT * REPLACE (string_agg(repeat('x', 1000000), '') AS order_id) FROM orders, range(600) GROUP BY ALL",
    ),
  );
  assert.equal(
    await place.refusal('orders.csv', { profile: { sql } }),
    'mdq: DuckDB needs more memory than it may take. Everything is as it was; set MDQ_IMPORT_MEMORY higher, or import less at a time',
  );
});
