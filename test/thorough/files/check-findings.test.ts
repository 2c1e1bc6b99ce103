/** What a check says is what an import would: statuses, encodings, dates, columns and warnings. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { checkLines } from '../../../src/cli/printing/check-report.ts';
import { parseDay } from '../../../src/lib/calendar.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { checkImport } from '../../../src/warehouse/open.ts';
import type { Profile } from '../../../src/warehouse/profile.ts';
import type { ImportRequest } from '../../../src/warehouse/warehouse.ts';
import { HEADER, openIntake } from '../../support/stores/intake-place.ts';

type Names = string | readonly string[];

async function openPlace(t: TestContext) {
  const place = await openIntake(t);
  const check = (names: Names, profile: Profile = {}, request: Partial<ImportRequest> = {}) =>
    checkImport(readConfig({ DATA_DIR: join(place.folder, 'data') }), {
      ...{ files: [names].flat().map((name) => join(place.folder, name)), profile },
      ...request,
    });
  return {
    ...place,
    check,
    lines: (name: string, header: string, rows: readonly string[]) =>
      place.write(name, [header, ...rows, ''].join('\n')),
    /** The problems that a check finds, without the folder of the files. */
    async problems(names: Names, profile: Profile = {}): Promise<string> {
      return (await check(names, profile)).problems.join('\n').replaceAll(`${place.folder}/`, '');
    },
    /** What is warned of under a code, by a check and by an import after it alike. */
    async warned(names: Names, code: string, profile: Profile = {}): Promise<string> {
      const found = [await check(names, profile), await place.import(names, { profile })];
      const [checked, imported] = found.map(({ warnings }) =>
        warnings.filter((each) => each.code === code).map(({ message }) => message),
      );
      assert.deepEqual(checked, imported);
      return (checked ?? []).join('\n').replaceAll(`${place.folder}/`, '');
    },
  };
}

const WITH_STATUS = `${HEADER},status`;
const withStatus = (id: string, status: string, amount = '10') =>
  `${id},2025-03-03,A,B,P,${amount},${status}`;

/** Rows of an order each, whose amounts are these. */
const amounting = (...amounts: readonly string[]) =>
  amounts.map((amount, i) => `${i},2025-03-03,A,B,P,${amount}`);

test('statuses that are not known as cancelled are named with their rows', async (t) => {
  const { lines, check, warned, warehouse } = await openPlace(t);
  const rows = [withStatus('1', 'bezahlt'), withStatus('2', 'bezahlt'), withStatus('3', 'Storniert')];
  await lines('a.csv', WITH_STATUS, rows);
  assert.deepEqual((await check('a.csv')).rows?.statuses, [
    { status: 'bezahlt', rows: 2, isCancelled: false },
    { status: 'Storniert', rows: 1, isCancelled: false },
  ]);
  assert.equal(
    await warned('a.csv', 'no-cancelled'),
    'No status is known as cancelled, so all rows count: bezahlt (2), Storniert (1). ' +
      'If some of these are, run: mdq settings set MDQ_CANCELLED_STATUSES "cancelled,canceled,refunded,voided,…", and import the files again',
  );
  await warehouse.changeSettings({ cancelledStatuses: ['storniert'] });
  assert.equal(await warned('a.csv', 'no-cancelled'), '');
  assert.equal(await warehouse.order('3'), undefined);
});

test('a list of statuses without the usual words is told where rows have one of them', async (t) => {
  const { lines, warned, import: take, warehouse } = await openPlace(t);
  const statuses = ['已付款', '已取消', 'paid', 'Refunded', 'voided'];
  await take(await lines('a.csv', WITH_STATUS, [withStatus('0', 'paid')]));
  await warehouse.changeSettings({ cancelledStatuses: ['已取消'] });
  await lines(
    'a.csv',
    WITH_STATUS,
    statuses.map((status, i) => withStatus(`${i}`, status)),
  );
  assert.equal(
    await warned('a.csv', 'usual-cancelled'),
    'MDQ_CANCELLED_STATUSES leaves out a usual word for cancelled, so these rows count: Refunded (1), voided (1). ' +
      'Unless that is meant, run: mdq settings set MDQ_CANCELLED_STATUSES "已取消,refunded,voided", and import the files again',
  );
  assert.equal(await warehouse.order('1'), undefined);
});

