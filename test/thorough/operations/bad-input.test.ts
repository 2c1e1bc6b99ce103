/** Every kind of bad input, and the exact line an operator reads of it. Nothing changes by any of them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
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
const MAGIC_ZIP = 'PK\x03\x04\x14\0\x06\0\x08\0';
const CUT = ' is damaged: it cannot be unpacked whole';

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
    `${MAGIC_ZIP}[Content_Types].xml`,
    ' is an Excel workbook: save it as "CSV UTF-8" and import that',
  ],
  'orders.zip': [`${MAGIC_ZIP}orders.csv`, ' is a zip archive: unpack it and import the files in it'],
  'orders.pdf': ['%PDF-1.7\n', ' is a PDF: export the orders as CSV'],
  'orders.db': [
    'SQLite format 3\0\x10\0',
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
  'cut.csv.gz': [gzipSync(GOOD).subarray(0, -12), CUT],
  'zeros between parts.csv.gz': [
    Buffer.concat([gzipSync(GOOD), Buffer.alloc(3e6), gzipSync(`2${LINE}`)]),
    CUT,
  ],
};

const OVERLAP = [
  'If they are exports of different times, --overlap replace keeps the order as the file named last has it.',
  'If each file holds a part of the order, --overlap add takes all rows.',
];

test('a file that is no order lines is told by what it is', async (t) => {
  const { write, refusal } = await openIntake(t);
  for (const [name, [content, said]] of Object.entries(FILES))
    assert.equal(await refusal(await write(name, content)), `mdq: ${name}${said}`);
  assert.equal(
    await refusal(await write('header only.csv', `${HEADER}\n`)),
    'mdq: There is no row to import in these files; nothing was changed',
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

/** Rows, and what is said of each. */
const ROWS: Readonly<Record<string, string>> = {
  '1,2025-03-03,A,B,P,10,x': 'has 7 columns instead of 6 ("1,2025-03-03,A,B,P,10,x")',
  '1,2025-03-03,A,B,P,10,': 'has 7 columns instead of 6 ("1,2025-03-03,A,B,P,10,")',
  '1,2025-03-03,"A,B,P,10': 'has a quote that is never closed ("1,2025-03-03,\\"A,B,P,10\\n")',
  '1,0018-03-03,A,B,P,10': 'ordered_at must be 1970-01-01 or later ("0018-03-03")',
  '1,2081-03-03,A,B,P,10':
    'ordered_at must be no later than tomorrow; --allow-future takes later days ("2081-03-03")',
  '1,31/12/2017 14:05,A,B,P,10':
    'ordered_at must be a date (YYYY-MM-DD) or an ISO 8601 time; --date-format takes others ("31/12/2017 14:05")',
  '1,2025-03-03,A,B,P,"1.234,56"':
    'amount must have a point before its decimals; --decimal comma reads commas ("1.234,56")',
  '1,2025-03-03,A,B,P,R$ 12': `amount must have no currency sign or thousands separator; --sql can strip them: regexp_replace("amount", '[^0-9.-]', '', 'g') ("R$ 12")`,
  '1,2025-03-03,A,B,P,-5': 'amount must be 0 or more ("-5")',
  '1,2025-03-03,A,B,P,1.234': 'amount must have at most two decimals ("1.234")',
  '1,2025-03-03,A,B,P,1e2': 'amount must be digits with a point before decimals, such as 1280.50 ("1e2")',
};

