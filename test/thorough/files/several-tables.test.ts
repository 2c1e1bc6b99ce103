/** Order lines out of several tables, and out of what shops really write: what is read, and what is said of the rest. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { HEADER, openIntake } from '../../support/stores/intake-place.ts';

const ITEMS = 'order_id,product_id,amount\n1,P1,10.00\n2,P2,20.00\n2,P1,10.00\n';
const PRODUCTS = 'product_id,category\nP1,Decoração\nP2,Cozinha\n';
const SQL = `SELECT items.order_id, '2025-03-03' AS ordered_at, category, category AS sub_category, product_id, amount
             FROM items JOIN products USING (product_id)`;
const USUAL = { 'items.csv': ITEMS, 'products.csv': PRODUCTS, 'lines.sql': SQL };

type Tables = Readonly<Record<string, string | Uint8Array | object>>;
interface Report extends Record<string, unknown> {
  readonly warnings: readonly { readonly code: string; readonly text: string; readonly count: number }[];
}

/** A folder of tables and the query over them, and the command. What is an object is written as JSON. */
async function openTables(t: TestContext, tables: Tables = {}) {
  const data = await dataFolderFor(t);
  const folder = join(data.path, 'tables');
  const at = (name: string) => join(folder, name);
  const write = async (files: Tables) => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(at(name)), { recursive: true });
      const isText = typeof content === 'string' || content instanceof Uint8Array;
      await writeFile(at(name), isText ? content : JSON.stringify(content));
    }
  };
  await write({ ...USUAL, ...tables });
  const query = (...names: string[]) => ['--sql', at('lines.sql'), ...names.map(at)];
  return {
    ...{ data, at, write, query },
    import: async (...args: string[]): Promise<Report> =>
      JSON.parse(await data.succeed('import', ...args, '--json')),
    mistake: async (...args: string[]) => {
      const { code, stderr } = await data.mdq('import', ...args);
      assert.equal(code, 1);
      return stderr.replaceAll(`${folder}/`, '').replace(/\S+rejects\S+/, 'REJECTS');
    },
  };
}

test('each file has its own encoding: the one that is given is for those that are not UTF-8', async (t) => {
  const { write, import: take, warehouse } = await openIntake(t);
  const rows = (category: string, id: string) => `${HEADER}\n${id},2025-03-03,${category},Café,P,1\n`;
  const files = [
    await write('latin.csv', Buffer.from(rows('Cozinha e Jardim é', '1'), 'latin1')),
    await write('utf-8.csv', rows('Casa e Decoração', '2')),
  ];
  const { facts, warnings } = await take(files, { profile: { encoding: 'windows-1252' } });
  const { categories } = await warehouse.load(facts.version);
  assert.deepEqual(categories.toSorted(), ['Casa e Decoração', 'Cozinha e Jardim é']);
  assert.ok(!warnings.some(({ code }) => code === 'wrong-encoding'));
});

test('a table with an encoding of its own is read in it, whatever it looks like, and names that look wrong are told', async (t) => {
  const products = { file: 'products.csv', encoding: 'windows-1252' };
  const { at, data } = await openTables(t, {
    'shop.json': { sql: 'lines.sql', tables: { items: 'items.csv', products } },
  });
  for (const args of [['--check'], []])
    assert.match(
      await data.succeed('import', ...args, '--profile', at('shop.json')),
      /1 name looks wrongly decoded: "DecoraÃ§Ã£o"/,
    );
});

test('a name that took in half of the next row, and names that grow by more than a fifth and by five, are told', async (t) => {
  const { write, import: take } = await openIntake(t);
  const rows = '1,2025-03-03,"Books,B,P,1\n2,2025-03-03,Books",B,P,1\n3,2025-03-03,Books,B,P,1\n';
  const { warnings, orders } = await take(await write('a.csv', `${HEADER}\n${rows}`));
  assert.equal(orders, 2);
  assert.match(
    warnings.find(({ code }) => code === 'line-breaks')?.message ?? '',
    /^1 name holds a line break: "Books,B,P,1\\n2,2025-03-03,Books"\. Was a quote left open/,
  );
  const more = async (names: readonly string[]) => {
    const lines = names.map((name, i) => `${name}-${i},2025-03-03,${name},All,P,1`);
    const report = await take(await write('b.csv', [HEADER, ...lines, ''].join('\n')));
    return report.warnings.filter(({ code }) => code === 'many-new-names').map(({ message }) => message);
  };
  await more(Array.from({ length: 18 }, (_, i) => `Old ${i}`));
  assert.deepEqual(await more(['New 0', 'New 1', 'New 2', 'New 3']), []);
  const said = await more(['a', 'b', 'c', 'd', 'e']);
  assert.equal(said.length, 2);
  assert.match(
    said[0] ?? '',
    /^5 main categories are new, and 24 were there before: "a", "b", "c", "d", "e"\. /,
  );
  assert.match(
    said[1] ?? '',
    /^5 sub-categories are new, and 24 were there before: "a \/ All", .*"e \/ All"\. /,
  );
});