test('a status is cancelled in whatever case and form it is written', async (t) => {
  const { lines, import: take, warehouse } = await openPlace(t);
  const cancelledStatuses = ['İptal', 'ΑΚΥΡΩΜΕΝΟΣ', 'Ακυρωμένος', 'Annulé', '已取消'];
  await warehouse.changeSettings({ cancelledStatuses: cancelledStatuses.map((text) => text.toLowerCase()) });
  const texts = ['İptal', 'ΑΚΥΡΩΜΕΝΟΣ', 'ακυρωμένος', 'annule\u0301', 'ANNULÉ', ' 已取消\u3000'];
  const rows = [...texts, 'paid'].map((status, i) => withStatus(`${i}`, status));
  const report = await take(await lines('a.csv', WITH_STATUS, rows));
  assert.deepEqual([report.cancelledRows, report.lines], [texts.length, 1]);
});

test('a status on the first row of an order only is told, where it means cancelled', async (t) => {
  const { lines, check, warned } = await openPlace(t);
  const rows = [
    ...[withStatus('1', 'paid'), withStatus('1', ''), withStatus('2', 'refunded'), withStatus('2', ' ')],
    ...[withStatus('2', ''), withStatus('3', 'voided')],
  ];
  await lines('a.csv', WITH_STATUS, rows);
  const { warnings } = await check('a.csv');
  assert.deepEqual(
    warnings.filter(({ code }) => code === 'blank-status'),
    [
      {
        code: 'blank-status',
        count: 1,
        message:
          '1 order has cancelled rows and rows without a status, which count. If the status of an order is ' +
          'written on its first row only, have it on every row, as a query can write it (--sql), and import the files again',
      },
    ],
  );
  assert.match(await warned('a.csv', 'blank-status'), /^1 order/);
  await lines('b.csv', WITH_STATUS, [...rows.slice(0, 2), withStatus('3', 'voided')]);
  assert.equal(await warned('b.csv', 'blank-status'), '');
});

test('a status is listed with what may be done about its bad rows, where that is known', async (t) => {
  const { lines, check } = await openPlace(t);
  const report = async (...rows: string[]) => check(await lines('a.csv', WITH_STATUS, rows));
  const some = await report(
    ...[withStatus('1', 'paid'), withStatus('2', 'paid', 'x'), withStatus('3', 'Gutschrift', '-5')],
    withStatus('4', 'voided'),
  );
  assert.deepEqual(some.rows?.statuses, [
    { status: 'paid', rows: 2, badRows: 1, isCancelled: false },
    { status: 'Gutschrift', rows: 1, badRows: 1, belowZeroRows: 1, isCancelled: false },
    { status: 'voided', rows: 1, isCancelled: true },
  ]);
  const said = checkLines(some).join('\n');
  assert.match(said, /^paid +2 +counted, without 1 bad row$/m);
  assert.match(said, /^Gutschrift +1 +bad; if they are to be left out, add it to MDQ_CANCELLED_STATUSES$/m);

  const wrongDates = await report(
    ...['1,1 juin 2025,A,B,P,10,paid', '2,1 juin 2025,A,B,P,-5,paid', withStatus('3', 'Gutschrift', '-5')],
  );
  assert.match(checkLines(wrongDates).join('\n'), /^paid +2 +bad\nGutschrift +1 +bad$/m, 'none is counted');
  assert.ok(!wrongDates.warnings.some(({ code }) => code === 'no-cancelled'));
  const others = await report(
    ...[withStatus('1', 'paid'), withStatus('2', 'shipped'), withStatus('3', 'shipped', 'x')],
    withStatus('4', 'open', 'x'),
  );
  assert.match(checkLines(others).join('\n'), /^open +1 +bad$/m);
  const unknown = others.warnings.find(({ code }) => code === 'no-cancelled');
  assert.match(unknown?.message ?? '', /so all good rows count: shipped \(1\), paid \(1\)\. /);
});

test('amounts in several currencies are told', async (t) => {
  const { lines, warned } = await openPlace(t);
  const of = async (...codes: readonly string[]) => {
    const rows = codes.map((code, i) => `${i},2025-03-03,A,B,P,10,${code}`);
    return warned(await lines('a.csv', `${HEADER},Currency Code`, rows), 'several-currencies');
  };
  assert.equal(
    await of('usd', 'TWD', '', 'USD '),
    '"Currency Code" holds "USD", "TWD" and is not read: amounts are added up as if they were of one currency. ' +
      'Have a query (--sql) convert them, or import the orders of one currency',
  );
  assert.equal(await of('TWD', '', 'twd'), '');
  assert.match(await of('a', 'b', 'c', 'd', 'e'), /holds "A", "B", "C", "D", … and is not read/);
});

