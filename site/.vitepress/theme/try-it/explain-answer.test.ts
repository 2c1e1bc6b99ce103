import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS } from '../../../../src/errors/callers.ts';
import { explainAnswer } from './explain-answer.ts';
import { tryWords } from './words.ts';

const answer = (status: number, text: string) => ({
  status,
  text,
  charged: null,
  balance: null,
  requestId: null,
  dataVersion: null,
});
const refusal = (status: number, msg: string) => answer(status, JSON.stringify({ code: status, msg }));

test('a call that may have been charged is told as such; one that was not, as that', () => {
  for (const lang of ['en-US', 'zh-TW']) {
    const words = tryWords(lang);
    const { chargeUnknown, internal, busy } = ERRORS;
    for (const lost of [
      answer(502, '<h1>Bad gateway</h1>'),
      answer(504, ''),
      refusal(502, chargeUnknown.msg),
      refusal(chargeUnknown.status, chargeUnknown.msg),
    ])
      assert.equal(explainAnswer(lost, words), words.chargeUnknown);
    assert.equal(explainAnswer(refusal(busy.status, busy.msg), words), words.errors[503]);
    assert.equal(explainAnswer(refusal(internal.status, internal.msg), words), words.failed);
    assert.equal(
      explainAnswer(refusal(400, 'start must be a date'), words),
      words.refused('start must be a date'),
    );
    assert.equal(explainAnswer(answer(200, '{}'), words), undefined);
  }
});
