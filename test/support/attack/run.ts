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
import { describe, type Exchange, type Keys } from './exchange.ts';
import { generate, KINDS } from './generate.ts';
import { judge, type Receipt } from './judge.ts';
import { send } from './send.ts';
import { shrink } from './shrink.ts';

const CONNECTIONS = 64;
const WARM_UP = 500;
/** Those that were begun last are suspected when the server ends. */
const SUSPECTS = 4 * CONNECTIONS;
/** What the server may keep for the next caller, such as answers it has made. */
const KEPT_BYTES = 32 * 2 ** 20;
const RICH = 1_000_000_000;
/** How many exchanges are tried at once to show a fault again. */
const AT_LEAST = 16;

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
  isSlow: false,
  ending: 'wait',
  answers: 1,
  heads: [],
};

type FaultKind = 'ended' | 'hung' | 'answer' | 'charge' | 'memory';

/** A fault, with those exchanges among which its cause is. */
class Fault extends Error {
  readonly kind: FaultKind;
  readonly suspects: readonly Exchange[];

  constructor(kind: FaultKind, message: string, suspects: readonly Exchange[]) {
    super(message);
    this.kind = kind;
    this.suspects = suspects;
  }
}

type KeyIds = { readonly [name in keyof Keys]: string };
type Place = { readonly data: DataFolder; readonly keys: Keys; readonly ids: KeyIds };

/** Attacks a server of its own. A failure tells the seed and the shortest attack that shows it. */
export async function attack({
  seed,
  count,
  kinds = KINDS,
  onProgress,
}: AttackOptions): Promise<AttackReport> {
  const data = await openDataFolder();
  try {
    await data.succeed('import', await writeCsv(join(data.path, 'year.csv'), yearOfOrders()));
    const [honest, reckless] = [await createKey(data, 'honest'), await createKey(data, 'reckless')];
    const place: Place = {
      data,
      keys: { honest: honest.key, reckless: reckless.key },
      ids: { honest: honest.id, reckless: reckless.id },
    };
    const random = seededRandom(seed);
    const warmUp = generate(random, place.keys, WARM_UP, kinds);
    const exchanges = generate(random, place.keys, count, kinds);
    return await attackWith(place, warmUp, exchanges, onProgress).catch(async (error) => {
      throw error instanceof Fault ? await explain(place, error, seed) : error;
    });
  } finally {
    await data.remove();
  }
}

async function createKey(data: DataFolder, account: string): Promise<{ id: string; key: string }> {
  await data.succeed('account', 'create', account, '--points', String(RICH));
  return JSON.parse(await data.succeed('key', 'create', account, '--json'));
}

async function attackWith(
  place: Place,
  warmUp: readonly Exchange[],
  exchanges: readonly Exchange[],
  onProgress?: (done: number) => void,
): Promise<AttackReport> {
  const port = await lastingPort();
  const inspected = `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`;
  const server = await spawnServer({ ...place.data.env, NODE_OPTIONS: inspected });
  try {
    const first = await exchangeAll(server, warmUp);
    const before = { files: openFiles(server), memory: await inspectMemory(port) };
    const second = await exchangeAll(server, exchanges, onProgress);
    await until('all connections are closed', () => openFiles(server) <= before.files);
    const after = { files: openFiles(server), memory: await inspectMemory(port) };
    assert.equal(await server.end('SIGTERM'), 0);

    const receipts = [...first.receipts, ...second.receipts];
    const charged = assertCharged(place, receipts, [...first.unanswered, ...second.unanswered]);
    await place.data.succeed('audit');
    if (after.memory.held > before.memory.held + KEPT_BYTES) {
      const grown = `the server holds ${after.memory.held} bytes, and held ${before.memory.held} before`;
      throw new Fault('memory', grown, exchanges);
    }
    return {
      answers: second.answers,
      charged,
      memory: { before: before.memory, after: after.memory },
      files: { before: before.files, after: after.files },
    };
  } finally {
    server.child.kill('SIGKILL');
  }
}

type Exchanged = {
  readonly receipts: Receipt[];
  /** Exchanges with fewer receipts than calls. */
  readonly unanswered: Exchange[];
  readonly answers: Map<number, number>;
};

