/** An answer is sent only after its charge is on disk, so a server that is killed owes nobody. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDataFolder } from './support/data-folder.ts';
import { jsonLines } from './support/json-lines.ts';
import { writeCsv } from './support/order-files.ts';
import { ask } from './support/raw-http.ts';
import { spawnServer } from './support/server-process.ts';
import { yearOfOrders } from './support/year-of-orders.ts';

const POINTS = 1_000_000;
const CALLERS = 8;
const ANSWERS_BEFORE_THE_END = 150;
const FOCUS = '/api/public/market/focus';

test('after a kill in the middle of calls every answered call is on the account, and the audit passes', async (t) => {
  const data = await openDataFolder();
  t.after(() => data.remove());
  await data.succeed('import', await writeCsv(join(data.path, 'year.csv'), yearOfOrders()));
  await data.succeed('account', 'create', 'acme', '--points', String(POINTS));
  const { key } = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')) as { key: string };

  const server = await spawnServer(data.env);
  t.after(() => server.child.kill('SIGKILL'));
  const headers = { 'x-api-key': key };
  const balances: number[] = [];
  let sent = 0;
  const caller = async () => {
    for (;;) {
      sent += 1;
      const answer = await ask(server.url + FOCUS, { headers });
      assert.equal(answer.status, 200);
      balances.push(Number(answer.headers['x-points-balance']));
      if (balances.length === ANSWERS_BEFORE_THE_END) server.child.kill('SIGKILL');
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: CALLERS }, caller));
  const wrong = ends.filter(
    (end) => end.status === 'rejected' && end.reason instanceof assert.AssertionError,
  );
  assert.deepEqual(wrong, []);
  assert.ok(balances.length >= ANSWERS_BEFORE_THE_END);

  const [used] = jsonLines<{ calls: number; points: number }>(
    await data.succeed('usage', 'acme', '--by', 'path', '--json'),
  );
  assert.ok(used !== undefined);
  assert.ok(used.calls >= balances.length, `${balances.length} answered, ${used.calls} on the account`);
  assert.ok(used.calls <= sent, `${sent} sent, ${used.calls} on the account`);
  await data.succeed('audit');

  const again = await spawnServer(data.env);
  t.after(() => again.child.kill('SIGKILL'));
  const answer = await ask(`${again.url}/api/account`, { headers });
  assert.equal(Number(answer.headers['x-points-balance']), POINTS - used.points);
  assert.ok(POINTS - used.points <= Math.min(...balances));
  assert.equal((await ask(again.url + FOCUS, { headers })).status, 200);
});