test('tables are named on the command line or in a profile, by a file or by a pattern that fits one', async (t) => {
  const {
    at,
    import: take,
    data,
    write,
  } = await openTables(t, {
    'export-items-2025-03.csv': ITEMS,
    'export-p.csv': PRODUCTS,
    'shop.json': { sql: 'lines.sql', tables: { items: 'export-items-*.csv', products: 'export-p.csv' } },
  });
  const named = [`items=${at('export-items-*')}`, `products=${at('export-p.csv')}`];
  const report = await take('--sql', at('lines.sql'), ...named);
  assert.deepEqual([report.lines, report.orders], [3, 2]);
  const again = await take('--profile', at('shop.json'));
  assert.deepEqual([again.lines, again.published], [3, false]);
  // The same profile for next month's folder, whatever that is called.
  await write({
    '2025[04]/export-items-2025-04.csv': ITEMS.replaceAll(/^\d/gm, '9'),
    '2025[04]/export-p.csv': PRODUCTS,
  });
  assert.equal((await take('--profile', at('shop.json'), at('2025[04]'))).orders, 1);
  // What is printed is what is saved, and leads to the same files.
  const kept = join(data.path, 'kept.json');
  const saving = ['--check', '--profile', at('shop.json'), '--save-profile', kept];
  const printed = await data.succeed('import', ...saving);
  assert.ok(printed.includes((await readFile(kept, 'utf8')).trimEnd()), printed);
  assert.equal((await take('--profile', kept)).published, false);
});

test('a table without a file, parts that differ, and a file that is two tables are refused in one line', async (t) => {
  const { at, mistake } = await openTables(t, {
    'items-2.csv': 'order_id,amount\n9,1.00\n',
    'other/items.csv': ITEMS,
    'none.json': { sql: 'lines.sql', tables: { items: 'items-9*.csv' } },
    'two.json': { sql: 'lines.sql', tables: { items: 'items*.csv' } },
    'same.json': { sql: 'lines.sql', tables: { items: 'items.csv', products: 'items.csv' } },
    'wrong.json': { tables: { items: { file: 'items.csv', delimiter: ';' } } },
    'less.json': { sql: 'lines.sql', tables: { items: 'items.csv' } },
    'latin.csv': Buffer.from('product_id,category\nP1,Decoração\nP2,Café\n', 'latin1'),
    'latin.json': { sql: 'lines.sql', tables: { items: 'items.csv', products: 'latin.csv' } },
    'odd.csv': `${HEADER}\n1,2025-03-03,A,B,P,1\n`.replaceAll(',', '~'),
  });
  for (const [args, said] of [
    [['--profile', at('none.json')], /^mdq: There is no file for the table items: items-9\*\.csv\n$/],
    [
      ['--profile', at('two.json')],
      /^mdq: items\.csv and items-2\.csv are parts of the table items, and only one of them has the column "product_id"$/m,
    ],
    [
      ['--profile', at('same.json')],
      /^mdq: items\.csv is the table items and the table products: it can be one\n$/,
    ],
    [
      ['--profile', at('same.json'), at('items.csv')],
      /The profile names its tables: give no file, or the one folder that they are in/,
    ],
    [['--profile', at('wrong.json')], /tables has no setting "delimiter" for items; there are: file, enc/],
    // What a profile lacks is said as it goes into the profile.
    [
      ['--profile', at('latin.json')],
      /^mdq: latin\.csv is not UTF-8: name it as \{"file": "latin\.csv", "encoding": "windows-1252"\} in the profile$/m,
    ],
    [
      ['--profile', at('less.json')],
      /does not exist!\. The views are: items\. Name its file in the profile, under "tables", or under "reference" if it stays beside the profile: \{"products": "FILE"\}\n$/,
    ],
    [
      ['--sql', at('lines.sql'), at('items.csv'), at('other/items.csv')],
      /other\/items\.csv and items\.csv would both be the view items: name one of them, such as other=/,
    ],
    [[at('odd.csv')], /If "~" stands between values, add --delimiter "~"\./],
    [[], /Name the files to import/],
  ] as const)
    assert.match(await mistake(...args), said);
});