/** Does all exchanges, some at a time; ends with the first fault. */
async function exchangeAll(
  server: ServerProcess,
  exchanges: readonly Exchange[],
  onProgress: (done: number) => void = () => {},
): Promise<Exchanged> {
  const port = Number(new URL(server.url).port);
  const found: Exchanged = { receipts: [], unanswered: [], answers: new Map() };
  let begun = 0;
  let fault: Fault | undefined;
  const work = async () => {
    for (let next = exchanges[begun++]; next && !fault; next = exchanges[begun++]) {
      const heard = await send(port, next);
      const { fault: wrong, receipts, statuses } = judge(heard);
      if (heard.end === 'refused') fault ??= ended();
      else if (heard.end === 'hung') fault ??= new Fault('hung', 'it is neither answered nor closed', [next]);
      else if (wrong) fault ??= new Fault('answer', wrong, [next]);
      found.receipts.push(...receipts);
      if (receipts.length < callsIn(next)) found.unanswered.push(next);
      for (const status of statuses) found.answers.set(status, (found.answers.get(status) ?? 0) + 1);
      onProgress(begun);
    }
  };
  const ended = () => {
    const suspects = exchanges.slice(Math.max(0, begun - SUSPECTS), begun);
    return new Fault('ended', 'the server has ended', suspects);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  if (!fault && judge(await send(port, HARMLESS)).statuses.length === 0) fault = ended();
  if (fault) throw fault;
  return found;
}

function callsIn({ pieces }: Exchange): number {
  return pieces.filter((piece) => piece.includes('x-api-key: mdk_')).length;
}

/** What is charged to the honest key was answered, and what was answered is charged. Returns how many charges. */
function assertCharged(
  { data, ids }: Place,
  receipts: readonly Receipt[],
  unanswered: readonly Exchange[],
): number {
  const charges = readCharges(data.path);
  const answered = new Map(receipts.map(({ requestId, points }) => [requestId, points]));
  const unseen = charges.filter(({ keyId, requestId }) => keyId === ids.honest && !answered.has(requestId));
  if (unseen.length > 0) {
    const suspects = unanswered.filter(({ ending }) => ending === 'wait' || ending === 'half-close');
    throw new Fault(
      'charge',
      `${unseen.length} charges were never answered, such as ${JSON.stringify(unseen[0])}`,
      suspects,
    );
  }
  const charged = new Map(charges.map(({ requestId, points }) => [requestId, points]));
  const free = [...answered].filter(([requestId, points]) => charged.get(requestId) !== points);
  assert.deepEqual(free, [], 'receipts without a charge');
  assert.equal(charged.size, charges.length, 'a call was charged twice');
  return charges.length;
}

function openFiles(server: ServerProcess): number {
  return readdirSync(`/proc/${server.child.pid}/fd`).length;
}

/** Looks for the shortest attack with the same sort of fault, each time on a server of its own. */
async function explain(place: Place, fault: Fault, seed: number): Promise<Error> {
  const again = async (exchanges: readonly Exchange[]): Promise<boolean> => {
    const server = await spawnServer(place.data.env, [], 'ignore');
    try {
      const known = new Set(readCharges(place.data.path).map(({ requestId }) => requestId));
      // What depends on the moment is given several.
      const times = Math.ceil(AT_LEAST / exchanges.length);
      const { receipts } = await exchangeAll(
        server,
        Array<readonly Exchange[]>(times).fill(exchanges).flat(),
      );
      await server.end('SIGTERM');
      const answered = new Set(receipts.map(({ requestId }) => requestId));
      const isUnseen = readCharges(place.data.path).some(
        ({ keyId, requestId }) =>
          keyId === place.ids.honest && !known.has(requestId) && !answered.has(requestId),
      );
      return fault.kind === 'charge' && isUnseen;
    } catch (error) {
      if (error instanceof Fault) return error.kind === fault.kind;
      throw error;
    } finally {
      server.child.kill('SIGKILL');
    }
  };
  const shown = await shrink(fault.suspects, again);
  const [only] = shown;
  const shortest =
    only && shown.length === 1
      ? [{ ...only, pieces: await shrink(only.pieces, (pieces) => again([{ ...only, pieces }])) }]
      : shown;
  const list = shortest.slice(0, 10).map(describe).join('\n');
  return new Error(
    `${fault.message}\nTEST_SEED=${seed}, shown by ${shortest.length} of the exchanges:\n${list}`,
  );
}
