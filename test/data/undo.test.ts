/** The newest import is taken back: lines, names, figures and what waits are as before it. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { formatDay, parseDay } from '../../src/lib/calendar.ts';
import type { ImportRequest, Warehouse } from '../../src/warehouse/warehouse.ts';
import { onlyInTestAll } from '../support/effort.ts';
import { csvText, writeCsv } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { MADE_TIME_ZONE, madeRows, resentRows } from '../support/reference/made-rows.ts';
import { publishedTables } from '../support/reference/published-answers.ts';
import { COLUMNS, type RawRow } from '../support/reference/reference-lines.ts';
import { assertMistake, dataFolderFor } from '../support/stores/data-folder.ts';
import { HEADER, openIntake } from '../support/stores/intake-place.ts';
import { ENGINES, embedded, type TestEngine } from '../support/stores/warehouse-engines.ts';

const PLACE = { category: 'A', sub_category: 'B', payment_method: 'Credit card' };

/** Imports of every kind, each on what those before have left. */
function importsOf(warehouse: Warehouse, folder: string): readonly (() => Promise<unknown>)[] {
  const orders = [...Map.groupBy(madeRows(), (row) => row.order_id).values()];
  const some = (from: number, to: number) => orders.slice(orders.length * from, orders.length * to).flat();
  let file = 0;
  const importing = (rows: readonly RawRow[], request: Partial<ImportRequest> = {}, status = '') => {
    const path = join(folder, `${file++}.csv`);
    const records = rows.map((each) => [...COLUMNS.map((column) => each[column]), status]);
    return async () => {
      await writeFile(path, csvText([...COLUMNS, 'status'], records));
      return warehouse.import({ files: [path], ...request });
    };
  };
  const old = { ...PLACE, order_id: 'old', ordered_at: '2024-09-03', member_id: 'm1' };
  const unknown = row({ ...old, order_id: 'never came' });
  return [
    importing(some(0.1, 0.5)),
    importing([...some(0, 0.2), ...some(0.5, 0.8)]),
    importing(resentRows(some(0.3, 0.6))),
    importing([...some(0.6, 0.62), unknown], {}, 'cancelled'),
    importing([row(old)]),
    importing([
      row({ ...old, ordered_at: '2025-02-03', category: 'New', tags: 'a=b', payment_method: 'IOU' }),
    ]),
    importing(some(0.8, 1), { completeThrough: parseDay('2025-03-30') ?? 0 }),
    importing([row({ ...old, amount: '7' })], { completeThrough: 'last' }),
  ];
}

async function takesBackEach(t: TestContext, engine: TestEngine) {
  const { warehouse, folder } = await engine.open(t, { MDQ_TIMEZONE: MADE_TIME_ZONE });
  let before: Awaited<ReturnType<typeof publishedTables>> | undefined;
  for (const [index, take] of importsOf(warehouse, folder).entries()) {
    await take();
    const after = await publishedTables(warehouse);
    const { facts, undone } = await warehouse.undoImport();
    assert.equal(facts.imports.at(-1)?.kind, 'undo');
    assert.equal(undone.at, facts.imports.at(-2)?.at);
    const counted = await publishedTables(warehouse);
    if (before) assert.deepEqual(counted, before, `import ${index} is taken back`);
    else assert.deepEqual([facts.lines, facts.orders], [0, 0]);
    await warehouse.refresh();
    assert.deepEqual(await publishedTables(warehouse), counted, `a refresh after import ${index}`);
    await assert.rejects(warehouse.undoImport(), /an undo of an import/);
    await take();
    before = await publishedTables(warehouse);
    assert.deepEqual(before.facts, after.facts, `import ${index} again`);
  }
}

