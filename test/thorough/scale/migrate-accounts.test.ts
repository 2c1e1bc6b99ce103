/** Accounts move from a data folder into PostgreSQL while they are charged, and no call is charged on both sides. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { ERRORS } from '../../../src/errors/callers.ts';
import { atEnd } from '../../support/at-end.ts';
import { run } from '../../support/command.ts';
import { killAt } from '../../support/faults/kill-at.ts';
import { assertCharged, ReplicaLoad } from '../../support/http/replica-load.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { writeCsv } from '../../support/order-files.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import {
  assertMistake,
  type DataFolder,
  dataFolderFor,
  runShortly,
  serverFor,
} from '../../support/stores/data-folder.ts';
import { createDatabase, noDatabase, queryOn } from '../../support/stores/postgres.ts';
import { createAccount, importRows, order } from '../../support/stores/prepare.ts';
import { spawnWatch } from '../../support/watch-process.ts';
import { temporaryFolder } from '../../support/workplace.ts';
import { yearOfOrders } from '../../support/year-of-orders.ts';

const FILE = { after: atEnd };
const PATH = '/api/public/meta/categories';

/** Statements of a finish before and after the old store is marked. */
const BEFORE = 'SELECT name, balance FROM mdq.account';
const AFTER = 'UPDATE mdq.move SET is_finished';

