/** Order lines out of several tables: their names, their encodings, and what is wrong with their rows. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { HEADER, openIntake } from '../../support/stores/intake-place.ts';

const ITEMS = 'order_id,product_id,amount\n1,P1,10.00\n2,P2,20.00\n2,P1,10.00\n';
const PRODUCTS = 'product_id,category\nP1,Decoração\nP2,Cozinha\n';
const SQL = `SELECT items.order_id, '2025-03-03' AS ordered_at, category, category AS sub_category, product_id, amount
             FROM items JOIN products USING (product_id)`;

/** A folder of tables and the query over them, and the command. */
async function openTables(t: TestContext, tables: Readonly<Record<string, string | Uint8Array>> = {}) {
  const data = await dataFolderFor(t);
  const folder = join(data.path, 'tables');
  const at = (name: string) => join(folder, name);
  await mkdir(folder);
  for (const [name, content] of Object.entries({
    ...{ 'items.csv': ITEMS, 'products.csv': PRODUCTS, 'lines.sql': SQL },
    ...tables,
  }))
    await writeFile(at(name), content);
  return {
    ...{ data, at },
    import: async (...args: string[]) => JSON.parse(await data.succeed('import', ...args, '--json')),
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
  assert.deepEqual((await warehouse.load(facts.version)).categories.toSorted(), [
    'Casa e Decoração',
    'Cozinha e Jardim é',
  ]);
  assert.ok(!warnings.some(({ code }) => code === 'wrong-encoding'));
});

test('a table with an encoding of its own is read in it, whatever it looks like, and names that look wrong are told', async (t) => {
  const { at, data } = await openTables(t, {
    'shop.json': JSON.stringify({
      sql: 'lines.sql',
      tables: { items: 'items.csv', products: { file: 'products.csv', encoding: 'windows-1252' } },
    }),
  });
  const check = await data.succeed('import', '--check', '--profile', at('shop.json'));
  const warned = /1 name looks wrongly decoded: "DecoraÃ§Ã£o"/;
  assert.match(check, warned);
  assert.match(await data.succeed('import', '--profile', at('shop.json')), warned);
});

test('the file that is read wrongly as a whole is told by its names', async (t) => {
  const { write, import: take } = await openIntake(t);
  const bytes = Buffer.from(`${HEADER}\n1,2025-03-03,Decoração,Café,P,1\n`);
  const file = await write('a.csv', Buffer.concat([bytes, Buffer.from([0x33, 0x2c, 0xe9, 0x0a])]));
  const { warnings } = await take(file, { profile: { encoding: 'windows-1252' }, skipBadRows: true });
  assert.match(
    warnings.find(({ code }) => code === 'wrong-encoding')?.message ?? '',
    /^2 names look wrongly decoded: "CafÃ©", "DecoraÃ§Ã£o"\. /,
  );
});

test('a name that took in half of the next row is told', async (t) => {
  const { write, import: take } = await openIntake(t);
  const rows = '1,2025-03-03,"Books,B,P,1\n2,2025-03-03,Books",B,P,1\n3,2025-03-03,Books,B,P,1\n';
  const { warnings, orders } = await take(await write('a.csv', `${HEADER}\n${rows}`));
  assert.equal(orders, 2);
  assert.match(
    warnings.find(({ code }) => code === 'line-breaks')?.message ?? '',
    /^1 name holds a line break: "Books,B,P,1\\n2,2025-03-03,Books"\. Was a quote left open/,
  );
});

test('categories that grow by more than a fifth, and by five, are told and listed', async (t) => {
  const { write, import: take } = await openIntake(t);
  const rows = (names: readonly string[]) =>
    `${HEADER}\n${names.map((name, i) => `${name}-${i},2025-03-03,${name},All,P,1`).join('\n')}\n`;
  const names = Array.from({ length: 20 }, (_, i) => `Old ${String(i).padStart(2, '0')}`);
  const codes = async (file: string) => {
    const { warnings } = await take(file);
    return warnings.filter(({ code }) => code === 'many-new-names').map(({ message }) => message);
  };
  assert.deepEqual(await codes(await write('a.csv', rows(names))), []);
  assert.deepEqual(await codes(await write('b.csv', rows(['New 0', 'New 1', 'New 2', 'New 3']))), []);
  const [main, sub] = await codes(await write('c.csv', rows(['a', 'b', 'c', 'd', 'e'])));
  assert.match(
    main ?? '',
    /^5 main categories are new, and 24 were there before: "a", "b", "c", "d", "e"\. /,
  );
  assert.match(
    sub ?? '',
    /^5 sub-categories are new, and 24 were there before: "a \/ All", "b \/ All", "c \/ All", "d \/ All", "e \/ All"\. /,
  );
});

