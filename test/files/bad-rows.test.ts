/** An import with bad rows is refused as a whole, or takes the rest when asked to. */
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Outcome } from '../support/command.ts';
import { onlyInTestAll } from '../support/effort.ts';
import { rowsAsCsv } from '../support/order-files.ts';
import { assertBecomesSame, assertSame } from '../support/reference/compare.ts';
import { publishedVersion } from '../support/reference/figures.ts';
import { row } from '../support/reference/made-cases.ts';
import { allQuestions } from '../support/reference/questions.ts';
import { Reference } from '../support/reference/reference.ts';
import { mergeImports } from '../support/reference/reference-lines.ts';
import { openIntake } from '../support/stores/intake-place.ts';
import { openService, temporaryFolder } from '../support/workplace.ts';

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
  'x,2025-03-03,A\xff,B,P,,,1,,,',
];
const BAD_LINE_NUMBERS = BAD_LINES.map((_, i) => FIRST_BAD_LINE + i);

async function writeBadFile(t: TestContext): Promise<string> {
  const file = join(await temporaryFolder(t), 'bad.csv');
  await writeFile(file, Buffer.from(`${rowsAsCsv(GOOD_ROWS)}${BAD_LINES.join('\n')}\n`, 'latin1'));
  return file;
}

/** The lines that a refusal gives a reason for, in order and once each. */
function linesPrinted(said: string): number[] {
  return [...new Set(Array.from(said.matchAll(/line (\d+)/g), (match) => Number(match[1])))];
}

/** The lines in the file that the import says it wrote the reasons to; its second column is the line. */
async function linesKept({ stdout, stderr }: Outcome): Promise<number[]> {
  const written = /\S*\/rejects\/\S+\.csv/.exec(stdout + stderr)?.[0];
  assert.ok(written !== undefined, `no rejects file is named in:\n${stdout}${stderr}`);
  const reasons = (await readFile(written, 'utf8')).split('\n').slice(1);
  const lines = reasons.filter((reason) => reason !== '').map((reason) => Number(reason.split(',')[1]));
  return [...new Set(lines)];
}

test('a bad row refuses the whole import, with the first reasons printed and all of them kept', async (t) => {
  const { service, key } = await openService(t, { rows: KNOWN_ROWS });
  const file = await writeBadFile(t);
  const outcome = await service.mdq('import', file);
  assert.notEqual(outcome.code, 0);
  assert.deepEqual(linesPrinted(outcome.stderr), BAD_LINE_NUMBERS.slice(0, REASONS_PRINTED));
  assert.deepEqual(await linesKept(outcome), BAD_LINE_NUMBERS);
  assert.equal(await publishedVersion({ path: service.dataDir }), 1);
  const unchanged = new Reference(KNOWN_ROWS);
  await assertSame(service, key, unchanged, allQuestions(unchanged));
});

test('--skip-bad-rows imports the rest and keeps the reasons', async (t) => {
  const { service, key } = await openService(t, { rows: KNOWN_ROWS });
  const file = await writeBadFile(t);
  const outcome = await service.mdq('import', file, '--skip-bad-rows');
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.deepEqual(await linesKept(outcome), BAD_LINE_NUMBERS);
  const merged = new Reference(mergeImports([KNOWN_ROWS, GOOD_ROWS]));
  await assertBecomesSame(service, key, merged, allQuestions(merged));
});

test('each bad row alone is enough to refuse an import', { skip: onlyInTestAll }, async (t) => {
  await assertEachRefused(t, BAD_LINES);
});

test('a surplus column makes a row bad also when it is blank, for an unquoted comma can be behind it', async (t) => {
  await assertEachRefused(t, ['x,2025-03-03,A,B,P,,,1,,shop, inc,', 'x,2025-03-03,A,B,P,,,1,,,,,,']);
});

