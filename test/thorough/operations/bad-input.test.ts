/** Every kind of bad input, and the exact line an operator reads of it. Nothing changes by any of them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { HEADER, openIntake } from '../../support/stores/intake-place.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const LINE = ',2025-03-03,A,B,P,10\n';
const GOOD = `${HEADER}\n1${LINE}`;
const row = (values: { date?: string; amount?: string } = {}) =>
  `${HEADER}\n1,${values.date ?? '2025-03-03'},A,B,P,${values.amount ?? '10'}\n`;

/** Of a file: its content, and what is said after its name. */
const FILES: Readonly<Record<string, readonly [content: string | Uint8Array, said: string]>> = {
  'empty file.csv': ['', ' is empty'],
  'no header.csv': [
    '1,2025-03-03,A,B,P,10\n2,2025-03-03,A,B,P,10\n',
    ', line 1: must hold the names of the columns (it holds: 1, 2025-03-03, A, B, P, 10)',
  ],
  'columns missing.csv': [
    'order_id;Datum;category;sub_category;product_id;Betrag\n1;2025-03-03;A;B;P;10\n',
    ' has no columns "ordered_at", "amount" (it has: order_id, Datum, category, sub_category, product_id, Betrag). Say what they are called there, such as --map ordered_at=ITS_NAME; "mdq import --check" proposes how',
  ],
  'book.xlsx': [
    Buffer.from('PK\x03\x04\x14\0\x06\0\x08\0[Content_Types].xml', 'latin1'),
    ' is an Excel workbook: save it as "CSV UTF-8" and import that',
  ],
  'orders.zip': [
    Buffer.from('PK\x03\x04\x14\0\x06\0\x08\0orders.csv', 'latin1'),
    ' is a zip archive: unpack it and import the files in it',
  ],
  'orders.pdf': ['%PDF-1.7\n', ' is a PDF: export the orders as CSV'],
  'orders.db': [
    Buffer.from('SQLite format 3\0\x10\0', 'latin1'),
    ' is an SQLite database: export its tables as CSV and import them with --sql',
  ],
  'page.csv': ['<!DOCTYPE html><html>', ' is a web page: download the export again, signed in'],
  'array.json': [
    '[{"order_id":1}]',
    " is one JSON array: write one object a line, as jq -c '.[]' array.json > array.ndjson does; lists in them, such as the items of an order, --sql takes apart",
  ],
  'utf-16.csv': [Buffer.from(`\ufeff${GOOD}`, 'utf16le'), ' is UTF-16: import it with --encoding utf-16le'],
  'utf-16 without a mark.csv': [
    Buffer.from(GOOD, 'utf16le'),
    ' is UTF-16: import it with --encoding utf-16le',
  ],
  'nul.csv': [
    `${GOOD}2,2025-03-03,A\0,B,P,10\n`,
    ' has a NUL byte in line 3: it is no text file, or was damaged on its way',
  ],
  'cut.csv.gz': [gzipSync(GOOD).subarray(0, -12), ' is damaged: it cannot be unpacked whole'],
  ...Object.fromEntries(
    [1, 512, 3e6].map((zeros) => [
      `${zeros} zeros between parts.csv.gz`,
      [
        Buffer.concat([gzipSync(GOOD), Buffer.alloc(zeros), gzipSync(`2${LINE}`)]),
        ' is damaged: it cannot be unpacked whole',
      ],
    ]),
  ),
};

test('a file that is no order lines is told by what it is', async (t) => {
  const { write, refusal } = await openIntake(t);
  for (const [name, [content, said]] of Object.entries(FILES)) {
    await t.test(name, async () =>
      assert.equal(await refusal(await write(name, content)), `mdq: ${name}${said}`),
    );
  }
  await t.test('header only.csv', async () =>
    assert.equal(
      await refusal(await write('header only.csv', `${HEADER}\n`)),
      'mdq: There is no row to import in these files; nothing was changed',
    ),
  );
});