test('tables are named on the command line or in a profile, by a file or by a pattern that fits one', async (t) => {
  const {
    at,
    import: take,
    data,
  } = await openTables(t, {
    'export-items-2025-03.csv': ITEMS,
    'export-p.csv': PRODUCTS,
    'shop.json': JSON.stringify({
      sql: 'lines.sql',
      tables: { items: 'export-items-*.csv', products: 'export-p.csv' },
    }),
  });
  const sql = ['--sql', at('lines.sql')];
  const report = await take(...sql, `items=${at('export-items-*')}`, `products=${at('export-p.csv')}`);
  assert.deepEqual([report.lines, report.orders], [3, 2]);
  const again = await take('--profile', at('shop.json'));
  assert.deepEqual([again.lines, again.published], [3, false]);
  // The same profile for next month's folder, whatever that is called.
  await mkdir(at('2025[04]'));
  await writeFile(at('2025[04]/export-items-2025-04.csv'), ITEMS.replaceAll(/^\d/gm, '9'));
  await writeFile(at('2025[04]/export-p.csv'), PRODUCTS);
  assert.equal((await take('--profile', at('shop.json'), at('2025[04]'))).orders, 1);
  // What is printed is what is saved, and leads to the same files.
  const kept = join(data.path, 'kept.json');
  const printed = await data.succeed(
    'import',
    '--check',
    '--profile',
    at('shop.json'),
    '--save-profile',
    kept,
  );
  const saved = await readFile(kept, 'utf8');
  assert.ok(printed.includes(saved.trimEnd()), printed);
  assert.equal((await take('--profile', kept)).published, false);
});

test('a table without a file, parts that differ, and a file that is two tables are refused in one line', async (t) => {
  const { at, mistake } = await openTables(t, {
    'items-2.csv': 'order_id,amount\n9,1.00\n',
    'none.json': '{"sql":"lines.sql","tables":{"items":"items-9*.csv"}}',
    'two.json': '{"sql":"lines.sql","tables":{"items":"items*.csv"}}',
    'same.json': '{"sql":"lines.sql","tables":{"items":"items.csv","products":"items.csv"}}',
    'wrong.json': '{"tables":{"items":{"file":"items.csv","delimiter":";"}}}',
  });
  const said = (name: string, ...more: string[]) => mistake('--profile', at(name), ...more);
  assert.equal(await said('none.json'), 'mdq: There is no file for the table items: items-9*.csv\n');
  assert.match(
    await said('two.json'),
    /^mdq: items\.csv and items-2\.csv are parts of the table items, and only one of them has the column "product_id"$/m,
  );
  assert.equal(
    await said('same.json'),
    'mdq: items.csv is the table items and the table products: it can be one\n',
  );
  assert.match(
    await said('same.json', at('items.csv')),
    /The profile names its tables: give no file, or the one folder that they are in/,
  );
  assert.match(await said('wrong.json'), /tables has no setting "delimiter" for items; there are: file, enc/);
  await mkdir(at('other'));
  await writeFile(at('other/items.csv'), ITEMS);
  assert.match(
    await mistake('--sql', at('lines.sql'), at('items.csv'), at('other/items.csv')),
    /other\/items\.csv and items\.csv would both be the view items: name one of them, such as other=/,
  );
  assert.match(await mistake(), /Name the files to import/);
});

test('a query that gives more lines than the table named first has rows is warned of', async (t) => {
  const {
    at,
    import: take,
    data,
  } = await openTables(t, {
    'products.csv': `${PRODUCTS}P1,Decoração\n`,
  });
  const args = ['--sql', at('lines.sql'), at('items.csv'), at('products.csv')];
  assert.match(
    await data.succeed('import', '--check', ...args),
    /The query gives 5 lines, and the table named first, items, has 3 rows; 2 orders have more lines than rows there: a key may stand twice/,
  );
  const { warnings } = await take(...args);
  assert.ok(warnings.some(({ code }: { code: string }) => code === 'more-lines'));
});

