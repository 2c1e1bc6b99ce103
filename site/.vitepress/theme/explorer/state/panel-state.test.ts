/** The points shown as paid for a panel count each call once and exclude calls bought for other panels. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallState } from './call-state.ts';
import { panelStateOf } from './panel-state.ts';
import type { Question } from './questions.ts';

const ask = (path: string): Question => ({ path, parameters: [], days: { start: 0, end: 0 } });
const [main, compared, market] = [ask('main'), ask('compared'), ask('market')];
const other = ask('other');

function answer(requestId: string, charged: number, isKept = false): CallState {
  const unknown = { balance: undefined, version: undefined, suppressed: undefined };
  return { status: 'ready', data: {}, receipt: { ...unknown, requestId, charged }, isKept, answeredAt: 0 };
}
function stateWith(answers: ReadonlyMap<Question, CallState>, others: readonly Question[] = []) {
  const stateOf = (question: Question) => answers.get(question) ?? ({ status: 'idle' } as const);
  const isOfOther = (question: Question) => others.includes(question);
  const beside = [{ name: 'Other', question: other }];
  return panelStateOf({ main, compared, market, others: beside }, stateOf, isOfOther);
}

test('what was paid is all that went into a panel, each call once, and only where it was bought', () => {
  const [first, second] = [answer('a', 50, true), answer('b', 40)];
  const paid = (answers: [Question, CallState][], others?: Question[]) =>
    stateWith(new Map(answers), others).paid;
  const all: [Question, CallState][] = [
    [main, first],
    [market, second],
  ];
  assert.equal(paid(all), 90);
  assert.equal(paid([...all, [compared, answer('a', 50, true)]]), 90, 'cut out of the same answer');
  assert.equal(paid(all, [market]), 0, 'bought for another panel');
  assert.equal(paid([[main, first]]), 0, 'nothing had to be bought');
});

test('what a panel lacks is told apart', () => {
  const lacks = (...of: Question[]) =>
    stateWith(new Map(of.map((one) => [one, answer('a', 1)] as const))).lacks;
  assert.deepEqual(lacks(main, compared), { comparisons: 0, names: 1, market: true });
  assert.deepEqual(lacks(main, market, other), { comparisons: 1, names: 0, market: false });
});
