/** What looked wrong in an import is known afterwards, wherever an operator looks. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { jsonLines } from '../support/json-lines.ts';
import { csvText, rowsAsCsv } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { COLUMNS, type RawRow } from '../support/reference/reference-lines.ts';
import { type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';
import { sentOf } from '../support/stores/sent-events.ts';
import { temporaryFolder } from '../support/workplace.ts';

const AT = { ordered_at: '2025-03-03', category: 'A', sub_category: 'B', payment_method: 'Credit card' };

function orders(count: number, prefix = 'o', at: Partial<RawRow> = {}): RawRow[] {
  return Array.from({ length: count }, (_, i) =>
    row({ ...AT, order_id: `${prefix}${i}`, member_id: `${prefix}${i}`, ...at }),
  );
}

const doubled = (rows: readonly RawRow[]) => rowsAsCsv([...rows, ...rows]);

type Listed = {
  delivery: string | null;
  files: string[];
  warnings: { code: string; count: number; text: string; acknowledged: boolean }[];
};

const imports = async (data: DataFolder) => jsonLines<Listed>(await data.succeed('imports', '--json'));

test('warnings of an import are in the list of imports, the status, the audit log and the webhooks', async (t) => {
  const data = await dataFolderFor(t);
  const folder = await temporaryFolder(t);
  await data.succeed('account', 'create', 'a');
  await data.succeed('webhook', 'add', 'https://hooks.example/');
  await writeFile(join(folder, 'twice.csv'), doubled(orders(20)));
  await data.succeed('import', join(folder, 'twice.csv'));

  const [{ delivery, warnings } = { delivery: '', warnings: [] }] = await imports(data);
  assert.equal(delivery, 'twice.csv');
  assert.deepEqual(
    warnings.map(({ code, count, acknowledged }) => ({ code, count, acknowledged })),
    [{ code: 'doubled-rows', count: 40, acknowledged: false }],
  );
  const [warning] = warnings;
  assert.match(warning?.text ?? '', /^Nearly every row stands there twice/);
  const status = JSON.parse(await data.succeed('status', '--json'));
  assert.deepEqual(status.warnings, warnings);
  const said = `Warning (doubled-rows, 40): ${warning?.text}`;
  assert.ok((await data.succeed('status')).includes(said));
  assert.ok((await data.succeed('imports')).includes(said));

  const logged = jsonLines<{ operation: string; outcome: string; details: Record<string, object> }>(
    await data.succeed('log', '--json'),
  ).findLast(({ operation, outcome }) => operation === 'import' && outcome === 'ended');
  const short = [{ code: 'doubled-rows', count: 40, acknowledged: false }];
  const told = { version: 1, delivery: 'twice.csv', warnings: short };
  assert.deepEqual(logged?.details.after, told);
  assert.deepEqual(sentOf(data, 'data.published'), [told]);
});

test('warnings of the data as a whole go when their cause does; the list of imports keeps them', async (t) => {
  const data = await dataFolderFor(t);
  const file = join(await temporaryFolder(t), 'a.csv');
  await writeFile(file, rowsAsCsv(orders(3, 'o', { payment_method: 'Cash' })));
  await data.succeed('import', file);
  const current = async () => JSON.parse(await data.succeed('status', '--json')).warnings;
  assert.deepEqual(
    (await current()).map(({ code }: { code: string }) => code),
    ['no-audience'],
  );
  await data.succeed('settings', 'set', 'MDQ_AUDIENCE_METHODS', 'Cash');
  assert.deepEqual(await current(), []);
  assert.equal((await imports(data))[0]?.warnings[0]?.code, 'no-audience');
});

test('a delivery of several files is listed by its folder', async (t) => {
  const data = await dataFolderFor(t);
  const folder = join(await temporaryFolder(t), 'monday');
  await mkdir(folder);
  const header = (rows: RawRow[]) =>
    csvText(
      COLUMNS,
      rows.map((each) => COLUMNS.map((name) => each[name])),
    );
  for (const name of ['a', 'b', 'c']) await writeFile(join(folder, `${name}.csv`), header(orders(2, name)));
  await data.succeed('import', folder);
  const [{ delivery, files } = { delivery: '', files: [] }] = await imports(data);
  assert.equal(delivery, 'monday');
  assert.equal(files.length, 3);
  const shown = await data.succeed('imports');
  assert.ok(shown.includes(`3 in ${folder}`), shown);
  assert.ok(!shown.includes('a.csv'), shown);
});

test('a failed import tells webhooks which delivery it was, and why as a code', async (t) => {
  const data = await dataFolderFor(t);
  const folder = join(await temporaryFolder(t), 'tuesday');
  await mkdir(folder);
  await writeFile(join(folder, 'a.csv'), rowsAsCsv([row({ ...AT, order_id: '1', amount: 'much' })]));
  await data.succeed('account', 'create', 'a');
  await data.succeed('webhook', 'add', 'https://hooks.example/');
  assert.equal((await data.mdq('import', folder)).code, 1);
  const failed = jsonLines<{ outcome: string; details: Record<string, unknown> }>(
    await data.succeed('log', '--json'),
  ).find(({ outcome }) => outcome === 'failed');
  assert.deepEqual(failed?.details.input, { delivery: 'tuesday', files: ['tuesday'] });
  assert.equal(failed?.details.reason, 'bad-rows');
  assert.deepEqual(sentOf(data, 'import.failed'), [
    { delivery: 'tuesday', files: ['tuesday'], reason: 'bad-rows' },
  ]);
});

/** Orders on so many days from one on, with a number of orders for each. */
function days(first: string, counts: readonly number[]): RawRow[] {
  return counts.flatMap((count, i) => {
    const day = new Date(Date.parse(first) + i * 86_400_000).toISOString().slice(0, 10);
    return orders(count, `${day}-`, { ordered_at: day });
  });
}

