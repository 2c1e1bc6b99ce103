/**
 * An answer is sent only after its charge is on disk, so a server that is killed owes nobody: whenever it dies,
 * what was answered is charged once, and what else is charged was being answered.
 */
import assert from 'node:assert/strict';
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { trials } from '../../support/effort.ts';
import { writeCsv } from '../../support/order-files.ts';
import { type Random, seededRandom } from '../../support/reference/random.ts';
import { seedOf } from '../../support/seed.ts';
import { spawnServer } from '../../support/server-process.ts';
import { type DataFolder, dataFolderFor } from '../../support/stores/data-folder.ts';
import { type Charge, readBalance, readCharges } from '../../support/stores/ledger.ts';
import { auditProblems } from '../../support/stores/prepare.ts';
import { yearOfOrders } from '../../support/year-of-orders.ts';

const KILLS = trials(32);
const LONGEST_LIFE_ANSWERS = 400;
const RICH = { account: 'rich', points: 1_000_000_000, callers: 8 };
/** Runs dry again and again: every few lives it is given as much. */
const POOR = { account: 'poor', points: 1200, callers: 4 };
const LIVES_PER_GRANT = 4;
const PRICES: Readonly<Record<string, number>> = {
  '/api/public/meta/categories': 1,
  '/api/public/overview/ranking': 30,
  '/api/public/market/payment': 25,
  '/api/public/market/focus': 45,
};
const PATHS = Object.keys(PRICES);

/** A call, sent until it is answered when it has a name to be known again by, and once when it has none. */
type Call = { readonly path: string; readonly name?: string };
type Received = { readonly call: Call; readonly status: number; readonly headers: IncomingHttpHeaders };
type Caller = {
  readonly keyId: string;
  readonly key: string;
  readonly random: Random;
  /** The named call whose answer was cut off; it is sent again first. */
  unanswered: Call | undefined;
  /** How often the call that is being sent was charged without its answer having arrived. */
  chargedBefore: number;
};

async function openCallers(data: DataFolder, seed: number): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const { account, points, callers: count } of [RICH, POOR]) {
    await data.succeed('account', 'create', account, '--points', String(points));
    for (let i = 0; i < count; i += 1) {
      const made = JSON.parse(await data.succeed('key', 'create', account, '--json'));
      const random = seededRandom(seed + callers.length);
      callers.push({ keyId: made.id, key: made.key, random, unanswered: undefined, chargedBefore: 0 });
    }
  }
  return callers;
}

function nextCall({ random }: Caller): Call {
  const path = random.pick(PATHS);
  return random.chance(0.5) ? { path, name: `call-${random.below(2 ** 31)}` } : { path };
}

function send(url: string, agent: Agent, { key }: Caller, call: Call): Promise<Received> {
  const headers = { 'x-api-key': key, ...(call.name && { 'idempotency-key': call.name }) };
  return new Promise((resolve, reject) => {
    const sent = get(url + call.path, { agent, headers }, (response) => {
      const received = { call, status: Number(response.statusCode), headers: response.headers };
      text(response).then(() => resolve(received), reject);
    });
    sent.on('error', reject);
  });
}

/** One life of the server for one caller: what it received, and the call that was cut off at the end. */
async function callUntilTheEnd(
  url: string,
  caller: Caller,
  onAnswer: () => void,
): Promise<{ received: Received[]; cut: Call }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const received: Received[] = [];
  for (;;) {
    const call = caller.unanswered ?? nextCall(caller);
    try {
      received.push(await send(url, agent, caller, call));
      onAnswer();
    } catch {
      agent.destroy();
      return { received, cut: call };
    }
    caller.unanswered = undefined;
  }
}

const points = (headers: IncomingHttpHeaders, name: string) =>
  Number(headers[`x-points-${name}`] ?? Number.NaN);

