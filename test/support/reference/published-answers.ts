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

/** What a snapshot answers to a path and query. */
interface PublishedAnswer {
  readonly data: unknown;
  /** How many cells are suppressed. */
  readonly suppressed: number | undefined;
  /** The days that it compares with. */
  readonly compared: string | undefined;
  readonly isFree: boolean;
}

export function answerOf(snapshot: Snapshot, url: string): PublishedAnswer {
  const [path = '', query = ''] = url.split('?');
  const endpoint = endpoints.find((one) => one.path === path);
  assert.ok(endpoint, path);
  const made = makeAnswer(endpoint, snapshot, query);
  assert.ok(!(made instanceof Refusal), url);
  const header = (name: string) => {
    const at = made.headers.indexOf(name);
    return at < 0 ? undefined : made.headers[at + 1];
  };
  const suppressed = header('x-suppressed');
  return {
    data: JSON.parse(Buffer.from(made.body, 'latin1').toString()).data,
    suppressed: suppressed === undefined ? undefined : Number(suppressed),
    compared: header('x-compared'),
    isFree: made.isFree,
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
    const { data, suppressed, compared, points } = reference.answer(question.path, question.parameters);
    const expected = { data, suppressed, compared, isFree: points === 0 };
    const actual = answerOf(snapshot, url);
    if (!isDeepStrictEqual(actual, expected))
      assert.deepEqual(actual, expected, `${when}: ${decodeURIComponent(url)}`);
  }
}