for (const engine of ENGINES) {
  const { skip } = engine;
  test(`an import of any kind is taken back exactly, and can be done again: ${engine.name}`, { skip }, (t) =>
    takesBackEach(t, engine),
  );

  test(`with disclosure control, what waited waits again, and what was published stays so: ${engine.name}`, {
    skip,
  }, async (t) => {
    const { warehouse, folder } = await engine.open(t, { MDQ_MIN_PEOPLE: '2' });
    const order = (id: string, day: string, member: string) =>
      row({ ...PLACE, order_id: id, ordered_at: day, member_id: member });
    const take = async (name: string, rows: readonly RawRow[]) =>
      warehouse.import({ files: [await writeCsv(join(folder, name), rows)] });
    const waits = async (id: string) => (await warehouse.order(id))?.waits;
    const first = ['a', 'b', 'c'].map((member) => order(member, '2025-01-06', member));
    await take('1.csv', [...first, order('next', '2025-01-13', 'a')]);
    await take('2.csv', [order('late', '2025-01-07', 'd')]);
    assert.equal(await waits('late'), 'arrival');
    const { coverage } = (await warehouse.load(Number(await warehouse.current()))).facts;
    // Another week is published, what waited waits no more, and something else does.
    const rows = [
      order('late', '2025-01-20', 'd'),
      order('a', '2025-01-06', 'z'),
      order('n', '2025-01-20', 'b'),
    ];
    const brought = await take('3.csv', rows);
    assert.equal(formatDay(brought.facts.coverage.end), '2025-01-19');
    const { facts } = await warehouse.undoImport();
    assert.deepEqual([await waits('late'), await waits('a')], ['arrival', null]);
    assert.equal(facts.privacy?.asideOrders, 1);
    assert.equal(await warehouse.order('n'), undefined);
    // The week that only this import had published is withheld, and stays on the list of published weeks.
    assert.equal(facts.coverage.end, coverage.end);
    await take('4.csv', [order('new', '2025-01-14', 'b')]);
    assert.equal(await waits('new'), 'arrival');
  });
}

test('trends by week or month, and the time zone of a first import, are as before it', {
  skip: onlyInTestAll,
}, async (t) => {
  const { write, import: take, warehouse } = await openIntake(t);
  await take(await write('1.csv', `${HEADER}\n1,2025-03-03,A,B,P,1\n`));
  await warehouse.undoImport();
  assert.equal((await warehouse.changeSettings({ timeZone: 'Asia/Taipei' })).isChanged, true);
  const again = await take('1.csv');
  assert.equal(again.facts.settings.timeZone, 'Asia/Taipei');
  await assert.rejects(warehouse.changeSettings({ timeZone: 'UTC' }), /cannot be changed/);
  await take(await write('2.csv', `${HEADER}\n1,2025-03-04,A,B,P,1\n`), { weekly: false });
  const { facts, orders, returnedOrders } = await warehouse.undoImport();
  assert.deepEqual([facts.weekly, orders, returnedOrders], [true, 1, 1]);
});

test('an order that waits to be removed and is deleted stays deleted', async (t) => {
  const { warehouse, folder } = await embedded.open(t, { MDQ_MIN_PEOPLE: '2' });
  const take = async (name: string, text: string) => {
    await writeFile(join(folder, name), `${HEADER},member_id,status\n${text}\n`);
    return warehouse.import({ files: [join(folder, name)] });
  };
  const all = ['a', 'b', 'c'].map((id) => `${id},2025-01-06,A,B,P,1,${id},`);
  await take('1.csv', [...all, 'next,2025-01-13,A,B,P,1,a,'].join('\n'));
  await take('2.csv', 'a,,,,,,,cancelled');
  assert.equal((await warehouse.order('a'))?.waits, 'deletion');
  await warehouse.deleteOrders(['a']);
  await assert.rejects(warehouse.undoImport(), /the newest is a deletion of orders/);
  const again = await take('1.csv', all.join('\n'));
  assert.equal(again.deletedOrders, 1);
  assert.equal((await warehouse.order('a'))?.waits, 'deletion');
});

test('mdq imports undo says what it took back; without data there is nothing to serve', async (t) => {
  const data = await dataFolderFor(t);
  const file = join(data.path, 'orders.csv');
  assertMistake(await data.mdq('imports', 'undo'), /There are no order lines in .* yet/);
  await writeFile(file, `${HEADER}\n1,2025-03-03,A,B,P,1\n`);
  await data.succeed('import', file);
  const said = await data.succeed('imports', 'undo');
  assert.match(
    said,
    /^Took back the import of .* UTC \(.*orders\.csv\): 1 order that it brought or changed\.$/m,
  );
  assert.match(said, /callers get 503/);
  assertMistake(await data.mdq('imports', 'undo'), /the newest is an undo of an import/);
  const { lastImport } = JSON.parse(await data.succeed('status', '--json'));
  assert.equal(lastImport, null);
});
