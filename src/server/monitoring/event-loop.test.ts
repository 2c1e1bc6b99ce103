/** An event loop blocked for more than a second is reported as late before any timer runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventLoop } from './event-loop.ts';

const BLOCKED_MS = 1300;

/** Keeps this thread, and so its event loop, from doing anything else. */
function block(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
}

test('a loop that was blocked for more than a second is late at once, says by how much, and calms down', async () => {
  const loop = new EventLoop();
  block();
  assert.equal(loop.isLate(), false, 'what a start takes does not count');
  loop.watch();
  block();
  // Before any timer could run: whatever is asked first after the block is told.
  assert.equal(loop.isLate(), true);
  while (loop.lagMs < 1000) await sleep(1);
  assert.equal(loop.isLate(), true);
  while (loop.isLate()) await sleep(50);
  loop.stop();
});
