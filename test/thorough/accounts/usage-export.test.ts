/** An export of single calls streams: it holds few of them, keeps nobody waiting, and is of one moment. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { makeCharges } from '../../../bench/support/charges.ts';
import { MDQ } from '../../support/command.ts';
import { sameDay } from '../../support/same-day.ts';
import { type DataFolder, openDataFolder } from '../../support/stores/data-folder.ts';

const ROWS = 100_000;
const DAYS = 50;
/** Enough for the program and a page, not for all rows. */
const HEAP_MB = 32;

let data: DataFolder;
let key: string;

before(async () => {
  await sameDay();
  data = await openDataFolder();
  await data.succeed('account', 'create', 'acme', '--points', '1000000000');
  key = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')).key;
  await makeCharges({ dataDir: data.path, keys: [key], rows: ROWS, days: DAYS });
});
after(() => data.remove());

function startExport(...options: string[]) {
  const args = ['usage', 'acme', '--by', 'call', '--csv', ...options];
  const env = { ...data.env, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
  const child = spawn(MDQ, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return { child, exited: once(child, 'exit'), complaints: text(child.stderr) };
}

test('an export lists every call once, in order, and holds few of them at a time', async () => {
  const { child, exited, complaints } = startExport();
  const lines = (await text(child.stdout)).trimEnd().split('\n');
  assert.deepEqual([(await exited)[0], await complaints], [0, '']);
  assert.equal(lines.length, ROWS + 1);
  const ids = lines.slice(1).map((line) => line.split(',')[6]);
  assert.deepEqual(
    ids,
    Array.from({ length: ROWS }, (_, i) => `made-${i.toString(36)}`),
  );
});

test('an export that is read slowly is of the moment it began, and keeps nobody from charging', async () => {
  const { child, exited, complaints } = startExport();
  const chunks = child.stdout[Symbol.asyncIterator]();
  const first = await chunks.next();
  await makeCharges({ dataDir: data.path, keys: [key], rows: 500, days: 1 });
  const lines = (String(first.value) + (await text(chunks))).trimEnd().split('\n');
  assert.deepEqual([(await exited)[0], await complaints], [0, '']);
  assert.equal(lines.length, ROWS + 1, 'what was charged meanwhile is not in it, all else is');
});

test('an export ends well when nobody reads on', async () => {
  const { child, exited, complaints } = startExport();
  await child.stdout[Symbol.asyncIterator]().next();
  child.stdout.destroy();
  assert.deepEqual([(await exited)[0], await complaints], [0, '']);
});

test('an export that loses calls to a prune says so', async () => {
  const { child, exited, complaints } = startExport();
  const chunks = child.stdout[Symbol.asyncIterator]();
  await chunks.next();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await data.succeed('usage', '--prune', yesterday);
  await text(chunks);
  assert.equal((await exited)[0], 1);
  assert.match(await complaints, /^mdq: The list is not whole[^\n]+prune[^\n]+\n$/);
});
