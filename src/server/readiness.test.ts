/** Concurrent health checks share one reading, and a finished reading is reused for at most 250 ms. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Readiness } from '../http/health.ts';
import { sharedHealth } from './readiness.ts';

/** A health that is asked by hand: how often it was read, and what each reading came to. */
function byHand() {
  const readings: ((readiness: Readiness) => void)[] = [];
  let now = 1000;
  const health = sharedHealth(
    () => new Promise<Readiness>((resolve) => readings.push(resolve)),
    () => now,
  );
  return { health, readings, pass: (ms: number) => (now += ms) };
}

test('however many ask at a time, it is read once, and each gets what was read', async () => {
  const { health, readings } = byHand();
  const asked = Array.from({ length: 1000 }, () => health());
  assert.equal(readings.length, 1);
  readings[0]?.({ reasons: ['no data published'] });
  for (const { reasons } of await Promise.all(asked)) assert.deepEqual(reasons, ['no data published']);
});

test('it is read four times a second at most, and no answer is older than a quarter of one', async () => {
  const { health, readings, pass } = byHand();
  const first = health();
  readings[0]?.({ reasons: [] });
  await first;
  pass(249);
  await health();
  assert.equal(readings.length, 1);
  pass(1);
  health();
  assert.equal(readings.length, 2);
});

test('what was read elsewhere before is as old here as it is there', async () => {
  const { health, readings, pass } = byHand();
  const first = health();
  readings[0]?.({ reasons: [], ageMs: 200 });
  assert.equal((await first).ageMs, 200);
  pass(49);
  assert.equal((await health()).ageMs, 249);
  pass(1);
  health();
  assert.equal(readings.length, 2);
});

test('a reading that takes long is shared for as long as it takes', async () => {
  const { health, readings, pass } = byHand();
  const first = health();
  pass(5000);
  const second = health();
  assert.equal(readings.length, 1);
  readings[0]?.({ reasons: [] });
  await Promise.all([first, second]);
  health();
  assert.equal(readings.length, 2);
});
