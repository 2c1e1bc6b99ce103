/** Compares what a warehouse publishes with the reference, answer by answer, without a server between. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { endpoints } from '../../../src/endpoints/index.ts';
import { Refusal } from '../../../src/errors/callers.ts';
import { makeAnswer } from '../../../src/request/endpoint-product.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { Snapshot } from '../../../src/snapshot/snapshot.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import type { Warehouse } from '../../../src/warehouse/warehouse.ts';
import { type Question, someQuestions, urlOf } from './questions.ts';
import type { Reference } from './reference.ts';

export async function publishedSnapshot(warehouse: Warehouse): Promise<Snapshot> {
  return Snapshot.of(await warehouse.load(Number(await warehouse.current())));
}

/** All tables of what is published, without when it was made and what was done for it. */
export async function publishedTables(warehouse: Warehouse) {
  const tables = await warehouse.load(Number(await warehouse.current()));
  const { version: _version, publishedAt: _at, publication: _id, imports: _imports, ...facts } = tables.facts;
  return { ...tables, facts };
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

const BY_PATH = new Map(endpoints.map((endpoint) => [endpoint.path as string, endpoint]));

function madeOf(snapshot: Snapshot, url: string) {
  const [path = '', query = ''] = url.split('?');
  const made = makeAnswer(BY_PATH.get(path) ?? assert.fail(path), snapshot, query);
  assert.ok(!(made instanceof Refusal), url);
  return made;
}

/** The body of the answer, as text. */
export function bodyOf(snapshot: Snapshot, url: string): string {
  return Buffer.from(madeOf(snapshot, url).body, 'latin1').toString();
}

export function answerOf(snapshot: Snapshot, url: string): PublishedAnswer {
  const { headers, isFree } = madeOf(snapshot, url);
  const header = (name: string) => {
    const at = headers.indexOf(name);
    return at < 0 ? undefined : headers[at + 1];
  };
  const suppressed = header('x-suppressed');
  return {
    data: JSON.parse(bodyOf(snapshot, url)).data,
    suppressed: suppressed === undefined ? undefined : Number(suppressed),
    ...{ compared: header('x-compared'), isFree },
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

/** Fails unless what is published in a data folder right now is what the reference says. */
export async function assertPublished(
  { env }: { readonly env: NodeJS.ProcessEnv },
  reference: Reference,
  questions = someQuestions(reference),
): Promise<void> {
  await using warehouse = await openWarehouse(readConfig(env));
  assertAnswers(await publishedSnapshot(warehouse), reference, questions, 'published');
}
