/** What an import takes, refuses and replaces, seen in the figures that are served afterwards. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { onlyInTestAll } from '../support/effort.ts';
import { csvText, writeCsv, writeGzipCsv, writeNdjson, writeParquet } from '../support/order-files.ts';
import { assertBecomesSame, assertSame } from '../support/reference/compare.ts';
import { row } from '../support/reference/made-cases.ts';
import { MADE_TIME_ZONE, madeRows, resentRows } from '../support/reference/made-rows.ts';
import { assertPublished } from '../support/reference/published-answers.ts';
import { allQuestions, someQuestions } from '../support/reference/questions.ts';
import { Reference } from '../support/reference/reference.ts';
import { businessDay, formatDay } from '../support/reference/reference-calendar.ts';
import { COLUMNS, mergeImports, type RawRow } from '../support/reference/reference-lines.ts';
import { dataFolderFor } from '../support/stores/data-folder.ts';
import { HEADER, openIntake } from '../support/stores/intake-place.ts';
import { openService, temporaryFolder } from '../support/workplace.ts';

const TAIPEI = { timeZone: MADE_TIME_ZONE };
const env = { MDQ_TIMEZONE: MADE_TIME_ZONE };

test('each format gives the same figures', async (t) => {
  const rows = madeRows();
  const reference = new Reference(rows, TAIPEI);
  const folder = await temporaryFolder(t);
  const at = (name: string) => join(folder, name);
  const third = (part: number) => rows.filter((_, i) => i % 3 === part);
  for (const [name, files] of [
    ['gzipped CSV', [await writeGzipCsv(at('a.csv.gz'), rows)]],
    ['NDJSON', [await writeNdjson(at('a.ndjson'), rows)]],
    ['Parquet of texts', [await writeParquet(at('a.parquet'), rows)]],
    [
      'three files in one import, whose orders are spread over them',
      [
        await writeCsv(at('b.csv'), third(0)),
        await writeNdjson(at('b.ndjson'), third(1)),
        await writeParquet(at('b.parquet'), third(2)),
      ],
    ],
  ] as const)
    await t.test(name, async (t) => assertImported(t, reference, files));
});

/** What an import of these files publishes in a store of its own is what the reference says. */
async function assertImported(t: TestContext, reference: Reference, files: readonly string[]) {
  const data = await dataFolderFor(t, env);
  await data.succeed('import', ...files, '--overlap', 'add');
  await assertPublished(data, reference);
}

test('Parquet with dates, times and decimals of its own', { skip: onlyInTestAll }, async (t) => {
  const days = madeRows().map((line) => ({
    ...line,
    ordered_at: formatDay(businessDay(line.ordered_at, MADE_TIME_ZONE)),
  }));
  const reference = new Reference(days, TAIPEI);
  const folder = await temporaryFolder(t);
  // Half past midnight in Taipei is still the day before in UTC.
  const midnight = days.map((line) => ({ ...line, ordered_at: `${line.ordered_at} 00:30:00+08:00` }));
  for (const [type, rows] of [
    ['DATE', days],
    ['TIMESTAMP', days],
    ['TIMESTAMPTZ', midnight],
  ] as const) {
    const types = { ordered_at: type, amount: 'DECIMAL(18,2)' };
    const file = await writeParquet(join(folder, `${type}.parquet`), rows, types);
    await t.test(type, async (t) => assertImported(t, reference, [file]));
  }
});

test('an order that arrives again replaces itself, and the same file twice changes nothing', async (t) => {
  const rows = madeRows();
  const resent = resentRows(rows);
  const before = new Reference(rows, TAIPEI);
  const after = new Reference(mergeImports([rows, resent]), TAIPEI);
  assert.ok(before.categories.includes('Faded') && !after.categories.includes('Faded'));
  const { service, key } = await openService(t, { rows, env });
  const folder = await temporaryFolder(t);
  const importFile = async (name: string, lines: readonly RawRow[]) => {
    const outcome = await service.mdq('import', await writeCsv(join(folder, name), lines));
    assert.equal(outcome.code, 0, outcome.stderr);
  };

  await importFile('again.csv', rows);
  await assertSame(service, key, before, someQuestions(before));
  await importFile('resent.csv', resent);
  const questions = allQuestions(after).filter((_, i) => i % 4 === 0);
  await assertBecomesSame(service, key, after, [...questions, ...someQuestions(after)]);
  await importFile('resent-again.csv', resent);
  await assertSame(service, key, after, someQuestions(after));
});

test('a later import without weeks brings the months back, with the new figures', async (t) => {
  const rows = madeRows();
  const resent = resentRows(rows);
  const after = new Reference(mergeImports([rows, resent]), { ...TAIPEI, granularity: 'month' });
  const { service, key } = await openService(t, { rows, env });
  const folder = await temporaryFolder(t);
  const same = await service.mdq('import', await writeCsv(join(folder, 'same.csv'), rows), '--no-weekly');
  assert.match(same.stdout, /Trends stay weekly: no order has changed/);
  const file = await writeCsv(join(folder, 'resent.csv'), resent);
  assert.equal((await service.mdq('import', file, '--no-weekly')).code, 0);
  await assertBecomesSame(service, key, after, someQuestions(after));
});

test('a column can be read under another name, and the columns not read are named', async (t) => {
  const rows = madeRows();
  const header = COLUMNS.map(
    (column) => ({ amount: 'price', category: 'department' })[String(column)] ?? column,
  );
  const records = rows.map((line, i) => [...COLUMNS.map((column) => line[column]), `blue ${i}`, '']);
  const file = join(await temporaryFolder(t), 'renamed.csv');
  await writeFile(file, csvText([...header, 'colour', 'remark'], records));
  const data = await dataFolderFor(t, env);
  assert.notEqual((await data.mdq('import', file)).code, 0);
  const mapped = ['--map', 'amount=price', '--map', 'category=department'];
  assert.match(await data.succeed('import', file, ...mapped), /colour[\s\S]*remark/);
  await assertPublished(data, new Reference(rows, TAIPEI));
});

test('names are trimmed and composed on the way in, so that every spelling is one category', async (t) => {
  const composed = ['Café', 'Cafe\u0301', ' Café', 'Cafe\u0301  ', '\tCafé'];
  const rows = [...composed, '\u3000Café\u00a0', '\ufeffCafé'].map((name, i) =>
    row({
      ...{ order_id: `${i}`, ordered_at: '2025-01-06', category: name, sub_category: name },
      ...{ tags: ` kind=${name}`, payment_method: name },
    }),
  );
  const reference = new Reference(rows);
  assert.deepEqual(reference.categories, ['Café']);
  const { service, key } = await openService(t, { rows });
  await assertSame(service, key, reference, allQuestions(reference));
});

test('orders can be looked up at the same time in one process', async (t) => {
  const { write, import: take, warehouse } = await openIntake(t);
  await take(await write('a.csv', `${HEADER}\n1,2025-03-03,A,B,P,1\n2,2025-03-03,A,B,P,1\n`));
  const found = await Promise.all(['1', '2', '1', '3'].map((id) => warehouse.order(id)));
  assert.deepEqual(
    found.map((order) => order?.id),
    ['1', '2', '1', undefined],
  );
});