describe('mdq migrate --to-accounts', { skip: noDatabase ?? false }, () => {
  let data: DataFolder;
  let there: NodeJS.ProcessEnv;
  let server: ServerProcess;
  let early: ServerProcess;
  let url: string;
  let load: ReplicaLoad;
  let key: string;
  before(async () => {
    data = await dataFolderFor(FILE);
    await importRows(data, yearOfOrders());
    ({ key } = await createAccount(data.env, 'acme', 1_000_000));
    const second = await createAccount(data.env, 'other', 1_000_000);
    await data.succeed('points', 'take', 'other', '5', '--note', 'mistake');
    await data.succeed('price', 'set', '/api/public/market/payment', '7');
    await data.succeed('site', 'set', 'name', "Smith's market data");
    url = await createDatabase();
    there = { ...data.env, ACCOUNTS_URL: url };
    server = await serverFor(FILE, data.env);
    // Someone was too early: a server on the place that is moved to.
    early = await serverFor(FILE, there);
    load = new ReplicaLoad(() => [server.url], [key, second.key]);
    atEnd(() => load.stop());
  });

  const to = (...more: string[]) => ['migrate', '--to-accounts', url, ...more];
  const migrate = async (...more: string[]) => JSON.parse(await data.succeed(...to(...more), '--json'));
  const ask = async (path: string, at = server.url) => {
    const answer = await fetch(at + path, { headers: { 'x-api-key': key } });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as object };
  };
  const succeedThere = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(there, args);
    assert.equal(code, 0, stderr);
    return stdout;
  };

  test('copies while calls go on, as often as wanted, and says how far behind it is', async () => {
    await load.answered(50);
    const first = await migrate();
    assert.ok(first.copied >= 50, JSON.stringify(first));
    await load.answered(50);
    const second = await migrate();
    assert.ok(second.copied >= 50 && second.copied < load.receipts.length, JSON.stringify(second));
    assert.deepEqual([typeof second.behind, second.finished], ['number', false]);
    assert.equal(load.failed, 0, 'nobody is kept waiting');
    // Nobody can charge on the copy before the move is finished.
    const says = /still being moved to .*mdq migrate --to-accounts URL --finish/;
    assertMistake(await run(there, ['account', 'list']), says);
    assertMistake(await runShortly(there, ['serve']), /still being moved to/);
    assert.equal((await ask(PATH, early.url)).status, 500);
  });

  test('another place, a wrong address and a second move at a time are refused, and calls go on', async () => {
    const taken = await createDatabase();
    const used = { ...data.env, ACCOUNTS_URL: taken };
    await run(used, ['account', 'create', 'theirs', '--points', '5']);
    const others = /holds other accounts already; name an empty database/;
    for (const [env, args, says] of [
      [data.env, ['--to-accounts', taken], others],
      [data.env, ['--to-accounts', taken, '--finish'], others],
      [
        data.env,
        ['--to-accounts', url.replace(/:[^:@]*@/, ':wrong@')],
        /check the user and password in --to-accounts/,
      ],
      [data.env, ['--to-accounts', 'nowhere'], /--to-accounts must be postgres:/],
      [used, ['--to-accounts', url], /ACCOUNTS_URL must be empty/],
    ] as const) {
      const outcome = await run(env, ['migrate', ...args]);
      assertMistake(outcome, says);
      assert.doesNotMatch(outcome.stderr, /Copying/, 'what is refused is not begun');
    }
    const moves = await Promise.all([1, 2, 3].map(() => data.mdq(...to())));
    const refused = moves.filter(({ code }) => code !== 0);
    assert.ok(refused.length < moves.length);
    for (const { stderr } of refused) assert.match(stderr, /Another "mdq migrate" is at work/);
    await load.answered(10);
  });

  test('--finish: what is copied does not add up: the old store goes on', async () => {
    const change = (by: string) =>
      queryOn(
        url,
        `UPDATE mdq.charge SET points = points ${by} WHERE number = (SELECT min(number) FROM mdq.charge)`,
      );
    await change('+ 1');
    const { code, stderr } = await data.mdq(...to('--finish'));
    assert.notEqual(code, 0);
    assert.match(stderr, /Nothing was moved: what was copied does not add up/);
    await change('- 1');
    await load.answered(10);
  });

  test('--finish, killed before and after the old store is marked: calls are refused here and there until it is run again, with --finish or, before that mark, without', async () => {
    for (const [moment, state] of [
      [BEFORE, 'are being moved'],
      [AFTER, 'were moved'],
    ] as const) {
      assert.ok(await killAt(moment, data.env, to('--finish')), moment);
      assert.equal((await ask(PATH)).status, 503, moment);
      assertMistake(await run(there, ['account', 'list']), /still being moved to/);
      const { body } = await ask('/readyz');
      assert.deepEqual(body, { status: 'not ready', reasons: [`accounts ${state} to another store`] });
      if (moment === AFTER) continue;
      const grant = await data.mdq('points', 'grant', 'acme', '5');
      assertMistake(grant, /are being moved .*--finish.*run it again/);
      const folder = await temporaryFolder(FILE);
      const restored = { ...data.env, DATA_DIR: join(folder, 'restored') };
      for (const [env, command] of [
        [data.env, 'backup'],
        [data.env, 'verify'],
        [restored, 'restore'],
      ] as const) {
        const { stdout } = await run(env, [command, join(folder, 'backup')]);
        const says = /being moved when they were backed up.* refuses calls: .*without --finish/;
        assert.match(stdout, says, command);
      }
      await data.succeed(...to());
      await load.answered(5);
    }
  });

  test('--finish: the old store refuses calls with 503, everything is on the new one, once', async () => {
    const { finished, behind, accounts } = await migrate('--finish');
    assert.deepEqual([finished, behind, accounts], [true, 0, 2]);
    const refused = await ask(PATH);
    assert.deepEqual([refused.status, refused.body], [503, { code: 503, msg: ERRORS.accountsMoved.msg }]);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await ask('/api/account')).status, 503, 'a balance of then is not shown');
    await load.stop();
    assert.equal(load.lost, 0);
    assert.ok(!server.log().includes('stack'), 'calls that are refused are counted, not told one by one');
    await assertCharged(url, load, 0);
    const balance = Math.min(...load.receipts.map((receipt) => receipt.balance).filter((each) => each > 0));
    const audit = JSON.parse(await succeedThere('audit', '--json'));
    assert.deepEqual([audit.ok, audit.calls], [true, load.receipts.length]);
    const next = await serverFor(FILE, there, [], 'inherit');
    const { status, headers } = await ask(PATH, next.url);
    assert.equal(status, 200);
    assert.ok(Number(headers.get('x-points-balance')) >= balance - 1);
    assert.match(await succeedThere('price', 'list'), /market\/payment.*\b7\b/);
    assert.match(await succeedThere('site', 'show'), /name +Smith's market data/);
    assert.match(await succeedThere('points', 'list', 'other'), /mistake/);
    const logged = jsonLines<{ operation: string }>(await succeedThere('log', '--json'));
    const earlier = logged.filter(({ operation }) => operation !== 'migrate').length;
    assert.deepEqual([earlier, logged.length > earlier], [5, true], 'the log is whole, with the move itself');
    await succeedThere('account', 'create', 'third', '--points', '5');
  });

  test('the old store is left for good: no command and no server opens it again', async () => {
    const other = await createDatabase();
    const moved = /were moved to (database )?.*/;
    for (const args of [
      ['points', 'grant', 'acme', '5'],
      to(),
      ['migrate', '--to-accounts', other],
      ['migrate', '--to-accounts', other, '--finish'],
    ])
      assertMistake(await data.mdq(...args), moved);
    assertMistake(await runShortly(data.env, ['serve']), moved);
    assert.match(await data.succeed(...to('--finish')), /were moved to .* set ACCOUNTS_URL/);
  });

  test('no import goes on beside accounts that were moved: it would be in no audit log', async (t) => {
    const old = await dataFolderFor(t);
    const inbox = join(old.path, 'inbox');
    await mkdir(inbox);
    await old.succeed('account', 'create', 'a');
    const file = await importRows(old, [order('1')]);
    const watch = spawnWatch(old.env, inbox, ['--settle', '0.1']);
    t.after(() => watch.child.kill('SIGKILL'));
    const ended = once(watch.child, 'close');
    await writeCsv(join(inbox, '2.csv'), [order('2')]);
    await watch.until('taken', '2.csv');
    await old.succeed('migrate', '--to-accounts', await createDatabase(), '--finish');
    assert.equal((await ended)[0], 1);
    const version = async () => JSON.parse(await old.succeed('status', '--json')).version;
    const was = await version();
    for (const args of [
      ['import', file],
      ['import', '--watch', inbox],
      ['refresh'],
      ['imports', 'undo'],
      ['settings', 'set', 'MDQ_DEFAULT_WEEKS', '4'],
    ])
      assertMistake(
        await runShortly(old.env, args),
        /The accounts (in .* )?were moved to database .*; set ACCOUNTS_URL to that/,
      );
    assert.equal(await version(), was);
  });
});
