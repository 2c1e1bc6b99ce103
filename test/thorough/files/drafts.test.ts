/** `mdq import --draft`: a query to start from, for tables that share columns. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { assertMistake, dataFolderFor } from '../../support/stores/data-folder.ts';

type Tables = Readonly<Record<string, string>>;

/** As a marketplace in Brazil exports them: an order is paid in several ways, and a customer has a new id with each. */
const MARKETPLACE: Tables = {
  'customers.csv':
    'customer_id,customer_unique_id,customer_city\nc1,u1,franca\nc2,u2,sao paulo\nc3,u1,franca\n',
  'geolocation.csv': 'zip_code_prefix,lat,lng\n01037,-23.5,-46.6\n',
  'order_items.csv': `order_id,order_item_id,product_id,seller_id,shipping_limit_date,price,freight_value
o1,1,p1,s1,2025-03-07 09:45:35,58.90,13.29
o1,2,p2,s1,2025-03-07 09:45:35,60.00,13.29
o2,1,p1,s2,2025-03-08 11:05:13,239.90,19.93
o3,1,p3,s2,2025-03-09 14:48:30,199.00,17.87
`,
  'order_payments.csv': `order_id,payment_sequential,payment_type,payment_installments,payment_value
o1,1,credit_card,8,9.33
o1,2,voucher,1,124.39
o2,1,boleto,1,259.83
o3,1,credit_card,2,216.87
`,
  'orders.csv': `order_id,customer_id,order_status,order_purchase_timestamp,order_approved_at
o1,c1,delivered,2025-03-03 10:56:33,2025-03-03 11:07:15
o2,c2,delivered,2025-03-04 20:41:37,2025-03-05 03:24:27
o3,c3,shipped,2025-03-05 08:38:49,2025-03-05 08:55:23
`,
  'products.csv': 'product_id,product_category_name,weight_g\np1,perfumaria,225\np2,artes,1000\np3,,154\n',
  'sellers.csv': 'seller_id,seller_city\ns1,campinas\ns2,mogi guacu\n',
  'translation.csv': 'product_category_name,product_category_name_english\nperfumaria,perfumery\nartes,art\n',
};

/** Of unknown names, with comma decimals and dates as Germans write them. */
const GERMAN: Tables = {
  'vorgaenge.csv': 'Vorgang;Eingang;Kundennummer\nA1;03.03.2025;K1\nA2;24.03.2025;K2\n',
  'positionen.csv':
    'Vorgang;Pos;Ware;Menge;Stückpreis\nA1;1;X1;2;1.019,90\nA1;2;X2;1;5,00\nA2;1;X1;1,5;19,90\n',
  'waren.csv': 'Ware;Bezeichnung;Warengruppe;Untergruppe\nX1;Lampe;Wohnen;Licht\nX2;Heft;Büro;Papier\n',
};

async function openPlace(t: TestContext, tables: Tables) {
  const data = await dataFolderFor(t);
  const folder = join(data.path, 'tables');
  await mkdir(folder);
  const paths = Object.keys(tables).map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, tables[basename(path)] ?? '');
  const draft = (...args: string[]) => data.succeed('import', '--draft', ...paths, ...args);
  /** Saves a query and checks what it gives, with the files that it says it needs. */
  const check = async (sql: string, ...args: string[]): Promise<Record<string, unknown>> => {
    const query = join(data.path, 'lines.sql');
    await writeFile(query, sql);
    const asked = /^-- {3}mdq import --check --sql lines\.sql (.*)$/m.exec(sql)?.[1] ?? '';
    const files = asked.match(/'[^']*'|\S+/g)?.map((file) => file.replace(/^'(.*)'$/, '$1')) ?? [];
    const command = ['import', '--check', '--sql', query, ...files, ...args, '--json'];
    const { code, stdout, stderr } = await data.mdq(...command);
    const report = JSON.parse(stdout);
    assert.equal(code, report.problems.length > 0 ? 1 : 0, stderr);
    return report;
  };
  /** Checks a query, which has to give good lines: some columns of the first, by order and product. */
  const rowsOf = async (sql: string, columns: readonly string[], ...args: string[]) => {
    const report = await check(sql, ...args);
    assert.deepEqual(report.problems, []);
    return (report.rows as { first: Record<string, unknown>[] }).first
      .map((row) => ['order_id', 'product_id', ...columns].map((name) => row[name]))
      .sort((a, b) => String(a).localeCompare(String(b)));
  };
  return { data, folder, paths, draft, check, rowsOf };
}

