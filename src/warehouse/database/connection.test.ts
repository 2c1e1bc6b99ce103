import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Stopped } from '../warehouse-errors.ts';
import { Connection } from './connection.ts';

test('a stop while a piece is worked on is told to who asked, and ends nothing else', async () => {
  const connection = await Connection.temporary({ tmp: tmpdir(), memory: 100e6 });
  const each = connection.each({ i: 'i32' }, 'SELECT i::INTEGER FROM range(10000) t(i)', {}, async () => {
    // Long enough for the second piece to be there. The third fails at once, while the second is worked on.
    await sleep(100);
    connection.stop();
  });
  await assert.rejects(each, Stopped);
  connection.close();
});
