import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Service } from '../service.ts';
import { until } from '../until.ts';
import { call, callEach } from './figures.ts';
import { type Question, urlOf } from './questions.ts';
import type { Answer, Reference } from './reference.ts';

/** Calls that are in flight together share a write to the disk. */
const IN_FLIGHT = 32;

type Difference = { readonly question: Question; readonly expected: object; readonly actual: object };
type Comparison = {
  readonly compared: number;
  readonly points: number;
  readonly differences: Difference[];
};

/** Asks the service every question, a few at a time, and compares body and charge with the reference. */
async function compare(
  service: Service,
  key: string,
  reference: Reference,
  questions: readonly Question[],
  most = Number.POSITIVE_INFINITY,
): Promise<Comparison> {
  const differences: Difference[] = [];
  let points = 0;
  await callEach(questions, IN_FLIGHT, async (question, agent) => {
    if (differences.length >= most) return;
    const url = urlOf(question);
    const answer = answerOf(reference, question, url);
    points += answer.points;
    const { status, headers, body } = await call(service.url + url, key, agent);
    const [charged, suppressed, compared] = ['x-points-charged', 'x-suppressed', 'x-compared'].map(
      (name) => headers[name],
    );
    const actual = { status, charged, suppressed, compared, body: JSON.parse(body) };
    const expected = {
      status: 200,
      charged: String(answer.points),
      suppressed: answer.suppressed === undefined ? undefined : String(answer.suppressed),
      compared: answer.compared,
      body: { code: 200, data: answer.data },
    };
    if (!isDeepStrictEqual(actual, expected)) differences.push({ question, expected, actual });
  });
  return { compared: questions.length, points, differences };
}

/** Many questions are asked of several services, and what a reference answers never changes. */
const answers = new WeakMap<Reference, Map<string, Answer>>();

function answerOf(reference: Reference, { path, parameters }: Question, url: string): Answer {
  const known = answers.get(reference) ?? new Map<string, Answer>();
  answers.set(reference, known);
  const answer = known.get(url) ?? reference.answer(path, parameters);
  known.set(url, answer);
  return answer;
}

/** Fails with the first difference in full and the number of all. */
export async function assertSame(
  service: Service,
  key: string,
  reference: Reference,
  questions: readonly Question[],
): Promise<Comparison> {
  const comparison = await compare(service, key, reference, questions);
  const [first] = comparison.differences;
  if (first !== undefined) {
    const count = `${comparison.differences.length} of ${comparison.compared} answers differ`;
    const about = { first: decodeURIComponent(urlOf(first.question)), count };
    assert.deepStrictEqual({ ...about, ...first.actual }, first.expected);
  }
  return comparison;
}

/** A running server comes to answer as the reference does, once it shows what was published beside it. */
export async function assertBecomesSame(
  service: Service,
  key: string,
  reference: Reference,
  questions: readonly Question[],
): Promise<void> {
  let asked = questions;
  const isSame = async () => {
    const { differences } = await compare(service, key, reference, asked, 1);
    const isAll = asked === questions;
    // One that differs is asked until it does not, then all.
    asked = differences.length > 0 ? differences.map(({ question }) => question).slice(0, 1) : questions;
    return isAll && differences.length === 0;
  };
  // What differs is told by the comparison, not by the wait.
  await until('the server shows the new data', isSame).catch(() =>
    assertSame(service, key, reference, questions),
  );
}
