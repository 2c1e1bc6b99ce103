/** Single calls can be forgotten while the server runs; what they add up to cannot. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { makeCharges } from '../../bench/support/charges.ts';
import { MDQ } from '../support/command.ts';
import { jsonLines } from '../support/json-lines.ts';
import { sameDay } from '../support/same-day.ts';
import { assertMistake, type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';
import { startOnYear } from '../support/year-of-orders.ts';

await sameDay();
const DAYS = 40;
const HALF = daysAgo(DAYS / 2);

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** An account "acme" with two keys that called often, up to yesterday. */
async function openBooks(t: TestContext, rows: number): Promise<DataFolder> {
  const data = await dataFolderFor(t);
  await data.succeed('account', 'create', 'acme', '--points', '1000000000');
  const keys = [await newKey(data), await newKey(data)];
  await makeCharges({ dataDir: data.path, keys, rows, days: DAYS });
  return data;
}

async function newKey(data: DataFolder): Promise<string> {
  return JSON.parse(await data.succeed('key', 'create', 'acme', '--json')).key;
}

/** Everything that pruning must leave as it is. */
async function totals(data: DataFolder): Promise<unknown> {
  const [accounts, grants, ...usage] = await Promise.all([
    data.succeed('account', 'list', '--json'),
    data.succeed('points', 'list', '--json'),
    ...['day', 'path', 'key'].map((by) => data.succeed('usage', 'acme', '--by', by, '--json')),
  ]);
  return { accounts, grants, usage };
}

function query(data: DataFolder, sql: string): number {
  const db = new DatabaseSync(join(data.path, 'accounts.sqlite'), { timeout: 5000 });
  try {
    return Number(Object.values(db.prepare(sql).get() ?? {})[0]);
  } finally {
    db.close();
  }
}

const callsLeft = (data: DataFolder) => query(data, 'SELECT count(*) FROM entry WHERE change < 0');

async function prune(data: DataFolder, before: string): Promise<unknown> {
  return JSON.parse(await data.succeed('usage', '--prune', before, '--json'));
}

async function auditOf(data: DataFolder): Promise<{ ok: boolean; calls: number; pruned: number }> {
  return JSON.parse(await data.succeed('audit', '--json'));
}

test('pruning removes the single calls before a day, and leaves balances, grants and totals', async (t) => {
  const rows = 10_000;
  const data = await openBooks(t, rows);
  const before = await totals(data);
  const points = query(data, `SELECT -sum(change) FROM entry WHERE change < 0 AND id <= 1 + ${rows / 2}`);
  assert.deepEqual(await prune(data, HALF), { before: HALF, calls: rows / 2, points });
  assert.deepEqual(await totals(data), before);
  assert.equal(callsLeft(data), rows / 2);
  const { ok, calls, pruned } = await auditOf(data);
  assert.deepEqual({ ok, calls, pruned }, { ok: true, calls: rows, pruned: rows / 2 });

  const listed = await data.mdq('usage', 'acme', '--by', 'call', '--json');
  const times = jsonLines<{ time: string }>(listed.stdout).map(({ time }) => time);
  assert.equal(times.length, rows / 2);
  assert.ok(times.every((time) => time >= HALF));
  assert.match(listed.stderr, /^5,000 calls .* pruned/);

  assert.deepEqual(await prune(data, HALF), { before: HALF, calls: 0, points: 0 });
  const { calls: more } = (await prune(data, daysAgo(1))) as { calls: number };
  assert.equal(more, rows / 2 - rows / DAYS);
  assert.deepEqual(await totals(data), before);
  assert.ok((await auditOf(data)).ok);
  assert.match(await data.succeed('audit'), /10,000 calls, 9,750 of them pruned/);
});

test('only days that are over are pruned, and of all accounts', async (t) => {
  const data = await openBooks(t, 100);
  for (const day of [daysAgo(0), daysAgo(-1), '9999-12-31']) {
    assertMistake(await data.mdq('usage', '--prune', day), /--prune .* before today/);
  }
  assertMistake(await data.mdq('usage', '--prune', 'yesterday'), /--prune/);
  assertMistake(await data.mdq('usage', 'acme', '--prune', HALF), /--prune .* all/);
  assert.equal(callsLeft(data), 100);
});

test('nothing is pruned while the books do not add up', async (t) => {
  const data = await openBooks(t, 100);
  query(data, 'UPDATE usage SET calls = calls + 1 RETURNING 1');
  assertMistake(await data.mdq('usage', '--prune', HALF), /mdq audit/);
  assert.equal(callsLeft(data), 100);
});

test('a prune that is killed leaves everything true, and the next one goes on', async (t) => {
  const rows = 40_000;
  const data = await openBooks(t, rows);
  const before = await totals(data);
  const script = new URL('../support/faults/killed-after-commits.mjs', import.meta.url);
  const env = { ...data.env, NODE_OPTIONS: `--import=${script}`, KILL_AFTER_COMMITS: '4' };
  const [, signal] = await once(spawn(MDQ, ['usage', '--prune', HALF], { env, stdio: 'ignore' }), 'exit');
  assert.equal(signal, 'SIGKILL');
  const left = callsLeft(data);
  assert.ok(left < rows && left > rows / 2, `${left} calls are left`);
  assert.ok((await auditOf(data)).ok);
  assert.deepEqual(await totals(data), before);
  const { calls } = (await prune(data, HALF)) as { calls: number };
  assert.equal(calls, left - rows / 2);
  assert.ok((await auditOf(data)).ok);
  assert.deepEqual(await totals(data), before);
});

test('a server goes on charging while its calls are pruned', async (t) => {
  const service = await startOnYear();
  t.after(() => service.stop());
  const { account, key } = await service.createKey(1_000_000_000);
  const rows = 40_000;
  await makeCharges({ dataDir: service.dataDir, keys: [key], rows, days: DAYS });
  let isOver = false;
  let answered = 0;
  const call = async () => {
    while (!isOver) {
      assert.equal((await service.get('/api/public/meta/categories', { key })).status, 200);
      answered += 1;
    }
  };
  const calling = Promise.all(Array.from({ length: 4 }, call));
  const { code, stdout, stderr } = await service.mdq('usage', '--prune', daysAgo(1), '--json');
  isOver = true;
  await calling;
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).calls, rows - rows / DAYS);
  t.diagnostic(`${answered} calls were answered`);
  const audit = JSON.parse((await service.mdq('audit', '--json')).stdout);
  assert.deepEqual([audit.ok, audit.calls], [true, rows + answered]);
  const [total] = jsonLines<{ calls: number }>(
    (await service.mdq('usage', account, '--by', 'key', '--json')).stdout,
  );
  assert.equal(total?.calls, rows + answered);
});
