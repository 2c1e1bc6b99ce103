/** `mdq demo` makes a shop with a year and a half behind it, once. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { MDQ } from '../../support/command.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { writeCsv } from '../../support/order-files.ts';
import { parseDay } from '../../support/reference/reference-calendar.ts';
import { copyDemo, dataFolderFor } from '../../support/stores/data-folder.ts';
import { importRows, order } from '../../support/stores/prepare.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const SIGNAL_AT_TEXT = new URL('../../support/faults/signal-at-text.mjs', import.meta.url);
const DAYS_OF_18_MONTHS = 548;

const data = await dataFolderFor({ after });
const sundaysBefore = [lastSunday()];
const { key } = JSON.parse(await data.succeed('demo', '--language', 'zh-TW', '--json')) as { key: string };
sundaysBefore.push(lastSunday());

type Status = { coverage: { start: string; end: string }; totalOrders: number };

async function state() {
  return {
    status: JSON.parse(await data.succeed('status', '--json')) as Status,
    accounts: jsonLines<{ balance: number }>(await data.succeed('account', 'list', '--json')),
    keys: jsonLines(await data.succeed('key', 'list', '--json')),
    key: await readFile(join(data.path, 'demo.key'), 'utf8'),
  };
}

/** The last Sunday that is over. */
function lastSunday(): string {
  const now = new Date();
  const daysBack = now.getUTCDay() === 0 ? 7 : now.getUTCDay();
  return new Date(now.getTime() - daysBack * 86_400_000).toISOString().slice(0, 10);
}

test('it has about 300,000 orders over 18 months up to last Sunday, and one account with points and one key', async () => {
  const made = await state();
  const { accounts, keys } = made;
  const { coverage, totalOrders } = made.status;
  assert.ok(totalOrders > 270_000 && totalOrders < 330_000, `${totalOrders} orders`);
  assert.ok(sundaysBefore.includes(coverage.end), coverage.end);
  const days = parseDay(coverage.end) - parseDay(coverage.start) + 1;
  assert.ok(Math.abs(days - DAYS_OF_18_MONTHS) <= 10, `${days} days`);
  assert.deepEqual([accounts.length, Number(accounts[0]?.balance) > 0, keys.length], [1, true, 1]);
  const { mode } = await stat(join(data.path, 'demo.key'));
  assert.deepEqual([mode & 0o777, made.key.trim()], [0o600, key]);

  // A second run changes nothing.
  await data.succeed('demo');
  assert.deepEqual(await state(), made);

  // In Chinese its settings fit its words; another language is refused.
  assert.match(await data.succeed('settings'), /TWD[\s\S]*信用卡,信用卡分期付款,簽帳金融卡|信用卡[\s\S]*TWD/);
  const refused = await data.mdq('demo', '--language', 'fr');
  assert.deepEqual([refused.code, /en, zh-TW/.test(refused.stderr)], [1, true], refused.stderr);
});

test('a run that cannot be told in the log is done', async () => {
  using db = new DatabaseSync(join(data.path, 'accounts.sqlite'), { timeout: 5000 });
  db.exec(`CREATE TRIGGER fault BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  const { code, stdout, stderr } = await data.mdq('demo');
  db.exec('DROP TRIGGER fault');
  assert.equal(code, 0, stderr);
  assert.ok(stdout.includes(key));
  assert.match(stderr, /^It is done, but not told in the log of changes: /m);
});

test('Ctrl-C leaves nothing behind, while orders are made or imported, and says so', async (t) => {
  const stopped = await dataFolderFor(t);
  const scratch = await temporaryFolder(t);
  for (const [step, ...args] of [
    ['Making', 'serve', '--demo'],
    ['Reading', 'demo'],
  ] as const) {
    // As a terminal does it: the signal goes to all that the command has started, right when it says where it is.
    const atOnce = { NODE_OPTIONS: `--import=${SIGNAL_AT_TEXT}`, SIGNAL_AT_TEXT: `SIGINT ${step} group` };
    const env = { ...stopped.env, TMPDIR: scratch, ...atOnce };
    const child = spawn(MDQ, args, { env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    const [said, exit] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.deepEqual(exit, [1, null], said);
    assert.match(said, /^mdq: Stopped; no demo data was made\. Run it again to make it\n$/m, said);
    assert.equal(said.match(/^mdq: /gm)?.length, 1, said);
    assert.deepEqual(await readdir(scratch), [], `${args.join(' ')} ${step}`);
  }
});

test('own data gets no demo account; who brings orders of their own into the demo is warned, and not elsewhere', async (t) => {
  const [demo, own] = [await dataFolderFor(t), await dataFolderFor(t)];
  await importRows(own);
  const refused = await own.mdq('demo');
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /There is data already that is not the demo’s/);
  assert.deepEqual(jsonLines(await own.succeed('account', 'list', '--json')), []);

  await copyDemo(demo.path);
  const file = await writeCsv(join(await temporaryFolder(t), 'orders.csv'), [order('2')]);
  const warning = {
    code: 'demo-data',
    count: 1,
    text:
      'The data here are the made-up orders of "mdq demo", and figures would mix them with yours: set DATA_DIR to another folder for your own. ' +
      '"mdq imports undo" takes an import back',
    acknowledged: false,
  };
  assert.match(await demo.succeed('status'), /^Demo +with the made-up orders of "mdq demo"; set DATA_DIR/m);
  for (const check of [['--check'], []]) {
    const about = async ({ succeed }: typeof demo) =>
      JSON.parse(await succeed('import', ...check, file, '--json')).warnings.filter(
        ({ code }: { code: string }) => code === 'demo-data',
      );
    assert.deepEqual([await about(demo), await about(own)], [[warning], []]);
  }
  assert.doesNotMatch(await own.succeed('status'), /demo/i);
});
