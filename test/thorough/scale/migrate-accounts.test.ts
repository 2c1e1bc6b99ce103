/** Accounts move from a data folder into PostgreSQL while they are charged, and no call is charged on both sides. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { ERRORS } from '../../../src/errors/callers.ts';
import { atEnd } from '../../support/at-end.ts';
import { run } from '../../support/command.ts';
import { killAt } from '../../support/faults/kill-at.ts';
import { assertCharged, ReplicaLoad } from '../../support/http/replica-load.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { writeCsv } from '../../support/order-files.ts';
import { type ServerProcess, spawnServer } from '../../support/server-process.ts';
import {
  assertMistake,
  type DataFolder,
  dataFolderFor,
  runShortly,
} from '../../support/stores/data-folder.ts';
import { createDatabase, noDatabase, queryOn } from '../../support/stores/postgres.ts';
import { createAccount, importFiles } from '../../support/stores/prepare.ts';
import { yearOfOrders } from '../../support/year-of-orders.ts';

const PATH = '/api/public/meta/categories';

/** Statements of a finish before and after the old store is marked. */
const BEFORE = 'SELECT name, balance FROM mdq.account';
const AFTER = 'UPDATE mdq.move SET is_finished';

describe('mdq migrate --to-accounts', { skip: noDatabase ?? false }, () => {
  let data: DataFolder;
  let server: ServerProcess;
  let early: ServerProcess;
  let url: string;
  let load: ReplicaLoad;
  let key: string;
  before(async () => {
    data = await dataFolderFor({ after: atEnd });
    await importFiles(data.env, [await writeCsv(join(data.path, 'orders.csv'), yearOfOrders())]);
    ({ key } = await createAccount(data.env, 'acme', 1_000_000));
    const second = await createAccount(data.env, 'other', 1_000_000);
    await data.succeed('points', 'take', 'other', '5', '--note', 'mistake');
    await data.succeed('price', 'set', '/api/public/market/payment', '7');
    await data.succeed('site', 'set', 'name', "Smith's market data");
    await data.succeed('operator', 'create', 'ann', '--role', 'viewer');
    await data.succeed('webhook', 'add', 'https://hook.example/', '--events', 'data.published');
    url = await createDatabase();
    server = await spawnServer(data.env, [], 'ignore');
    atEnd(() => server.end('SIGKILL'));
    const there = { ...data.env, ACCOUNTS_URL: url };
    // Someone was too early: a server on the place that is moved to.
    early = await spawnServer(there, [], 'ignore');
    atEnd(() => early.end('SIGKILL'));
    load = new ReplicaLoad(() => [server.url], [key, second.key]);
    atEnd(() => load.stop());
  });

  test('copies while calls go on, as often as wanted, and says how far behind it is', async () => {
    await load.answered(50);
    const first = JSON.parse(await data.succeed('migrate', '--to-accounts', url, '--json'));
    assert.ok(first.copied >= 50, JSON.stringify(first));
    await load.answered(50);
    const second = JSON.parse(await data.succeed('migrate', '--to-accounts', url, '--json'));
    assert.ok(second.copied >= 50 && second.copied < load.receipts.length, JSON.stringify(second));
    assert.equal(typeof second.behind, 'number');
    assert.equal(second.finished, false);
    assert.equal(load.failed, 0, 'nobody is kept waiting');
  });

  test('nobody can charge on the copy before the move is finished', async () => {
    const there = { ...data.env, ACCOUNTS_URL: url };
    assertMistake(
      await run(there, ['account', 'list']),
      /still being moved to .*mdq migrate --to-accounts URL --finish/,
    );
    assertMistake(await runShortly(there, ['serve']), /still being moved to/);
    const charged = await fetch(early.url + PATH, { headers: { 'x-api-key': key } });
    assert.equal(charged.status, 500, await charged.text());
  });

  test('a database with other accounts, and a wrong address, are refused, and calls go on', async () => {
    const taken = await createDatabase();
    await run({ ...data.env, ACCOUNTS_URL: taken }, ['account', 'create', 'theirs', '--points', '5']);
    for (const finish of [[], ['--finish']]) {
      const outcome = await data.mdq('migrate', '--to-accounts', taken, ...finish);
      assertMistake(outcome, /holds other accounts already; name an empty database/);
      assert.doesNotMatch(outcome.stderr, /Copying/, 'what is refused is not begun');
    }
    assertMistake(
      await data.mdq('migrate', '--to-accounts', url.replace(/:[^:@]*@/, ':wrong@')),
      /check the user and password in --to-accounts/,
    );
    assertMistake(await data.mdq('migrate', '--to-accounts', 'nowhere'), /--to-accounts must be postgres:/);
    assertMistake(
      await run({ ...data.env, ACCOUNTS_URL: taken }, ['migrate', '--to-accounts', url]),
      /ACCOUNTS_URL must be empty/,
    );
    await load.answered(10);
  });

  test('one move at a time: others are refused, and calls go on', async () => {
    const moves = await Promise.all([1, 2, 3].map(() => data.mdq('migrate', '--to-accounts', url)));
    const refused = moves.filter(({ code }) => code !== 0);
    assert.ok(refused.length < moves.length);
    for (const { stderr } of refused) assert.match(stderr, /Another "mdq migrate" is at work/);
    await load.answered(10);
  });

  test('--finish: what is copied does not add up: the old store goes on', async () => {
    await queryOn(
      url,
      `UPDATE mdq.charge SET points = points + 1 WHERE number = (SELECT min(number) FROM mdq.charge)`,
    );
    const { code, stderr } = await data.mdq('migrate', '--to-accounts', url, '--finish');
    assert.notEqual(code, 0);
    assert.match(stderr, /Nothing was moved: what was copied does not add up/);
    await queryOn(
      url,
      `UPDATE mdq.charge SET points = points - 1 WHERE number = (SELECT min(number) FROM mdq.charge)`,
    );
    await load.answered(10);
  });

  test('--finish, killed before and after the old store is marked: calls are refused here and there until it is run again, with --finish or, before that mark, without', async () => {
    const there = { ...data.env, ACCOUNTS_URL: url };
    for (const moment of [BEFORE, AFTER]) {
      assert.ok(await killAt(moment, data.env, ['migrate', '--to-accounts', url, '--finish']), moment);
      const refused = await fetch(server.url + PATH, { headers: { 'x-api-key': key } });
      assert.equal(refused.status, 503, moment);
      assertMistake(await run(there, ['account', 'list']), /still being moved to/);
      const { reasons } = (await (await fetch(`${server.url}/readyz`)).json()) as { reasons: string[] };
      assert.deepEqual(reasons, [
        `accounts ${moment === BEFORE ? 'are being' : 'were'} moved to another store`,
      ]);
      if (moment !== BEFORE) continue;
      assertMistake(
        await data.mdq('points', 'grant', 'acme', '5'),
        /are being moved .*--finish.*run it again/,
      );
      const copy = `${data.path}-copy`;
      atEnd(() => rm(copy, { recursive: true, force: true }));
      const restored = { ...data.env, DATA_DIR: join(copy, 'restored') };
      for (const [env, command] of [
        [data.env, 'backup'],
        [data.env, 'verify'],
        [restored, 'restore'],
      ] as const) {
        const { code, stdout, stderr } = await run(env, [command, join(copy, 'backup')]);
        assert.equal(code, 0, stderr);
        assert.match(
          stdout,
          /being moved when they were backed up.* refuses calls: .*without --finish/,
          command,
        );
      }
      await data.succeed('migrate', '--to-accounts', url);
      await load.answered(5);
    }
  });

  test('--finish: the old store refuses calls with 503, everything is on the new one, once', async () => {
    const said = JSON.parse(await data.succeed('migrate', '--to-accounts', url, '--finish', '--json'));
    assert.deepEqual([said.finished, said.behind, said.accounts], [true, 0, 2]);
    const refused = await fetch(server.url + PATH, { headers: { 'x-api-key': key } });
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal(((await refused.json()) as { msg: string }).msg, ERRORS.accountsMoved.msg);
    const free = await fetch(`${server.url}/api/account`, { headers: { 'x-api-key': key } });
    assert.equal(free.status, 503, 'a balance of then is not shown');
    const ready = await fetch(`${server.url}/readyz`);
    assert.deepEqual(
      [ready.status, await ready.json()],
      [503, { status: 'not ready', reasons: ['accounts were moved to another store'] }],
    );
    await load.stop();
    assert.equal(load.lost, 0);
    assert.ok(!server.log().includes('stack'), 'calls that are refused are counted, not told one by one');
    await assertCharged(url, load, 0);
    const balance = Math.min(...load.receipts.map((receipt) => receipt.balance).filter((each) => each > 0));
    const there = { ...data.env, ACCOUNTS_URL: url };
    const { stdout } = await run(there, ['audit', '--json']);
    assert.equal(JSON.parse(stdout).ok, true);
    assert.equal(JSON.parse(stdout).calls, load.receipts.length);
    const next = await spawnServer(there, [], 'inherit');
    atEnd(() => next.end('SIGKILL'));
    const response = await fetch(next.url + PATH, { headers: { 'x-api-key': key } });
    assert.equal(response.status, 200);
    assert.ok(Number(response.headers.get('x-points-balance')) >= balance - 1);
    assert.match((await run(there, ['price', 'list'])).stdout, /market\/payment.*\b7\b/);
    assert.match((await run(there, ['site', 'show'])).stdout, /name +Smith's market data/);
    assert.match((await run(there, ['points', 'list', 'other'])).stdout, /mistake/);
    assert.match((await run(there, ['operator', 'list'])).stdout, /^ann +viewer +active/m);
    assert.match(
      (await run(there, ['webhook', 'list'])).stdout,
      /https:\/\/hook\.example\/ +data\.published/,
    );
    const logged = jsonLines<{ operation: string }>((await run(there, ['log', '--json'])).stdout);
    assert.equal(
      logged.filter(({ operation }) => operation !== 'migrate').length,
      7,
      'the log is there, and whole',
    );
    assert.ok(logged.length > 5, 'with the move itself');
    const more = await run(there, ['account', 'create', 'third', '--points', '5', '--json']);
    assert.equal(more.code, 0, more.stderr);
  });

  test('the old store is left for good: no command and no server opens it again', async () => {
    assertMistake(
      await data.mdq('points', 'grant', 'acme', '5'),
      /were moved to database .*; set ACCOUNTS_URL/,
    );
    assertMistake(await runShortly(data.env, ['serve']), /were moved to database/);
    assertMistake(await data.mdq('migrate', '--to-accounts', url), /were moved to database .* already/);
    assert.match(
      await data.succeed('migrate', '--to-accounts', url, '--finish'),
      /were moved to .* set ACCOUNTS_URL/,
    );
    const other = await createDatabase();
    for (const finish of [[], ['--finish']])
      assertMistake(await data.mdq('migrate', '--to-accounts', other, ...finish), /were moved to .* already/);
  });

  test('a move that cannot be told in the log is done', async () => {
    await queryOn(
      url,
      `CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$;
       CREATE TRIGGER fault BEFORE INSERT ON mdq.log FOR EACH ROW EXECUTE FUNCTION fault()`,
    );
    const { code, stdout, stderr } = await data.mdq('migrate', '--to-accounts', url, '--finish');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /were moved to .* set ACCOUNTS_URL/);
    assert.match(stderr, /^It is done, but not told in the log of changes: /m);
  });
});
