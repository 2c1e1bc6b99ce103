/** An incremental change publishes the same figures as a full refresh, on every warehouse engine. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseDay } from '../../../src/lib/calendar.ts';
import type { ImportRequest, Warehouse } from '../../../src/warehouse/warehouse.ts';
import { writeCsv } from '../../support/order-files.ts';
import { difference, warehouseFigures } from '../../support/reference/figures.ts';
import { row } from '../../support/reference/made-cases.ts';
import { MADE_TIME_ZONE, madeRows, resentRows } from '../../support/reference/made-rows.ts';
import { someQuestions, urlOf } from '../../support/reference/questions.ts';
import { Reference } from '../../support/reference/reference.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { clickhouse, embedded, oneServer } from '../../support/stores/warehouse-engines.ts';

/** What a version says, without when it was made. */
async function published(warehouse: Warehouse): Promise<object> {
  const tables = await warehouse.load((await warehouse.current()) ?? 0);
  const { coverage, lines, orders } = tables.facts;
  return { ...tables, facts: { coverage, lines, orders } };
}

const PLACE = { category: 'A', sub_category: 'B', payment_method: 'Credit card' };

/** Changes of some days, one after the other. */
function changesOf(warehouse: Warehouse, folder: string): readonly ((index: number) => Promise<unknown>)[] {
  const rows = madeRows();
  const orders = [...new Set(rows.map((row) => row.order_id))];
  const some = (from: number, to: number) =>
    orders.slice(Math.floor(orders.length * from), Math.floor(orders.length * to));
  const part = (from: number, to: number) => {
    const wanted = new Set(some(from, to));
    return rows.filter((row) => wanted.has(row.order_id));
  };
  const importing =
    (step: readonly RawRow[], request: Partial<ImportRequest> = {}) =>
    async (index: number) => {
      const file = await writeCsv(join(folder, `${index}.csv`), step);
      await warehouse.import({ files: [file], ...request });
    };
  const cancelling = (ids: readonly string[]) => async (index: number) => {
    const file = join(folder, `${index}.csv`);
    const lines = ids.map((id) => `${id},2025-01-01,,,,,cancelled`);
    await writeFile(
      file,
      ['order_id,ordered_at,category,sub_category,product_id,amount,status', ...lines].join('\n'),
    );
    await warehouse.import({ files: [file] });
  };
  const through = (day: string) => ({ completeThrough: parseDay(day) });
  return [
    importing(part(0, 0.5)),
    importing(part(0.5, 0.8)),
    // Days that have gone by, then the newest, then orders that arrive again with other rows.
    importing(part(0.9, 1)),
    importing(part(0.8, 0.9)),
    importing(resentRows(part(0.85, 1))),
    importing(resentRows(part(0.2, 0.3))),
    importing(part(0, 0.05)),
    // Orders that go, members that are forgotten, also on the first and the last day.
    () => warehouse.deleteOrders(some(0.4, 0.45)),
    cancelling([...some(0.6, 0.62), 'never came']),
    () => warehouse.forgetMembers(['m7', 'm8']),
    () => warehouse.deleteOrders(['first', 'last']),
    // Days that are not shown yet, other ones, and all of them again.
    importing(part(0.1, 0.11), through('2025-04-20')),
    importing(
      [row({ order_id: 'late', ordered_at: '2025-05-18', ...PLACE, member_id: 'm1' })],
      through('2025-05-04'),
    ),
    importing(
      [row({ order_id: 'old', ordered_at: '2025-04-03', ...PLACE, member_id: 'm1' })],
      through('2025-03-02'),
    ),
    () => warehouse.deleteOrders(['late']),
    importing([row({ order_id: 'old', ordered_at: '2025-04-04', ...PLACE, member_id: 'm2' })]),
    importing([row({ order_id: 'old', ordered_at: '2025-04-05', ...PLACE, member_id: 'm2' })], {
      completeThrough: 'last',
    }),
  ];
}

const SETTINGS = { MDQ_TIMEZONE: MADE_TIME_ZONE };

test('whatever changes only some days publishes what a full refresh would', async (t) => {
  const { warehouse, folder } = await embedded.open(t, SETTINGS);
  for (const [index, change] of changesOf(warehouse, folder).entries()) {
    await change(index);
    const incremental = await published(warehouse);
    await warehouse.refresh();
    assert.deepEqual(incremental, await published(warehouse), `after step ${index}`);
  }
});

for (const engine of [clickhouse, oneServer]) {
  test(`on ${engine.name}, the same changes publish the same figures`, { skip: engine.skip }, async (t) => {
    const one = await embedded.open(t, SETTINGS);
    const two = await engine.open(t, SETTINGS);
    const urls = someQuestions(new Reference(madeRows(), { timeZone: MADE_TIME_ZONE })).map(urlOf);
    const assertSame = async (when: string) => {
      const [expected, actual] = [
        await warehouseFigures(one.warehouse, urls),
        await warehouseFigures(two.warehouse, urls),
      ];
      assert.equal(difference(actual, expected), undefined, when);
    };
    const [changes, others] = [changesOf(one.warehouse, one.folder), changesOf(two.warehouse, two.folder)];
    // One of each kind: the others differ for the embedded engine alone.
    for (const index of [0, 1, 3, 4, 5, 7, 8, 9, 11, 13, 15]) {
      await changes[index]?.(index);
      await others[index]?.(index);
      await assertSame(`after step ${index}`);
    }
    await two.warehouse.refresh();
    await assertSame('after a refresh');
  });
}

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
    const incremental = await published(warehouse);
    await warehouse.refresh();
    assert.deepEqual(incremental, await published(warehouse));
  });
}