test('the tables of a marketplace become a query that gives a line for each item, and none twice', async (t) => {
  const { draft, check, rowsOf } = await openPlace(t, MARKETPLACE);
  const sql = await draft();
  for (const line of [
    /^SELECT\n {2}order_items\.order_id AS order_id,$/m,
    /^FROM order_items$/m,
    /^LEFT JOIN orders ON orders\.order_id = order_items\.order_id$/m,
    /-- order_payments can have several rows with one order_id: the row with the largest payment_value is kept\./,
    /^-- Left out: geolocation, which shares no key with the others\.$/m,
    /^-- Left out: sellers, of which nothing is needed\.$/m,
    /^-- Not found, and not needed: product_name, tags\.$/m,
    /^-- Unsure: sub_category is .*there is no second level of categories/m,
    /^-- Look at: 1 of 4 lines have no category, and would be bad rows/m,
  ])
    assert.match(sql, line);
  const { problems } = await check(sql);
  assert.equal((problems as string[]).length, 2, 'the product without a category');
  const fixed = sql.replaceAll(/(\S+) AS (category|sub_category)/g, "coalesce($1, 'Other') AS $2");
  const columns = ['ordered_at', 'category', 'amount', 'payment_method', 'member_id'];
  assert.deepEqual(await rowsOf(fixed, columns), [
    ['o1', 'p1', '2025-03-03 10:56', 'perfumery', '58.90', 'voucher', 'u1'],
    ['o1', 'p2', '2025-03-03 10:56', 'art', '60.00', 'voucher', 'u1'],
    ['o2', 'p1', '2025-03-04 20:41', 'perfumery', '239.90', 'boleto', 'u2'],
    ['o3', 'p3', '2025-03-05 08:38', 'Other', '199.00', 'credit_card', 'u1'],
  ]);
});

test('tables whose names say nothing are joined by what they share, and what it is unsure of it says', async (t) => {
  const { draft, check, rowsOf, data, paths } = await openPlace(t, GERMAN);
  const sql = await draft();
  assert.match(sql, /^-- Unsure: order_id is positionen\.Vorgang; .*it is the key of vorgaenge\.$/m);
  assert.match(sql, /^-- Unsure: ordered_at is vorgaenge\.Eingang; .*it holds dates\.$/m);
  assert.match(sql, /^-- Unsure: amount is positionen\.Stückpreis; .*multiplied by Menge\.$/m);
  assert.equal(((await check(sql)).profile as { dateFormat: string }).dateFormat, '%d.%m.%Y');
  assert.deepEqual(await rowsOf(sql, ['category', 'sub_category', 'amount', 'member_id']), [
    ['A1', 'X1', 'Wohnen', 'Licht', '2039.80', 'K1'],
    ['A1', 'X2', 'Büro', 'Papier', '5.00', 'K1'],
    ['A2', 'X1', 'Wohnen', 'Licht', '29.85', 'K2'],
  ]);

  const checked = await data.mdq('import', '--check', ...paths, '--json');
  const { problems, profile } = JSON.parse(checked.stdout);
  assert.equal(checked.code, 1);
  assert.match(
    problems[0],
    /^These files share "Vorgang", "Ware": they look like tables that belong together\. "mdq import --draft" with the same files prints a query/,
  );
  assert.deepEqual(profile, {}, 'no profile is proposed');
  assert.match(problems[1], /vorgaenge\.csv has no column for order_id/);
});