test('a row that is lost does not hide one that is doubled; what finds nothing and a table without rows are told', async (t) => {
  const { query, import: take } = await openTables(t, {
    'lines.sql': SQL.replace('JOIN products', 'LEFT JOIN shops USING (order_id) JOIN products'),
    'items.csv': `${ITEMS}3,P9,10.00\n`,
    'shops.csv': 'order_id,shop\n1,S1\n1,S2\n',
    'more.csv': 'order_id,note\n',
  });
  const report = await take(...query('items.csv', 'products.csv', 'shops.csv', 'more.csv'));
  assert.equal(report.lines, 4);
  const told = report.warnings.filter(({ code }) => code !== 'no-audience');
  assert.deepEqual(
    told.map(({ code, text }) => `${code}: ${text.split(': ')[0]}`),
    [
      'empty-table: The table more has no rows',
      'not-found: 1 of 4 rows of items find nothing in products by product_id',
      'more-lines: The query gives 4 lines, and the table named first, items, has 4 rows; 1 order has more lines than rows there',
      'fewer-lines: The query gives 4 lines, and the table named first, items, has 4 rows; 1 row gave no line. If that is not meant, a join that is not a LEFT JOIN may find nothing',
    ],
  );
});

for (const [what, tables, codes] of [
  [
    'a column called id is no hindrance to looking at how tables were joined',
    { 'items.csv': 'id,order_id,product_id,amount\n7,1,P1,10.00\n8,1,P9,10.00\n' },
    ['not-found', 'fewer-lines'],
  ],
  [
    'a column that two tables share and one leaves blank is none that they are joined by',
    {
      'items.csv': 'tags,order_id,product_id,amount\nblue,1,P1,10.00\n',
      'products.csv': 'tags,product_id,category,sub_category\n,P1,A,B\n',
    },
    [],
  ],
] as const)
  test(what, async (t) => {
    const { query, import: take } = await openTables(t, tables);
    const { warnings } = await take(...query('items.csv', 'products.csv'));
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['no-audience', ...codes],
    );
  });

test('rows of tables that cannot be read are told by file and line, those of a query by order, and left out on demand', async (t) => {
  const {
    query,
    import: take,
    mistake,
    data,
  } = await openTables(t, {
    'items.csv': `${ITEMS}3,P1\n4,P1,10.00,x\n5,P2,free\n`,
    'products.csv': Buffer.concat([Buffer.from(PRODUCTS), Buffer.from([0x50, 0x39, 0x2c, 0xe9, 0x0a])]),
    'products.ndjson':
      '{"product_id":"P1","category":"A"}\n{"product_id":"P2",\n{"product_id":"P2","category":"B"}\n',
  });
  const args = query('items.csv', 'products.csv');
  const refused = await mistake(...args);
  assert.match(refused, /^mdq: 4 bad rows; nothing was imported\.$/m);
  assert.match(refused, /^ {2}items\.csv, line 5: has 2 columns instead of 3 \("3,P1"\)$/m);
  assert.match(refused, /^ {2}items\.csv, line 6: has 4 columns instead of 3/m);
  assert.match(
    await mistake(...query('items.csv', 'products.ndjson')),
    /^ {2}products\.ndjson, line 2: is not a JSON object/m,
  );
  const check = await data.mdq('import', '--check', ...args);
  assert.equal(check.code, 1);
  assert.match(check.stdout, /products\.csv, line 4: is not valid UTF-8/);
  assert.match(check.stdout, /lines\.sql, order "5": amount must be digits/);
  assert.match(check.stdout, /^.*lines\.sql: what the query gives$/m);
  const report = await take(...args, '--skip-bad-rows');
  assert.match(
    report.warnings.map(({ text }) => text).join('\n'),
    /Rows of tables were left out: 2 of .*items\.csv, 1 of .*products\.csv\. /,
  );
  assert.deepEqual([report.lines, report.orders, report.skippedRows], [3, 2, 4]);
  const rejects = (await readFile(String(report.rejectsFile), 'utf8')).trimEnd().split('\n');
  assert.deepEqual([rejects[0], rejects.length], ['file,line,order_id,column,value,reason', 5]);
  const last = 'lines.sql,,5,amount,free,"must be digits with a point before decimals, such as 1280.50"';
  assert.ok(rejects.some((line) => line.endsWith(last)));
});

