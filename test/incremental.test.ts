import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { parseDay } from '../src/snapshot/calendar.ts';
import { openWarehouse } from '../src/warehouse/open.ts';
import type { ImportRequest } from '../src/warehouse/warehouse.ts';
import { row } from './support/made-cases.ts';
import { madeRows, resentRows } from './support/made-rows.ts';
import { writeCsv } from './support/order-files.ts';
import type { RawRow } from './support/reference-lines.ts';
import { temporaryFolder } from './support/workplace.ts';

/** What a version says, without when it was made. */
async function published(warehouse: ReturnType<typeof openWarehouse>): Promise<object> {
  const tables = await warehouse.load((await warehouse.current()) ?? 0);
  const { coverage, lines, orders } = tables.facts;
  return { ...tables, facts: { coverage, lines, orders } };
}

const PLACE = { category: 'A', sub_category: 'B', payment_method: 'Credit card' };

test('whatever changes only some days publishes what a full refresh would', async (t) => {
  const folder = await temporaryFolder(t);
  const warehouse = openWarehouse(
    readConfig({ DATA_DIR: join(folder, 'data'), MDQ_TIMEZONE: 'Asia/Taipei' }),
  );
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
  const steps = [
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
    () => warehouse.forgetMembers(['m7', 'm8', 'pair']),
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
  ];
  for (const [index, step] of steps.entries()) {
    await step(index);
    const incremental = await published(warehouse);
    await warehouse.refresh();
    assert.deepEqual(incremental, await published(warehouse), `after step ${index}`);
  }
});
