/** Every explained error states the charge in both languages; after a 502 or 504 it is stated as unknown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS, type ErrorName } from '../../../../src/errors/callers.ts';
import { localeOf } from '../locale/locale.ts';
import { ACCESS_WORDS } from '../words/access-words.ts';
import { outcomeOf } from './call.ts';
import { explain } from './explain.ts';

const english = localeOf(ACCESS_WORDS, 'en', 'en-US');
const chinese = localeOf(ACCESS_WORDS, 'zh-TW', 'zh-TW');

const names = Object.keys(ERRORS) as ErrorName[];

const unknownName = outcomeOf({
  status: 400,
  headers: new Headers(),
  text: '{"code":400,"msg":"Unknown category"}',
}) as Extract<ReturnType<typeof outcomeOf>, { kind: 'refused' }>;

/** Explained by its code alone: the message is another one each time. */
function refusal(name: ErrorName, data?: object, locale = english) {
  const { status, code } = ERRORS[name];
  return refusalOf(status, { 'x-error-code': code }, data, locale);
}

function refusalOf(status: number, headers: Record<string, string>, data?: object, locale = english) {
  const outcome = outcomeOf({
    status,
    headers: new Headers({ 'x-request-id': 'abc-1', 'retry-after': '2', ...headers }),
    text: JSON.stringify({ code: status, msg: 'In other words', data }),
  });
  assert.notEqual(outcome.kind, 'answered');
  return explain(outcome as Exclude<typeof outcome, { kind: 'answered' }>, locale);
}

test('every error of the service has its own words, at most three sentences in both languages, and names the call', () => {
  for (const locale of [english, chinese]) {
    const texts = names.map((name) => {
      const { status } = ERRORS[name];
      const { text, requestId } = refusal(name, { balance: 1, required: 50 }, locale);
      assert.ok(Number(text.match(/[.。](?=\s|$)/g)?.length) <= 3, text);
      assert.equal(requestId, 'abc-1');
      return `${status} ${text}`;
    });
    const known = texts.filter((text) => /^(401|403|429|500|503) /.test(text));
    // The two of 401 and the two of 429 mean the same to a reader. Pages never send what has a foreign origin.
    assert.equal(new Set(known).size, known.length - 3);
  }
});

test('every error says what was charged, and what to do', () => {
  for (const [locale, charged, advice] of [
    [
      english,
      /Nothing was charged|charged at most once|charges twice/,
      /\. (Check|Use|Choose|Ask|Wait|Try|If)|trying/,
    ],
    [chinese, /未扣點|最多只扣一次|不會重複扣點/, /請|再試一次/],
  ] as const) {
    for (const name of names) {
      const { status } = ERRORS[name];
      for (const balance of [1, 900]) {
        const { text } = refusal(name, { balance, required: 50 }, locale);
        assert.match(text, charged, name);
        // What the service itself says of a call that it does not take is said as it is.
        if (/^(401|402|403|429|500|503)$/.test(String(status))) assert.match(text, advice, name);
      }
    }
    for (const status of [200, 500, 502, 503]) {
      const { text } = explain(garbled(status), locale);
      assert.match(text, charged, String(status));
      assert.match(text, advice, String(status));
    }
    const { text } = explain(unknownName, locale, 'Tee');
    assert.match(text, charged);
    assert.match(text, advice);
  }
});

test('too few points and a price above the one shown are told apart', () => {
  const poor = refusal('insufficientPoints', { balance: 1, required: 50 });
  assert.equal(
    poor.text,
    'This costs 50 points, and the account has 1 point. Nothing was charged. Ask for more points.',
  );
  assert.equal(poor.remedy, 'fewer-points');
  const dear = refusal('insufficientPoints', { balance: 900, required: 350 });
  assert.deepEqual(
    [dear.text, dear.remedy],
    ['The price is now 350 points. Nothing was charged. If you accept it, try again.', 'pay'],
  );
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
    assert.equal(outcomeOf({ status, headers, text }).kind, 'garbled');
  }
});

function garbled(status: number) {
  const outcome = outcomeOf({ status, headers: new Headers(), text: '<h1>Bad gateway</h1>' });
  assert.ok(outcome.kind === 'garbled');
  return outcome;
}

test('what a proxy says in place of a lost answer is a call that may have been charged, whatever its form', () => {
  for (const [locale, words] of [
    [english, /not known whether this call was charged/],
    [chinese, /無法確定這次呼叫是否已扣點/],
  ] as const) {
    for (const status of [502, 504]) {
      const page = explain(garbled(status), locale);
      assert.match(page.text, words);
      assert.equal(page.remedy, 'retry');
      assert.match(refusalOf(status, {}, undefined, locale).text, words);
    }
    assert.doesNotMatch(explain(garbled(503), locale).text, words);
    assert.doesNotMatch(refusal('busy', undefined, locale).text, words);
  }
});

test('an account that is busy is told as that, and can be tried again', () => {
  for (const locale of [english, chinese]) {
    const { text, remedy } = refusal('accountBusy', undefined, locale);
    assert.deepEqual([text, remedy], [locale.words.problems.accountBusy, 'retry']);
  }
});

test('no connection and no answer in time are told apart', () => {
  const [gone, late] = [{ kind: 'unreachable' }, { kind: 'late', seconds: 15 }] as const;
  assert.notEqual(explain(gone, english).text, explain(late, english).text);
});