test('the first rows that a check shows are the first, whatever has to be done to their names', async (t) => {
  const { lines, check } = await openPlace(t);
  const names = ['Books ', 'Toys', 'Home '];
  const rows = Array.from({ length: 30 }, (_, i) => `${i},2025-03-03,${names[i % 3]},${names[i % 2]},P,10`);
  const { rows: read } = await check(await lines('a.csv', HEADER, rows));
  assert.deepEqual(
    read?.first.map(({ order_id, category }) => [order_id, category]),
    [0, 1, 2, 3, 4].map((i) => [`${i}`, names[i % 3]?.trim()]),
  );
});

test('times with an offset are told before days are counted in UTC for good', async (t) => {
  const told = async (...times: string[]) => {
    const { lines, warned } = await openPlace(t);
    const rows = times.map((time, i) => `${i},${time},A,B,P,10`);
    const first = await warned(await lines('a.csv', HEADER, rows), 'utc-days');
    assert.equal(await warned('a.csv', 'utc-days'), '', 'only where there are no data yet');
    return first;
  };
  const offset = '2025-03-03T01:00:00+08:00';
  assert.match(
    await told(offset, '2025-03-04 01:00 +0800'),
    /^Times such as 2025-03-03T01:00:00\+08:00 have an offset, and days are counted in UTC: /,
  );
  // As PostgreSQL writes them.
  const short = await told('2025-03-03 01:00:00+08', '2025-03-04 01:00:00.5+08');
  assert.match(short, /^Times such as 2025-03-03 01:00:00\+08 have/);
  for (const time of ['2025-03-03', '2025-03-03T01:00:00Z', '2025-03-03 01:00:00+00'])
    assert.equal(await told(offset, time), '', time);
});

test('ids that a spreadsheet has shortened are told', async (t) => {
  const { lines, warned } = await openPlace(t);
  const told = async (...ids: (readonly [order: string, product: string])[]) => {
    const rows = ids.map(([order, product]) => `${order},2025-03-03,A,B,${product},10`);
    return (await warned(await lines('a.csv', HEADER, rows), 'shortened-ids')).split(':')[0];
  };
  assert.equal(await told(['2.02609E+10', 'P'], ['2.02609E+10', 'Q']), 'order_id holds 2.02609E+10');
  assert.equal(await told(['1', 'P'], ['2', '4.71E+12']), 'product_id holds 4.71E+12');
  assert.equal(await told(['1E+', '2E10'], ['E+10', '12.5E+3x']), '');
});

test('a check warns of all that an import warns of, with what is in already', async (t) => {
  const { lines, check, import: take } = await openPlace(t);
  for (const method of ['Cash', 'Credit card']) {
    const days = ['2024-10-01', '2025-03-03', '2025-03-04'];
    const rows = days.map((day, i) => `${method}${i},${day},A,B,P,10,${method},NULL`);
    await lines(`${method}.csv`, `${HEADER},payment_method,member_id`, rows);
  }
  for (const name of ['Cash.csv', 'Credit card.csv', 'Cash.csv'])
    assert.deepEqual((await check(name)).warnings, (await take(name)).warnings);
  const { warnings } = await check('Cash.csv');
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['gap', 'one-member'],
  );
});

test('what holds no row, or more than can be added up, is a problem in the words of the import', async (t) => {
  const { lines, problems, refusal } = await openPlace(t);
  const large = '99999999999999.99';
  for (const [rows, said] of [
    [[], 'There is no row to import in these files; nothing was changed'],
    [amounting(large), 'All amounts together are too large to be added up exactly; nothing was changed'],
  ] as const) {
    const name = await lines('a.csv', HEADER, rows);
    assert.deepEqual([await problems(name), await refusal(name)], [said, `mdq: ${said}`]);
  }
  // Else the import that shows those days would be refused for it.
  await lines('hidden.csv', HEADER, ['1,2025-03-03,A,B,P,1', `2,2025-03-10,A,B,P,${large}`]);
  const hidden = await refusal('hidden.csv', { completeThrough: parseDay('2025-03-09') });
  assert.match(hidden ?? '', /too large/);
});