test('a column that the files do not have is given to every row', async (t) => {
  const {
    at,
    data,
    import: take,
    mistake,
  } = await openTables(t, {
    'few.csv': 'order_id,ordered_at,sub_category,product_id,amount\n1,2025-03-03,Lamps,P,5\n',
    'few.ndjson':
      '{"order_id":"2","ordered_at":"2025-03-03","sub_category":"Lamps","product_id":"P","amount":5}\n',
    'shop.json': { set: { category: 'Everything', payment_method: 'Cash' } },
  });
  const check = await data.succeed('import', '--check', at('few.csv'), '--set', 'category=Everything');
  assert.match(check, /^category +always "Everything"$/m);
  await take(at('few.csv'), '--set', "category=Bob's things");
  await take(at('few.ndjson'), '--profile', at('shop.json'));
  for (const [id, ...expected] of [
    ['1', "Bob's things", 'Unspecified'],
    ['2', 'Everything', 'Cash'],
  ] as const) {
    const [line] = JSON.parse(await data.succeed('orders', 'show', id, '--json')).lines;
    assert.deepEqual([line.category, line.payment_method], expected);
  }
  const all = ['--set', 'category=All'];
  for (const file of ['few.csv', 'few.ndjson'])
    assert.match(
      await mistake(at(file), '--set', 'sub_category=All', ...all),
      /few\.\w+ has a column "sub_category" of its own: leave --set sub_category=… out/,
    );
  assert.match(
    await mistake(at('few.csv'), ...all, '--map', 'category=sub_category'),
    /cannot be read with both --map and --set of "category"/,
  );
});

const SHOP = {
  'items.csv': ITEMS,
  'orders.csv':
    'id,customer_id,status,ordered_at\n1,C1,paid,2025-03-03\n2,C2,paid,2025-03-04\n3,C2,cancelled,2025-03-04\n',
  'customers.csv': 'customer_id,city\nC1,Ghent\nC2,Bruges\n',
  'products.csv': 'product_id,category\nP1,A\nP2,B\n',
  'lines.sql': `SELECT items.order_id, orders.ordered_at, category, category AS sub_category, product_id, amount, status, customer_id AS member_id
                FROM items JOIN orders ON orders.id = items.order_id JOIN products USING (product_id) JOIN customers USING (customer_id)
                UNION ALL BY NAME
                SELECT id AS order_id, status FROM orders WHERE status = 'cancelled' AND id NOT IN (SELECT order_id FROM items)`,
};

const ABOUT_JOINS = ['more-lines', 'fewer-lines', 'not-found', 'orders-without-rows'];
const TWICE =
  /^more-lines, [12]: The query gives \d lines and 1 cancelled row, and the table named first, items, has 3 rows; .*: a key may stand twice in another table, and its orders count twice\. /;
/** What changes in the tables, and what a check then says of how they belong together. */
const JOINS: Readonly<Record<string, readonly [changed: Tables, said: readonly RegExp[]]>> = {
  'cancelled orders without rows that a query gives a row with their status are no news': [{}, [/^$/]],
  'orders without rows are counted: their file may have been cut at the end of a line': [
    { 'items.csv': 'order_id,product_id,amount\n1,P1,10.00\n' },
    [
      /^orders-without-rows, 1: 1 of 3 orders in orders has no rows in items, and so no lines: is that file complete\? Cancelled orders without rows need one with their status$/,
    ],
  ],
  'a key that stands twice in a joined table is named': [
    { 'customers.csv': `${SHOP['customers.csv']}C2,Brussels\n` },
    [
      TWICE,
      /gives 5 lines.*; 1 order has more .* customer_id stands more than once in customers \(1 value\)\. /,
    ],
  ],
  'a key of which several values stand twice is named with their number': [
    { 'products.csv': `${SHOP['products.csv']}P1,A\nP2,B\n` },
    [TWICE, /, 2: .*; 2 orders .* product_id stands more than once in products \(2 values\)/],
  ],
};

for (const [what, [changed, said]] of Object.entries(JOINS))
  test(what, async (t) => {
    const { query, import: take } = await openTables(t, { ...SHOP, ...changed });
    const { warnings } = await take(
      '--check',
      ...query('items.csv', 'orders.csv', 'customers.csv', 'products.csv'),
    );
    const found = warnings.filter(({ code }) => ABOUT_JOINS.includes(code));
    const text = found.map(({ code, count, text }) => `${code}, ${count}: ${text}`).join('\n');
    for (const each of said) assert.match(text, each);
  });

