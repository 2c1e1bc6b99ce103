import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { openWarehouse } from '../src/warehouse/open.ts';
import { madeRows, resentRows } from './support/made-rows.ts';
import { writeCsv } from './support/order-files.ts';
import { temporaryFolder } from './support/workplace.ts';

/** What a version says, without when it was made. */
async function published(warehouse: ReturnType<typeof openWarehouse>): Promise<object> {
  const tables = await warehouse.load((await warehouse.current()) ?? 0);
  const { coverage, lines, orders } = tables.facts;
  return { ...tables, facts: { coverage, lines, orders } };
}

test('an import that changes only some days publishes what a full refresh would', async (t) => {
  const folder = await temporaryFolder(t);
  const warehouse = openWarehouse(
    readConfig({ DATA_DIR: join(folder, 'data'), MDQ_TIMEZONE: 'Asia/Taipei' }),
  );
  const rows = madeRows();
  const orders = [...new Set(rows.map((row) => row.order_id))];
  const part = (from: number, to: number) => {
    const wanted = new Set(orders.slice(Math.floor(orders.length * from), Math.floor(orders.length * to)));
    return rows.filter((row) => wanted.has(row.order_id));
  };
  const steps = [
    part(0, 0.5),
    part(0.5, 0.8),
    // Days that have gone by, then the newest, then orders that arrive again with other rows.
    part(0.9, 1),
    part(0.8, 0.9),
    resentRows(part(0.85, 1)),
    resentRows(part(0.2, 0.3)),
    part(0, 0.05),
  ];
  for (const [index, step] of steps.entries()) {
    const file = await writeCsv(join(folder, `${index}.csv`), step);
    await warehouse.import({ files: [file] });
    const incremental = await published(warehouse);
    await warehouse.refresh();
    assert.deepEqual(incremental, await published(warehouse), `after import ${index}`);
  }
});