test('a bad row is told by its line, its column and what helps', async (t) => {
  const { write, refusal, warehouse } = await openIntake(t);
  for (const [row, said] of Object.entries(ROWS)) {
    assert.equal(
      await refusal(await write('rows.csv', `${HEADER}\n${row}\n`)),
      `mdq: 1 bad row; nothing was imported.\n  rows.csv, line 2: ${said}\nFix the rows, or import the others with --skip-bad-rows. All reasons are in:\n  REJECTS`,
    );
  }
  const many = `1${LINE}`.repeat(5000);
  const said = await refusal(await write('late.csv', `${HEADER}\n${many}2,2025-03-03,A\0,B,P,10\n`));
  assert.match(String(said), /^ {2}late\.csv, line 5002: has a NUL byte \("2,2025-03-03,A,B,P,10"\)$/m);
  assert.equal(await warehouse.current(), undefined);
  // A delimiter inside quotes is part of the value.
  const quoted = await write('quoted.csv', `${HEADER}\n1,2025-03-03,"A, B",B,P,10\n`);
  assert.equal(await refusal(quoted), undefined);
});

test('the same order in two files is refused, with the first such orders and their files, beside bad rows too', async (t) => {
  const { write, refusal, warehouse } = await openIntake(t);
  const files = ['june.csv', 'july.csv'];
  await write('june.csv', `${GOOD}2,2025-03-03,A,B,P,10\n`);
  await write('july.csv', `${HEADER}\n2,2025-03-03,A,B,P,11\n3,2025-03-03,A,B,P,10\n`);
  assert.deepEqual((await refusal(files))?.split('\n'), [
    'mdq: 1 order is in more than one of these files; nothing was imported.',
    '  "2" in june.csv and july.csv',
    ...OVERLAP,
  ]);
  await write('june.csv', `${GOOD}2,2025-03-03,A,B,P,-5\n`);
  await write('july.csv', GOOD);
  const said = String(await refusal(files)).split('\n');
  assert.equal(said[0], 'mdq: 1 bad row; nothing was imported.');
  assert.deepEqual(said.slice(-4), [
    'Also, 1 order is in more than one of these files.',
    '  "1" in june.csv and july.csv',
    ...OVERLAP,
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
  const lines = readFileSync(join(folder, 'data/rejects', name), 'utf8').split('\n');
  assert.deepEqual([others, lines.length], [[], 1 + 100_000 + 1]);
  assert.ok(lines.every((line) => line.length < 1000));
  // The first of them, up to a line of the second file that is known.
  const last = lines.map((line) => Number(line.split('too.csv,')[1]?.split(',')[0] ?? 0));
  assert.equal(Math.max(...last), 40_001);
});

test('a quote that is never closed over millions of lines, or a million columns, is refused by its line', async (t) => {
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
  const wide = await write('wide.csv', `${HEADER}${','.repeat(1e6)}\n${'x\n'.repeat(1e5)}`);
  const columns = 'must have at most 1,000 columns (it has 1,000,006)';
  assert.equal(await refusal(wide), `mdq: wide.csv, line 1: ${columns}`);
  const line = await write('line.ndjson.gz', gzipSync(`{"order_id":"${'a'.repeat(18e6)}"}\n`));
  assert.equal(await refusal(line), 'mdq: line.ndjson.gz, line 1: is longer than 16 MiB');
});

test('what is no file is told by what it is', async (t) => {
  const data = await dataFolderFor(t);
  const folder = await temporaryFolder(t);
  const at = (name: string) => join(folder, name);
  mkdirSync(at('folder'));
  symlinkSync('nowhere.csv', at('link.csv'));
  symlinkSync('loop.csv', at('loop.csv'));
  execFileSync('mkfifo', [at('pipe.csv')]);
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
  for (const [content, said] of [
    ['{"columns":{"colour":"x"}}', ': columns names "colour", which must be one of order_id, '],
    ['{"delimeter":";"}', ' has no setting "delimeter"; there are: columns, delimiter, encoding, '],
    ['{"encoding":"latin-99"}', ': encoding must be the name of an encoding such as windows-1252, Big5, '],
    ['{"decimal":","}', ': decimal must be "point" or "comma"\n'],
  ] as const) {
    await writeFile(profile, content);
    const { code, stderr } = await data.mdq('import', file, '--profile', profile);
    assert.equal(code, 1);
    assert.ok(stderr.startsWith(`mdq: The profile ${profile}${said}`), stderr);
  }
});
