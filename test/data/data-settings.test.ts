/** The settings that are built into the figures are kept with the data, and nobody changes them in passing. */
import assert from 'node:assert/strict';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { run } from '../support/command.ts';
import { assertMistake, type DataFolder, dataFolderFor, runShortly } from '../support/stores/data-folder.ts';
import { HEADER } from '../support/stores/intake-place.ts';

const FIRST = { MDQ_TIMEZONE: 'Asia/Taipei', MDQ_DEFAULT_WEEKS: '2', MDQ_AUDIENCE_METHODS: 'Card' };
const DEFAULTS = {
  MDQ_TIMEZONE: 'UTC',
  MDQ_DEFAULT_WEEKS: '12',
  MDQ_AUDIENCE_METHODS: 'Credit card,Credit card installment,Debit card',
  MDQ_CANCELLED_STATUSES: 'cancelled,canceled,refunded,voided',
  MDQ_CURRENCY: '',
  // Disclosure control, unless it is turned on.
  ...{ MDQ_MIN_PEOPLE: '0', MDQ_MIN_MERCHANTS: '0', MDQ_MAX_SHARE: '100' },
};

/** 35 days of orders, and a store into which they were imported: tests change copies of it. */
const usual = await dataFolderFor({ after });
const file = join(usual.path, 'orders.csv');
const dayOf = (i: number) => new Date(Date.UTC(2025, 0, 6 + i)).toISOString().slice(0, 10);
const rows = Array.from({ length: 35 }, (_, i) => `${i},${dayOf(i)},A,B,P,10,Card`);
await writeFile(file, `${HEADER},payment_method\n${rows.join('\n')}\n`);
const firstSaid = await usual.succeed('import', file);

async function openCopy(t: TestContext): Promise<DataFolder> {
  const data = await dataFolderFor(t);
  await cp(usual.path, data.path, { recursive: true });
  return data;
}

const settings = async (data: DataFolder) => JSON.parse(await data.succeed('settings', '--json'));
const set = (data: DataFolder, ...settings: string[]) => data.succeed('settings', 'set', ...settings);

test('what the first import was made with holds for every later command, and stops whoever says something else', async (t) => {
  const data = await dataFolderFor(t);
  await run({ ...data.env, ...FIRST }, ['import', file]);
  assert.deepEqual(await settings(data), { ...DEFAULTS, ...FIRST });
  await data.succeed('refresh');
  await data.succeed('import', file);
  assert.deepEqual(await settings(data), { ...DEFAULTS, ...FIRST });
  const status = JSON.parse(await data.succeed('status', '--json'));
  assert.deepEqual(status.defaultPeriod, { start: '2025-01-27', end: '2025-02-09' });

  const other = { ...data.env, MDQ_DEFAULT_WEEKS: '3' };
  const said =
    /^mdq: MDQ_DEFAULT_WEEKS is "3", and the data here is made with "2": unset it, or change the data with: mdq settings set MDQ_DEFAULT_WEEKS 3$/m;
  for (const command of [['import', file], ['refresh'], ['orders', 'delete', '1']])
    assertMistake(await run(other, command), said);
  assertMistake(await runShortly(other, ['serve']), said);
  assertMistake(
    await runShortly({ ...data.env, MDQ_TIMEZONE: 'Asia/Tokyo' }, ['serve']),
    /^mdq: MDQ_TIMEZONE is "Asia\/Tokyo", and the data here is made with "Asia\/Taipei": unset it; the time zone of orders that are in cannot be changed$/m,
  );
  const { code, stdout } = await run(other, ['settings']);
  assert.equal(code, 0);
  assert.match(stdout, /^MDQ_DEFAULT_WEEKS +2$/m);
});

test('mdq settings set changes a setting of the data and publishes, unless it holds already', async (t) => {
  const data = await openCopy(t);
  const report = JSON.parse(await set(data, 'MDQ_DEFAULT_WEEKS', '3', '--json'));
  assert.deepEqual([report.version, report.defaultPeriod.start], [2, '2025-01-20']);
  assert.match(await set(data, 'MDQ_CURRENCY', 'TWD'), /^MDQ_CURRENCY is now TWD\.\nVersion 3, /);
  assert.deepEqual(await settings(data), { ...DEFAULTS, MDQ_DEFAULT_WEEKS: '3', MDQ_CURRENCY: 'TWD' });
  for (const [name, value, said] of [
    ['MDQ_DEFAULT_WEEKS', '0', /MDQ_DEFAULT_WEEKS must be a whole number from 1 to 520/],
    ['MDQ_CURRENCY', 'dollars', /MDQ_CURRENCY must be an ISO 4217 code such as TWD/],
    ['MDQ_TIMEZONE', 'Asia/Taipei', /orders here were imported in UTC: their time zone cannot be changed/],
    ['MDQ_AUDIENCE_METHODS', '*,Card', /must be payment methods, separated by commas, or \* alone for all/],
    ['PORT', '80', /There is no setting PORT of the data/],
  ] as const)
    assertMistake(await data.mdq('settings', 'set', name, value), said);
  assert.match(await set(data, 'MDQ_DEFAULT_WEEKS', '4'), /^Prices change with it/m);
  assert.equal(
    await set(data, 'MDQ_DEFAULT_WEEKS', '4'),
    'MDQ_DEFAULT_WEEKS is 4 already; nothing was published.\n',
  );
  assert.match(
    await set(data, 'MDQ_CANCELLED_STATUSES', 'storniert'),
    /^MDQ_CANCELLED_STATUSES is now storniert\.\nIt holds for what comes in from now on\. For orders that are in, import the files again\.\nVersion 5, /,
  );
});

