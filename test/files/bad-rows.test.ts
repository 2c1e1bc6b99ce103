/** An import with bad rows is refused as a whole, or takes the rest when asked to. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Outcome } from '../support/command.ts';
import { rowsAsCsv, writeCsv } from '../support/order-files.ts';
import { publishedVersion } from '../support/reference/figures.ts';
import { row } from '../support/reference/made-cases.ts';
import { assertPublished } from '../support/reference/published-answers.ts';
import { allQuestions } from '../support/reference/questions.ts';
import { Reference } from '../support/reference/reference.ts';
import { mergeImports, type RawRow } from '../support/reference/reference-lines.ts';
import { type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';
import { HEADER, openIntake } from '../support/stores/intake-place.ts';

const place = { category: 'A', sub_category: 'B', amount: '10' };
const KNOWN_ROWS = [
  row({ order_id: 'known', ordered_at: '2025-03-05', ...place }),
  row({ order_id: 'good-0', ordered_at: '2025-03-04', ...place, category: 'Earlier' }),
];

/** The header and 99 good rows are lines 1 to 100. */
const GOOD_ROWS = Array.from({ length: 99 }, (_, i) =>
  row({ order_id: `good-${i % 60}`, ordered_at: '2025-03-03', ...place }),
);
const FIRST_BAD_LINE = 101;
const REASONS_PRINTED = 20;

/** Each is bad for one reason. The first belongs to an order that has good rows too. */
const BAD_LINES = [
  'good-0,2025-03-03,A,B,P,,,abc,,,',
  // A value is missing.
  ',2025-03-03,A,B,P,,,1,,,',
  'x,,A,B,P,,,1,,,',
  'x,2025-03-03,,B,P,,,1,,,',
  'x,2025-03-03,A,   ,P,,,1,,,',
  'x,2025-03-03,A,B,,,,1,,,',
  'x,2025-03-03,A,B,P,,,,,,',
  // A date that is none.
  'x,2025-02-29,A,B,P,,,1,,,',
  'x,2025-13-01,A,B,P,,,1,,,',
  'x,03/10/2025,A,B,P,,,1,,,',
  'x,yesterday,A,B,P,,,1,,,',
  'x,2025-03-03T25:00:00,A,B,P,,,1,,,',
  // An amount that is none.
  'x,2025-03-03,A,B,P,,,-1,,,',
  'x,2025-03-03,A,B,P,,,-0.01,,,',
  'x,2025-03-03,A,B,P,,,12.345,,,',
  'x,2025-03-03,A,B,P,,,0.001,,,',
  'x,2025-03-03,A,B,P,,,"1,000",,,',
  'x,2025-03-03,A,B,P,,,NaN,,,',
  'x,2025-03-03,A,B,P,,,Infinity,,,',
  'x,2025-03-03,A,B,P,,,1.2.3,,,',
  // Too few columns, too many, and a byte that is not UTF-8.
  'x,2025-03-03,A,B,P',
  'x,2025-03-03,A,B,P,,,1,,,,one more',
  // Blank ones too, for an unquoted comma can be behind them.
  'x,2025-03-03,A,B,P,,,1,,shop, inc,',
  'x,2025-03-03,A,B,P,,,1,,,,,,',
  'x,2025-03-03,A\xff,B,P,,,1,,,',
];
const BAD_LINE_NUMBERS = BAD_LINES.map((_, i) => FIRST_BAD_LINE + i);

const BAD_FILE = Buffer.from(`${rowsAsCsv(GOOD_ROWS)}${BAD_LINES.join('\n')}\n`, 'latin1');

/** The lines that a refusal gives a reason for, in order and once each. */
function linesPrinted(said: string): number[] {
  return [...new Set(Array.from(said.matchAll(/line (\d+)/g), (match) => Number(match[1])))];
}

/** The lines in the file that the import says it wrote the reasons to; its second column is the line. */
async function linesKept({ stdout, stderr }: Outcome): Promise<number[]> {
  const written = /\S*\/rejects\/\S+\.csv/.exec(stdout + stderr)?.[0];
  assert.ok(written !== undefined, `no rejects file is named in:\n${stdout}${stderr}`);
  const reasons = (await readFile(written, 'utf8')).trimEnd().split('\n').slice(1);
  return [...new Set(reasons.map((reason) => Number(reason.split(',')[1])))];
}

