import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { PreparedAnswers } from './prepared-answers.ts';

const [first, second] = [{}, {}] as [Snapshot, Snapshot];
const answer = (body: string) => ({ body, points: 1 });

test('what was made is found again, for its own snapshot only', () => {
  const answers = new PreparedAnswers();
  answers.keep(first, '/a', answer('1'));
  assert.equal(answers.find(first, '/a')?.body, '1');
  assert.equal(answers.find(first, '/b'), undefined);
  assert.equal(answers.find(second, '/a'), undefined);
  assert.equal(answers.find(first, '/a'), undefined, 'nothing is kept of a snapshot that was replaced');
  answers.keep(second, '/a', answer('2'));
  assert.equal(answers.find(second, '/a')?.body, '2');
  assert.equal(answers.find(first, '/a'), undefined);
});

test('what is asked for again and again stays, what was asked for once goes', () => {
  const answers = new PreparedAnswers();
  answers.keep(first, '/often', answer('x'));
  answers.keep(first, '/once', answer('x'));
  for (let i = 0; i < 50_000; i++) {
    answers.keep(first, `/${i}`, answer('x'));
    assert.ok(answers.find(first, '/often'));
  }
  assert.equal(answers.find(first, '/once'), undefined);
  const kept = Array.from({ length: 50_000 }, (_, i) => answers.find(first, `/${i}`)).filter(Boolean);
  assert.ok(kept.length <= 20_000, String(kept.length));
});

test('large answers are bounded by their bytes', () => {
  const answers = new PreparedAnswers();
  const large = answer('x'.repeat(2 ** 20));
  for (let i = 0; i < 200; i++) answers.keep(first, `/${i}`, large);
  const kept = Array.from({ length: 200 }, (_, i) => answers.find(first, `/${i}`)).filter(Boolean);
  assert.ok(kept.length >= 30 && kept.length <= 64, String(kept.length));
});
