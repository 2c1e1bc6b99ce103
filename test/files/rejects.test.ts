/** What is said of bad rows: the file, the line, the column, the value and why, and how often each reason stands there. */
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { constants, gzipSync } from 'node:zlib';
import { writeParquet } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';
import { HEADER, openIntake } from '../support/stores/intake-place.ts';
import { temporaryFolder } from '../support/workplace.ts';

const NOT_AN_AMOUNT = 'must be digits with a point before decimals, such as 1280.50';

const CSV = [
  'order_id,ordered_at,category,sub_category,product_id,product_name,amount',
  'a1,2026-06-01,A,B,P,"two',
  'lines",1',
  'a2,2026-06-01,A,B,P,"closed"badly,1',
  'a3,2026-06-01,A,B,P,x,abc',
  'a4,2026-06-01,A\xff,B,P,x,1',
  'a5,2026-06-01,A,B',
  ',,A,B,P,x,-1',
  'a6,2026-06-01,A,B,P,"never closed,1',
].join('\n');

const ORDER = { ordered_at: '2026-06-01', category: 'A', sub_category: 'B' };
const NDJSON = [
  JSON.stringify({ order_id: 'n1', ...ORDER, product_id: 'P', amount: 1 }),
  JSON.stringify({ order_id: 'n2', ...ORDER, product_id: 'P', amount: 1.234 }),
  '{"order_id":\n',
].join('\n');
const PARQUET = [row({ order_id: 'p1', ...ORDER }), row({ order_id: 'p2', ...ORDER, category: '' })];

/** Where, in which column, what stood there, why. */
const WRONG = [
  ['bad.csv', 4, '', 'a2,2026-06-01,A,B,P,"closed"badly,1', 'has text after a closing quote'],
  ['bad.csv', 5, 'amount', 'abc', NOT_AN_AMOUNT],
  ['bad.csv', 6, '', 'a4,2026-06-01,A\ufffd,B,P,x,1', 'is not valid UTF-8'],
  ['bad.csv', 7, '', 'a5,2026-06-01,A,B', 'has 4 columns instead of 7'],
  ['bad.csv', 8, 'amount', '-1', 'must be 0 or more'],
  ['bad.csv', 8, 'order_id', '', 'is missing'],
  ['bad.csv', 8, 'ordered_at', '', 'is missing'],
  ['bad.csv', 9, '', 'a6,2026-06-01,A,B,P,"never closed,1', 'has a quote that is never closed'],
  ['bad.ndjson', 2, 'amount', '1.234', 'must have at most two decimals'],
  ['bad.ndjson', 3, '', '{"order_id":', 'is not a JSON object'],
  ['bad.parquet', 2, 'category', '', 'is missing'],
] as const;
const BAD_ROWS = 9;

const REASONS = [
  'amount must be 0 or more',
  `amount ${NOT_AN_AMOUNT}`,
  'amount must have at most two decimals',
  'category is missing',
  'has 4 columns instead of 7',
  'has a quote that is never closed',
  'has text after a closing quote',
  'is not a JSON object',
  'is not valid UTF-8',
  'order_id is missing',
  'ordered_at is missing',
].map((reason) => ({ reason, rows: 1 }));

async function openPlace(t: TestContext): Promise<{ data: DataFolder; folder: string; files: string[] }> {
  const data = await dataFolderFor(t);
  const folder = await temporaryFolder(t);
  const files = ['bad.csv', 'bad.ndjson', 'bad.parquet'].map((name) => join(folder, name));
  const [csv = '', ndjson = '', parquet = ''] = files;
  await writeFile(csv, Buffer.from(CSV, 'latin1'));
  await writeFile(ndjson, NDJSON);
  await writeParquet(parquet, PARQUET);
  return { data, folder, files };
}