test('a table can be several files, and a profile can name tables of its own', async (t) => {
  const {
    at,
    import: take,
    data,
    write,
  } = await openTables(t, {
    'items-1.csv': ITEMS,
    'items-2.csv': 'product_id;order_id;amount\nP2;3;7.00\n',
    'shop.json': {
      ...{ sql: 'lines.sql', tables: { items: ['items-1.csv', 'items-2*'] } },
      reference: { products: { file: 'products.csv', encoding: 'utf-8' } },
    },
    'own.json': { sql: 'lines.sql', reference: { products: 'products.csv' } },
  });
  assert.equal((await take('--profile', at('shop.json'))).lines, 4);
  // The reference table is beside the profile, whatever folder is imported.
  const part = (order: string) => `order_id,product_id,amount\n${order},P1,1.00\n`;
  await write({ 'june/items-1.csv': part('61'), 'june/items-2.csv': part('62') });
  const report = await take('--profile', at('shop.json'), at('june'));
  assert.deepEqual([report.lines, report.newOrders], [2, 2]);
  // With the files of a command line too, where a name can be given to several.
  const named = [`items=${at('items-1.csv')}`, `items=${at('items-2.csv')}`];
  const checked = await take('--check', '--profile', at('own.json'), ...named);
  assert.equal((checked.rows as { lines: number }).lines, 4);
  // What a check saves of it names the same files.
  const saved = join(data.path, 'saved.json');
  await data.succeed('import', '--check', '--profile', at('shop.json'), '--save-profile', saved);
  assert.deepEqual(JSON.parse(await readFile(saved, 'utf8')), {
    sql: 'tables/lines.sql',
    tables: { items: ['tables/items-1.csv', 'tables/items-2*'] },
    reference: { products: { file: 'tables/products.csv', encoding: 'utf-8' } },
  });
});

test('a check with --sql saves the tables of its query, for the folder of next month', async (t) => {
  const {
    at,
    import: take,
    data,
  } = await openTables(t, {
    'june/items.csv': ITEMS.replaceAll(/^\d/gm, '6'),
    'june/p-1.csv': PRODUCTS,
  });
  const files = [at('june/items.csv'), `products=${at('june/p-1.csv')}`];
  const kept = at('kept.json');
  await data.succeed('import', '--check', '--sql', at('lines.sql'), ...files, '--save-profile', kept);
  assert.deepEqual(JSON.parse(await readFile(kept, 'utf8')), {
    ...{ sql: 'lines.sql', tables: { items: 'items.csv', products: 'p-1.csv' } },
  });
  assert.equal((await take('--profile', kept, at('june'))).lines, 3);
});

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

test('JSON that is not one object a line is refused with the command that makes it so, with --check too', async (t) => {
  const inOrders = 'is one JSON object with its rows in "orders"';
  const { data, at, write } = await openTables(t);
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
    await write({ 'json/orders.json': content });
    const way = `${said}: write one object a line, as jq -c ${filter} orders.json > orders.ndjson does; lists in them`;
    // The whole folder, too: a file that is called .json is not passed over in silence.
    for (const args of [[at('json/orders.json')], ['--check', at('json/orders.json')], [at('json')]]) {
      const { code, stderr } = await data.mdq('import', ...args);
      assert.equal(code, 1);
      assert.ok(stderr.includes(way), `${way}\n${stderr}`);
    }
  }
});

test('nested NDJSON becomes lines by a query', async (t) => {
  const { data, at } = await openTables(t, {
    'json/orders.json': NESTED.map((order) => `${JSON.stringify(order)}\n`).join(''),
    'lines.sql': `
      SELECT id AS order_id, created_at AS ordered_at, 'Everything' AS category, 'Everything' AS sub_category,
             item->>'sku' AS product_id,
             CAST(item->>'quantity' AS INTEGER) * CAST(item->>'price' AS DECIMAL(14, 2)) AS amount
      FROM (SELECT *, unnest(CAST(line_items AS JSON[])) AS item FROM orders)`,
  });
  const report = JSON.parse(
    await data.succeed('import', '--sql', at('lines.sql'), at('json/orders.json'), '--json'),
  );
  assert.deepEqual([report.lines, report.orders, report.amount], [3, 2, '35.00']);
});

test('rows without any value are left out and counted, in a file and in a table of a query', async (t) => {
  const blank = ',,,,,\n , ,,,,\n';
  const { data, at } = await openTables(t, {
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