test('a row that is lost does not hide one that is doubled; what finds nothing and a table without rows are told', async (t) => {
  const { at, import: take } = await openTables(t, {
    'lines.sql': SQL.replace('JOIN products', 'LEFT JOIN shops USING (order_id) JOIN products'),
    'items.csv': `${ITEMS}3,P9,10.00\n`,
    'shops.csv': 'order_id,shop\n1,S1\n1,S2\n',
    'more.csv': 'order_id,note\n',
  });
  const files = ['items.csv', 'products.csv', 'shops.csv', 'more.csv'].map(at);
  const { lines, warnings } = await take('--sql', at('lines.sql'), ...files);
  assert.equal(lines, 4);
  const told = (warnings as { code: string; text: string }[])
    .filter(({ code }) => code !== 'no-audience')
    .map(({ code, text }) => `${code}: ${text.split(': ')[0]}`);
  assert.deepEqual(told, [
    'empty-table: The table more has no rows',
    'not-found: 1 of 4 rows of items find nothing in products by product_id',
    'more-lines: The query gives 4 lines, and the table named first, items, has 4 rows; 1 order has more lines than rows there',
    'fewer-lines: The query gives 4 lines, and the table named first, items, has 4 rows; 1 row gave no line. If that is not meant, a join that is not a LEFT JOIN may find nothing',
  ]);
});

test('a column called id is no hindrance to looking at how tables were joined', async (t) => {
  const { at, import: take } = await openTables(t, {
    'items.csv': 'id,order_id,product_id,amount\n7,1,P1,10.00\n8,1,P9,10.00\n',
  });
  const { warnings } = await take('--sql', at('lines.sql'), at('items.csv'), at('products.csv'));
  const codes = (warnings as { code: string }[]).map(({ code }) => code);
  assert.deepEqual(codes, ['no-audience', 'not-found', 'fewer-lines']);
});

test('a column that two tables share and one leaves blank is none that they are joined by', async (t) => {
  const { at, import: take } = await openTables(t, {
    'items.csv': 'tags,order_id,product_id,amount\nblue,1,P1,10.00\n',
    'products.csv': 'tags,product_id,category,sub_category\n,P1,A,B\n',
  });
  const { warnings } = await take('--sql', at('lines.sql'), at('items.csv'), at('products.csv'));
  assert.deepEqual(
    (warnings as { code: string }[]).map(({ code }) => code),
    ['no-audience'],
  );
});

test('rows of tables that cannot be read are told by file and line, those of a query by order, and left out on demand', async (t) => {
  const {
    at,
    import: take,
    mistake,
    data,
  } = await openTables(t, {
    'items.csv': `${ITEMS}3,P1\n4,P1,10.00,x\n5,P2,free\n`,
    'products.csv': Buffer.concat([Buffer.from(PRODUCTS), Buffer.from([0x50, 0x39, 0x2c, 0xe9, 0x0a])]),
  });
  const args = ['--sql', at('lines.sql'), at('items.csv'), at('products.csv')];
  const refused = await mistake(...args);
  assert.match(refused, /^mdq: 4 bad rows; nothing was imported\.$/m);
  assert.match(refused, /^ {2}items\.csv, line 5: has 2 columns instead of 3 \("3,P1"\)$/m);
  assert.match(refused, /^ {2}items\.csv, line 6: has 4 columns instead of 3/m);
  const check = await data.mdq('import', '--check', ...args);
  assert.equal(check.code, 1);
  assert.match(check.stdout, /products\.csv, line 4: is not valid UTF-8/);
  assert.match(check.stdout, /lines\.sql, order "5": amount must be digits/);
  assert.match(check.stdout, /^.*lines\.sql: what the query gives$/m);
  const report = await take(...args, '--skip-bad-rows');
  assert.match(
    report.warnings.map(({ text }: { text: string }) => text).join('\n'),
    /Rows of tables were left out: 2 of .*items\.csv, 1 of .*products\.csv\. /,
  );
  assert.deepEqual([report.lines, report.orders, report.skippedRows], [3, 2, 4]);
  const [header, ...rejects] = (await readFile(report.rejectsFile, 'utf8')).trimEnd().split('\n');
  assert.equal(header, 'file,line,order_id,column,value,reason');
  assert.equal(rejects.length, 4);
  assert.ok(
    rejects.some((line) =>
      line.endsWith(
        'lines.sql,,5,amount,free,"must be digits with a point before decimals, such as 1280.50"',
      ),
    ),
  );
});

