/** The profiles for the exports that people have, each on a small file in that system's own layout. */
import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readProfile } from '../../src/warehouse/intake/profile.ts';
import type { Warehouse } from '../../src/warehouse/warehouse.ts';
import { HEADER, openIntake } from '../support/stores/intake-place.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const profile = (name: string) => readProfile(join(root, 'profiles', `${name}.json`));

/** What is kept of orders, a text for each line; amounts in cents. */
async function kept(warehouse: Warehouse, ids: readonly string[]): Promise<string[][]> {
  const orders: string[][] = [];
  for (const id of ids) {
    const order = await warehouse.order(id);
    orders.push(
      (order?.lines ?? [])
        .map((line) =>
          [line.category, line.subCategory, line.productId, line.cents, line.paymentMethod].join(' | '),
        )
        .sort(),
    );
  }
  return orders;
}

test('Shopify: orders and products as the admin exports them', async (t) => {
  const { import: take, folder, warehouse } = await openIntake(t, { MDQ_TIMEZONE: 'America/Sao_Paulo' });
  const files = ['orders_export.csv', 'products_export.csv'];
  for (const name of files) await copyFile(join(root, 'test/samples/shopify', name), join(folder, name));
  const report = await take(files, { profile: profile('shopify') });
  assert.deepEqual([report.lines, report.orders, report.cancelledRows], [4, 3, 2]);
  assert.deepEqual(await kept(warehouse, ['#1001', '#1002', '#1003', '#1005']), [
    [
      'Home & Garden | Artwork | FERN-1 | 3200 | Shopify Payments',
      'Luggage & Bags | Shopping Totes | TOTE-B | 2000 | Shopify Payments',
    ],
    ['Mugs | Mugs | MUG-1 | 2250 | PayPal Express Checkout'],
    [],
    ['Other | Other | Postcard | 1800 | Gift Card'],
  ]);
  assert.equal((await warehouse.order('#1005'))?.lines[0]?.memberId?.length, 32);
});

test('WooCommerce: one row per item, as the order export plugin writes them', async (t) => {
  const { import: take, folder, warehouse } = await openIntake(t);
  await copyFile(join(root, 'test/samples/woocommerce/orders.csv'), join(folder, 'orders.csv'));
  const report = await take('orders.csv', { profile: profile('woocommerce') });
  assert.deepEqual([report.lines, report.orders, report.cancelledRows], [4, 3, 2]);
  assert.deepEqual(await kept(warehouse, ['501', '502', '505']), [
    ['Home | Lighting | LAMP-1 | 4990 | Credit card', 'Home | Storage | RACK-2 | 12900 | Credit card'],
    ['Services | Services | Gift wrap | 300 | Direct bank transfer'],
    ['Books | Fiction | BOOK-7 | 1200 | Credit card'],
  ]);
  const member = async (id: string) => (await warehouse.order(id))?.lines[0]?.memberId;
  assert.equal(await member('501'), await member('505'));
});

test('four tables of a shop, with an order that was paid in two ways: every cent stays', async (t) => {
  const { import: take, folder, warehouse } = await openIntake(t);
  const files = ['orders.csv', 'items.csv', 'products.csv', 'payments.csv'];
  for (const name of files) await copyFile(join(root, 'test/samples/shop-tables', name), join(folder, name));
  const report = await take(files, { profile: profile('shop-tables') });
  assert.deepEqual([report.orders, report.cancelledRows], [3, 1]);
  const cents = async (id: string) =>
    (await warehouse.order(id))?.lines.reduce((sum, line) => sum + line.cents, 0);
  assert.deepEqual([await cents('1'), await cents('2'), await cents('4')], [228_900, 3003, 49_950]);
  const methods = new Set((await warehouse.order('1'))?.lines.map((line) => line.paymentMethod));
  assert.deepEqual([...methods].sort(), ['Credit card', 'Gift card']);
});

test('a query that fails, or returns other columns, is told by its file', async (t) => {
  const { write, refusal, folder, warehouse } = await openIntake(t);
  await write('orders.csv', `${HEADER}\n1,2025-03-03,A,B,P,10\n`);
  const sql = join(folder, 'lines.sql');
  const said = async (query: string, files: readonly string[] = ['orders.csv']) => {
    await write('lines.sql', query);
    return refusal(files, { profile: { sql } });
  };
  await write('orders-2026-10.csv', `${HEADER}\n1,2025-03-03,A,B,P,10\n`);
  for (const [query, expected, files] of [
    [
      'SELECT nothing FROM orders',
      /^mdq: lines\.sql fails: Binder Error: Referenced column "nothing" not found in FROM clause!\. The views are: orders$/,
    ],
    [
      'SELECT * FROM lines',
      /^mdq: lines\.sql fails: Catalog Error: .*\. The views are: orders\. Name the file that is meant, such as lines=orders\.csv$/,
    ],
    ['SELECT nothing FROM "orders-2026-10"', /The views are: "orders-2026-10"$/, ['orders-2026-10.csv']],
    [
      'SELECT order_id, amount AS price FROM orders;',
      /^mdq: lines\.sql has no columns "ordered_at", .*"amount" \(it has: order_id, price\)\. Say what they are called there, such as --map ordered_at=ITS_NAME; "mdq import --check" proposes how$/,
    ],
    ['DROP VIEW orders', /^mdq: lines\.sql must be one SELECT and nothing else/],
    ["SELECT * FROM read_text('/etc/hostname')", /^mdq: lines\.sql calls read_text\(\) as a table/],
    ["SELECT * REPLACE ('x' AS amount) FROM orders", /^ {2}lines\.sql, order "1": amount must be digits/m],
  ] as const)
    assert.match(String(await said(query, files)), expected);
  assert.equal(await warehouse.current(), undefined);
  assert.equal(await said('FROM orders'), undefined);
});

test('values reach a query as they are written, and a profile keeps how its files are', async (t) => {
  const { write, import: take, warehouse, folder } = await openIntake(t);
  await write('orders.csv', Buffer.from('Nr;Datum;Ware;Preis\n007;31.12.2024;Töpfe;1.234,50\n', 'latin1'));
  await write(
    'lines.sql',
    `SELECT Nr AS order_id, Datum AS ordered_at, Ware AS category, Ware AS sub_category, Nr AS product_id, Preis AS amount FROM orders`,
  );
  await write(
    'shop.json',
    '{"sql":"lines.sql","encoding":"windows-1252","decimal":"comma","dateFormat":"%d.%m.%Y","delimiter":";"}',
  );
  await take('orders.csv', { profile: readProfile(join(folder, 'shop.json')) });
  assert.deepEqual(
    (await warehouse.order('007'))?.lines.map(({ category, cents }) => [category, cents]),
    [['Töpfe', 123_450]],
  );
});
