/** Every command tells what it takes, speaks JSON when asked, and says a mistake in one line. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { operations } from '../../src/operations/list.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { MDQ, runProcess } from '../support/command.ts';
import { onlyInTestAll } from '../support/effort.ts';
import { jsonLines } from '../support/json-lines.ts';
import { writeCsv } from '../support/order-files.ts';
import { assertMistake, dataFolderFor } from '../support/stores/data-folder.ts';
import { order } from '../support/stores/prepare.ts';

const data = await dataFolderFor({ after });
const { mdq, succeed } = data;
const orders = await writeCsv(join(data.path, 'orders.csv'), [
  order('1', { ordered_at: '2025-03-03', sub_category: 'B', amount: '10' }),
  order('2', { ordered_at: '2025-03-16', sub_category: 'C', amount: '10' }),
]);

/** Commands that are no operation, and what the help of a command has to name beside `--json`. */
const TOLD: readonly (readonly [string, readonly string[]])[] = [
  ['serve', []],
  ['demo', []],
  ['import', ['--map', '--skip-bad-rows', '--no-weekly', '--profile', '--complete-through', '--overlap']],
  ['refresh', ['--restate']],
  ['orders delete', ['--file', '--again-allowed']],
  ['privacy report', ['--people', '--merchants', '--share']],
  ['account create', ['--points', '--kind', '--note', '--contact', '--external-id']],
  ['account list', ['--low', '--external-id']],
  ['account set', ['--name', '--contact', '--note', '--external-id']],
  ['key rotate', ['--grace', '--name']],
  ['key set', ['--name', '--paths', '--categories', '--rate', '--per-day', '--per-month', '--ends']],
  ['points grant', ['--note', '--kind', '--reference', '--expires']],
  ['points take', ['--note', '--reference', '--grant', '--at-most']],
  ['points refund', ['--note']],
  ['plan set', ['--points', '--every', '--from', '--keep']],
  ['operator create', ['--role', '--ends']],
  ['log', ['--since', '--operator', '--account']],
  ['webhook add', ['--events']],
  ['webhook deliveries', ['--webhook', '--state']],
  ['webhook resend', ['--webhook']],
  ['usage', ['--from', '--to', '--by', '--csv', '--prune']],
  ['statement', ['--month']],
  ['audit', ['--head']],
  ['backup', []],
  ['restore', ['--force', '--only']],
  ['verify', []],
  ['migrate', ['--to-warehouse', '--to-accounts', '--finish']],
];

const COMMANDS = new Map<string, readonly string[]>([
  ...Object.keys(operations).map((name) => [name.split(' --')[0] ?? '', []] as const),
  ...TOLD,
]);

test('--help on each command tells its options', { skip: onlyInTestAll }, async () => {
  const helps = [...COMMANDS].map(async ([command, options]) => {
    const { code, stdout, stderr } = await mdq(...command.split(' '), '--help');
    assert.equal(code, 0, command);
    assert.equal(stderr, '', command);
    for (const option of ['--json', ...options]) {
      assert.match(stdout, new RegExp(`^\\s+.*${option}\\b`, 'm'), `${command}: ${option}`);
    }
  });
  await Promise.all(helps);
});

test('--help names every command and every setting', async () => {
  const help = await succeed('--help');
  const words = [...COMMANDS.keys()].map((command) => command.split(' ')[0]);
  for (const word of [...words, ...Object.keys(SETTINGS)])
    assert.match(help, new RegExp(`^\\s*${word}\\b`, 'm'));
});

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const printed = await succeed(...args, '--json');
  assert.equal(printed.trimEnd().split('\n').length, 1, args.join(' '));
  return JSON.parse(printed);
}

const jsonList = async (...args: string[]) =>
  jsonLines<Record<string, unknown>>(await succeed(...args, '--json'));

