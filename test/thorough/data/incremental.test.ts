/** An incremental change publishes the same figures as a full refresh. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseDay } from '../../../src/lib/calendar.ts';
import type { Warehouse } from '../../../src/warehouse/warehouse.ts';
import { csvText, writeCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { MADE_TIME_ZONE, madeRows, resentRows } from '../../support/reference/made-rows.ts';
import { publishedTables } from '../../support/reference/published-answers.ts';
import { COLUMNS, type RawRow } from '../../support/reference/reference-lines.ts';
import { clickhouse, embedded, oneServer } from '../../support/stores/warehouse-engines.ts';

const PLACE = { category: 'A', sub_category: 'B', payment_method: 'Credit card' };

/** Changes of some days, one after the other. */
function changesOf(warehouse: Warehouse, folder: string): readonly (() => Promise<unknown>)[] {
  const orders = [...Map.groupBy(madeRows(), (row) => row.order_id).values()];
  const some = (from: number, to: number) => orders.slice(orders.length * from, orders.length * to).flat();
  let file = 0;
  const importing = (rows: readonly RawRow[], through?: string, status = '') => {
    const path = join(folder, `${file++}.csv`);
    const records = rows.map((each) => [...COLUMNS.map((column) => each[column]), status]);
    const completeThrough = through === 'last' ? through : through && parseDay(through);
    return async () => {
      await writeFile(path, csvText([...COLUMNS, 'status'], records));
      return warehouse.import({ files: [path], ...(completeThrough && { completeThrough }) });
    };
  };
  const old = (day: string, member: string) =>
    row({ ...PLACE, order_id: 'old', ordered_at: day, member_id: member });
  return [
    importing(some(0, 0.5)),
    importing(some(0.5, 0.8)),
    // Days that have gone by, then the newest, then orders that arrive again with other rows.
    importing(some(0.9, 1)),
    importing(some(0.8, 0.9)),
    importing(resentRows(some(0.85, 1))),
    importing(resentRows(some(0.2, 0.3))),
    importing(some(0, 0.05)),
    // Orders that go, members that are forgotten, also on the first and the last day.
    () => warehouse.deleteOrders([...new Set(some(0.4, 0.45).map(({ order_id }) => order_id))]),
    importing(some(0.6, 0.62), undefined, 'cancelled'),
    () => warehouse.forgetMembers(['m7', 'm8']),
    () => warehouse.deleteOrders(['first', 'last']),
    // Days that are not shown yet, other ones, and all of them again.
    importing(some(0.1, 0.11), '2025-04-20'),
    importing([{ ...old('2025-05-18', 'm1'), order_id: 'late' }], '2025-05-04'),
    importing([old('2025-04-03', 'm1')], '2025-03-02'),
    () => warehouse.deleteOrders(['late']),
    importing([old('2025-04-04', 'm2')]),
    importing([old('2025-04-05', 'm2')], 'last'),
  ];
}

test('whatever changes only some days publishes what a full refresh would', async (t) => {
  const { warehouse, folder } = await embedded.open(t, { MDQ_TIMEZONE: MADE_TIME_ZONE });
  for (const [index, change] of changesOf(warehouse, folder).entries()) {
    await change();
    const incremental = await publishedTables(warehouse);
    await warehouse.refresh();
    assert.deepEqual(incremental, await publishedTables(warehouse), `after step ${index}`);
  }
});

for (const engine of [embedded, clickhouse, oneServer]) {
  test(`on ${engine.name}, what was seen long before is known, also of what was seen elsewhere or with other tags since`, {
    skip: engine.skip,
  }, async (t) => {
    const { warehouse, folder } = await engine.open(t);
    const sold = (day: string, values: Partial<RawRow>) =>
      row({ ...PLACE, order_id: `${day} ${Object.values(values)}`, ordered_at: day, ...values });
    // The last place is also that of a merchant and of a product that come for the first time.
    const merchants = [
      sold('2025-01-06', { merchant_id: 's1' }),
      sold('2025-05-20', { merchant_id: 's1', sub_category: 'C' }),
      sold('2025-01-07', { merchant_id: 's2' }),
      sold('2025-05-21', { merchant_id: 's3' }),
    ];
    const products = [
      sold('2025-01-08', { product_id: 'p1', tags: 'type=a;size=1' }),
      sold('2025-05-22', { product_id: 'p1', tags: 'type=b' }),
      sold('2025-05-23', { product_id: 'p1', sub_category: 'C', tags: 'type=a' }),
      sold('2025-01-09', { product_id: 'p2', tags: 'type=a' }),
      sold('2025-05-24', { product_id: 'p3', tags: 'type=a' }),
    ];
    const next = [
      ...['s1', 's2', 's3', 's4'].map((merchant_id) => sold('2025-06-02', { merchant_id })),
      ...['p1', 'p2', 'p3', 'p4'].map((product_id) => sold('2025-06-02', { product_id, tags: 'type=a' })),
    ];
    const files = [
      await writeCsv(join(folder, 'before.csv'), [...merchants, ...products]),
      await writeCsv(join(folder, 'next.csv'), next),
    ];
    for (const file of files) await warehouse.import({ files: [file] });
    const incremental = await publishedTables(warehouse);
    await warehouse.refresh();
    assert.deepEqual(incremental, await publishedTables(warehouse));
  });
}
