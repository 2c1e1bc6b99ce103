import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS } from '../../../../src/errors.ts';
import { outcomeOf } from './call.ts';
import { explain } from './explain.ts';

function refusal(status: number, msg: string, data?: object) {
  const outcome = outcomeOf(
    { status, headers: new Headers({ 'x-request-id': 'abc-1', 'retry-after': '2' }) },
    JSON.stringify({ code: status, msg, data }),
  );
  assert.notEqual(outcome.kind, 'answered');
  return explain(outcome as Exclude<typeof outcome, { kind: 'answered' }>);
}

test('every error of the service has words of its own, and names the call', () => {
  const titles = Object.values(ERRORS).map(({ status, msg }) => {
    const { title, text, requestId } = refusal(status, msg, { balance: 1, required: 50 });
    assert.ok(title.length > 5 && text.length > 20, `${status}`);
    assert.equal(requestId, 'abc-1');
    return `${status} ${title}`;
  });
  const known = titles.filter((title) => /^(400|401|402|403|429|500|503) /.test(title));
  // 401 has two messages that mean the same to someone with a key form before them.
  assert.equal(new Set(known).size, known.length - 1);
});

test('too few points and a price above the one shown are told apart', () => {
  const poor = refusal(402, ERRORS.insufficientPoints.msg, { balance: 1, required: 50 });
  assert.match(poor.text, /costs 50 points and the account has 1 point\b/);
  const dear = refusal(402, ERRORS.insufficientPoints.msg, { balance: 900, required: 350 });
  assert.match(dear.title, /costs 350 points/);
});

test('an answer that is not the envelope is not taken for one', () => {
  const headers = new Headers();
  for (const [status, text] of [
    [200, '<html>login</html>'],
    [502, 'Bad gateway'],
    [200, '"ok"'],
    [200, '{"code":500}'],
    [500, ''],
  ] as const) {
    assert.deepEqual(outcomeOf({ status, headers }, text), { kind: 'garbled', status });
  }
});

test('no connection and no answer in time are told apart', () => {
  assert.notEqual(explain({ kind: 'unreachable' }).title, explain({ kind: 'late', seconds: 15 }).title);
});