test('days new to the data with unusually few or many orders for their weekday are named', async (t) => {
  const data = await dataFolderFor(t);
  const folder = await temporaryFolder(t);
  const take = async (name: string, rows: RawRow[], ...args: string[]) => {
    const file = join(folder, name);
    await writeFile(file, rowsAsCsv(rows));
    const { warnings } = JSON.parse(await data.succeed('import', file, '--json', ...args)) as Listed;
    return warnings.filter(({ code }) => code === 'unusual-volume');
  };
  // Eight weeks from a Monday on: 9 orders on working days, 30 on Saturdays, none on Sundays.
  const week = [9, 9, 9, 9, 9, 30, 0];
  assert.deepEqual(await take('history.csv', days('2025-01-06', Array(8).fill(week).flat())), []);
  // A third and three times are usual; of Sundays too few have orders to tell.
  assert.deepEqual(await take('usual.csv', days('2025-03-03', [3, 27, 9, 9, 9, 10, 1])), []);
  const odd = days('2025-03-10', [2, 28, 9, 9, 9, 9, 50, 9]);
  const [checked] = await take('odd.csv', odd, '--check');
  const [warning, ...others] = await take('odd.csv', odd);
  assert.deepEqual([warning?.count, others], [3, []]);
  assert.deepEqual(checked, warning);
  assert.match(
    warning?.text ?? '',
    /before: 2025-03-10 \(2, usually 9\), 2025-03-11 \(28, usually 9\), 2025-03-15 \(9, usually 30\)\. /,
  );
  // Days that were there before are not compared again.
  assert.deepEqual(await take('more.csv', orders(90, 'x', { ordered_at: '2025-03-12' })), []);
  // Days that are not shown yet are looked at when they arrive, and not again once they are shown.
  const through = ['--complete-through', '2025-03-16'];
  const cut = days('2025-03-18', [1]);
  const [hidden] = await take('cut.csv', cut, '--check', ...through);
  assert.deepEqual(await take('cut.csv', cut, ...through), [hidden]);
  assert.match(hidden?.text ?? '', /before: 2025-03-18 \(1, usually 9\)\. /);
  assert.deepEqual(await take('next.csv', days('2025-03-19', [9]), '--complete-through', 'last'), []);
  // The file of a day never came.
  const [missing] = await take('later.csv', days('2025-03-21', [9]));
  assert.match(missing?.text ?? '', /^A new day has .*before: 2025-03-20 \(0, usually 9\)\. /);
  assert.deepEqual(await take('after.csv', days('2025-03-22', [30])), []);
});
