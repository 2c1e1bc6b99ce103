/**
 * Order lines on two ClickHouse shards, from the first import to an answer. Where ClickHouse is emulated this is all that
 * is run of it (`test/support/clickhouse/servers.ts`), and one file, so that no two emulated clusters run at once.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { openWarehouse } from '../src/warehouse/open.ts';
import { cluster } from './support/clickhouse/cluster.ts';
import { whyNoPart } from './support/clickhouse/servers.ts';
import { openDataFolder } from './support/data-folder.ts';
import { assertRecomputed, servedFigures } from './support/figures.ts';
import { row } from './support/made-cases.ts';
import { writeCsv } from './support/order-files.ts';
import { createAccount } from './support/prepare.ts';
import { someQuestions, urlOf } from './support/questions.ts';
import { Reference } from './support/reference.ts';
import { mergeImports, type RawRow } from './support/reference-lines.ts';
import { spawnServer } from './support/server-process.ts';
import { PLENTY } from './support/workplace.ts';

const ORDERS = 30;

/** Orders of three weeks, two lines each, whose people, shops and products come back. */
function linesOf(orders: readonly number[], amount: (line: number) => number): RawRow[] {
  return orders.flatMap((order) =>
    [0, 1].map((line) =>
      row({
        order_id: `${order}`,
        ordered_at: `2025-01-${String(6 + (order % 21)).padStart(2, '0')}`,
        category: order % 3 === 0 ? 'A' : 'B',
        sub_category: (order + line) % 2 === 0 ? 'X' : 'Y',
        product_id: `p${(order + line) % 5}`,
        tags: `colour=${(order + line) % 3}`,
        amount: String(amount(order + line)),
        payment_method: order % 4 === 0 ? 'Cash' : 'Credit card',
        merchant_id: `s${order % 4}`,
        member_id: order % 6 === 0 ? '' : `m${order % 7}`,
      }),
    ),
  );
}

const ALL = Array.from({ length: ORDERS }, (_, order) => order);
const FIRST = linesOf(ALL, (line) => 10 + line);
/** Some of them once more with other amounts, and one that is new. */
const SECOND = linesOf([3, 4, 20, ORDERS], (line) => 50 + line);

test('imported on two shards, imported again, refreshed and served, the figures are the recomputed ones', {
  skip: whyNoPart,
}, async (t) => {
  const servers = await cluster();
  const data = await openDataFolder({ WAREHOUSE_URL: servers.url(await servers.makeDatabase()) });
  t.after(() => data.remove());
  const warehouse = openWarehouse(readConfig(data.env));
  t.after(() => warehouse.close());
  const merged = mergeImports([FIRST, SECOND]);

  await t.test('the tables are made, and the first import is published', async () => {
    await data.succeed('warehouse', 'setup');
    await data.succeed('import', await writeCsv(join(data.path, 'first.csv'), FIRST));
    await assertRecomputed(warehouse, FIRST);
  });
  await t.test('orders that arrive again replace themselves', async () => {
    await data.succeed('import', await writeCsv(join(data.path, 'second.csv'), SECOND));
    await assertRecomputed(warehouse, merged);
  });
  await t.test('a refresh counts the same from the lines', async () => {
    await data.succeed('refresh');
    assert.equal(await warehouse.current(), 3);
    await assertRecomputed(warehouse, merged);
  });
  await t.test('a server loads them and answers', async () => {
    const { key } = await createAccount(data.env, 'acme', PLENTY);
    const server = await spawnServer(data.env, [], 'inherit');
    t.after(() => server.end('SIGKILL'));
    const reference = new Reference(merged);
    const questions = someQuestions(reference);
    const answers = await servedFigures(server.url, key, questions.map(urlOf));
    for (const question of questions) {
      const expected = { code: 200, data: reference.answer(question.path, question.parameters).data };
      assert.deepEqual(JSON.parse(answers.get(urlOf(question)) ?? ''), expected, urlOf(question));
    }
  });
});