test('a database whose keys are called id is joined by the names of its tables, and --json has the parts', async (t) => {
  const { data, check } = await openPlace(t, {});
  const files = ['items', 'orders', 'payments', 'products'].map(
    (name) => `test/samples/shop-tables/${name}.csv`,
  );
  const draft = JSON.parse(await data.succeed('import', '--draft', ...files, '--json'));
  assert.equal(draft.lines, 'items');
  assert.deepEqual(draft.joins, [
    { table: 'orders', column: 'id', to: 'items', toColumn: 'order_id', repeats: false },
    { table: 'products', column: 'id', to: 'items', toColumn: 'product_id', repeats: false },
    { table: 'payments', column: 'order_id', to: 'items', toColumn: 'order_id', repeats: true },
  ]);
  const amount = draft.columns.find(({ name }: { name: string }) => name === 'amount');
  assert.deepEqual([amount.table, amount.column, amount.times], ['items', 'unit_price', 'quantity']);
  assert.deepEqual(draft.missing, [{ name: 'tags', couldBe: [] }]);
  assert.deepEqual(draft.counted, [{ what: 'unmatched', name: 'payments', rows: 1, of: 5 }]);
  assert.deepEqual((await check(draft.sql)).problems, []);
});

test('Parquet, NDJSON and CSV are joined though the types of their keys differ, and tables can be named', async (t) => {
  const { data, folder, rowsOf } = await openPlace(t, {
    'order.ndjson': '{"order_id":"1","date":"2025-03-03"}\n{"order_id":"2","date":"2025-03-04"}\n',
    'p.csv': 'product_id,category,sub_category\n7,Home,Lamps\n8,Books,Paper\nX9,Garden,Pots\n',
  });
  const at = (name: string) => join(folder, name);
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(
    `COPY (FROM (VALUES (1, 7, 9.50::DECIMAL(9, 2)), (1, 8, 3.00), (2, 7, 9.50)) AS line(order_id, product_id, "line total"))
     TO '${at('select.parquet')}'`,
  );
  connection.closeSync();
  const args = [at('order.ndjson'), `goods=${at('p.csv')}`, at('select.parquet')];
  const sql = await data.succeed('import', '--draft', ...args);
  // Words of the language stand in quotes.
  assert.match(sql, /^FROM "select"$/m);
  assert.deepEqual(await rowsOf(sql, ['ordered_at', 'category', 'amount']), [
    ['1', '7', '2025-03-03 00:00', 'Home', '9.50'],
    ['1', '8', '2025-03-03 00:00', 'Books', '3.00'],
    ['2', '7', '2025-03-04 00:00', 'Home', '9.50'],
  ]);
});

test('of a key that repeats, the same row is kept each time, and members who never come back are told', async (t) => {
  const ids = Array.from({ length: 12 }, (_, i) => i);
  const { draft, rowsOf } = await openPlace(t, {
    'items.csv': `order_id,product_id,price,category\n${ids.map((i) => `${i},p,1.00,A`).join('\n')}\n`,
    'orders.csv': `order_id,date,customer_id\n${ids.map((i) => `${i},2025-03-03,c${i}`).join('\n')}\n`,
    'notes.csv': `order_id,payment\n${ids.map((i) => `${i},Cash\n${i},Card`).join('\n')}\n`,
  });
  const sql = await draft();
  assert.match(sql, /^-- Look at: each of the 12 orders has another orders\.customer_id\./m);
  assert.match(sql, /-- notes can have several rows with one order_id: the first by payment is kept\./);
  for (const [, , method] of await rowsOf(sql, ['payment_method'])) assert.equal(method, 'Card');
});

test('what it cannot find it says, with what it could be, and what is said goes before what is guessed', async (t) => {
  const { draft, check, rowsOf } = await openPlace(t, {
    'orders.csv': 'order_id,date\n1,2025-03-03\n2,2025-03-03\n3,2025-03-04\n4,2025-03-04\n',
    'items.csv':
      'order_id,sku,kind,v1,v2\n1,a,Lamps,1.00,2.00\n2,b,Lamps,1.00,2.00\n3,b,Pens,1.00,2.00\n4,b,Pens,1.00,2.00\n',
  });
  const sql = await draft();
  assert.match(sql, /^-- Not found, and needed: amount\. It could be items\.v1 or items\.v2\. Add it/m);
  assert.match(sql, /^-- Not found, and needed: category\. It could be .*items\.kind.*--set category=…\.$/m);
  const [problem] = (await check(sql)).problems as string[];
  assert.match(problem ?? '', /has no column for category, sub_category, amount/);
  const said = ['--map', 'amount=v2', '--set', 'category=All', '--set', 'sub_category=All'];
  const rows = await rowsOf(await draft(...said), ['category', 'amount'], ...said.slice(2));
  assert.deepEqual(rows[0], ['1', 'a', 'All', '2.00']);
});

