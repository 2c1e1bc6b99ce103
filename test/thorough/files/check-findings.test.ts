/** What a check says is what an import would: statuses, encodings, dates, columns and warnings. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { checkLines } from '../../../src/cli/printing/check-report.ts';
import { parseDay } from '../../../src/lib/calendar.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { checkImport } from '../../../src/warehouse/open.ts';
import type { Profile } from '../../../src/warehouse/profile.ts';
import type { Warning } from '../../../src/warehouse/warning.ts';
import { HEADER, type IntakePlace, openIntake } from '../../support/stores/intake-place.ts';

const check = ({ folder }: IntakePlace, names: string | readonly string[], profile: Profile = {}) =>
  checkImport(readConfig({ DATA_DIR: join(folder, 'data') }), {
    files: [names].flat().map((name) => join(folder, name)),
    profile,
  });

test('statuses that are not known as cancelled are named with their rows, by a check and by an import', async (t) => {
  const place = await openIntake(t);
  const header = `${HEADER},payment_method,status`;
  await place.write(
    'a.csv',
    `${header}\n1,2025-03-03,A,B,P,10,Credit card,bezahlt\n2,2025-03-03,A,B,P,10,Credit card,bezahlt\n3,2025-03-03,A,B,P,10,Credit card,Storniert\n`,
  );
  const said =
    'No status is known as cancelled, so all rows count: bezahlt (2), Storniert (1). ' +
    'If some of these are, run: mdq settings set MDQ_CANCELLED_STATUSES "cancelled,canceled,refunded,voided,…", and import the files again';
  const checked = await check(place, 'a.csv');
  assert.deepEqual(checked.rows?.statuses, [
    { status: 'bezahlt', rows: 2, isCancelled: false },
    { status: 'Storniert', rows: 1, isCancelled: false },
  ]);
  assert.equal(checked.rows?.first[0]?.status, 'bezahlt');
  assert.deepEqual(checked.warnings, [{ code: 'no-cancelled', message: said }]);
  assert.deepEqual((await place.import('a.csv')).warnings, checked.warnings);
  await place.warehouse.changeSettings({ cancelledStatuses: ['storniert'] });
  const again = await place.import('a.csv');
  assert.deepEqual([again.removedOrders, again.warnings], [1, []]);
  assert.deepEqual((await check(place, 'a.csv')).warnings, []);
});

test('amounts in several currencies are told, by a check and by an import', async (t) => {
  const place = await openIntake(t);
  const rows = (...codes: readonly string[]) =>
    codes.map((code, i) => `${i},2025-03-03,A,B,P,10,${code}\n`).join('');
  const header = `${HEADER},Currency Code\n`;
  await place.write('a.csv', header + rows('usd', 'TWD', '', 'USD '));
  const message =
    '"Currency Code" holds "USD", "TWD" and is not read: amounts are added up as if they were of one currency. ' +
    'Have a query (--sql) convert them, or import the orders of one currency';
  const told = async (name: string) => {
    const found = [await check(place, name), await place.import(name)];
    const [checked, imported] = found.map(({ warnings }) =>
      warnings.filter(({ code }) => code === 'several-currencies').map((warning) => warning.message),
    );
    assert.deepEqual(checked, imported);
    return checked;
  };
  assert.deepEqual(await told('a.csv'), [message]);
  await place.write('one.csv', header + rows('TWD', '', 'twd'));
  assert.deepEqual(await told('one.csv'), []);
  await place.write('many.csv', header + rows('a', 'b', 'c', 'd', 'e'));
  assert.match((await told('many.csv'))?.join() ?? '', /holds "A", "B", "C", "D", … and is not read/);
});

test('a list of statuses without the usual words is told where rows have one of them', async (t) => {
  const place = await openIntake(t);
  const row = (id: string, status: string) => `${id},2025-03-03,A,B,P,10,Credit card,${status}`;
  const rows = [
    row('1', '已付款'),
    row('2', '已取消'),
    row('3', 'paid'),
    row('4', 'Refunded'),
    row('5', 'voided'),
  ];
  await place.write('a.csv', `${HEADER},payment_method,status\n${rows.join('\n')}\n`);
  await place.import('a.csv');
  await place.warehouse.changeSettings({ cancelledStatuses: ['已取消'] });
  const { warnings, orders } = await place.import('a.csv');
  assert.equal(orders, 4);
  assert.deepEqual(warnings, [
    {
      code: 'usual-cancelled',
      message:
        'MDQ_CANCELLED_STATUSES leaves out a usual word for cancelled, so these rows count: Refunded (1), voided (1). ' +
        'Unless that is meant, run: mdq settings set MDQ_CANCELLED_STATUSES "已取消,refunded,voided", and import the files again',
    },
  ]);
  assert.deepEqual((await check(place, 'a.csv')).warnings, warnings);
});

test('a status is cancelled in whatever case and form it is written', async (t) => {
  const place = await openIntake(t);
  const texts = ['İptal', 'ΑΚΥΡΩΜΕΝΟΣ', 'ακυρωμένος', 'annule\u0301', 'ANNULÉ', ' 已取消\u3000'];
  await place.warehouse.changeSettings({
    cancelledStatuses: ['İptal', 'ΑΚΥΡΩΜΕΝΟΣ', 'Ακυρωμένος', 'Annulé', '已取消'].map((text) =>
      text.toLowerCase(),
    ),
  });
  const rows = [...texts, 'paid'].map((status, i) => `${i},2025-03-03,A,B,P,10,${status}`);
  await place.write('a.csv', `${HEADER},status\n${rows.join('\n')}\n`);
  const report = await place.import('a.csv');
  assert.deepEqual([report.cancelledRows, report.lines], [texts.length, 1]);
});

test('the first rows that a check shows are the first, whatever has to be done to their names', async (t) => {
  const place = await openIntake(t);
  const names = ['Books ', 'Toys', 'Home '];
  const rows = Array.from({ length: 30 }, (_, i) => `${i},2025-03-03,${names[i % 3]},${names[i % 2]},P,10`);
  await place.write('a.csv', `${HEADER}\n${rows.join('\n')}\n`);
  const { rows: read } = await check(place, 'a.csv');
  assert.deepEqual(
    read?.first.map(({ order_id, category }) => [order_id, category]),
    [0, 1, 2, 3, 4].map((i) => [`${i}`, names[i % 3]?.trim()]),
  );
});

test('a status on the first row of an order only is told, where it means cancelled', async (t) => {
  const place = await openIntake(t);
  const row = (id: string, status: string) => `${id},2025-03-03,A,B,P,10,Credit card,${status}`;
  const rows = [
    row('1', 'paid'),
    row('1', ''),
    row('2', 'refunded'),
    row('2', ' '),
    row('2', ''),
    row('3', 'voided'),
  ];
  await place.write('a.csv', `${HEADER},payment_method,status\n${rows.join('\n')}\n`);
  const { warnings } = await check(place, 'a.csv');
  assert.deepEqual(warnings, [
    {
      code: 'blank-status',
      count: 1,
      message:
        '1 order has cancelled rows and rows without a status, which count. If the status of an order is ' +
        'written on its first row only, have it on every row, as a query can write it (--sql), and import the files again',
    },
  ]);
  assert.deepEqual((await place.import('a.csv')).warnings, warnings);
  await place.write(
    'b.csv',
    `${HEADER},payment_method,status\n${[...rows.slice(0, 2), row('3', 'voided')].join('\n')}\n`,
  );
  assert.deepEqual((await place.import('b.csv')).warnings, []);
});

test('times with an offset are told before days are counted in UTC for good', async (t) => {
  const rows = (...times: string[]) =>
    `${HEADER},payment_method\n${times.map((time, i) => `${i},${time},A,B,P,10,Credit card`).join('\n')}\n`;
  const told = async (text: string) => {
    const place = await openIntake(t);
    await place.write('a.csv', text);
    const checked = (await check(place, 'a.csv')).warnings.filter(({ code }) => code === 'utc-days');
    const imported = (await place.import('a.csv')).warnings.filter(({ code }) => code === 'utc-days');
    assert.deepEqual(imported, checked);
    return { place, message: checked[0]?.message };
  };
  const { place, message } = await told(rows('2025-03-03T01:00:00+08:00', '2025-03-04 01:00 +0800'));
  assert.match(
    message ?? '',
    /^Times such as 2025-03-03T01:00:00\+08:00 have an offset, and days are counted in UTC: /,
  );
  assert.deepEqual((await check(place, 'a.csv')).warnings, [], 'only where there are no data yet');
  for (const time of ['2025-03-03', '2025-03-03 01:00', '2025-03-03T01:00:00Z', '2025-03-03T01:00:00+00:00'])
    assert.equal((await told(rows('2025-03-03T01:00:00+08:00', time))).message, undefined, time);
  // As PostgreSQL writes them.
  const short = ['2025-03-03 01:00:00+08', '2025-03-04 01:00:00.5+08'];
  assert.match((await told(rows(...short))).message ?? '', /^Times such as 2025-03-03 01:00:00\+08 have/);
  assert.equal((await told(rows('2025-03-03 01:00:00+00'))).message, undefined);
});

test('ids that a spreadsheet has shortened are told', async (t) => {
  const place = await openIntake(t);
  const row = (id: string, product: string) => `${id},2025-03-03,A,B,${product},10,Credit card`;
  const told = async (...rows: string[]) => {
    await place.write('a.csv', `${HEADER},payment_method\n${rows.join('\n')}\n`);
    return (await check(place, 'a.csv')).warnings.map(
      ({ code, message }) => `${code}: ${message.split(':')[0]}`,
    );
  };
  assert.deepEqual(await told(row('2.02609E+10', 'P'), row('2.02609E+10', 'Q')), [
    'shortened-ids: order_id holds 2.02609E+10',
  ]);
  assert.deepEqual(await told(row('1', 'P'), row('2', '4.71E+12')), [
    'shortened-ids: product_id holds 4.71E+12',
  ]);
  assert.deepEqual(await told(row('1E+', '2E10'), row('E+10', '12.5E+3x')), []);
});

test('a status whose rows are all bad is listed with what may be done about it', async (t) => {
  const place = await openIntake(t);
  const rows = [
    '1,2025-03-03,A,B,P,10,paid',
    '2,2025-03-03,A,B,P,x,paid',
    '3,2025-03-03,A,B,P,-5,Gutschrift',
  ];
  await place.write('a.csv', `${HEADER},status\n${rows.join('\n')}\n4,2025-03-03,A,B,P,1,voided\n`);
  const report = await check(place, 'a.csv');
  assert.deepEqual(report.rows?.statuses, [
    { status: 'paid', rows: 2, badRows: 1, isCancelled: false },
    { status: 'Gutschrift', rows: 1, badRows: 1, belowZeroRows: 1, isCancelled: false },
    { status: 'voided', rows: 1, isCancelled: true },
  ]);
  const said = checkLines(report).join('\n');
  assert.match(said, /^paid +2 +counted, without 1 bad row$/m);
  assert.match(said, /^Gutschrift +1 +bad; if they are to be left out, add it to MDQ_CANCELLED_STATUSES$/m);
});

test('no status is to be left out, or said to count, whose rows are bad for another reason', async (t) => {
  const place = await openIntake(t);
  const report = async (...rows: string[]) => {
    await place.write('a.csv', `${HEADER},status\n${rows.join('\n')}\n`);
    return check(place, 'a.csv');
  };
  const wrongDates = await report(
    '1,1 juin 2025,A,B,P,10,paid',
    '2,1 juin 2025,A,B,P,-5,paid',
    '3,2025-06-01,A,B,P,-5,Gutschrift',
  );
  const said = checkLines(wrongDates).join('\n');
  assert.match(said, /^paid +2 +bad$/m);
  assert.match(said, /^Gutschrift +1 +bad$/m, 'none is counted');
  assert.deepEqual(
    wrongDates.warnings.filter(({ code }) => code === 'no-cancelled'),
    [],
  );
  const some = await report(
    '1,2025-03-03,A,B,P,10,paid',
    '2,2025-03-03,A,B,P,10,shipped',
    '3,2025-03-03,A,B,P,x,shipped',
    '4,2025-03-03,A,B,P,x,open',
  );
  assert.match(checkLines(some).join('\n'), /^open +1 +bad$/m);
  const [warning] = some.warnings.filter(({ code }) => code === 'no-cancelled');
  assert.match(warning?.message ?? '', /so all good rows count: shipped \(1\), paid \(1\)\. /);
});

test('a check warns of all that an import warns of, with what is in already', async (t) => {
  const place = await openIntake(t);
  const header = `${HEADER},payment_method,member_id`;
  const rows = (method: string) =>
    ['2024-10-01', '2025-03-03', '2025-03-04'].map(
      (day, i) => `${method}${i},${day},A,B,P,10,${method},NULL`,
    );
  await place.write('cash.csv', `${header}\n${rows('Cash').join('\n')}\n`);
  await place.write('card.csv', `${header}\n${rows('Credit card').join('\n')}\n`);
  for (const name of ['cash.csv', 'card.csv', 'cash.csv']) {
    const { warnings } = await check(place, name);
    assert.deepEqual(warnings, (await place.import(name)).warnings);
  }
  const { warnings } = await check(place, 'cash.csv');
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['gap', 'one-member'],
  );
});

test('what holds no row, or more than can be added up, is a problem in the words of the import', async (t) => {
  const place = await openIntake(t);
  await place.write('header.csv', `${HEADER}\n`);
  await place.write('large.csv', `${HEADER}\n1,2025-03-03,A,B,P,99999999999999.99\n`);
  for (const [name, said] of [
    ['header.csv', 'There is no row to import in these files; nothing was changed'],
    ['large.csv', 'All amounts together are too large to be added up exactly; nothing was changed'],
  ] as const) {
    assert.deepEqual((await check(place, name)).problems, [said]);
    assert.equal(await place.refusal(name), `mdq: ${said}`);
  }
  // Else the import that shows those days would be refused for it.
  await place.write('hidden.csv', `${HEADER}\n1,2025-03-03,A,B,P,1\n2,2025-03-10,A,B,P,99999999999999.99\n`);
  assert.match(
    (await place.refusal('hidden.csv', { completeThrough: parseDay('2025-03-09') })) ?? '',
    /too large/,
  );
});

test('orders that bad rows would keep out are told in the conditional', async (t) => {
  const place = await openIntake(t);
  await place.write('a.csv', `${HEADER}\n1,2025-03-03,A,B,P,x\n2,2025-03-03,A,B,P,1\n2,2025-03-03,A,B,P,x\n`);
  const { warnings } = await check(place, 'a.csv');
  assert.equal(
    warnings.find(({ code }) => code === 'lost-orders')?.message,
    'With --skip-bad-rows, 1 order would not come in and 1 order would come in only in part. Fix the rows',
  );
});

test('an order is lost with a row of too few or too many columns; a row whose order is unknown may be of another', async (t) => {
  const place = await openIntake(t);
  const lost = async (header: string, ...rows: string[]) => {
    await place.write('a.csv', `${[header, ...rows].join('\n')}\n`);
    const { warnings } = await place.import('a.csv', { skipBadRows: true });
    return warnings.find(({ code }) => code === 'lost-orders')?.message.split('. ')[0];
  };
  const rows = ['1,2025-03-03,A,B,P,1', '1,2025-03-03,A', '2,2025-03-03,A,B', '3,2025-03-03,A,B,P,1,280'];
  const said = '2 orders did not come in and';
  assert.equal(await lost(HEADER, ...rows), `Because of the bad rows, ${said} 1 order came in only in part`);
  assert.equal(
    await lost(HEADER, ...rows, 'end of the export'),
    `Because of the bad rows, at least ${said} at least 1 order came in only in part`,
  );
  // A footer, what a line break left of a row, and a row whose order is missing name no order.
  for (const other of ['Total,1', ' & more,B,P,1', '2025-03-03,A,B,P,1'])
    assert.equal(await lost(HEADER, '1,2025-03-03,A,B,P,1', other), undefined, other);
  const last = 'ordered_at,category,sub_category,product_id,amount,order_id';
  assert.equal(await lost(last, '2025-03-03,A,B,P,1,4', '2025-03-03,A,B,P,1,280,5'), undefined);
});

test('a price beside a quantity that is not read is asked about, and is kept in no profile before it is said', async (t) => {
  const place = await openIntake(t);
  const rows = (price: string) => `1,2025-03-03,A,B,P,${price},3\n`;
  const ask = async (header: string, price: string, profile: Profile = {}) => {
    await place.write('a.csv', `order_id,order_date,category,sub_category,sku,${header}\n${rows(price)}`);
    return check(place, 'a.csv', profile);
  };
  const asked = await ask('price,quantity', '100.00');
  assert.deepEqual(asked.problems, [
    'amount could be "price", or "price" times "quantity", which is not read: say which. ' +
      'If "price" is for all pieces of a line, add --map amount=price; if it is for one, have a query multiply, with --sql: ' +
      'CAST(price AS DECIMAL(18, 4)) * CAST(quantity AS DECIMAL(18, 3)) AS amount',
  ]);
  assert.deepEqual(asked.profile.columns, { ordered_at: 'order_date', product_id: 'sku' });
  assert.match((await place.refusal('a.csv', { profile: asked.profile })) ?? '', /has no column "amount"/);
  const [woo = ''] = (await ask('Item Cost,Quantity (- Refund)', '100.00')).problems;
  assert.match(
    woo,
    /^amount could be "Item Cost", or "Item Cost" times "Quantity \(- Refund\)", which is not read/,
  );
  const said = await ask('price,quantity', '100.00', { columns: { amount: 'price' } });
  assert.deepEqual([said.problems, said.profile.columns?.amount], [[], 'price']);
  // The expression is one that works.
  const [, amount = ''] =
    (await ask('Lineitem price,數量', '"1.100,50"')).problems[0]?.split('--sql: ') ?? [];
  await place.write(
    'lines.sql',
    `SELECT order_id, order_date AS ordered_at, category, sub_category, sku AS product_id, ${amount} FROM a`,
  );
  const multiplied = await check(place, 'a.csv', { sql: join(place.folder, 'lines.sql') });
  assert.deepEqual([multiplied.problems, multiplied.rows?.cents], [[], 330_150]);
  // What is called a total is one, and a quantity that is read is none.
  assert.deepEqual((await ask('total price,quantity', '300.00')).problems, []);
  assert.deepEqual(
    (await ask('price,quantity', '300.00', { columns: { member_id: 'quantity' } })).problems,
    [],
  );
});

test('a total that is the same on all lines of an order is asked about, and that of a line is not', async (t) => {
  const place = await openIntake(t);
  const ask = async (header: string, lines: readonly string[], profile: Profile = {}) => {
    const rows = lines.map((line, i) => line.replace(',', `,2025-03-03,A,B,P${i},`));
    await place.write(
      'a.csv',
      `Order ID,Order Date,category,sub_category,SKU,${header}\n${rows.join('\n')}\n`,
    );
    return check(place, 'a.csv', profile);
  };
  const lines = ['1,10.00,2,35.00', '1,15.00,1,35.00', '2,10.00,3,30.00'];
  const asked = await ask('Price,Qty,Total', lines);
  assert.deepEqual(asked.problems, [
    'amount could be "Total", which is the same on all lines of an order, or "Price" times "Qty", which are not read: say which. ' +
      'If "Total" is that of a line, add --map amount=Total; if it is that of the order, have a query multiply, with --sql: ' +
      'CAST(Price AS DECIMAL(18, 4)) * CAST(Qty AS DECIMAL(18, 3)) AS amount',
  ]);
  assert.equal(asked.profile.columns?.amount, undefined);
  assert.deepEqual((await ask('Price,Qty,Total', lines, { columns: { amount: 'Total' } })).problems, []);
  assert.match(
    (await ask('Price,Amount', ['1,10.00,25', '1,15.00,25'])).problems.join(),
    /^amount could be "Amount", .* or "Price", which is not read: say which with --map amount=Amount or --map amount=Price$/,
  );
  const weighed = ['1,2,25', '1,3,25', '2,1,9', '2,4,9', '3,1,7', '3,2,7'];
  assert.match(
    (await ask('Weight,Total', weighed)).problems.join(),
    /, as the total of an order is: say which/,
  );
  const right = [
    ['Price,Qty,Total', ['1,10.00,2,20.00', '1,15.00,1,15.00', '2,10.00,3,30.00']],
    ['Price,Qty,Total', ['1,10.00,2,20.00', '1,20.00,1,20.00', '2,10.00,3,30.00']],
    ['Price,Qty,Total', ['1,12.00,1,9.90', '1,15.00,1,9.90', '2,11.00,1,9.90', '2,13.00,1,9.90']],
    ['Weight,Total', weighed.slice(0, 4)],
    ['Weight,Line Total', weighed],
  ] as const;
  for (const [header, lines] of right) assert.deepEqual((await ask(header, lines)).problems, [], header);
  for (const header of ['Price,Quantity Ordered', 'Price,Pieces', 'Preis,Stk.', 'Net,Quantity'])
    assert.match((await ask(header, ['1,10.00,2'])).problems.join(), /^amount could be "/, header);
});

test('the total of an order is found whatever stands beside it, in every file, and an import warns of it', async (t) => {
  const place = await openIntake(t);
  const write = (name: string, header: string, lines: readonly string[]) =>
    place.write(
      name,
      `${HEADER.replace(',amount', '')},${header}\n${lines
        .map((line, i) => line.replace(';', `;2025-03-03;A;B;P${i};`).replaceAll(';', ','))
        .join('\n')}\n`,
    );
  /** Two lines for each order, with what a line has of its own and a total. */
  const orders = (many: number, line: (order: number, own: number) => string) =>
    Array.from({ length: many }, (_, order) => [0, 1].map((own) => `O${order};${line(order, own)}`)).flat();
  const asked = async (header: string, lines: readonly string[], profile: Profile = {}) => {
    await write('a.csv', header, lines);
    return (await check(place, 'a.csv', profile)).problems.join();
  };
  const nothing =
    /^amount could be "amount", .*: the lines need amounts of their own, and no other column has them\. /;
  assert.match(
    await asked(
      'amount',
      orders(20, (order) => `${50 + order}`),
    ),
    nothing,
  );
  assert.equal(
    await asked(
      'amount',
      orders(19, (order) => `${50 + order}`),
    ),
    '',
  );
  // Where most pieces cost the same, so do the lines of most orders.
  assert.equal(
    await asked(
      'amount',
      orders(40, (order) => (order > 30 ? '12' : '10')),
    ),
    '',
  );
  const beside = /^amount could be "amount", .*: say which column has the amount of a line/;
  assert.match(
    await asked(
      'Weight,amount,,',
      orders(3, (order, own) => `${own};${50 + order};;`),
    ),
    beside,
  );
  const many = Array.from({ length: 9 }, (_, i) => `Note ${i}`);
  const notes = many.map(() => 'x').join(';');
  for (const last of ['Qty', 'Net weight'])
    assert.match(
      await asked(
        `${many},${last},amount`,
        orders(3, (order, own) => `${notes};${own + 1};${50 + order}`),
      ),
      beside,
    );
  // Prices may be written otherwise than totals.
  const priced = orders(3, (order, own) => `"${10 + own},50";${own + 1};${50 + order}`);
  assert.match(
    await asked('Unit price,Qty,amount', priced),
    /--sql: CAST\(replace\(replace\("Unit price", '\.', ''\), ',', '\.'\) AS DECIMAL\(18, 4\)\) \* CAST\(Qty AS /,
  );
  // One order alone may have it by chance.
  assert.equal(await asked('Unit price,Qty,amount', ['1;25.00;1;20.00', '1;20.00;1;20.00', '2;7;1;7']), '');

  // Most lines have amounts of their own, whatever else differs in a few orders.
  assert.equal(
    await asked(
      'Weight,amount',
      orders(15, (order, own) => (order < 3 ? `${own};${50 + order}` : `1;${50 + order + own}`)),
    ),
    '',
  );
  // Five files of a kind tell it of the others.
  const kinds = ['1', '2', '3', '4', '5', '6'].map((name) => `own${name}.csv`);
  const lines = (ofTotal: number) => orders(20, (order, own) => `${own};${50 + order + own * (1 - ofTotal)}`);
  for (const [i, name] of kinds.entries()) await write(name, 'Weight,amount', lines(i === 5 ? 1 : 0));
  assert.equal((await check(place, kinds)).problems.filter((each) => each.startsWith('amount')).join(), '');
  assert.match(
    (await check(place, kinds.slice(1))).problems.join(),
    /which is the same .* in \S+own6\.csv, /,
  );

  await write('b.csv', 'Unit price,Qty,amount', priced);
  await write('c.csv', 'amount', ['X;10', 'Y;12']);
  const question =
    /amount could be "amount", which is the same on all lines of an order in \S+b\.csv, or "Unit price" times /;
  assert.match((await check(place, ['c.csv', 'b.csv'])).problems.join(), question);
  const warned = async (profile: Profile) =>
    (await place.import(['c.csv', 'b.csv'], { profile })).warnings
      .filter(({ code }) => code === 'unclear-total')
      .map(({ message }) => message);
  assert.match((await warned({})).join(), question);
  assert.match(
    (await warned({})).join(),
    /^The amount of every line was read from "amount", though amount could be/,
  );
  // What was said is kept, also where the name is ours.
  const { profile, problems } = await check(place, 'b.csv', { columns: { amount: 'amount' } });
  assert.deepEqual([problems, profile.columns], [[], { amount: 'amount' }]);
  assert.deepEqual(await warned(profile), []);
});