test('before the first import a setting can be chosen, the time zone too', async (t) => {
  const data = await dataFolderFor(t);
  assert.match(await data.succeed('settings'), /These are the defaults/);
  const { stdout } = await run({ ...data.env, MDQ_TIMEZONE: 'Europe/Berlin' }, ['settings']);
  assert.match(
    stdout,
    /^MDQ_TIMEZONE +Europe\/Berlin\n.*\nFrom the environment: MDQ_TIMEZONE\.\nThe others are/s,
  );
  const chosen = async (zone: string) => {
    assert.match(await set(data, 'MDQ_TIMEZONE', zone), /It holds from the first import on/);
    const said = `^MDQ_TIMEZONE +${zone}\\n.*\\nSet with "mdq settings set": MDQ_TIMEZONE\\.\\nThe others are`;
    assert.match(await data.succeed('settings'), new RegExp(said, 's'));
    await data.succeed('import', file);
    assert.equal((await settings(data)).MDQ_TIMEZONE, zone);
  };
  await chosen('Asia/Taipei');
  // To rebuild the data, while what was published is still shown.
  await rm(join(data.path, 'warehouse.duckdb'));
  await chosen('Asia/Tokyo');
});

test('pruning calls goes by the day of the data, whatever time zone its environment has', async (t) => {
  const data = await dataFolderFor(t);
  // Here it is tomorrow, or the day after, of where the command is run.
  await set(data, 'MDQ_TIMEZONE', 'Pacific/Kiritimati');
  await data.succeed('account', 'create', 'acme');
  const yesterday = new Date(Date.now() - 10 * 3_600_000).toISOString().slice(0, 10);
  const elsewhere = { ...data.env, MDQ_TIMEZONE: 'Etc/GMT+12' };
  const { code, stdout } = await run(elsewhere, ['usage', '--prune', yesterday]);
  assert.equal(code, 0);
  assert.match(stdout, /^There are no single calls before/);
});

test('who sets audience methods sees the methods of the data, the counted ones, and which are not there', async (t) => {
  assert.match(firstSaid, /^Payment methods: Card$/m);
  assert.match(
    firstSaid,
    /^Warning \(no-audience\): No line was paid by Credit card, .* MDQ_AUDIENCE_METHODS "\*"$/m,
  );
  const data = await openCopy(t);
  const wrong = await set(data, 'MDQ_AUDIENCE_METHODS', 'Crad');
  assert.match(
    wrong,
    /^Payment methods: Card\n(.*\n)*Warning: No line was paid by Crad: audience figures are 0\./m,
  );
  assert.match(await data.succeed('status'), /^Warning \(no-audience\): No line was paid by Crad: /m);

  const half = await set(data, 'MDQ_AUDIENCE_METHODS', 'Card,Cash');
  assert.match(half, /^Payment methods: Card \(counted\)$/m);
  assert.match(half, /^Warning: MDQ_AUDIENCE_METHODS names what no line was paid by: Cash\./m);
  assert.match(await data.succeed('import', '--check', file), /names what no line was paid by: Cash\./);

  const every = JSON.parse(await set(data, 'MDQ_AUDIENCE_METHODS', '*', '--json'));
  assert.deepEqual(every.paymentMethods, [{ name: 'Card', counted: true }]);
  assert.match(every.warnings.join(), /^No line that is paid by an audience method names a member/);
  const { paymentMethods, warnings } = JSON.parse(await data.succeed('status', '--json'));
  assert.deepEqual(
    { paymentMethods, warnings: warnings.map(({ text }: { text: string }) => text) },
    { paymentMethods: every.paymentMethods, warnings: every.warnings },
  );
});

test('the log can be read to see that disclosure control was turned off', async (t) => {
  const data = await dataFolderFor(t);
  await data.succeed('account', 'create', 'a');
  await set(data, 'MDQ_MIN_PEOPLE', '0', 'MDQ_MIN_MERCHANTS', '0', 'MDQ_MAX_SHARE', '100');
  assert.match(await data.succeed('log'), /MDQ_MIN_MERCHANTS, 0, MDQ_MAX_SHARE, 100/);
});