test('an order is lost with its bad row; a row whose order is unknown may be of another', async (t) => {
  const { lines, check, import: take } = await openPlace(t);
  const of = (warnings: readonly { code: string; message: string }[]) =>
    warnings.find(({ code }) => code === 'lost-orders')?.message;
  await lines('a.csv', HEADER, ['1,2025-03-03,A,B,P,x', '2,2025-03-03,A,B,P,1', '2,2025-03-03,A,B,P,x']);
  assert.equal(
    of((await check('a.csv')).warnings),
    'With --skip-bad-rows, 1 order would not come in and 1 order would come in only in part. Fix the rows',
  );
  const lost = async (header: string, ...rows: string[]) =>
    of((await take(await lines('a.csv', header, rows), { skipBadRows: true })).warnings)?.split('. ')[0];
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
  const { lines, write, check, refusal, folder } = await openPlace(t);
  const ask = async (header: string, price: string, profile: Profile = {}) => {
    const names = `order_id,order_date,category,sub_category,sku,${header}`;
    return check(await lines('a.csv', names, [`1,2025-03-03,A,B,P,${price},3`]), profile);
  };
  const asked = await ask('price,quantity', '100.00');
  assert.deepEqual(asked.problems, [
    'amount could be "price", or "price" times "quantity", which is not read: say which. ' +
      'If "price" is for all pieces of a line, add --map amount=price; if it is for one, have a query multiply, with --sql: ' +
      'CAST(price AS DECIMAL(18, 4)) * CAST(quantity AS DECIMAL(18, 3)) AS amount',
  ]);
  assert.deepEqual(asked.profile.columns, { ordered_at: 'order_date', product_id: 'sku' });
  assert.match((await refusal('a.csv', { profile: asked.profile })) ?? '', /has no column "amount"/);
  for (const header of ['Item Cost,Quantity (- Refund)', 'Price,Pieces', 'Preis,Stk.', 'Net,Quantity'])
    assert.match((await ask(header, '100.00')).problems.join(), /^amount could be ".* times /, header);
  const said = await ask('price,quantity', '100.00', { columns: { amount: 'price' } });
  assert.deepEqual([said.problems, said.profile.columns?.amount], [[], 'price']);
  // The expression is one that works.
  const [question = ''] = (await ask('Lineitem price,數量', '"1.100,50"')).problems;
  const amount = question.split('--sql: ')[1];
  const others = 'order_id, order_date AS ordered_at, category, sub_category, sku AS product_id';
  await write('lines.sql', `SELECT ${others}, ${amount} FROM a`);
  const multiplied = await check('a.csv', { sql: join(folder, 'lines.sql') });
  assert.deepEqual([multiplied.problems, multiplied.rows?.cents], [[], 330_150]);
  // What is called a total is one, and a quantity that is read is none.
  assert.deepEqual((await ask('total price,quantity', '300.00')).problems, []);
  const read = await ask('price,quantity', '300.00', { columns: { member_id: 'quantity' } });
  assert.deepEqual(read.problems, []);
});

/** Two lines for each of so many orders, with what a line has of its own and a total; `;` between columns. */
const orders = (many: number, line: (order: number, own: number) => string) =>
  Array.from({ length: many }, (_, order) => [0, 1].map((own) => `O${order};${line(order, own)}`)).flat();

/** A file of order lines that begin with the order: the other columns stand in between. */
function totals(place: Awaited<ReturnType<typeof openPlace>>, name: string, header: string, rows: string[]) {
  return place.lines(
    name,
    `${HEADER.replace(',amount', '')},${header}`,
    rows.map((row, i) => row.replace(';', `;2025-03-03;A;B;P${i};`).replaceAll(';', ',')),
  );
}

const OWN = ['1;10.00;2;20.00', '1;15.00;1;15.00', '2;10.00;3;30.00'];
const WEIGHED = ['1;2;25', '1;3;25', '2;1;9', '2;4;9', '3;1;7', '3;2;7'];
const NOTES = Array.from({ length: 9 }, (_, i) => `Note ${i}`);
const PRICED = orders(3, (order, own) => `"${10 + own},50";${own + 1};${50 + order}`);
const NOTHING_BESIDE = /: the lines need amounts of their own, and no other column has them\. /;
const BESIDE = /: say which column has the amount of a line/;
/** Columns and rows, and what is asked of them; nothing where lines have amounts of their own, or may have by chance. */
const TOTALS: readonly (readonly [header: string, rows: string[], asked?: RegExp])[] = [
  [
    'Price,Amount',
    ['1;10.00;25', '1;15.00;25'],
    /or "Price", which is not read: say which with --map amount=/,
  ],
  ['Weight,Total', WEIGHED, /, as the total of an order is: say which/],
  ['Weight,Total', WEIGHED.slice(0, 4)],
  ['Weight,Line Total', WEIGHED],
  ['Price,Qty,Total', OWN],
  ['Price,Qty,Total', ['1;10.00;2;20.00', '1;20.00;1;20.00', '2;10.00;3;30.00']],
  ['Price,Qty,Total', ['1;12.00;1;9.90', '1;15.00;1;9.90', '2;11.00;1;9.90', '2;13.00;1;9.90']],
  ['amount', orders(20, (order) => `${50 + order}`), NOTHING_BESIDE],
  ['amount', orders(19, (order) => `${50 + order}`)],
  // Where most pieces cost the same, so do the lines of most orders.
  ['amount', orders(40, (order) => (order > 30 ? '12' : '10'))],
  ['Weight,amount,,', orders(3, (order, own) => `${own};${50 + order};;`), BESIDE],
  ...['Qty', 'Net weight'].map((last): [string, string[], RegExp] => [
    `${NOTES},${last},amount`,
    orders(3, (order, own) => `${NOTES.map(() => 'x').join(';')};${own + 1};${50 + order}`),
    BESIDE,
  ]),
  // Prices may be written otherwise than totals.
  [
    'Unit price,Qty,amount',
    PRICED,
    /CAST\(replace\(replace\("Unit price", '\.', ''\), ',', '\.'\) AS DECIMAL/,
  ],
  // One order alone may have it by chance.
  ['Unit price,Qty,amount', ['1;25.00;1;20.00', '1;20.00;1;20.00', '2;7;1;7']],
  // Most lines have amounts of their own, whatever else differs in a few orders.
  ['Weight,amount', orders(15, (i, own) => (i < 3 ? `${own};${50 + i}` : `1;${50 + i + own}`))],
];

test('a total that is the same on all lines of an order is asked about, and that of a line is not', async (t) => {
  const place = await openPlace(t);
  const lines = ['1;10.00;2;35.00', '1;15.00;1;35.00', '2;10.00;3;30.00'];
  await totals(place, 'a.csv', 'Price,Qty,Total', lines);
  const asked = await place.check('a.csv');
  assert.deepEqual(asked.problems, [
    'amount could be "Total", which is the same on all lines of an order, or "Price" times "Qty", which are not read: say which. ' +
      'If "Total" is that of a line, add --map amount=Total; if it is that of the order, have a query multiply, with --sql: ' +
      'CAST(Price AS DECIMAL(18, 4)) * CAST(Qty AS DECIMAL(18, 3)) AS amount',
  ]);
  assert.equal(asked.profile.columns?.amount, undefined);
  assert.equal(await place.problems('a.csv', { columns: { amount: 'Total' } }), '');
  for (const [header, rows, said] of TOTALS) {
    const found = await place.problems(await totals(place, 'a.csv', header, rows));
    if (said) assert.match(found, said, header);
    else assert.equal(found, '', `${header} ${rows}`);
  }
});

test('the total of an order is found in every file, and an import warns of it', async (t) => {
  const place = await openPlace(t);
  const { problems, warned, check } = place;
  // Five files of a kind tell it of the others.
  const kinds = ['1', '2', '3', '4', '5', '6'].map((name) => `own${name}.csv`);
  for (const [i, name] of kinds.entries())
    await totals(
      ...([place, name, 'Weight,amount'] as const),
      orders(20, (order, own) => `${own};${50 + order + (i === 5 ? 0 : own)}`),
    );
  assert.doesNotMatch(await problems(kinds), /^amount/m);
  assert.match(await problems(kinds.slice(1)), /which is the same .* in own6\.csv, /);

  await totals(place, 'b.csv', 'Unit price,Qty,amount', PRICED);
  await totals(place, 'c.csv', 'amount', ['X;10', 'Y;12']);
  const question =
    /amount could be "amount", which is the same on all lines of an order in b\.csv, or "Unit price" times /;
  assert.match(await problems(['c.csv', 'b.csv']), question);
  const taken = async (profile: Profile) =>
    (await place.import(['c.csv', 'b.csv'], { profile })).warnings.find(
      ({ code }) => code === 'unclear-total',
    );
  assert.match(
    (await taken({}))?.message ?? '',
    /^The amount of every line was read from "amount", though amount could be/,
  );
  // What was said is kept, also where the name is ours.
  const said = await check('b.csv', { columns: { amount: 'amount' } });
  assert.deepEqual([said.problems, said.profile.columns], [[], { amount: 'amount' }]);
  assert.equal(await taken(said.profile), undefined);
  assert.equal(await warned('c.csv', 'unclear-total'), '');
});

test('the total of an order is found beside columns that cannot be read', async (t) => {
  const { folder, import: take, problems } = await openPlace(t);
  const line = `'O' || i // 2 AS order_id, DATE '2025-03-03' AS ordered_at, 'A' AS category, 'B' AS sub_category,
                'P' || i AS product_id, 50 + i // 2 AS amount`;
  for (const [name, many, others, said] of [
    ['a.parquet', 3, "['x'] AS marks, i AS weight", BESIDE],
    ['b.parquet', 20, '{price: i} AS price', NOTHING_BESIDE],
    // Of two lines, the first name would move the cells of the others; the engine takes no path of the second.
    ['a.json', 3, '\'x\' AS "a\nb", i AS weight', BESIDE],
    ['b.json', 20, '\'x\' AS "Size\\"', NOTHING_BESIDE],
  ] as const) {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT ${line}, ${others} FROM range(${2 * many}) AS t(i)) TO '${join(folder, name)}'`,
    );
    instance.closeSync();
    const { warnings } = await take(name);
    const asked = await problems(name);
    assert.match(asked, said, name);
    assert.equal(
      warnings.find(({ code }) => code === 'unclear-total')?.message,
      `The amount of every line was read from "amount", though ${asked}`,
    );
  }
});

test('amounts with three digits after every point are asked about, unless one has two points', async (t) => {
  const { lines, check, import: take } = await openPlace(t);
  const ask = async (amounts: readonly string[], profile: Profile = {}) =>
    check(await lines('a.csv', HEADER, amounting(...amounts)), profile);
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
    (await take('a.csv', { profile })).warnings.find(({ code }) => code === 'unclear-amounts')?.message;
  assert.equal(await imported({ decimal: 'point' }), undefined);
  const said = `Points were read as standing before decimals, though ${asked.problems[0]}`;
  assert.equal(await imported(asked.profile), said);
  const large = await ask([...amounts, '1.234.567']);
  assert.deepEqual([large.problems, large.profile.decimal], [[], 'comma']);
  for (const other of ['3.50', '0.500', '1234.500'])
    assert.deepEqual((await ask([...amounts, other])).problems, [], other);
});

test('points between thousands are found in every file, in a query, and after ten thousand rows', async (t) => {
  const { lines, write, problems, check, import: take, folder } = await openPlace(t);
  const codes = async (names: Names, profile: Profile = {}) =>
    (await take(names, { profile })).warnings.map(({ code }) => code);
  await lines('a.csv', HEADER, amounting('850', '3.50'));
  await lines('b.csv', HEADER, ['b0,2025-03-03,A,B,P,1.290', 'b1,2025-03-03,A,B,P,850']);
  assert.match(
    await problems(['a.csv', 'b.csv']),
    /^amounts such as 1\.290 in b\.csv could be 1290, with a point between thousands, or 1\.29: .*$/,
  );
  assert.ok((await codes(['a.csv', 'b.csv'])).includes('unclear-amounts'));
  const whole = Array.from({ length: 10_001 }, (_, i) => String(100 + (i % 800)));
  for (const [more, isAsked] of [
    [['1.290'], true],
    [['1.000', '12.000'], true],
    [['1.290', '3.50'], false],
  ] as const) {
    const name = await lines('long.csv', HEADER, amounting(...whole, ...more));
    assert.equal(/^amounts such as 1\.\d+ could be 1\d+/.test(await problems(name)), isAsked, more.join());
    assert.equal((await codes(name)).includes('unclear-amounts'), isAsked, more.join());
  }

  const sql = join(folder, await write('lines.sql', 'SELECT * FROM a'));
  await lines('a.csv', HEADER, amounting('1.290', '850', '2.450'));
  assert.match(await problems('a.csv', { sql }), /^amounts such as 1\.290 could be 1290/);
  assert.ok((await codes('a.csv', { sql })).includes('unclear-amounts'));
  const semicolons = amounting('1.290;00', '49;90').map((row) => row.replace(';', '§').replaceAll(',', ';'));
  await lines(
    'a.csv',
    HEADER.replaceAll(',', ';'),
    semicolons.map((row) => row.replace('§', ',')),
  );
  assert.equal((await check('a.csv', { sql })).profile.decimal, 'comma');
});

test('credit notes, blanks between thousands and "980,-" tell that commas stand before decimals', async (t) => {
  const { lines, check, warned } = await openPlace(t);
  const write = (amounts: readonly string[]) => {
    const rows = amounts.map((amount, i) => `${i};2025-03-03;A;B;P;${amount}`);
    return lines('a.csv', HEADER.replaceAll(',', ';'), rows);
  };
  for (const amounts of [
    ['1.290,00', '49,90', '-12,50'],
    ['1.290', '2.490', '-12,50'],
    ['1.290', '980,-'],
    ['1\u00a0290,50', '1 290,50', '49,90'],
    ['12,50', '49,90', '3.50'],
  ])
    assert.equal((await check(await write(amounts))).profile.decimal, 'comma', amounts.join());
  assert.equal((await check(await write(['3.50', '4.50', '12,50']))).profile.decimal, undefined);
  const { problems } = await check(await write(['1.290', '2.490', '1,290']));
  assert.match(problems[0] ?? '', /^amounts such as 1\.290 could be/);
  // The other way round there is nothing to ask, as --decimal has been said.
  const comma: Profile = { decimal: 'comma' };
  assert.deepEqual((await check(await write(['1,290', '850']), comma)).problems, []);
  assert.equal(
    await warned('a.csv', 'unclear-amounts', comma),
    'Commas are read as standing before decimals, though every one has three digits after it: 1,290 is 1.29. ' +
      'If it is 1290, take the commas out of the file and import it again',
  );
  assert.equal(await warned(await write(['1,290', '12,50']), 'unclear-amounts', comma), '');
});

test('a column that is named and not there is a problem, also an optional one; the rest is proposed all the same', async (t) => {
  const { lines, write, check, problems } = await openPlace(t);
  await lines('a.csv', HEADER, amounting('1'));
  assert.match(
    await problems('a.csv', { columns: { status: 'Zustand' } }),
    /a\.csv has no column "Zustand" to read status from \(it has: /,
  );
  const german =
    'Bestellnummer;Datum;Gruppe;SKU;Preis\n1;31.12.24;Töpfe;P;1.234,50\n2;01.01.25;Töpfe;P;2,50\n';
  await write('b.csv', Buffer.from(german, 'latin1'));
  assert.match(
    await problems('b.csv'),
    /^b\.csv has no column for category, sub_category \(it has: [^)]*\)\. Say what it is called there, such as --map category=ITS_NAME/,
  );
  const { profile, rows } = await check('b.csv');
  assert.equal(rows, undefined);
  assert.deepEqual(profile, {
    columns: { order_id: 'Bestellnummer', ordered_at: 'Datum', product_id: 'SKU', amount: 'Preis' },
    ...{ delimiter: ';', encoding: 'windows-1252', decimal: 'comma', dateFormat: '%d.%m.%y' },
  });
});

test('a file in another encoding is refused with the encoding to say; one damaged row among good ones is not', async (t) => {
  const { write, check, refusal, import: take, warehouse } = await openPlace(t);
  const row = (id: number, category: Buffer) =>
    Buffer.concat([Buffer.from(`${id},2025-03-03,`), category, Buffer.from(',B,P,1\n')]);
  const file = (...categories: readonly Buffer[]) =>
    write('a.csv', Buffer.concat([Buffer.from(`${HEADER}\n`), ...categories.map((each, i) => row(i, each))]));
  const german = Buffer.from('Töpfe', 'latin1');
  await file(german, german);
  assert.equal(await refusal('a.csv'), 'mdq: a.csv is not UTF-8: import it with --encoding windows-1252');
  const { profile, problems } = await check('a.csv');
  assert.deepEqual([profile.encoding, problems], ['windows-1252', []]);
  await take('a.csv', { profile });
  assert.equal((await warehouse.order('1'))?.lines[0]?.category, 'Töpfe');

  const chinese = Buffer.from('ad71b3e6b0d3ab7e', 'hex');
  await file(chinese, chinese);
  assert.match(String(await refusal('a.csv')), /is not UTF-8: import it with --encoding big5/);
  const good = Buffer.from('Töpfe');
  await file(good, good, good, german);
  assert.match(String(await refusal('a.csv')), /a\.csv, line 5: is not valid UTF-8/);
});

test('a day that does not exist is told as such, however dates are written, and does not hide how', async (t) => {
  const { lines, check, refusal } = await openPlace(t);
  const said = async (date: string, profile: Profile = {}) => {
    await lines('a.csv', HEADER, [`1,${date},A,B,P,1`]);
    return String(await refusal('a.csv', { profile })).split('\n')[1];
  };
  for (const [date, dateFormat] of [
    ['2025-02-29'],
    ['2025-06-31T10:00:00Z'],
    ['31.06.2025', '%d.%m.%Y'],
    ['31/06/25 09:30', '%d/%m/%y %H:%M'],
  ])
    assert.equal(
      await said(date ?? '', { dateFormat }),
      `  a.csv, line 2: ordered_at must be a day of the calendar: there is no such day ("${date}")`,
    );
  assert.match(String(await said('2025-06-30', { dateFormat: '%d.%m.%Y' })), /must be written as %d\.%m\.%Y/);
  assert.match(String(await said('yesterday')), /must be a date \(YYYY-MM-DD\)/);

  const days = ['30.06.2025', '29.06.2025', '31.06.2025'];
  await lines(
    'a.csv',
    HEADER,
    days.map((day, i) => `${i},${day},A,B,P,1`),
  );
  const { profile, problems } = await check('a.csv');
  assert.deepEqual([profile.dateFormat, problems.length], ['%d.%m.%Y', 1]);
  assert.match(problems[0] ?? '', /line 4: ordered_at must be a day of the calendar: there is no such day/);
});

test('a quote that is never closed is not left out where it has taken in other rows', async (t) => {
  const { lines, check, import: take, refusal, folder } = await openPlace(t);
  const rows = [
    '1,2025-03-03,A,B,P,1',
    '2,2025-03-03,"A,B,P,1',
    '3,2025-03-03,A,B,P,1',
    '4,2025-03-03,A,B,P,1',
  ];
  const file = await lines('quote.csv', HEADER, rows);
  const said =
    'quote.csv, line 3: has a quote that is never closed: the 2 lines after it belong to this row. --skip-bad-rows would lose them: close the quote';
  const skipping = { skipBadRows: true };
  assert.equal(await refusal(file, skipping), `mdq: ${said}`);
  assert.deepEqual((await check(file, {}, skipping)).problems, [join(folder, said)]);
  const last = await lines('last.csv', HEADER, rows.slice(0, 2));
  assert.deepEqual((await check(last, {}, skipping)).problems, []);
  assert.equal((await take(last, skipping)).lines, 1);
});

test('files that write or name things differently are told apart, in whatever order they are named', async (t) => {
  const { lines, check, problems, import: take } = await openPlace(t);
  await lines('ours.csv', HEADER, ['1,2025-03-03,A,B,P,1']);
  await lines('semicolons.csv', HEADER.replaceAll(',', ';'), ['2;2025-03-03;A;B;P;1']);
  await lines('paid.csv', `${HEADER},Payment`, ['3,2025-03-03,A,B,P,1,Cash']);
  await lines('ours-paid.csv', `${HEADER},payment_method`, ['4,2025-03-03,A,B,P,1,Cash']);
  await lines('titled.csv', `${HEADER},Title`, ['5,2025-03-03,A,B,P,1,T']);
  await lines('named.csv', HEADER.replace('order_id', 'Order ID'), ['6,2025-03-03,A,B,P,1']);
  const apart = ': import files with different columns one after the other';
  for (const [first, second, said] of [
    ['semicolons.csv', 'ours.csv', ''],
    ['ours-paid.csv', 'ours.csv', ''],
    ['titled.csv', 'ours.csv', ''],
    [
      ...(['ours-paid.csv', 'paid.csv'] as const),
      `payment_method is "payment_method" in ours-paid.csv and "Payment" in paid.csv${apart}`,
    ],
    [
      ...(['ours.csv', 'paid.csv'] as const),
      `payment_method is "Payment" in paid.csv, and ours.csv has no such column${apart}`,
    ],
    ['ours.csv', 'named.csv', `order_id is "order_id" in ours.csv and "Order ID" in named.csv${apart}`],
  ] as const) {
    assert.equal(await problems([first, second]), said);
    assert.equal((await problems([second, first])) === '', said === '');
    if (said === '') await take([first, second], { profile: (await check([first, second])).profile });
  }
});