test('the total of an order is found beside columns that cannot be read', async (t) => {
  const place = await openIntake(t);
  const asked = async (name: string) => {
    const { warnings } = await place.import(name);
    const [warned = ''] = warnings.filter(({ code }) => code === 'unclear-total').map((w) => w.message);
    const { problems } = await check(place, name);
    assert.equal(warned, `The amount of every line was read from "amount", though ${problems.join()}`);
    return problems.join();
  };
  const line = `'O' || i // 2 AS order_id, DATE '2025-03-03' AS ordered_at, 'A' AS category, 'B' AS sub_category,
                'P' || i AS product_id, 50 + i // 2 AS amount`;
  const written = async (name: string, orders: number, others: string) => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT ${line}, ${others} FROM range(${2 * orders}) AS t(i)) TO '${join(place.folder, name)}'`,
    );
    instance.closeSync();
    return asked(name);
  };
  const [beside, alone] = [
    /: say which column has the amount of a line/,
    /: the lines need amounts of their/,
  ];
  assert.match(await written('a.parquet', 3, "['x'] AS marks, i AS weight"), beside);
  assert.match(await written('b.parquet', 20, '{price: i} AS price'), alone);
  // Of two lines, the first name would move the cells of the others; the engine takes no path of the second.
  assert.match(await written('a.json', 3, '\'x\' AS "a\nb", i AS weight'), beside);
  assert.match(await written('b.json', 20, '\'x\' AS "Size\\"'), alone);
});

test('amounts with three digits after every point are asked about, unless one has two points', async (t) => {
  const place = await openIntake(t);
  const ask = async (amounts: readonly string[], profile: Profile = {}) => {
    const rows = amounts.map((amount, i) => `${i},2025-03-03,A,B,P,${amount}\n`);
    await place.write('a.csv', `${HEADER}\n${rows.join('')}`);
    return check(place, 'a.csv', profile);
  };
  const amounts = ['1.290', '850', '2.450', '12.990'];
  const asked = await ask(amounts);
  assert.deepEqual(asked.problems, [
    'amounts such as 1.290 could be 1290, with a point between thousands, or 1.29: ' +
      'say which with --decimal comma or --decimal point',
  ]);
  assert.equal(asked.profile.decimal, undefined);
  for (const [decimal, cents] of [
    ['comma', 1_758_000],
    ['point', 86_673],
  ] as const) {
    const said = await ask(amounts, { decimal });
    assert.deepEqual([said.problems, said.rows?.cents], [[], cents]);
  }
  const imported = async (profile: Profile) =>
    (await place.import('a.csv', { profile })).warnings.filter(({ code }) => code === 'unclear-amounts');
  assert.deepEqual(await imported({ decimal: 'point' }), []);
  assert.deepEqual(await imported(asked.profile), [
    {
      code: 'unclear-amounts',
      message: `Points were read as standing before decimals, though ${asked.problems[0]}`,
    },
  ]);
  const large = await ask([...amounts, '1.234.567']);
  assert.deepEqual([large.problems, large.profile.decimal], [[], 'comma']);
  for (const other of ['3.50', '0.500', '1234.500'])
    assert.deepEqual((await ask([...amounts, other])).problems, [], other);
});

test('amounts that are text are asked about in what a query gives, too', async (t) => {
  const place = await openIntake(t);
  const sql = join(place.folder, 'lines.sql');
  await place.write('lines.sql', 'SELECT * FROM a');
  const asked = async (delimiter: string, ...amounts: readonly string[]) => {
    const rows = amounts.map((amount, i) => `${[i, '2025-03-03', 'A', 'B', 'P', amount].join(delimiter)}\n`);
    await place.write('a.csv', `${HEADER.replaceAll(',', delimiter)}\n${rows.join('')}`);
    return check(place, 'a.csv', { sql });
  };
  const { problems } = await asked(',', '1.290', '850', '2.450');
  assert.match(problems.join(), /^amounts such as 1\.290 could be 1290/);
  const { warnings } = await place.import('a.csv', { profile: { sql } });
  assert.ok(warnings.some(({ code }) => code === 'unclear-amounts'));
  assert.equal((await asked(';', '1.290,00', '49,90')).profile.decimal, 'comma');
});

test('points between thousands are found in every file, and after the first ten thousand rows', async (t) => {
  const place = await openIntake(t);
  const write = (name: string, amounts: readonly string[]) =>
    place.write(
      name,
      `${HEADER}\n${amounts.map((amount, i) => `${name}${i},2025-03-03,A,B,P${i},${amount}\n`).join('')}`,
    );
  const warned = async (names: readonly string[]) =>
    (await place.import(names)).warnings
      .filter(({ code }) => code === 'unclear-amounts')
      .map((w) => w.message);
  await write('a.csv', ['850', '3.50']);
  await write('b.csv', ['1.290', '850']);
  const question =
    /amounts such as 1\.290 in \S+b\.csv could be 1290, with a point between thousands, or 1\.29: /;
  const asked = await check(place, ['a.csv', 'b.csv']);
  assert.match(asked.problems.join(), question);
  assert.deepEqual([asked.problems.length, asked.profile.decimal], [1, undefined]);
  assert.match((await warned(['a.csv', 'b.csv'])).join(), question);
  const whole = Array.from({ length: 10_001 }, (_, i) => String(100 + (i % 800)));
  await write('long.csv', [...whole, '1.290']);
  assert.match((await check(place, 'long.csv')).problems.join(), /^amounts such as 1\.290 could be 1290/);
  assert.match((await warned(['long.csv'])).join(), /such as 1\.290 could be 1290/);
  await write('long.csv', [...whole, '1.000', '12.000']);
  assert.match((await check(place, 'long.csv')).problems.join(), /^amounts such as 1\.000 could be 1000/);
  assert.match((await warned(['long.csv'])).join(), /such as 1\.000 could be 1000/);
  await write('long.csv', [...whole, '1.290', '3.50']);
  assert.deepEqual([(await check(place, 'long.csv')).problems, await warned(['long.csv'])], [[], []]);
});

test('credit notes, blanks between thousands and "980,-" tell that commas stand before decimals', async (t) => {
  const place = await openIntake(t);
  const found = async (amounts: readonly string[], profile: Profile = {}) => {
    const rows = amounts.map((amount, i) => `${i};2025-03-03;A;B;P;${amount}\n`);
    await place.write('a.csv', `${HEADER.replaceAll(',', ';')}\n${rows.join('')}`);
    return check(place, 'a.csv', profile);
  };
  for (const amounts of [
    ['1.290,00', '49,90', '-12,50'],
    ['1.290', '2.490', '-12,50'],
    ['1.290', '980,-'],
    ['1\u00a0290,50', '1 290,50', '49,90'],
    ['12,50', '49,90', '3.50'],
  ])
    assert.equal((await found(amounts)).profile.decimal, 'comma', amounts.join());
  assert.equal((await found(['3.50', '4.50', '12,50'])).profile.decimal, undefined);
  assert.match(
    (await found(['1.290', '2.490', '1,290'])).problems[0] ?? '',
    /^amounts such as 1\.290 could be/,
  );
  // The other way round there is nothing to ask, as --decimal has been said.
  const grouped = await found(['1,290', '850'], { decimal: 'comma' });
  assert.deepEqual(grouped.problems, []);
  const warning = {
    code: 'unclear-amounts',
    message:
      'Commas are read as standing before decimals, though every one has three digits after it: 1,290 is 1.29. ' +
      'If it is 1290, take the commas out of the file and import it again',
  };
  const about = ({ warnings }: { warnings: readonly Warning[] }) =>
    warnings.filter(({ code }) => code === 'unclear-amounts');
  assert.deepEqual(about(grouped), [warning]);
  assert.deepEqual(about(await place.import('a.csv', { profile: { decimal: 'comma' } })), [warning]);
  assert.deepEqual(about(await found(['1,290', '12,50'], { decimal: 'comma' })), []);
});

test('a column that is named and not there is a problem, also an optional one; the rest is proposed all the same', async (t) => {
  const place = await openIntake(t);
  await place.write('a.csv', `${HEADER}\n1,2025-03-03,A,B,P,1\n`);
  const optional = await check(place, 'a.csv', { columns: { status: 'Zustand' } });
  assert.match(optional.problems.join('\n'), /a\.csv has no column "Zustand" to read status from \(it has: /);
  await place.write(
    'b.csv',
    Buffer.from(
      'Bestellnummer;Datum;Gruppe;SKU;Preis\n1;31.12.24;Töpfe;P;1.234,50\n2;01.01.25;Töpfe;P;2,50\n',
      'latin1',
    ),
  );
  const { problems, profile, rows } = await check(place, 'b.csv');
  assert.match(
    problems.join('\n'),
    /^\S+b\.csv has no column for category, sub_category \(it has: [^)]*\)\. Say what it is called there, such as --map category=ITS_NAME/,
  );
  assert.equal(rows, undefined);
  assert.deepEqual(profile, {
    columns: { order_id: 'Bestellnummer', ordered_at: 'Datum', product_id: 'SKU', amount: 'Preis' },
    delimiter: ';',
    encoding: 'windows-1252',
    decimal: 'comma',
    dateFormat: '%d.%m.%y',
  });
});

test('a file in another encoding is refused with the encoding to say, and what a check proposes imports it', async (t) => {
  const place = await openIntake(t);
  const german = `${HEADER}\n1,2025-03-03,Töpfe,Größe,P,1\n2,2025-03-03,Töpfe,Größe,P,1\n`;
  await place.write('german.csv', Buffer.from(german, 'latin1'));
  assert.equal(
    await place.refusal('german.csv'),
    'mdq: german.csv is not UTF-8: import it with --encoding windows-1252',
  );
  const { profile, problems } = await check(place, 'german.csv');
  assert.deepEqual([profile.encoding, problems], ['windows-1252', []]);
  await place.import('german.csv', { profile });
  assert.equal((await place.warehouse.order('1'))?.lines[0]?.category, 'Töpfe');

  const chinese = Buffer.from([0xad, 0x71, 0xb3, 0xe6, 0xb0, 0xd3, 0xab, 0x7e]);
  const row = (id: number) =>
    Buffer.concat([Buffer.from(`${id},2025-03-03,`), chinese, Buffer.from(',B,P,1\n')]);
  await place.write('chinese.csv', Buffer.concat([Buffer.from(`${HEADER}\n`), row(1), row(2)]));
  assert.match(String(await place.refusal('chinese.csv')), /is not UTF-8: import it with --encoding big5/);
});

test('one damaged row among good ones is told by its line, not taken for an encoding', async (t) => {
  const place = await openIntake(t);
  const good = [1, 2, 3].map((id) => `${id},2025-03-03,Töpfe,B,P,1\n`).join('');
  await place.write(
    'a.csv',
    Buffer.concat([
      Buffer.from(`${HEADER}\n${good}`),
      Buffer.from('4,2025-03-03,T\xf6pfe,B,P,1\n', 'latin1'),
    ]),
  );
  assert.match(String(await place.refusal('a.csv')), /a\.csv, line 5: is not valid UTF-8/);
});

test('a day that does not exist is told as such, however dates are written', async (t) => {
  const place = await openIntake(t);
  const said = async (date: string, profile: Profile = {}) => {
    await place.write('a.csv', `${HEADER}\n1,${date},A,B,P,1\n`);
    return String(await place.refusal('a.csv', { profile })).split('\n')[1];
  };
  const none = (date: string) =>
    `  a.csv, line 2: ordered_at must be a day of the calendar: there is no such day ("${date}")`;
  assert.equal(await said('2025-02-29'), none('2025-02-29'));
  assert.equal(await said('2025-06-31T10:00:00Z'), none('2025-06-31T10:00:00Z'));
  assert.equal(await said('31.06.2025', { dateFormat: '%d.%m.%Y' }), none('31.06.2025'));
  assert.equal(await said('31/06/25 09:30', { dateFormat: '%d/%m/%y %H:%M' }), none('31/06/25 09:30'));
  assert.match(String(await said('2025-06-30', { dateFormat: '%d.%m.%Y' })), /must be written as %d\.%m\.%Y/);
  assert.match(String(await said('yesterday')), /must be a date \(YYYY-MM-DD\)/);
});

test('one date that is wrong does not hide how the others are written', async (t) => {
  const place = await openIntake(t);
  await place.write('a.csv', `${HEADER}\n1,30.06.2025,A,B,P,1\n2,29.06.2025,A,B,P,1\n3,31.06.2025,A,B,P,1\n`);
  const { profile, problems } = await check(place, 'a.csv');
  assert.equal(profile.dateFormat, '%d.%m.%Y');
  assert.match(problems.join('\n'), /line 4: ordered_at must be a day of the calendar: there is no such day/);
  assert.equal(problems.length, 1);
});

test('a quote that is never closed is not left out where it has taken in other rows', async (t) => {
  const { folder, write, import: take, refusal } = await openIntake(t);
  const rows = [
    '1,2025-03-03,A,B,P,1',
    '2,2025-03-03,"A,B,P,1',
    '3,2025-03-03,A,B,P,1',
    '4,2025-03-03,A,B,P,1',
  ];
  const file = await write('quote.csv', `${HEADER}\n${rows.join('\n')}\n`);
  const said =
    'quote.csv, line 3: has a quote that is never closed: the 2 lines after it belong to this row. --skip-bad-rows would lose them: close the quote';
  assert.equal(await refusal(file, { skipBadRows: true }), `mdq: ${said}`);
  const problems = async (name: string) => {
    const request = { files: [join(folder, name)], skipBadRows: true };
    return (await checkImport(readConfig({ DATA_DIR: join(folder, 'data') }), request)).problems;
  };
  assert.deepEqual(await problems(file), [join(folder, said)]);
  const last = await write('last.csv', `${HEADER}\n${rows[0]}\n${rows[1]}\n`);
  assert.deepEqual(await problems(last), []);
  assert.equal((await take(last, { skipBadRows: true })).lines, 1);
});

test('files that write or name things differently are told apart, in whatever order they are named', async (t) => {
  const place = await openIntake(t);
  const { folder } = place;
  await place.write('ours.csv', `${HEADER}\n1,2025-03-03,A,B,P,1\n`);
  await place.write('semicolons.csv', `${HEADER.replaceAll(',', ';')}\n2;2025-03-03;A;B;P;1\n`);
  await place.write('paid.csv', `${HEADER},Payment\n3,2025-03-03,A,B,P,1,Cash\n`);
  await place.write('ours-paid.csv', `${HEADER},payment_method\n4,2025-03-03,A,B,P,1,Cash\n`);
  await place.write('titled.csv', `${HEADER},Title\n5,2025-03-03,A,B,P,1,T\n`);
  await place.write('named.csv', `${HEADER.replace('order_id', 'Order ID')}\n6,2025-03-03,A,B,P,1\n`);
  const problems = async (...names: string[]) => {
    const files = names.map((name) => join(folder, name));
    const report = await checkImport(readConfig({ DATA_DIR: join(folder, 'data') }), { files });
    if (report.problems.length === 0) await place.import(names, { profile: report.profile });
    return report.problems.map((each) => each.replaceAll(`${folder}/`, ''));
  };
  const apart = ': import files with different columns one after the other';
  for (const [names, ...said] of [
    [['semicolons.csv', 'ours.csv']],
    [['ours-paid.csv', 'ours.csv']],
    [['titled.csv', 'ours.csv']],
    [
      ['ours-paid.csv', 'paid.csv'],
      `payment_method is "payment_method" in ours-paid.csv and "Payment" in paid.csv${apart}`,
    ],
    [
      ['ours.csv', 'paid.csv'],
      `payment_method is "Payment" in paid.csv, and ours.csv has no such column${apart}`,
    ],
    [['ours.csv', 'named.csv'], `order_id is "order_id" in ours.csv and "Order ID" in named.csv${apart}`],
  ] as const) {
    assert.deepEqual(await problems(...names), said);
    if (said.length === 0) assert.deepEqual(await problems(...names.toReversed()), said);
    else assert.equal((await problems(...names.toReversed())).length, 1);
  }
});
