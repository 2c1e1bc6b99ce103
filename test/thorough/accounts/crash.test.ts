/**
 * An answer is sent only after its charge is on disk, so a server that is killed owes nobody: whenever it dies,
 * what was answered is charged once, and what else is charged was being answered.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { trials } from '../../support/effort.ts';
import { assertFits, ReplicaLoad } from '../../support/http/replica-load.ts';
import { writeCsv } from '../../support/order-files.ts';
import { seededRandom } from '../../support/reference/random.ts';
import { seedOf } from '../../support/seed.ts';
import { spawnServer } from '../../support/server-process.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { readBalance } from '../../support/stores/ledger.ts';
import { auditProblems } from '../../support/stores/prepare.ts';
import { until } from '../../support/until.ts';
import { yearOfOrders } from '../../support/year-of-orders.ts';

const KILLS = trials(32);
const LONGEST_LIFE_ANSWERS = 400;
/** The poor one runs dry again and again: it is given as much after every few lives. */
const ACCOUNTS = [
  { account: 'rich', points: 1_000_000_000, callers: 8 },
  { account: 'poor', points: 1200, callers: 4 },
];
const LIVES_PER_GRANT = 4;

test(`after each of ${KILLS} kills what was answered is charged once, and nothing else but what was cut off`, async (t) => {
  const random = seededRandom(seedOf(t));
  const data = await dataFolderFor(t);
  await data.succeed('import', await writeCsv(join(data.path, 'year.csv'), yearOfOrders()));
  const keys: string[] = [];
  for (const { account, points, callers } of ACCOUNTS) {
    await data.succeed('account', 'create', account, '--points', String(points));
    for (let i = 0; i < callers; i++)
      keys.push(JSON.parse(await data.succeed('key', 'create', account, '--json')).key);
  }
  let server = await spawnServer(data.env);
  t.after(() => server.child.kill('SIGKILL'));
  const load = new ReplicaLoad(() => [server.url], keys);
  t.after(() => load.stop());

  for (let life = 1; life <= KILLS; life++) {
    const enough = load.receipts.length + load.refused + random.below(LONGEST_LIFE_ANSWERS);
    await until('calls are answered', () => load.receipts.length + load.refused >= enough);
    await server.end('SIGKILL');
    assert.deepEqual(await auditProblems(data.env), [], `life ${life}`);
    for (const { account } of ACCOUNTS) {
      const { shown, due } = readBalance(data.path, account);
      assert.ok(shown === due && shown >= 0, `${account} has ${shown}, not ${due}`);
    }
    if (life % LIVES_PER_GRANT === 0) await data.succeed('points', 'grant', 'poor', '1200');
    server = await spawnServer(data.env);
  }
  await load.answered(keys.length);
  await load.stop();
  const { receipts, refused, failed, lost } = load;
  t.diagnostic(JSON.stringify({ answered: receipts.length, refused, failed, lost }));
  const database = new DatabaseSync(join(data.path, 'accounts.sqlite'), { timeout: 5000 });
  const charges = database.prepare(
    'SELECT request_id, -change AS points, balance, parameters FROM entry WHERE change < 0',
  );
  assertFits(
    charges.all().map((row) => ({ ...row })),
    load,
    0,
  );
  database.close();
  assert.ok(refused > 0 && lost > 0, 'too little happened');
});
