/** Names that stand only in rows which do not come in are not published. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Warehouse } from '../../src/warehouse/warehouse.ts';
import { writeCsv } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import type { RawRow } from '../support/reference/reference-lines.ts';
import { embedded } from '../support/stores/warehouse-engines.ts';

const WEEKS = ['2025-01-06', '2025-01-13', '2025-01-20', '2025-01-27'];

function order(id: string, day: string | undefined, values: Partial<RawRow> = {}): RawRow {
  return row({
    ...{ order_id: id, ordered_at: day ?? '', category: 'Food', sub_category: 'Tea', member_id: id },
    ...values,
  });
}

async function openShop(t: TestContext) {
  const { warehouse, folder } = await embedded.open(t);
  let files = 0;
  const importing = async (rows: readonly RawRow[]) =>
    warehouse.import({ files: [await writeCsv(join(folder, `${files++}.csv`), rows)] });
  return { warehouse, importing };
}

async function namesOf(warehouse: Warehouse): Promise<object> {
  const { categories, subs, tags } = await warehouse.load((await warehouse.current()) ?? 0);
  return {
    ...{ categories, subs: subs.map(({ name }) => name) },
    tags: tags.map(({ key, value }) => `${key}=${value}`),
  };
}

const OTHERS = { category: 'Other', sub_category: 'Thing', tags: 'kind=other' };
const KNOWN = { categories: ['Food'], subs: ['Tea'], tags: [] };

test('names of an order that was deleted do not come with it again', async (t) => {
  const { warehouse, importing } = await openShop(t);
  await importing([order('gone', WEEKS[0]), order('stays', WEEKS[0])]);
  await warehouse.deleteOrders(['gone']);
  await importing([order('gone', WEEKS[0], OTHERS), order('new', WEEKS[1])]);
  assert.deepEqual(await namesOf(warehouse), KNOWN);
});

test('names of a change that waits come with its restatement', async (t) => {
  const { warehouse, importing } = await openShop(t);
  await warehouse.changeSettings({ minPeople: 2 });
  const week = (number: number) =>
    ['a', 'b', 'c'].map((member) => order(`${member}${number}`, WEEKS[number], { member_id: member }));
  await importing([...week(0), ...week(1), ...week(2)]);
  await importing([...week(3), order('late', WEEKS[0], OTHERS)]);
  assert.deepEqual(await namesOf(warehouse), KNOWN);
  await warehouse.restate();
  assert.deepEqual(await namesOf(warehouse), {
    categories: ['Food', 'Other'],
    subs: ['Tea', 'Thing'],
    tags: ['kind=other'],
  });
});
