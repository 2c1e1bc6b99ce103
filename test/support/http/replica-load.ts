import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryOn } from '../stores/postgres.ts';
import { until } from '../until.ts';

const PATHS = ['/api/public/meta/categories', '/api/public/market/payment', '/api/public/market/focus'];
const PAUSE_MS = 2;
/** After a call that failed: what is starting again needs the processor more. */
const LONG_PAUSE_MS = 50;
const NO_PARAMETERS = '{}';

type Receipt = {
  readonly requestId: string;
  readonly points: number;
  readonly balance: number;
  /** What the call is known by, where it was sent until it was answered. */
  readonly name: string | undefined;
};

/**
 * Callers that spread their calls over replicas, one after the other, until they are told to stop. Every other call has
 * an Idempotency-Key and is sent again, to any replica, until it is answered. Its name is a parameter as well, so that the ledger tells it.
 */
export class ReplicaLoad {
  readonly receipts: Receipt[] = [];
  /** Calls that were refused because there was nothing left to pay with. */
  refused = 0;
  /** Calls that got an error of the service. */
  failed = 0;
  /** Calls whose answer never arrived. */
  lost = 0;
  #isOver = false;
  readonly #names = randomUUID().slice(0, 8);
  readonly #running: Promise<void>[];

  constructor(urls: () => readonly string[], keys: readonly string[]) {
    this.#running = keys.map((key, place) => this.#call(urls, key, place));
  }

  /** Waits until so many more calls were answered. */
  async answered(more: number): Promise<void> {
    const seen = this.receipts.length;
    await until('calls are answered', () => this.receipts.length >= seen + more);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #call(urls: () => readonly string[], key: string, place: number): Promise<void> {
    let sent = place;
    for (let turn = place; !this.#isOver; turn++) {
      const path = PATHS[turn % PATHS.length] ?? '';
      // The first path takes no parameter to be known by.
      const name = turn % 2 === 0 || path === PATHS[0] ? undefined : `${this.#names}-${place}-${turn}`;
      const target = name ? `${path}?category=${name}` : path;
      const headers = { 'x-api-key': key, ...(name && { 'idempotency-key': name }) };
      for (let isAnswered = false; !isAnswered && !this.#isOver; ) {
        const all = urls();
        const isDone = await this.#send(`${all[sent++ % all.length]}${target}`, headers, name);
        isAnswered = isDone || !name;
        await sleep(isDone ? PAUSE_MS : LONG_PAUSE_MS);
      }
    }
  }

  async #send(url: string, headers: Record<string, string>, name: string | undefined): Promise<boolean> {
    try {
      const response = await fetch(url, { headers });
      await response.text();
      return this.#note(response, name);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      this.lost += 1;
      return false;
    }
  }

  /** Whether it was an answer that stands. */
  #note({ status, headers }: Response, name: string | undefined): boolean {
    const number = (header: string) => Number(headers.get(header));
    if (status === 200) {
      const receipt = { points: number('x-points-charged'), balance: number('x-points-balance'), name };
      this.receipts.push({ requestId: String(headers.get('x-request-id')), ...receipt });
      return true;
    }
    if (status === 402) {
      this.refused += 1;
      return true;
    }
    assert.ok(status === 500 || status === 503, `a call was answered with ${status}`);
    this.failed += 1;
    return false;
  }
}

/** The charges in PostgreSQL fit what callers were told. */
export async function assertCharged(url: string, load: ReplicaLoad, before: number): Promise<void> {
  const rows = await queryOn(
    url,
    'SELECT request_id, points::integer, balance::integer, parameters FROM mdq.charge',
  );
  assertFits(rows, load, before);
}

/** Every answer was charged, once and as its receipt says; what else was charged was being answered. */
export function assertFits(rows: Record<string, unknown>[], load: ReplicaLoad, before: number): void {
  // Below the parameters stands the Idempotency-Key.
  for (const row of rows) row.parameters = String(row.parameters).split('\n', 1)[0];
  const charges = new Map(rows.map((row) => [String(row.request_id), row]));
  assert.equal(charges.size, rows.length, 'a call is charged once');
  const named = rows.map(({ parameters }) => parameters).filter((parameters) => parameters !== NO_PARAMETERS);
  const names = new Set(named);
  assert.equal(names.size, named.length, 'a call that is sent again is charged once');
  for (const { requestId, points, balance, name } of load.receipts) {
    const parameters = name === undefined ? NO_PARAMETERS : JSON.stringify({ category: name });
    // Sent again: an attempt that was not answered has paid for it.
    if (points === 0) assert.ok(names.has(parameters), `${name} was answered and never charged`);
    else assert.deepEqual(charges.get(requestId), { request_id: requestId, points, balance, parameters });
  }
  const answered = load.receipts.filter(({ points }) => points > 0).length;
  const others = rows.length - before - answered;
  assert.ok(others <= load.failed + load.lost, `${others} charges were not answered`);
}

export async function chargesIn(url: string): Promise<number> {
  const [row] = await queryOn(url, 'SELECT count(*) AS all FROM mdq.charge');
  return Number(row?.all);
}