function csvLine(folder: string, [file, ...cells]: (typeof WRONG)[number]): string {
  return [join(folder, file), ...cells]
    .map(String)
    .map((cell) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
}

test('all that is wrong with the files of an import is listed in one file, and the first of it printed', async (t) => {
  const { data, folder, files } = await openPlace(t);
  const { code, stderr } = await data.mdq('import', ...files);
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`^mdq: ${BAD_ROWS} bad rows; nothing was imported\\.$`, 'm'));
  for (const [file, line, column, value, reason] of WRONG) {
    const why = `${column ? `${column} ` : ''}${reason}${value ? ` (${JSON.stringify(value)})` : ''}`;
    const said = `  ${join(folder, file)}, line ${line}: ${why}\n`;
    assert.ok(stderr.includes(said), `${why} is not in ${stderr}`);
  }
  const [rejects = ''] = await readdir(join(data.path, 'rejects'));
  assert.equal(
    await readFile(join(data.path, 'rejects', rejects), 'utf8'),
    `${['file,line,column,value,reason', ...WRONG.map((each) => csvLine(folder, each))].join('\n')}\n`,
  );

  // Left out, they are counted by reason.
  const report = JSON.parse(await data.succeed('import', ...files, '--skip-bad-rows', '--json'));
  assert.deepEqual([report.lines, report.skippedRows, report.reasons], [3, BAD_ROWS, REASONS]);
  assert.match(report.rejectsFile, /\/rejects\/.+\.csv$/);
  const text = await data.succeed('import', ...files, '--skip-bad-rows');
  assert.match(text, new RegExp(`^Skipped ${BAD_ROWS} bad rows, listed in /.+/rejects/.+\\.csv:$`, 'm'));
  assert.ok(text.includes(REASONS.map(({ reason, rows }) => `  ${rows} × ${reason}\n`).join('')), text);
  await writeFile(join(folder, 'good.csv'), CSV.split('\n').slice(0, 3).join('\n'));
  const good = JSON.parse(
    await data.succeed('import', join(folder, 'good.csv'), '--skip-bad-rows', '--json'),
  );
  assert.deepEqual([good.skippedRows, good.reasons, good.rejectsFile], [0, [], null]);
});

test('many bad rows are counted by reason, the most frequent first, before the first twenty', async (t) => {
  const { write, refusal } = await openIntake(t);
  const bad = Array.from({ length: 30 }, (_, i) => `${i},2026-06-01,A,B,P,${i < 5 ? '' : 'x'}`);
  const said = (await refusal(await write('many.csv', [HEADER, ...bad, ''].join('\n')))) ?? '';
  const counts = `  25 × amount ${NOT_AN_AMOUNT}\n  5 × amount is missing\nThe first 20:\n`;
  assert.ok(said.includes(`mdq: 30 bad rows; nothing was imported.\n${counts}`), said);
  assert.equal(said.match(/, line \d+:/g)?.length, 20);
});

test('a packed file that is cut short or damaged is refused by name, whatever its format', async (t) => {
  const { write, refusal } = await openIntake(t);
  const lines = Array.from({ length: 500 }, (_, i) => `o${i},2026-06-01,A,B,P${i},1`);
  const json = lines.map((_, i) =>
    JSON.stringify({ order_id: `o${i}`, ...ORDER, product_id: `P${i}`, amount: 1 }),
  );
  for (const [format, text] of [
    ['ndjson', json.join('\n')],
    ['csv', [HEADER, ...lines].join('\n')],
  ]) {
    // What is whole up to the cut, and what has a wrong checksum behind all of its bytes.
    const flushed = gzipSync(`${text}\n`, { finishFlush: constants.Z_SYNC_FLUSH });
    const wrong = gzipSync(`${text}\n`);
    wrong.writeUInt32LE(1, wrong.length - 8);
    for (const [name, bytes] of Object.entries({ cut: flushed, wrong })) {
      const file = await write(`${name}.${format}.gz`, bytes);
      assert.match((await refusal(file)) ?? '', new RegExp(`${name}\\.${format}\\.gz is damaged`));
    }
  }
});
