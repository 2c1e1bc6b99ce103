/** Compares what a warehouse publishes with the reference, answer by answer, without a server between. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { endpoints } from '../../../src/endpoints/index.ts';
import { Refusal } from '../../../src/errors/callers.ts';
import { makeAnswer } from '../../../src/request/endpoint-product.ts';
import { Snapshot } from '../../../src/snapshot/snapshot.ts';
import type { Warehouse } from '../../../src/warehouse/warehouse.ts';
import { type Question, urlOf } from './questions.ts';
import type { Reference } from './reference.ts';

export async function publishedSnapshot(warehouse: Warehouse): Promise<Snapshot> {
  return Snapshot.of(await warehouse.load(Number(await warehouse.current())));
}

/** What a snapshot answers to a path and query: `data`, and how many cells are said to be closed. */
export function answerOf(snapshot: Snapshot, url: string): { data: unknown; suppressed: number | undefined } {
  const [path = '', query = ''] = url.split('?');
  const endpoint = endpoints.find((one) => one.path === path);
  assert.ok(endpoint, path);
  const made = makeAnswer(endpoint, snapshot, query);
  assert.ok(!(made instanceof Refusal), url);
  const at = made.headers.indexOf('x-suppressed');
  return {
    data: JSON.parse(Buffer.from(made.body, 'latin1').toString()).data,
    suppressed: at < 0 ? undefined : Number(made.headers[at + 1]),
  };
}

export function assertAnswers(
  snapshot: Snapshot,
  reference: Reference,
  questions: readonly Question[],
  when: string,
): void {
  for (const question of questions) {
    const url = urlOf(question);
    const { data, suppressed } = reference.answer(question.path, question.parameters);
    const actual = answerOf(snapshot, url);
    if (!isDeepStrictEqual(actual, { data, suppressed }))
      assert.deepEqual(actual, { data, suppressed }, `${when}: ${decodeURIComponent(url)}`);
  }
}
