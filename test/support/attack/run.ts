import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspectMemory, type Memory } from '../http/inspected-memory.ts';
import { lastingPort } from '../http/lasting-port.ts';
import { writeCsv } from '../order-files.ts';
import { seededRandom } from '../reference/random.ts';
import { type ServerProcess, spawnServer } from '../server-process.ts';
import { type DataFolder, openDataFolder } from '../stores/data-folder.ts';
import { readCharges } from '../stores/ledger.ts';
import { until } from '../until.ts';
import { yearOfOrders } from '../year-of-orders.ts';
import { type Answer, faultIn } from './answers.ts';
import { describe, type Exchange, send } from './exchange.ts';
import { generate, KINDS } from './generate.ts';

const CONNECTIONS = 64;
const WARM_UP = 500;
/** What the server may keep for the next caller, such as answers it has made. */
const KEPT_BYTES = 32 * 2 ** 20;
const RICH = 1_000_000_000;

type AttackOptions = {
  readonly seed: number;
  readonly count: number;
  readonly kinds?: readonly string[];
  readonly onProgress?: (done: number) => void;
};

type AttackReport = {
  readonly answers: ReadonlyMap<number, number>;
  readonly charged: number;
  readonly memory: { readonly before: Memory; readonly after: Memory };
  readonly files: { readonly before: number; readonly after: number };
};

/** Whoever answers this is there. */
const HARMLESS: Exchange = {
  kind: 'harmless',
  pieces: ['GET /nope HTTP/1.1\r\nHost: x\r\n\r\n'],
  ending: 'wait',
  answers: 1,
  isHead: false,
};

/** Attacks a server of its own. A failure tells the exchange that shows it, which the seed makes again. */
export async function attack({
  seed,
  count,
  kinds = KINDS,
  onProgress,
}: AttackOptions): Promise<AttackReport> {
  const data = await openDataFolder();
  let server: ServerProcess | undefined;
  try {
    await data.succeed('import', await writeCsv(join(data.path, 'year.csv'), yearOfOrders()));
    const [honest, reckless] = [await createKey(data, 'honest'), await createKey(data, 'reckless')];
    const keys = { honest: honest.key, reckless: reckless.key };
    const random = seededRandom(seed);
    const warmUp = generate(random, keys, WARM_UP, kinds);
    const exchanges = generate(random, keys, count, kinds);

    const port = await lastingPort();
    const inspected = `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`;
    server = await spawnServer({ ...data.env, NODE_OPTIONS: inspected });
    const first = await exchangeAll(server, warmUp);
    const before = { files: openFiles(server), memory: await inspectMemory(port) };
    const second = await exchangeAll(server, exchanges, onProgress);
    await until('all connections are closed', () => openFiles(server) <= before.files);
    const after = { files: openFiles(server), memory: await inspectMemory(port) };
    assert.equal(await server.end('SIGTERM'), 0);

    const charged = assertCharged(data, honest.id, [...first, ...second]);
    await data.succeed('audit');
    const grown = after.memory.held - before.memory.held;
    assert.ok(grown <= KEPT_BYTES, `the server holds ${grown} bytes more than before`);
    return {
      answers: new Map(
        [...Map.groupBy(second, ({ status }) => status)].map(([status, { length }]) => [status, length]),
      ),
      charged,
      memory: { before: before.memory, after: after.memory },
      files: { before: before.files, after: after.files },
    };
  } finally {
    server?.child.kill('SIGKILL');
    await data.remove();
  }
}

async function createKey(data: DataFolder, account: string): Promise<{ id: string; key: string }> {
  await data.succeed('account', 'create', account, '--points', String(RICH));
  return JSON.parse(await data.succeed('key', 'create', account, '--json'));
}

/** Does all exchanges, some at a time, and ends with the first fault. Returns all answers. */
async function exchangeAll(
  server: ServerProcess,
  exchanges: readonly Exchange[],
  onProgress: (done: number) => void = () => {},
): Promise<Answer[]> {
  const port = Number(new URL(server.url).port);
  const answers: Answer[] = [];
  const waiting = exchanges.values();
  let done = 0;
  const exchange = async (next: Exchange) => {
    const heard = await send(port, next);
    const fault = faultIn(heard, next);
    assert.equal(
      fault,
      undefined,
      `${fault}\nafter ${done} exchanges, the last of which is ${describe(next)}`,
    );
    answers.push(...heard.answers);
    onProgress(++done);
  };
  const work = async () => {
    for (const next of waiting) await exchange(next);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  await exchange(HARMLESS);
  return answers;
}

/** What is charged to the honest key was answered, and what was answered is charged. Returns how many charges. */
function assertCharged(data: DataFolder, honest: string, answers: readonly Answer[]): number {
  const charges = readCharges(data.path);
  const receipts = answers.map(({ headers }) => ({
    requestId: String(headers.get('x-request-id')),
    points: Number(headers.get('x-points-charged') ?? 0),
  }));
  const answered = new Set(receipts.map(({ requestId }) => requestId));
  const unseen = charges.filter(({ keyId, requestId }) => keyId === honest && !answered.has(requestId));
  assert.deepEqual(unseen.slice(0, 3), [], `${unseen.length} charges were never answered`);
  const charged = new Map(charges.map(({ requestId, points }) => [requestId, points]));
  const free = receipts.filter(({ requestId, points }) => points > 0 && charged.get(requestId) !== points);
  assert.deepEqual(free, [], 'receipts without a charge');
  assert.equal(charged.size, charges.length, 'a call was charged twice');
  return charges.length;
}

function openFiles(server: ServerProcess | undefined): number {
  return readdirSync(`/proc/${server?.child.pid}/fd`).length;
}