test('a packed file may have several parts, and zeros after the last', async (t) => {
  const { write, import: take } = await openIntake(t);
  const parts = [gzipSync(GOOD), gzipSync(`2${LINE}`)];
  for (const zeros of [0, 512, 3e6]) {
    const name = await write('parts.csv.gz', Buffer.concat([...parts, Buffer.alloc(zeros)]));
    assert.equal((await take(name)).lines, 2, `${zeros} zeros`);
  }
});

/** Of a row: the file, and what is said of line 2. */
const ROWS: readonly (readonly [what: string, content: string, said: string])[] = [
  [
    'one column too many',
    `${HEADER}\n1,2025-03-03,A,B,P,10,x\n`,
    'has 7 columns instead of 6 ("1,2025-03-03,A,B,P,10,x")',
  ],
  [
    'a blank column too many',
    `${HEADER}\n1,2025-03-03,A,B,P,10,\n`,
    'has 7 columns instead of 6 ("1,2025-03-03,A,B,P,10,")',
  ],
  [
    'a quote that never closes',
    `${HEADER}\n1,2025-03-03,"A,B,P,10\n`,
    'has a quote that is never closed ("1,2025-03-03,\\"A,B,P,10\\n")',
  ],
  ['a date in 0018', row({ date: '0018-03-03' }), 'ordered_at must be 1970-01-01 or later ("0018-03-03")'],
  [
    'a date in 2081',
    row({ date: '2081-03-03' }),
    'ordered_at must be no later than tomorrow; --allow-future takes later days ("2081-03-03")',
  ],
  [
    'another date format',
    row({ date: '31/12/2017 14:05' }),
    'ordered_at must be a date (YYYY-MM-DD) or an ISO 8601 time; --date-format takes others ("31/12/2017 14:05")',
  ],
  [
    '1.234,56',
    row({ amount: '"1.234,56"' }),
    'amount must have a point before its decimals; --decimal comma reads commas ("1.234,56")',
  ],
  [
    'R$ 12',
    row({ amount: 'R$ 12' }),
    `amount must have no currency sign or thousands separator; --sql can strip them: regexp_replace("amount", '[^0-9.-]', '', 'g') ("R$ 12")`,
  ],
  ['-5', row({ amount: '-5' }), 'amount must be 0 or more ("-5")'],
  ['three decimals', row({ amount: '1.234' }), 'amount must have at most two decimals ("1.234")'],
  [
    '1e2',
    row({ amount: '1e2' }),
    'amount must be digits with a point before decimals, such as 1280.50 ("1e2")',
  ],
];

test('a bad row is told by its line, its column and what helps', async (t) => {
  const { write, refusal, warehouse } = await openIntake(t);
  for (const [what, content, said] of ROWS) {
    await t.test(what, async () => {
      const name = await write('rows.csv', content);
      assert.equal(
        await refusal(name),
        `mdq: 1 bad row; nothing was imported.\n  rows.csv, line 2: ${said}\nFix the rows, or import the others with --skip-bad-rows. All reasons are in:\n  REJECTS`,
      );
    });
  }
  assert.equal(await warehouse.current(), undefined);
});

test('a delimiter inside quotes is part of the value', async (t) => {
  const { write, refusal } = await openIntake(t);
  assert.equal(
    await refusal(await write('quoted.csv', `${HEADER}\n1,2025-03-03,"A, B",B,P,10\n`)),
    undefined,
  );
});

test('a NUL byte far into a file is told by its line', async (t) => {
  const { write, refusal } = await openIntake(t);
  const many = '1,2025-03-03,A,B,P,10\n'.repeat(5000);
  const said = await refusal(await write('late.csv', `${HEADER}\n${many}2,2025-03-03,A\0,B,P,10\n`));
  assert.match(String(said), /^ {2}late\.csv, line 5002: has a NUL byte \("2,2025-03-03,A,B,P,10"\)$/m);
});