test('each command gives JSON: one object, or one per line for a list', async () => {
  const { id: accountId, ...made } = await json('account', 'create', 'acme', '--points', '100');
  assert.deepEqual(made, { account: 'acme', balance: 100 });
  assert.equal((await json('account', 'create', '商店')).balance, 0);
  const accounts = (await jsonList('account', 'list')).map(({ account, balance }) => `${account} ${balance}`);
  assert.deepEqual(accounts, ['acme 100', '商店 0']);
  const { id, key, ...rest } = await json('key', 'create', 'acme');
  assert.deepEqual([typeof id, typeof key, rest], ['string', 'string', {}]);
  await json('key', 'create', 'acme');
  assert.equal((await jsonList('key', 'list')).length, 2);
  assert.equal((await json('points', 'grant', 'acme', '5', '--note', 'thanks')).balance, 105);
  for (const change of [
    'account show acme',
    `account set ${accountId} --contact ops@example.com`,
    'account close 商店',
    'account deactivate acme',
    'account activate acme',
    `key deactivate ${id}`,
    `key activate ${id}`,
    `key rotate ${id}`,
    `key delete ${id}`,
    'statement acme --month 2026-01',
    'audit',
  ])
    await json(...change.split(' '));
  assert.match(await succeed('audit'), /105/);
});

test('import, refresh and status give JSON, and status says what there is', async () => {
  await json('import', orders, '--no-weekly');
  const monthly = await json('status');
  await json('refresh');
  const { weeklyBuilt, version, coverage, defaultPeriod, totalLines, totalOrders } = await json('status');
  assert.deepEqual([monthly.weeklyBuilt, weeklyBuilt], [false, true]);
  assert.ok(Number(version) > Number(monthly.version));
  const days = { start: '2025-03-03', end: '2025-03-16' };
  assert.deepEqual([coverage, defaultPeriod, totalLines, totalOrders], [days, days, 2, 2]);
  const text = await succeed('status');
  for (const fact of [days.start, days.end, '2 lines', '2 orders', `${version}`, 'week', 'B'])
    assert.ok(text.includes(fact), `${fact} is not in:\n${text}`);
});

test('the log says what was given, of long lists how many', async () => {
  const said = await succeed('log');
  assert.match(said, /points grant +done +acc_\w+ +points=5, .*note=thanks/);
  await mdq('settings', 'set', 'MDQ_CURRENCY', 'EUR');
  assert.match(await succeed('log'), /settings set +ended +- +name=MDQ_CURRENCY, value=EUR$/m);
  await succeed('account', 'set', 'acme', '--per-day', 'none');
  assert.match(await succeed('log'), /account set +done +acc_\w+ +perDay=none$/m);
  await mdq('orders', 'delete', ...Array.from({ length: 40 }, (_, i) => `none-${i}`));
  assert.match(await succeed('log'), /orders delete +begun +- +ids="none-0, none-1, .*… \(40 in all\)"/);
});

/** Arguments that are a mistake, and what the line about it has to name. */
const MISTAKES: readonly (readonly [string, RegExp])[] = [
  ['frobnicate', /frobnicate/],
  ['account frobnicate', /frobnicate/],
  ['status --frobnicate', /--frobnicate/],
  ['account create', /name/],
  ['key rotate', /id/],
  ['usage --by call', /^mdq: --by: single calls are listed of one account; name it$/m],
  ['import orders.csv --map colour=price', /--map/],
  ['audit --head zz', /--head must be 64 hexadecimal digits, as an audit prints it/],
  ['plan set acme --points 5 --from 2020-01-01', /must begin today or later/],
  ['plan set acme --points 5 --from 2099-01-01 --keep some', /--keep .*must be none, all or a whole number/],
  ['plan show acme', /has no plan/],
  ['points grant acme 1.5', /whole number/],
  ['account set acme', /--name, --contact, --note, --external-id, --low, --per-day or --per-month/],
  ['account set acme --name 商店', /already an account "商店"/],
  ['points refund nonsense', /must be the x-request-id of an answer, not "nonsense"/],
  ['call mq0phmxi003k-1x9d0ab', /There is no charged call "mq0phmxi003k-1x9d0ab"/],
  ['account create acme', /acme/],
  ['account create acc_0123456789abcdef', /must not look like an id/],
  ['account create beta --points many', /--points/],
  ['key create nobody', /nobody/],
  ['key rotate key_none', /key_none/],
  ['key rotate key_none --grace soon', /--grace/],
  ['usage acme --csv --json', /'--csv' cannot be used with option '--json'/],
  ['usage acme --by week', /--by/],
  ['usage acme --from 2024-1-5', /--from/],
  // An operation names fields of its input, a command its options.
  ['usage acme --from 2025-01-02 --to 2025-01-01', /^mdq: --from is after --to$/m],
  ['usage acme --prune 2025-01-01', /^mdq: --prune needs no account: it is for all of them$/m],
  ['usage --prune 2999-01-01', /^mdq: --prune must be a day before today/m],
  ['points take acme 1 --note \t', /^mdq: --note must say what the points are taken back for$/m],
  ['orders allow nobody', /There is no order "nobody" that was deleted/],
  ['orders delete', /^mdq: Name the orders to delete, or a file with --file$/m],
];

