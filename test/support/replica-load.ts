import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryOn } from './postgres.ts';

const PATHS = ['/api/public/meta/categories', '/api/public/market/payment', '/api/public/market/focus'];
const PAUSE_MS = 2;

export type Receipt = { readonly requestId: string; readonly points: number; readonly balance: number };

/** Callers that spread their calls over replicas, one after the other, until they are told to stop. */
export class ReplicaLoad {
  readonly receipts: Receipt[] = [];
  /** Calls that were refused because there was nothing left to pay with. */
  refused = 0;
  /** Calls that got an error of the service. */
  failed = 0;
  /** Calls whose answer never arrived. */
  lost = 0;
  #isOver = false;
  readonly #running: Promise<void>[];

  constructor(urls: () => readonly string[], keys: readonly string[]) {
    this.#running = keys.map((key, place) => this.#call(urls, key, place));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #call(urls: () => readonly string[], key: string, place: number): Promise<void> {
    for (let turn = place; !this.#isOver; turn++) {
      const all = urls();
      const path = PATHS[turn % PATHS.length];
      try {
        const response = await fetch(`${all[turn % all.length]}${path}`, { headers: { 'x-api-key': key } });
        await response.text();
        this.#note(response);
      } catch {
        this.lost += 1;
      }
      await sleep(PAUSE_MS);
    }
  }

  #note({ status, headers }: Response): void {
    const number = (name: string) => Number(headers.get(name));
    if (status === 200) {
      this.receipts.push({
        requestId: String(headers.get('x-request-id')),
        points: number('x-points-charged'),
        balance: number('x-points-balance'),
      });
    } else if (status === 402) this.refused += 1;
    else {
      assert.ok(status === 500 || status === 503, `a call was answered with ${status}`);
      this.failed += 1;
    }
  }
}

/** Every answer was charged, once and as its receipt says; what else was charged was being answered. */
export async function assertCharged(url: string, load: ReplicaLoad, before: number): Promise<void> {
  const rows = await queryOn(url, 'SELECT request_id, points::integer, balance::integer FROM mdq.charge');
  const charges = new Map(rows.map((row) => [String(row.request_id), row]));
  assert.equal(charges.size, rows.length, 'a call is charged once');
  for (const { requestId, points, balance } of load.receipts) {
    assert.deepEqual(charges.get(requestId), { request_id: requestId, points, balance });
  }
  const others = rows.length - before - load.receipts.length;
  assert.ok(others <= load.failed + load.lost, `${others} charges were not answered`);
}

export async function chargesIn(url: string): Promise<number> {
  const [row] = await queryOn(url, 'SELECT count(*) AS all FROM mdq.charge');
  return Number(row?.all);
}
