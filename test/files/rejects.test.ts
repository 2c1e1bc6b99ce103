/** What is said of bad rows: the file, the line, the column, the value and why, and how often each reason stands there. */
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { constants, gzipSync } from 'node:zlib';
import { writeParquet } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';
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

const NDJSON = [
  { order_id: 'n1', ordered_at: '2026-06-01', category: 'A', sub_category: 'B', product_id: 'P', amount: 1 },
  {
    order_id: 'n2',
    ordered_at: '2026-06-01',
    category: 'A',
    sub_category: 'B',
    product_id: 'P',
    amount: 1.234,
  },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .concat('{"order_id":\n')
  .join('');

const PARQUET = [row({ order_id: 'p1', ordered_at: '2026-06-01', category: 'A', sub_category: 'B' })].concat(
  row({ order_id: 'p2', ordered_at: '2026-06-01', category: '', sub_category: 'B' }),
);

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
    assert.ok(
      stderr.includes(`  ${join(folder, file)}, line ${line}: ${why}\n`),
      `${why} is not in ${stderr}`,
    );
  }
  const [rejects = ''] = await readdir(join(data.path, 'rejects'));
  assert.equal(
    await readFile(join(data.path, 'rejects', rejects), 'utf8'),
    `${['file,line,column,value,reason', ...WRONG.map((each) => csvLine(folder, each))].join('\n')}\n`,
  );
});

test('--skip-bad-rows tells how often each reason stands there, the most frequent first', async (t) => {
  const { data, files } = await openPlace(t);
  const report = JSON.parse(await data.succeed('import', ...files, '--skip-bad-rows', '--json'));
  assert.deepEqual([report.lines, report.skippedRows, report.reasons], [3, BAD_ROWS, REASONS]);
  assert.match(report.rejectsFile, /\/rejects\/.+\.csv$/);
  const text = await data.succeed('import', ...files, '--skip-bad-rows');
  assert.match(text, new RegExp(`^Skipped ${BAD_ROWS} bad rows, listed in /.+/rejects/.+\\.csv:$`, 'm'));
  const counts = REASONS.map(({ reason, rows }) => `  ${rows} × ${reason}\n`).join('');
  assert.ok(text.includes(counts), text);
});

test('where nothing was skipped there are no reasons', async (t) => {
  const { data, folder } = await openPlace(t);
  const file = join(folder, 'good.csv');
  await writeFile(file, CSV.split('\n').slice(0, 3).join('\n'));
  const report = JSON.parse(await data.succeed('import', file, '--skip-bad-rows', '--json'));
  assert.deepEqual([report.skippedRows, report.reasons, report.rejectsFile], [0, [], null]);
});

test('many bad rows are counted by reason before the first twenty', async (t) => {
  const { data, folder } = await openPlace(t);
  const file = join(folder, 'many.csv');
  const bad = Array.from({ length: 30 }, (_, i) => `${i},2026-06-01,A,B,P,${i < 5 ? '' : 'x'}`);
  await writeFile(
    file,
    ['order_id,ordered_at,category,sub_category,product_id,amount', ...bad, ''].join('\n'),
  );
  const { stderr } = await data.mdq('import', file);
  const said = `mdq: 30 bad rows; nothing was imported.\n  25 × amount ${NOT_AN_AMOUNT}\n  5 × amount is missing\nThe first 20:\n`;
  assert.ok(stderr.includes(said), stderr);
  assert.equal(stderr.match(/, line \d+:/g)?.length, 20);
});

test('a packed file that is cut short or damaged is refused by name, whatever its format', async (t) => {
  const data = await dataFolderFor(t);
  const folder = await temporaryFolder(t);
  const lines = Array.from({ length: 500 }, (_, i) => ({
    order_id: `o${i}`,
    ordered_at: '2026-06-01',
    category: 'A',
    sub_category: 'B',
    product_id: `P${i}`,
    amount: 1,
  }));
  const columns = Object.keys(lines[0] ?? {});
  const texts = {
    ndjson: lines.map((line) => JSON.stringify(line)).join('\n'),
    csv: [columns, ...lines.map(Object.values)].map((cells) => cells.join(',')).join('\n'),
  };
  for (const [format, text] of Object.entries(texts)) {
    // What is whole up to the cut, and what has a wrong checksum behind all of its bytes.
    const flushed = gzipSync(`${text}\n`, { finishFlush: constants.Z_SYNC_FLUSH });
    const wrong = gzipSync(`${text}\n`);
    wrong.writeUInt32LE(1, wrong.length - 8);
    for (const [name, bytes] of Object.entries({ cut: flushed, wrong })) {
      const path = join(folder, `${name}.${format}.gz`);
      await writeFile(path, bytes);
      const outcome = await data.mdq('import', path);
      assert.notEqual(outcome.code, 0, `${name}.${format}.gz`);
      assert.match(outcome.stderr, new RegExp(`${name}\\.${format}\\.gz is damaged`));
    }
  }
});