/** An answer and the charges of its id agree, down to the balance after it. Returns what it was charged. */
function checkReceived(
  { call, status, headers }: Received,
  charges: readonly Charge[],
  chargedBefore: number,
) {
  const charged = points(headers, 'charged');
  assert.ok(points(headers, 'balance') >= 0);
  if (status === 402) {
    assert.equal(charged, 0);
    assert.ok(points(headers, 'balance') < Number(PRICES[call.path]), 'told 402 with enough points');
    assert.equal(chargedBefore, 0, 'a call that was charged is told 402 when it is sent again');
  } else {
    assert.equal(status, 200);
    assert.equal(charged, chargedBefore === 0 ? PRICES[call.path] : 0);
  }
  const due = { path: call.path, points: charged, balance: points(headers, 'balance') };
  const found = charges.map(({ path, points, balance }) => ({ path, points, balance }));
  assert.deepEqual(found, charged === 0 ? [] : [due]);
}

function byRequest(charges: readonly Charge[]): Map<string, Charge[]> {
  return Map.groupBy(charges, (charge) => charge.requestId);
}

test(`after each of ${KILLS} kills what was answered is charged once, and nothing else but what was cut off`, async (t) => {
  const seed = seedOf(t);
  const random = seededRandom(seed);
  const data = await dataFolderFor(t);
  await data.succeed('import', await writeCsv(join(data.path, 'year.csv'), yearOfOrders()));
  const callers = await openCallers(data, seed);
  const counts = { answered: 0, refused: 0, cut: 0, cutAndCharged: 0, free: 0 };
  let known = 0;

  for (let life = 1; life <= KILLS; life += 1) {
    const server = await spawnServer(data.env);
    t.after(() => server.child.kill('SIGKILL'));
    let answersLeft = random.below(LONGEST_LIFE_ANSWERS);
    const killAtTheLast = () => {
      answersLeft -= 1;
      if (answersLeft === 0) server.child.kill('SIGKILL');
    };
    const calling = Promise.all(callers.map((caller) => callUntilTheEnd(server.url, caller, killAtTheLast)));
    if (answersLeft === 0) await server.end('SIGKILL');
    const ends = await calling;

    assert.deepEqual(await auditProblems(data.env), [], `life ${life}`);
    const charges = readCharges(data.path).slice(known);
    known += charges.length;
    const charged = byRequest(charges);
    for (const [i, { received, cut }] of ends.entries()) {
      const caller = callers[i] as Caller;
      for (const answer of received) {
        const id = String(answer.headers['x-request-id']);
        checkReceived(answer, charged.get(id) ?? [], caller.chargedBefore);
        if (answer.status === 402) counts.refused += 1;
        else counts.answered += 1;
        if (caller.chargedBefore > 0) counts.free += 1;
        caller.chargedBefore = 0;
        charged.delete(id);
      }
      const unanswered = [...charged.values()].flat().filter(({ keyId }) => keyId === caller.keyId);
      assert.ok(unanswered.length <= 1, `${unanswered.length} charges for the one call that was cut off`);
      for (const { requestId, path, points } of unanswered) {
        assert.deepEqual({ path, points }, { path: cut.path, points: PRICES[cut.path] });
        assert.equal(caller.chargedBefore, 0, 'a call that was sent again is charged again');
        charged.delete(requestId);
      }
      counts.cut += 1;
      counts.cutAndCharged += unanswered.length;
      caller.unanswered = cut.name === undefined ? undefined : cut;
      caller.chargedBefore = cut.name === undefined ? 0 : caller.chargedBefore + unanswered.length;
    }
    assert.deepEqual([...charged.values()].flat(), [], 'charges that belong to no call');
    for (const { account } of [RICH, POOR]) {
      const { shown, due } = readBalance(data.path, account);
      assert.equal(shown, due);
      assert.ok(shown >= 0);
    }
    if (life % LIVES_PER_GRANT === 0)
      await data.succeed('points', 'grant', POOR.account, String(POOR.points));
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.answered > KILLS * callers.length && counts.refused > 0, 'too little happened');
});
