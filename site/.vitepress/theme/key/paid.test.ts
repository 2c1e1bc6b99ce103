/** Retries and reloads within the hour reuse the Idempotency-Key of a call and are not charged again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf } from '../call/call.ts';
import { Paid } from './paid.ts';
import { forgetKey, memoryStore } from './session-key.ts';

const ended = (status: number) =>
  outcomeOf({ status, headers: new Headers(), text: JSON.stringify({ code: status, data: {} }) });
const ANSWERED = ended(200);

test('a retry has the same key, another question another', () => {
  const paid = new Paid(memoryStore());
  assert.equal(paid.keyFor('/a'), paid.keyFor('/a'));
  assert.notEqual(paid.keyFor('/a'), paid.keyFor('/b'));
});

test('a call that was not answered keeps its key, whatever came in place of the answer', () => {
  const paid = new Paid(memoryStore());
  const key = paid.keyFor('/a');
  for (const outcome of [{ kind: 'unreachable' }, ...[400, 402, 429, 500, 502, 503].map(ended)] as const) {
    paid.note('/a', outcome);
    assert.equal(paid.keyFor('/a'), key);
    assert.equal(paid.isFree('/a'), false);
  }
});

test('an answered call is free for the rest of the hour, also after a reload', () => {
  const store = memoryStore();
  let now = 0;
  const paid = new Paid(store, () => now);
  const key = paid.keyFor('/a');
  assert.equal(paid.isFree('/a'), false);
  paid.note('/a', ANSWERED);
  now = 50 * 60_000;
  paid.note('/a', ANSWERED);
  const reloaded = new Paid(store, () => now);
  assert.equal(reloaded.isFree('/a'), true);
  assert.equal(reloaded.keyFor('/a'), key);
  now = 56 * 60_000;
  assert.equal(reloaded.isFree('/a'), false);
  assert.notEqual(reloaded.keyFor('/a'), key);
});

test('a call that the service wants to be paid for again is not told as free', () => {
  const paid = new Paid(memoryStore());
  paid.keyFor('/a');
  paid.note('/a', ANSWERED);
  paid.note('/a', ended(402));
  assert.equal(paid.isFree('/a'), false);
});

test('what one page paid for, another knows', () => {
  const store = memoryStore();
  const [page, explorer] = [new Paid(store), new Paid(store)];
  page.keyFor('/a');
  page.note('/a', ANSWERED);
  explorer.keyFor('/b');
  assert.ok(explorer.isFree('/a') && page.isFree('/a'));
});

test('what was paid for is forgotten with the key', () => {
  const store = memoryStore();
  const paid = new Paid(store);
  paid.keyFor('/a');
  paid.note('/a', ANSWERED);
  forgetKey(store);
  assert.equal(paid.isFree('/a'), false);
});

test('what someone else put in the store does no harm', () => {
  const store = memoryStore();
  for (const text of ['{broken', 'null', '7']) {
    store.setItem('mdq-paid', text);
    assert.equal(new Paid(store).isFree('/a'), false);
  }
});
