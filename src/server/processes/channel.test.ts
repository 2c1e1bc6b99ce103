/** A response that arrived while the event loop was blocked is used; requests to a dead process fail at once. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { Channel } from './channel.ts';

const OTHER_SIDE = `
  import { Channel } from '${new URL('./channel.ts', import.meta.url)}';
  new Channel(process, { echo: async (value) => value, never: () => new Promise(() => {}) });
`;

/** A process that answers, and the channel to it. */
function open(t: TestContext) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', OTHER_SIDE], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  t.after(() => child.kill('SIGKILL'));
  return { child, channel: new Channel(child, {}) };
}

test('an answer that arrived while this side had no time to read it is taken', async (t) => {
  const { channel } = open(t);
  assert.equal(await channel.ask('echo', 'up', Number.POSITIVE_INFINITY), 'up');
  const asked = channel.ask('echo', 'late', 100);
  // Nothing runs here meanwhile, so that the time to wait is over before anything is read.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  assert.equal(await asked, 'late');
});

test('what is asked of a process that ends is given up at once', async (t) => {
  const { child, channel } = open(t);
  assert.equal(await channel.ask('echo', 'up', Number.POSITIVE_INFINITY), 'up');
  const asked = channel.ask('never', null, Number.POSITIVE_INFINITY);
  child.kill('SIGKILL');
  await assert.rejects(asked, /a process has ended/);
  await assert.rejects(channel.ask('echo'), /a process has ended/);
});
