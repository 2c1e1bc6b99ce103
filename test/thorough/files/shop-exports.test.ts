/** What shops and spreadsheets really write: each is read, or the message says how to make it readable. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { HEADER, openIntake } from '../../support/stores/intake-place.ts';

const NESTED = [
  {
    id: 1,
    created_at: '2025-03-03',
    line_items: [
      { sku: 'P1', price: '10.00', quantity: 2 },
      { sku: 'P2', price: '5.00', quantity: 1 },
    ],
  },
  { id: 2, created_at: '2025-03-04', line_items: [{ sku: 'P1', price: '10.00', quantity: 1 }] },
];

/** Files, and the command on them. */
async function openFiles(t: TestContext, files: Readonly<Record<string, string>>) {
  const data = await dataFolderFor(t);
  const folder = join(data.path, 'files');
  await mkdir(folder);
  const at = (name: string) => join(folder, name);
  for (const [name, content] of Object.entries(files)) await writeFile(at(name), content);
  return { data, at };
}

test('JSON that is not one object a line is refused with the command that makes it so, with --check too', async (t) => {
  const inOrders = 'is one JSON object with its rows in "orders"';
  const { data, at } = await openFiles(t, {});
  for (const [content, said, filter] of [
    [JSON.stringify({ orders: NESTED }, null, 2), inOrders, "'.orders[]'"],
    [JSON.stringify({ orders: NESTED, next: 2 }), inOrders, "'.orders[]'"],
    [JSON.stringify({ data: { orders: NESTED } }, null, 1), 'rows in "orders"', "'.data.orders[]'"],
    [JSON.stringify(NESTED), 'is one JSON array', "'.[]'"],
    [
      NESTED.map((order) => JSON.stringify(order, null, 2)).join('\n'),
      ...(['has JSON objects over several lines', '.'] as const),
    ],
  ] as const) {
    await writeFile(at('orders.json'), content);
    const way = `${said}: write one object a line, as jq -c ${filter} orders.json > orders.ndjson does; lists in them`;
    // The whole folder, too: a file that is called .json is not passed over in silence.
    for (const args of [[at('orders.json')], ['--check', at('orders.json')], [at('.')]]) {
      const { code, stderr } = await data.mdq('import', ...args);
      assert.equal(code, 1);
      assert.ok(stderr.includes(way), `${way}\n${stderr}`);
    }
  }
});

test('nested NDJSON becomes lines by a query', async (t) => {
  const { data, at } = await openFiles(t, {
    'orders.json': NESTED.map((order) => `${JSON.stringify(order)}\n`).join(''),
    'lines.sql': `
      SELECT id AS order_id, created_at AS ordered_at, 'Everything' AS category, 'Everything' AS sub_category,
             item->>'sku' AS product_id,
             CAST(item->>'quantity' AS INTEGER) * CAST(item->>'price' AS DECIMAL(14, 2)) AS amount
      FROM (SELECT *, unnest(CAST(line_items AS JSON[])) AS item FROM orders)`,
  });
  const report = JSON.parse(
    await data.succeed('import', '--sql', at('lines.sql'), at('orders.json'), '--json'),
  );
  assert.deepEqual([report.lines, report.orders, report.amount], [3, 2, '35.00']);
});

test('rows without any value are left out and counted, in a file and in a table of a query', async (t) => {
  const blank = ',,,,,\n , ,,,,\n';
  const { data, at } = await openFiles(t, {
    'orders.csv': `${HEADER}\n1,2025-03-03,A,B,P,10.00\n${blank}2,2025-03-03,A,B,P,10.00\n${blank}`,
    'lines.sql': 'FROM orders',
  });
  const sql = ['--sql', at('lines.sql'), at('orders.csv')];
  for (const args of [[at('orders.csv')], sql]) {
    const checked = JSON.parse(await data.succeed('import', '--check', ...args, '--json'));
    assert.deepEqual([checked.rows.lines, checked.rows.blankRows, checked.problems], [2, 4, []]);
  }
  assert.match(
    await data.succeed('import', '--check', ...sql),
    /^2 lines of 2 orders, without 4 empty rows; /m,
  );
  assert.match(await data.succeed('import', at('orders.csv')), /^Left out 4 rows without any value\.$/m);
});

test('a currency or a sign between thousands is named, with the query that takes it out', async (t) => {
  const { write, refusal, import: take, folder } = await openIntake(t);
  const dressed = ['"£1,417.04"', 'NT$1417.04', '1 417.04', '"1,417"', '1417.04 EUR', 'CHF 1417'];
  const header = HEADER.replace('amount', 'Net price');
  await write(
    'a.csv',
    `${header}\n${dressed.map((amount, i) => `${i},2025-03-03,A,B,P,${amount}\n`).join('')}`,
  );
  const columns = { amount: 'Net price' };
  const refused = (await refusal('a.csv', { profile: { columns } })) ?? '';
  const strip = `regexp_replace("Net price", '[^0-9.-]', '', 'g')`;
  const reason = `amount must have no currency sign or thousands separator; --sql can strip them: ${strip}`;
  for (const amount of dressed.map((each) => each.replaceAll('"', '')))
    assert.ok(refused.includes(`${reason} ("${amount}")`), refused);
  await write('o.csv', `${header}\n1,2025-03-03,A,B,P,1O\n`);
  const mistyped = (await refusal('o.csv', { profile: { columns } })) ?? '';
  assert.match(mistyped, /amount must be digits/, 'a letter for a digit must not be stripped');
  // The query that it names does.
  await write('lines.sql', `SELECT * REPLACE (${strip} AS "Net price") FROM a`);
  const { lines, cents } = await take('a.csv', { profile: { columns, sql: join(folder, 'lines.sql') } });
  assert.deepEqual([lines, cents], [6, 4 * 141_704 + 2 * 141_700]);
  await write('b.csv', `${header}\n1,2025-03-03,A,B,P,"1.417,04 €"\n`);
  const german = (await refusal('b.csv', { profile: { columns, decimal: 'comma' } })) ?? '';
  assert.ok(german.includes(`regexp_replace("Net price", '[^0-9,-]', '', 'g') ("1.417,04 €")`), german);
});