test('the same order in two files is refused, with the first such orders and their files', async (t) => {
  const { write, refusal, warehouse } = await openIntake(t);
  await write('june.csv', `${GOOD}2,2025-03-03,A,B,P,10\n`);
  await write('july.csv', `${HEADER}\n2,2025-03-03,A,B,P,11\n3,2025-03-03,A,B,P,10\n`);
  assert.equal(
    await refusal(['june.csv', 'july.csv']),
    [
      'mdq: 1 order is in more than one of these files; nothing was imported.',
      '  "2" in june.csv and july.csv',
      'If they are exports of different times, --overlap replace keeps the order as the file named last has it.',
      'If each file holds a part of the order, --overlap add takes all rows.',
    ].join('\n'),
  );
  assert.equal(await warehouse.current(), undefined);
});

test('bad rows and an order in two files are told at once', async (t) => {
  const { write, refusal, warehouse } = await openIntake(t);
  await write('june.csv', `${GOOD}2,2025-03-03,A,B,P,-5\n`);
  await write('july.csv', GOOD);
  const said = String(await refusal(['june.csv', 'july.csv'])).split('\n');
  assert.equal(said[0], 'mdq: 1 bad row; nothing was imported.');
  assert.deepEqual(said.slice(-4), [
    'Also, 1 order is in more than one of these files.',
    '  "1" in june.csv and july.csv',
    'If they are exports of different times, --overlap replace keeps the order as the file named last has it.',
    'If each file holds a part of the order, --overlap add takes all rows.',
  ]);
  assert.equal(await warehouse.current(), undefined);
});

test('a file that grows while it is read is refused', async (t) => {
  const { write, folder, warehouse, refusal } = await openIntake(t);
  const name = await write('grows.csv', GOOD);
  const growing = warehouse.import({ files: [join(folder, name)] }, (step) => {
    if (step.startsWith('Reading')) appendFileSync(join(folder, name), '2,2025-03-03,A,B,P,10\n');
  });
  await assert.rejects(growing, {
    message: `${join(folder, name)} changed while it was being read: import it again once it is complete`,
  });
  assert.equal(await warehouse.current(), undefined);
  assert.equal(await refusal(name), undefined);
});

test('more bad rows than a file of orders has stop the import, --skip-bad-rows or not, and the list ends there', async (t) => {
  const { write, refusal, folder, warehouse } = await openIntake(t);
  const half = '1,yesterday,A,B,P,10\n'.repeat(60_000);
  const long = `x${'y'.repeat(5000)}\n`.repeat(2);
  await write('wrong.csv', `${HEADER}\n${half}`);
  await write('too.csv', `${HEADER}\n${long}${half}`);
  assert.equal(
    await refusal(['wrong.csv', 'too.csv'], { skipBadRows: true }),
    [
      'mdq: More than 100,000 bad rows, up to too.csv; nothing was imported. The first 100,000 are listed; is this the right file, or does it need --check?',
      '  REJECTS',
    ].join('\n'),
  );
  assert.equal(await warehouse.current(), undefined);
  const [name = '', ...others] = readdirSync(join(folder, 'data/rejects'));
  assert.deepEqual(others, []);
  const lines = readFileSync(join(folder, 'data/rejects', name), 'utf8').split('\n');
  assert.equal(lines.length, 1 + 100_000 + 1);
  assert.ok(lines.every((line) => line.length < 1000));
  // The first of them, up to a line of the second file that is known.
  const last = lines.map((line) => line.split('too.csv,')[1]?.split(',')[0]).filter(Boolean);
  assert.equal(Math.max(...last.map(Number)), 40_001);
});