test('names that would end a comment or a quote stay what they are', async (t) => {
  const { draft, rowsOf } = await openPlace(t, {
    'it"s; DROP.csv': 'order_id,"x""\n; SELECT 1; --",product_id\n1,1.50,p\n1,2.00,q\n',
    'orders.csv': 'order_id,date,category,sub_category\n1,2025-03-03,A,B\n',
  });
  assert.deepEqual(await rowsOf(await draft(), ['amount']), [
    ['1', 'p', '1.50'],
    ['1', 'q', '2.00'],
  ]);
});

test('files that share nothing, are parts of one table, or are one, are told in one line', async (t) => {
  const { data, folder } = await openPlace(t, {
    ...{
      'a.csv': 'x,y\n1,2\n',
      'b.csv': 'z,name\n1,2\n',
      'c.csv': 'w,name\n1,2\n',
      'twice.csv': 'x,x\n1,2\n',
    },
    ...{ 'jan.csv': 'order_id,price\n1,2\n1,3\n', 'feb.csv': 'order_id,price\n2,2\n2,3\n' },
  });
  for (const [names, said] of [
    [
      ['a.csv', 'b.csv', 'c.csv'],
      /^mdq: There is no query to draft: \S+a\.csv, \S+b\.csv, \S+c\.csv share no column that could join them$/m,
    ],
    [['jan.csv', 'feb.csv'], /have the same columns: they look like parts of one table/],
    [['a.csv'], /--draft needs two files or more/],
    [['a.csv', 'twice.csv'], /twice\.csv cannot be read: /],
  ] as const)
    assertMistake(await data.mdq('import', '--draft', ...names.map((name) => join(folder, name))), said);
  const both = await data.mdq('import', '--draft', '--check', join(folder, 'a.csv'));
  assert.equal(both.code, 1);
  assert.match(both.stderr, /--draft goes without --check/);
  // Parts of one table: with another column, and with several rows of an order.
  for (const [header, rows] of [
    ['Vorgang,Eingang,Neu', 'A2,2025-04-03,x'],
    ['Vorgang,Eingang', 'A2,2025-04-03\nA2,2025-04-03'],
  ]) {
    const months = await openPlace(t, {
      'march.csv': 'Vorgang,Eingang\nA1,2025-03-03\nA1,2025-03-03\n',
      'april.csv': `${header}\n${rows}\n`,
    });
    const { stdout } = await months.data.mdq('import', '--check', ...months.paths, '--json');
    assert.doesNotMatch(stdout, /belong together/);
  }
});

test('--map reaches columns called name and id by their table, and refuses a name that no table has', async (t) => {
  const { draft, rowsOf, data, paths } = await openPlace(t, {
    'items.csv': 'order_id,product_id,amount\no1,p1,1.00\no1,p2,2.00\n',
    'orders.csv': 'order_id,date\no1,2025-03-03\n',
    'products.csv': 'product_id,department,name\np1,d1,Mug\np2,d2,Pen\n',
    'departments.csv': 'department,id,name\nd1,1,Home\nd2,2,Office\n',
  });
  const categories = async (...args: string[]) => {
    const rows = await rowsOf(await draft(...args), ['category', 'sub_category']);
    return rows.map((row) => row.slice(-2).join(' / '));
  };
  assert.deepEqual(
    await categories('--map', 'category=departments.name', '--map', 'sub_category=products.name'),
    ['Home / Mug', 'Office / Pen'],
  );
  const refused = async (map: string) => (await data.mdq('import', '--draft', '--map', map, ...paths)).stderr;
  assert.match(
    await refused('category=nosuch'),
    /There is no column nosuch for category in items, .*\. Say which, such as --map category=\w+\.\w+/,
  );
  assert.match(
    await refused('category=name'),
    /Several tables have a column name: say which with --map category=… and one of products\.name, departments\.name/,
  );
});
