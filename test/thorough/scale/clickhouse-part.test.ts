/**
 * Order lines on one ClickHouse server, from the first import to answers. Where ClickHouse is emulated this is all that is
 * run of it (`test/support/clickhouse/servers.ts`), in one file, so that no two emulated servers run at once.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../../src/settings/config.ts';
import { LAYOUT } from '../../../src/warehouse/clickhouse/server/schema.ts';
import { Server } from '../../../src/warehouse/clickhouse/server/server.ts';
import { openWarehouse, setUpClickhouse } from '../../../src/warehouse/open.ts';
import { atEnd } from '../../support/at-end.ts';
import { startClickhouse, whyNoPart } from '../../support/clickhouse/servers.ts';
import { writeCsv } from '../../support/order-files.ts';
import { assertRecomputed } from '../../support/reference/figures.ts';
import { row } from '../../support/reference/made-cases.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { temporaryFolder } from '../../support/workplace.ts';

/** Orders of three weeks, two lines each, whose people, shops and products come back. */
const ROWS: RawRow[] = Array.from({ length: 60 }, (_, line) => {
  const order = line >> 1;
  return row({
    order_id: `${order}`,
    ordered_at: `2025-01-${String(6 + (order % 21)).padStart(2, '0')}`,
    category: order % 3 === 0 ? 'A' : 'B',
    sub_category: line % 2 === 0 ? 'X' : 'Y',
    product_id: `p${line % 5}`,
    tags: `colour=${line % 3}`,
    amount: `${10 + line}.50`,
    payment_method: order % 4 === 0 ? 'Cash' : 'Credit card',
    merchant_id: `s${order % 4}`,
    member_id: order % 6 === 0 ? '' : `m${order % 7}`,
  });
});

test('imported into ClickHouse, and counted again by a refresh, every figure is the recomputed one, and no version is given out twice', {
  skip: whyNoPart,
}, async (t) => {
  const servers = await startClickhouse(1);
  atEnd(() => servers.stop());
  const folder = await temporaryFolder(t);
  const database = await servers.makeDatabase();
  const url = servers.url(database);
  const config = readConfig({ DATA_DIR: join(folder, 'data'), WAREHOUSE_URL: url });
  assert.ok(config.warehouse);
  await setUpClickhouse(config.warehouse);
  const warehouse = await openWarehouse(config);
  t.after(() => warehouse.close());

  await warehouse.import({ files: [await writeCsv(join(folder, 'rows.csv'), ROWS)] });
  await assertRecomputed(warehouse, ROWS);

  // A program before this one would have noted whom it saw when in a table of its own.
  await servers.query(`INSERT INTO ${database}.mdq_seen SELECT 'member', 'A', 'X', [], 'm1', 20000, 1, 1`);
  await servers.query(
    `ALTER TABLE ${database}.mdq_layout UPDATE layout = 4 WHERE 1 SETTINGS mutations_sync = 1`,
  );

  // Who was forgotten and what was deleted does not come back with the same file.
  await warehouse.forgetMembers(['m1']);
  const left = `SELECT count() FROM ${database}.mdq_seen FORMAT TSV SETTINGS apply_deleted_mask = 0`;
  assert.equal(await servers.query(left), '0\n');
  assert.equal(await servers.query(`SELECT layout FROM ${database}.mdq_layout`), `${LAYOUT}\n`);
  await warehouse.deleteOrders(['2']);
  const again = await warehouse.import({ files: [join(folder, 'rows.csv')] });
  const forgotten = ROWS.filter((each) => each.member_id === 'm1' && each.order_id !== '2');
  assert.deepEqual([again.deletedOrders, again.forgottenLines], [1, forgotten.length]);
  const held = ROWS.filter((each) => each.order_id !== '2').map((each) =>
    each.member_id === 'm1' ? { ...each, member_id: '' } : each,
  );
  await assertRecomputed(warehouse, held);

  // An import that replaces, adds and brings a name is taken back.
  const others = held.slice(6, 12).map((each, i) => ({ ...each, amount: `${i}`, category: 'New' }));
  const added = row({ ...held[0], order_id: 'other', ordered_at: '2025-01-05' });
  await warehouse.import({ files: [await writeCsv(join(folder, 'other.csv'), [...others, added])] });
  const undone = await warehouse.undoImport();
  const { orders, lines, returnedOrders } = undone;
  const replaced = new Set(others.map(({ order_id }) => order_id)).size;
  assert.deepEqual([orders, lines, returnedOrders], [replaced + 1, others.length + 1, replaced]);
  await assertRecomputed(warehouse, held);
  const given = Number(await warehouse.current());
  assert.equal(given, 6);
  assert.ok(!(await warehouse.load(given)).categories.includes('New'));

  // Who published the figures is not sent them. Where nobody else could have them, neither has it.
  const sending = t.mock.method(Server.prototype, 'receive');
  await assertRecomputed(warehouse, held);
  assert.equal(sending.mock.callCount(), 0);
  const other = await openWarehouse({ ...config, dataDir: join(folder, 'other') });
  t.after(() => other.close());
  await assertRecomputed(other, held);
  assert.equal(sending.mock.callCount(), 1);
  const figures = `${database}.mdq_figures`;
  await servers.query(
    `ALTER TABLE ${figures} UPDATE bytes = reverse(bytes) WHERE 1 SETTINGS mutations_sync = 1`,
  );
  for (const each of [warehouse, other]) {
    await assert.rejects(each.load(given), /version 6 is damaged on ClickHouse/);
    await assert.rejects(each.loadDerived(given), /version 6 is damaged on ClickHouse/);
  }
  await servers.query(`TRUNCATE TABLE ${figures}`);
  await assert.rejects(warehouse.load(given), /version 6 is missing on ClickHouse/);
  await assert.rejects(warehouse.loadDerived(given), /version 6 is missing on ClickHouse/);

  await warehouse.refresh();
  await assertRecomputed(warehouse, held);

  // Where two orders of a day have the same hash, orders of an older program are told apart by a longer one.
  await servers.query(
    `ALTER TABLE ${database}.mdq_line UPDATE first_of = 0 WHERE 1 SETTINGS mutations_sync = 1`,
  );
  const { read } = Server.prototype;
  const asked = t.mock.method(
    Server.prototype,
    'read',
    function (this: Server, ...given: Parameters<typeof read>) {
      const [query, ...rest] = given;
      return read.call(this, query.replaceAll('cityHash64(order_id)', 'toUInt64(1)'), ...rest);
    },
  );
  await warehouse.refresh();
  const longer = asked.mock.calls.filter(({ arguments: [query] }) => query.includes('sipHash128(order_id)'));
  assert.equal(longer.length, 2);
  await assertRecomputed(warehouse, held);
});