test('a quote that is never closed over millions of lines is refused by the line it stands on', async (t) => {
  const { write, refusal } = await openIntake(t);
  const says = 'has a quote that is not closed within 16 MiB';
  for (const [name, line, text] of [
    ['long', 2, `${HEADER}\n1,"${'a'.repeat(18e6)}`],
    ['lines', 2, `${HEADER}\n1,"${'a\n'.repeat(9e6)}`],
    ['header', 1, `"${'a'.repeat(18e6)}`],
  ] as const) {
    const file = await write(`${name}.csv.gz`, gzipSync(text));
    assert.equal(await refusal(file, { skipBadRows: true }), `mdq: ${name}.csv.gz, line ${line}: ${says}`);
  }
  const line = await write('line.ndjson.gz', gzipSync(`{"order_id":"${'a'.repeat(18e6)}"}\n`));
  assert.equal(await refusal(line), 'mdq: line.ndjson.gz, line 1: is longer than 16 MiB');
});

test('a file of a thousand thousand columns is refused before any of its rows is read', async (t) => {
  const { write, refusal } = await openIntake(t);
  const wide = await write('wide.csv', `${HEADER}${','.repeat(1e6)}\n${'x\n'.repeat(1e5)}`);
  assert.equal(
    await refusal(wide),
    'mdq: wide.csv, line 1: must have at most 1,000 columns (it has 1,000,006)',
  );
});

test('what is no file is told by what it is', async (t) => {
  const data = await dataFolderFor(t);
  const folder = await temporaryFolder(t);
  const at = (name: string) => join(folder, name);
  mkdirSync(at('folder'));
  symlinkSync('nowhere.csv', at('link.csv'));
  symlinkSync('loop.csv', at('loop.csv'));
  const pipe = spawn('mkfifo', [at('pipe.csv')]);
  await new Promise((resolve) => pipe.on('exit', resolve));
  for (const [name, said] of [
    ['folder', `There is no CSV, Parquet or NDJSON file in ${at('folder')}`],
    ['link.csv', `Cannot read ${at('link.csv')}: it is a link to nowhere.csv, which does not exist`],
    ['loop.csv', `Cannot read ${at('loop.csv')}: it is a link that leads back to itself`],
    ['pipe.csv', `${at('pipe.csv')} is not a file`],
    ['missing.csv', `Cannot read ${at('missing.csv')}: there is no such file`],
  ] as const) {
    const { code, stderr } = await data.mdq('import', at(name));
    assert.deepEqual([code, stderr], [1, `mdq: ${said}\n`]);
  }
});

test('a name is a name, whatever characters it has', async (t) => {
  const { write, import: take } = await openIntake(t);
  const names = ["it's [1]*?.csv", 'q[1].csv', 'q1.csv', 'zz*.csv', 'zzz.csv', 'a\\b.csv'];
  for (const [i, name] of names.entries()) await write(name, `${HEADER}\n${name},2025-03-03,A,B,P,${i}\n`);
  for (const name of names) {
    const { lines, orders } = await take(name);
    assert.deepEqual([lines, orders], [1, 1], name);
  }
});

test('a profile is checked before anything is read', async (t) => {
  const data = await dataFolderFor(t);
  const folder = await temporaryFolder(t);
  const file = join(folder, 'good.csv');
  const profile = join(folder, 'shop.json');
  await writeFile(file, GOOD);
  const names =
    'order_id, ordered_at, category, sub_category, product_id, product_name, tags, amount, payment_method, merchant_id, member_id, status';
  for (const [content, said] of [
    [
      '{"columns":{"colour":"x"}}',
      `The profile ${profile}: columns names "colour", which must be one of ${names}`,
    ],
    [
      '{"delimeter":";"}',
      `The profile ${profile} has no setting "delimeter"; there are: columns, delimiter, encoding, decimal, dateFormat, sql, tables, reference, set`,
    ],
    [
      '{"encoding":"latin-99"}',
      `The profile ${profile}: encoding must be the name of an encoding such as windows-1252, Big5, GB18030, Shift_JIS or UTF-16`,
    ],
    ['{"decimal":","}', `The profile ${profile}: decimal must be "point" or "comma"`],
  ] as const) {
    await writeFile(profile, content);
    const { code, stderr } = await data.mdq('import', file, '--profile', profile);
    assert.deepEqual([code, stderr], [1, `mdq: ${said}\n`]);
  }
});