const assertFigures = (data: DataFolder, rows: readonly RawRow[]) => {
  const reference = new Reference(rows);
  return assertPublished(data, reference, allQuestions(reference));
};

test('a bad row refuses the whole import; --skip-bad-rows takes the rest; the reasons are kept', async (t) => {
  const data = await dataFolderFor(t);
  const at = (name: string) => join(data.path, name);
  await data.succeed('import', await writeCsv(at('known.csv'), KNOWN_ROWS));
  await writeFile(at('bad.csv'), BAD_FILE);
  const refused = await data.mdq('import', at('bad.csv'));
  assert.notEqual(refused.code, 0);
  assert.deepEqual(linesPrinted(refused.stderr), BAD_LINE_NUMBERS.slice(0, REASONS_PRINTED));
  assert.deepEqual(await linesKept(refused), BAD_LINE_NUMBERS);
  assert.equal(await publishedVersion(data), 1);
  await assertFigures(data, KNOWN_ROWS);
  const rest = await data.mdq('import', at('bad.csv'), '--skip-bad-rows');
  assert.equal(rest.code, 0, rest.stderr);
  assert.deepEqual(await linesKept(rest), BAD_LINE_NUMBERS);
  await assertFigures(data, mergeImports([KNOWN_ROWS, GOOD_ROWS]));
});

const jsonLine = (values: object) =>
  JSON.stringify({ order_id: '1', ordered_at: '2025-03-03', product_id: 'P', ...place, ...values });
const BAD_JSON = [
  ...[jsonLine({ amount: 0.125 }), jsonLine({ category: null }), jsonLine({ ordered_at: '2025-02-30' })],
  ...[jsonLine({ order_id: undefined }), '{"order_id":"2","ordered_at":', 'not JSON'],
];

test('a bad value, and text that is no JSON, in NDJSON are refused by their lines, or skipped', async (t) => {
  const data = await dataFolderFor(t);
  const file = join(data.path, 'bad.ndjson');
  await writeFile(file, [jsonLine({}), ...BAD_JSON, jsonLine({ order_id: '3' }), ''].join('\n'));
  const numbers = BAD_JSON.map((_, i) => 2 + i);
  const refused = await data.mdq('import', file);
  assert.notEqual(refused.code, 0);
  assert.deepEqual(linesPrinted(refused.stderr), numbers);
  assert.deepEqual(await linesKept(await data.mdq('import', file, '--skip-bad-rows')), numbers);
  const good = ['1', '3'].map((order_id) => row({ order_id, ordered_at: '2025-03-03', ...place }));
  await assertFigures(data, good);
});

test('a line break in quotes changes nothing about what is said of another row', async (t) => {
  const { write, refusal, import: take } = await openIntake(t);
  const rows = ['1,2025-03-03,A,B,P,10,"shelf\r\nwhite"', '2,2025-03-03,A,B,P,1O,x', ''];
  await write('a.csv', [`${HEADER},remark`, ...rows].join('\r\n'));
  assert.match((await refusal('a.csv')) ?? '', /line 4: amount must be digits/);
  assert.equal((await take('a.csv', { skipBadRows: true })).lines, 1);
});

test('the columns that may be missing may be missing', async (t) => {
  const data = await dataFolderFor(t);
  const header = 'amount,product_id,sub_category,category,ordered_at,order_id';
  const file = join(data.path, 'few-columns.csv');
  await writeFile(file, `${header}\n12.5,P,B,A,2025-03-03,1\n0,P,C,A,2025-03-04T10:00:00Z,2\n`);
  await data.succeed('import', file);
  await assertFigures(data, [
    row({ order_id: '1', ordered_at: '2025-03-03', ...place, amount: '12.5' }),
    row({ order_id: '2', ordered_at: '2025-03-04', ...place, sub_category: 'C', amount: '0' }),
  ]);
});
