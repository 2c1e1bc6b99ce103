/** Cached responses are served for their own snapshot only, within bounded memory and without API keys. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { AnswerCache } from './answer-cache.ts';

const [first, second] = [{}, {}] as [Snapshot, Snapshot];
const answer = (body: string) => ({
  body,
  type: undefined,
  headers: [],
  etag: '"x"',
  days: 1,
  isFree: false,
  departures: undefined,
  asks: { path: '/a', category: undefined, tellsOfOthers: true },
  parameters: '{}',
});

/** As it is cached once it is asked for again. */
function addTwice(answers: AnswerCache, snapshot: Snapshot, target: string, made = answer('x')): void {
  for (let i = 0; i < 2; i++) answers.add(snapshot, target, made);
}

test('what was made is found again, for its own snapshot only', () => {
  const answers = new AnswerCache();
  addTwice(answers, first, '/a', answer('1'));
  assert.equal(answers.find(first, '/a')?.body, '1');
  assert.equal(answers.find(first, '/b'), undefined);
  assert.equal(answers.find(second, '/a'), undefined);
  assert.equal(answers.find(first, '/a'), undefined, 'nothing is cached of a snapshot that was replaced');
  addTwice(answers, second, '/a', answer('2'));
  assert.equal(answers.find(second, '/a')?.body, '2');
  assert.equal(answers.find(first, '/a'), undefined);
});

test('what is asked for again and again stays, what is not goes', () => {
  const answers = new AnswerCache();
  addTwice(answers, first, '/often');
  addTwice(answers, first, '/twice');
  for (let i = 0; i < 50_000; i++) {
    addTwice(answers, first, `/${i}`);
    assert.ok(answers.find(first, '/often'));
  }
  assert.equal(answers.find(first, '/twice'), undefined);
  const cached = Array.from({ length: 50_000 }, (_, i) => answers.find(first, `/${i}`)).filter(Boolean);
  assert.ok(cached.length <= 20_000, String(cached.length));
});

test('large answers are bounded by their bytes', () => {
  const answers = new AnswerCache();
  const large = answer('x'.repeat(2 ** 20));
  for (let i = 0; i < 200; i++) addTwice(answers, first, `/${i}`, large);
  const cached = Array.from({ length: 200 }, (_, i) => answers.find(first, `/${i}`)).filter(Boolean);
  assert.ok(cached.length >= 30 && cached.length <= 64, String(cached.length));
});

test('an address with a key in it is not cached', () => {
  const answers = new AnswerCache();
  addTwice(answers, first, '/a?x-api-key=mdk_0123');
  assert.equal(answers.find(first, '/a?x-api-key=mdk_0123'), undefined);
});

test('two questions that share a hash take turns, and push nothing else out', () => {
  const answers = new AnswerCache();
  const two = ['3pvu', 'e3ea'].map((x) => `/api/public/overview/ranking?x=${x}`);
  addTwice(answers, first, '/other');
  for (let i = 0; i < 1000; i++) {
    for (const target of two) {
      addTwice(answers, first, target, answer(target.repeat(1000)));
      assert.deepEqual(
        two.map((each) => answers.find(first, each)?.body.slice(0, target.length)),
        two.map((each) => (each === target ? target : undefined)),
      );
    }
  }
  assert.ok(answers.find(first, '/other'));
});

test('what is asked for once is not cached, what is asked for again is', () => {
  const answers = new AnswerCache();
  answers.add(first, '/a', answer('1'));
  assert.equal(answers.find(first, '/a'), undefined);
  answers.add(first, '/a', answer('1'));
  assert.equal(answers.find(first, '/a')?.body, '1');
});