/** Each is alone in a file, after good rows: all the files are refused for it, and nothing is published. */
async function assertEachRefused(t: TestContext, lines: readonly string[]): Promise<void> {
  const { write, refusal, folder, warehouse } = await openIntake(t);
  const names = lines.map((_, i) => `${i}.csv`);
  for (const [i, line] of lines.entries())
    await write(`${i}.csv`, Buffer.from(`${rowsAsCsv(GOOD_ROWS)}${line}\n`, 'latin1'));
  assert.match((await refusal(names, { overlap: 'add' })) ?? '', /nothing was imported/);
  assert.equal(await warehouse.current(), undefined);
  const [rejects = ''] = await readdir(join(folder, 'data/rejects'));
  const reasons = (await readFile(join(folder, 'data/rejects', rejects), 'utf8')).trim().split('\n').slice(1);
  const places = reasons.map((reason) => reason.split(',', 2).join());
  assert.deepEqual(
    places,
    names.toSorted().map((name) => `${join(folder, name)},${FIRST_BAD_LINE}`),
  );
}

function jsonLine(values: object): string {
  return JSON.stringify({ order_id: '1', ordered_at: '2025-03-03', product_id: 'P', ...place, ...values });
}

for (const [what, bad] of [
  [
    'a bad value',
    [
      jsonLine({ amount: 0.125 }),
      jsonLine({ category: null }),
      jsonLine({ ordered_at: '2025-02-30' }),
      jsonLine({ order_id: undefined }),
    ],
  ],
  ['text that is no JSON', ['{"order_id":"2","ordered_at":', 'not JSON']],
] as const) {
  test(`${what} in NDJSON is refused by its line, or skipped`, async (t) => {
    const { service, key } = await openService(t);
    const file = join(await temporaryFolder(t), 'bad.ndjson');
    await writeFile(file, [jsonLine({}), ...bad, jsonLine({ order_id: '3' }), ''].join('\n'));
    const refused = await service.mdq('import', file);
    assert.notEqual(refused.code, 0);
    const numbers = bad.map((_, i) => 2 + i);
    assert.deepEqual(linesPrinted(refused.stderr), numbers);
    const rest = await service.mdq('import', file, '--skip-bad-rows');
    assert.equal(rest.code, 0, rest.stderr);
    assert.deepEqual(await linesKept(rest), numbers);
    const good = ['1', '3'].map((order_id) => row({ order_id, ordered_at: '2025-03-03', ...place }));
    const reference = new Reference(good);
    await assertBecomesSame(service, key, reference, allQuestions(reference));
  });
}

test('a line break in quotes changes nothing about what is said of another row', async (t) => {
  const { write, refusal, import: take } = await openIntake(t);
  const rows = ['1,2025-03-03,A,B,P,10,"shelf\r\nwhite"', '2,2025-03-03,A,B,P,1O,x'];
  await write(
    'a.csv',
    [`order_id,ordered_at,category,sub_category,product_id,amount,remark`, ...rows, ''].join('\r\n'),
  );
  assert.match((await refusal('a.csv')) ?? '', /line 4: amount must be digits/);
  assert.equal((await take('a.csv', { skipBadRows: true })).lines, 1);
});

test('a file without a required column is refused', async (t) => {
  const { service, key } = await openService(t);
  const file = join(await temporaryFolder(t), 'no-amount.csv');
  await writeFile(file, 'order_id,ordered_at,category,sub_category,product_id\n1,2025-03-03,A,B,P\n');
  const outcome = await service.mdq('import', file);
  assert.notEqual(outcome.code, 0);
  assert.match(outcome.stderr, /amount/);
  assert.equal((await service.get('/api/public/meta/categories', { key })).status, 503);
});

test('the columns that may be missing may be missing', async (t) => {
  const file = join(await temporaryFolder(t), 'few-columns.csv');
  const header = 'amount,product_id,sub_category,category,ordered_at,order_id';
  await writeFile(file, `${header}\n12.5,P,B,A,2025-03-03,1\n0,P,C,A,2025-03-04T10:00:00Z,2\n`);
  const { service, key } = await openService(t, { files: [file] });
  const reference = new Reference([
    row({ order_id: '1', ordered_at: '2025-03-03', ...place, amount: '12.5' }),
    row({ order_id: '2', ordered_at: '2025-03-04', ...place, sub_category: 'C', amount: '0' }),
  ]);
  await assertSame(service, key, reference, allQuestions(reference));
});