test('lines of JSON that are none are told by file and line too', async (t) => {
  const {
    at,
    mistake,
    import: take,
  } = await openTables(t, {
    'products.ndjson':
      '{"product_id":"P1","category":"A"}\n{"product_id":"P2",\n{"product_id":"P2","category":"B"}\n',
  });
  const args = ['--sql', at('lines.sql'), at('items.csv'), at('products.ndjson')];
  assert.match(await mistake(...args), /^ {2}products\.ndjson, line 2: is not a JSON object/m);
  assert.equal((await take(...args, '--skip-bad-rows')).lines, 3);
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
    'shop.json': '{"set":{"category":"Everything","payment_method":"Cash"}}',
  });
  const check = await data.succeed('import', '--check', at('few.csv'), '--set', 'category=Everything');
  assert.match(check, /^category +always "Everything"$/m);
  await take(at('few.csv'), '--set', "category=Bob's things");
  await take(at('few.ndjson'), '--profile', at('shop.json'));
  const order = async (id: string) => {
    const [line] = JSON.parse(await data.succeed('orders', 'show', id, '--json')).lines;
    return [line.category, line.payment_method];
  };
  assert.deepEqual(await order('1'), ["Bob's things", 'Unspecified']);
  assert.deepEqual(await order('2'), ['Everything', 'Cash']);
  assert.match(
    await mistake(at('few.csv'), '--set', 'sub_category=All', '--set', 'category=All'),
    /few\.csv has a column "sub_category" of its own: leave --set sub_category=… out/,
  );
  assert.match(
    await mistake(at('few.ndjson'), '--set', 'sub_category=All', '--set', 'category=All'),
    /few\.ndjson has a column "sub_category" of its own/,
  );
  assert.match(
    await mistake(at('few.csv'), '--set', 'category=All', '--map', 'category=sub_category'),
    /cannot be read with both --map and --set of "category"/,
  );
});

test('a delimiter that is not looked for is proposed', async (t) => {
  const { at, mistake } = await openTables(t, {
    'odd.csv': `${HEADER}\n1,2025-03-03,A,B,P,1\n`.replaceAll(',', '~'),
  });
  assert.match(await mistake(at('odd.csv')), /If "~" stands between values, add --delimiter "~"\./);
});

test('rows that are not valid in the encoding of their table are bad rows of a query too', async (t) => {
  const big5 = Buffer.from('a4a4', 'hex');
  const { at, mistake } = await openTables(t, {
    'products.csv': Buffer.concat([
      Buffer.from('product_id,category\nP1,'),
      big5,
      Buffer.from('\nP2,'),
      Buffer.from('a4ff0a', 'hex'),
    ]),
  });
  const said = await mistake(
    '--sql',
    at('lines.sql'),
    '--encoding',
    'big5',
    at('items.csv'),
    at('products.csv'),
  );
  assert.match(said, /^ {2}products\.csv, line 3: is not valid big5/m);
});

const SHOP = {
  'items.csv': 'order_id,product_id,amount\n1,P1,10.00\n2,P2,20.00\n2,P1,10.00\n',
  'orders.csv':
    'id,customer_id,status,ordered_at\n1,C1,paid,2025-03-03\n2,C2,paid,2025-03-04\n3,C2,cancelled,2025-03-04\n',
  'customers.csv': 'customer_id,city\nC1,Ghent\nC2,Bruges\n',
  'products.csv': 'product_id,category\nP1,A\nP2,B\n',
  'lines.sql': `SELECT items.order_id, orders.ordered_at, category, category AS sub_category, product_id, amount, status, customer_id AS member_id
                FROM items JOIN orders ON orders.id = items.order_id JOIN products USING (product_id) JOIN customers USING (customer_id)
                UNION ALL BY NAME
                SELECT id AS order_id, status FROM orders WHERE status = 'cancelled' AND id NOT IN (SELECT order_id FROM items)`,
};

/** The warnings of an import of the shop's tables that are about how they belong together. */
async function joinWarnings(t: TestContext, changed: Readonly<Record<string, string>> = {}) {
  const { at, import: take } = await openTables(t, { ...SHOP, ...changed });
  const files = ['items', 'orders', 'customers', 'products'].map((name) => at(`${name}.csv`));
  const { warnings } = await take('--check', '--sql', at('lines.sql'), ...files);
  return (warnings as { code: string; text: string; count: number }[])
    .filter(({ code }) => ['more-lines', 'fewer-lines', 'not-found', 'orders-without-rows'].includes(code))
    .map(({ code, text, count }) => ({ code, message: text, count }));
}

