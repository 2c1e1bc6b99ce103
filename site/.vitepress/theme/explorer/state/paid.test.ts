import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TabStore } from '../../call/session-key.ts';
import { Paid } from './paid.ts';

function tab(): TabStore {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

test('a retry has the same key, another question another', () => {
  const paid = new Paid(tab());
  assert.equal(paid.keyFor('/a'), paid.keyFor('/a'));
  assert.notEqual(paid.keyFor('/a'), paid.keyFor('/b'));
});

test('an answered call is free for the rest of the hour, also after a reload', () => {
  const store = tab();
  let now = 0;
  const paid = new Paid(store, () => now);
  const key = paid.keyFor('/a');
  assert.equal(paid.isFree('/a'), false);
  paid.note('/a');
  now = 50 * 60_000;
  paid.note('/a');
  const reloaded = new Paid(store, () => now);
  assert.equal(reloaded.isFree('/a'), true);
  assert.equal(reloaded.keyFor('/a'), key);
  now = 56 * 60_000;
  assert.equal(reloaded.isFree('/a'), false);
  assert.notEqual(reloaded.keyFor('/a'), key);
});

test('forgetting leaves nothing behind', () => {
  const store = tab();
  const paid = new Paid(store);
  paid.keyFor('/a');
  paid.note('/a');
  paid.clear();
  assert.equal(new Paid(store).isFree('/a'), false);
});

test('what someone else put in the store does no harm', () => {
  const store = tab();
  store.setItem('mdq-paid', '{broken');
  assert.equal(new Paid(store).isFree('/a'), false);
});