test('a mistake is told in one line', { concurrency: 4 }, async (t) => {
  const state = async () => ({
    accounts: await succeed('account', 'list', '--json'),
    keys: await succeed('key', 'list', '--json'),
    status: await succeed('status', '--json'),
  });
  const before = await state();
  const told = MISTAKES.map(([mistake, says]) =>
    t.test(`mdq ${mistake}`, async () => {
      const outcome = await mdq(...mistake.split(' '));
      assertMistake(outcome, says);
      assert.match(outcome.stderr, /^mdq: /);
    }),
  );
  await Promise.all(told);
  await t.test('and nothing was changed by any of them', async () => assert.deepEqual(await state(), before));
});

test('the program in a process of its own says the same, and ends with the same code', async () => {
  for (const command of ['--version', '--help', 'key --help list', 'account list', 'points grant acme 0', ''])
    assert.deepEqual(
      await runProcess(data.env, command.split(' ').filter(Boolean)),
      await mdq(...command.split(' ').filter(Boolean)),
      command,
    );
});

test('a command on either store ends by itself in a process of its own', {
  skip: onlyInTestAll,
}, async () => {
  for (const command of [
    'orders show 1',
    'privacy report --people 2',
    'refresh',
    'audit',
    'key create acme',
  ]) {
    const { code, stderr } = await runProcess(data.env, command.split(' '));
    assert.equal(code, 0, `mdq ${command}: ${stderr}`);
  }
});

/** Runs a command whose standard output goes to a file, or whose reader has gone from one of its streams. */
async function runUnread(
  args: readonly string[],
  unread: 'stdout' | 'stderr',
  stdout: number | 'pipe' = 'pipe',
) {
  const child = spawn(MDQ, args, { env: data.env, stdio: ['ignore', stdout, 'pipe'] });
  if (stdout === 'pipe') child[unread]?.destroy();
  const read = unread === 'stdout' ? child.stderr : child.stdout;
  const [said, [code]] = await Promise.all([read ? text(read) : '', once(child, 'close')]);
  return { code, said };
}

test('who reads may stop before the end, as `| head` does', async () => {
  for (const args of [['--help'], ['account', 'list'], ['status']])
    assert.deepEqual(await runUnread(args, 'stdout'), { code: 0, said: '' }, args.join(' '));
  const { code, said } = await runUnread(['refresh', '--json'], 'stderr');
  assert.deepEqual([code, JSON.parse(said).totalOrders], [0, 2], 'progress that nobody reads');
});

test('a command that is proposed can be pasted, whatever the name', async () => {
  assert.ok((await succeed('account', 'create', 'it$x')).endsWith(` mdq key create 'it$x'\n`));
  assert.ok((await succeed('account', 'create', '--', '-x')).endsWith(' mdq key create -- -x\n'));
  await succeed('key', 'create', '--', '-x');
});

test('output that could not be written is reported, and what was done is not taken for failed', {
  skip: existsSync('/dev/full') ? false : 'there is no /dev/full here',
}, async () => {
  const full = openSync('/dev/full', 'w');
  await succeed('account', 'create', 'unheard');
  const said =
    'mdq: the output could not be written (ENOSPC); unless an error is told beside this, the command was carried out\n';
  for (const command of ['points grant unheard 7', 'account list', 'account list --json'])
    assert.deepEqual(await runUnread(command.split(' '), 'stdout', full), { code: 1, said });
  closeSync(full);
  assert.match(await succeed('account', 'list'), /^unheard +7 /m);
});