test('cancelled orders without rows that a query gives a row with their status are warned of in no way', async (t) => {
  assert.deepEqual(await joinWarnings(t), []);
});

test('orders without rows are counted: their file may have been cut at the end of a line', async (t) => {
  const items = 'order_id,product_id,amount\n1,P1,10.00\n';
  assert.deepEqual(await joinWarnings(t, { 'items.csv': items }), [
    {
      code: 'orders-without-rows',
      message:
        '1 of 3 orders in orders has no rows in items, and so no lines: is that file complete? Cancelled orders without rows need one with their status',
      count: 1,
    },
  ]);
});

test('a key that stands twice in a joined table is named, though cancelled orders come without rows', async (t) => {
  const gives = 'The query gives 5 lines and 1 cancelled row, and the table named first, items, has 3 rows; ';
  const twice = { 'customers.csv': `${SHOP['customers.csv']}C2,Brussels\n` };
  assert.deepEqual(await joinWarnings(t, twice), [
    {
      code: 'more-lines',
      message: `${gives}1 order has more lines than rows there: a key may stand twice in another table, and its orders count twice. customer_id stands more than once in customers (1 value). If another table has a row for each line, name that one first`,
      count: 1,
    },
  ]);
  const products = { 'products.csv': `${SHOP['products.csv']}P1,A\nP2,B\n` };
  const [warning] = await joinWarnings(t, products);
  assert.match(warning?.message ?? '', /product_id stands more than once in products \(2 values\)/);
  assert.equal(warning?.count, 2);
});

test('a table can be several files, and a profile can name tables of its own', async (t) => {
  const {
    at,
    import: take,
    data,
  } = await openTables(t, {
    'items-1.csv': ITEMS,
    'items-2.csv': 'product_id;order_id;amount\nP2;3;7.00\n',
    'shop.json': JSON.stringify({
      sql: 'lines.sql',
      tables: { items: ['items-1.csv', 'items-2*'] },
      reference: { products: { file: 'products.csv', encoding: 'utf-8' } },
    }),
    'own.json': JSON.stringify({ sql: 'lines.sql', reference: { products: 'products.csv' } }),
  });
  assert.equal((await take('--profile', at('shop.json'))).lines, 4);
  // The reference table is beside the profile, whatever folder is imported.
  await mkdir(at('june'));
  for (const part of ['1', '2'])
    await writeFile(at(`june/items-${part}.csv`), `order_id,product_id,amount\n6${part},P1,1.00\n`);
  const report = await take('--profile', at('shop.json'), at('june'));
  assert.deepEqual([report.lines, report.newOrders], [2, 2]);
  // With the files of a command line too, where a name can be given to several.
  const named = [`items=${at('items-1.csv')}`, `items=${at('items-2.csv')}`];
  assert.equal((await take('--check', '--profile', at('own.json'), ...named)).rows.lines, 4);
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
  const { at, import: take, data } = await openTables(t);
  await mkdir(at('june'));
  await writeFile(at('june/items.csv'), ITEMS.replaceAll(/^\d/gm, '6'));
  await writeFile(at('june/p-1.csv'), PRODUCTS);
  const files = [at('june/items.csv'), `products=${at('june/p-1.csv')}`];
  const kept = at('kept.json');
  await data.succeed('import', '--check', '--sql', at('lines.sql'), ...files, '--save-profile', kept);
  assert.deepEqual(JSON.parse(await readFile(kept, 'utf8')), {
    sql: 'lines.sql',
    tables: { items: 'items.csv', products: 'p-1.csv' },
  });
  assert.equal((await take('--profile', kept, at('june'))).lines, 3);
});

test('what a profile lacks is said as it goes into the profile', async (t) => {
  const { at, mistake } = await openTables(t, {
    'products.csv': Buffer.from('product_id,category\nP1,Decoração\nP2,Café\n', 'latin1'),
    'shop.json': '{"sql":"lines.sql","tables":{"items":"items.csv","products":"products.csv"}}',
    'less.json': '{"sql":"lines.sql","tables":{"items":"items.csv"}}',
  });
  assert.match(
    await mistake('--profile', at('shop.json')),
    /^mdq: products\.csv is not UTF-8: name it as \{"file": "products\.csv", "encoding": "windows-1252"\} in the profile$/m,
  );
  assert.match(
    await mistake('--profile', at('less.json')),
    /does not exist!\. The views are: items\. Name its file in the profile, under "tables", or under "reference" if it stays beside the profile: \{"products": "FILE"\}\n$/,
  );
});
