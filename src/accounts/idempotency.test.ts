/** A repeat under the same Idempotency-Key is free for exactly one hour after the charge. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '../settings/config.ts';
import type { Settlement } from './ledger.ts';
import { openAccounts } from './open.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 5, 12);
const dataDir = await mkdtemp(join(tmpdir(), 'mdq-hour-'));
const accounts = await openAccounts(readConfig({ DATA_DIR: dataDir }));
after(async () => {
  await accounts.close();
  await rm(dataDir, { recursive: true });
});
await accounts.createAccount('acme', { points: 1000, by: 'a test', note: '' });
await accounts.createKey('acme', { hash: 'hash', last4: 'last', name: '' });

/** What a call costs under a name, so long after the start; 'mismatch' where the name stands for another call. */
async function charged(key: string, afterMs: number, fingerprint = 'same'): Promise<number | 'mismatch'> {
  const at = START + afterMs;
  const call: Settlement = {
    keyHash: 'hash',
    points: 10,
    path: '/path',
    idempotency: { key, fingerprint },
    requestId: `${key}-${afterMs}`,
    at,
    day: Math.floor(at / 86_400_000),
  };
  const [outcome] = await accounts.settle([call]);
  return outcome?.kind === 'settled' ? outcome.charged : 'mismatch';
}

test('a call is free under its name up to the last millisecond of the hour, and charged again from the next', async () => {
  assert.equal(await charged('one', 0), 10);
  assert.equal(await charged('one', 59 * 60_000 + 59_000), 0);
  assert.equal(await charged('one', HOUR_MS - 1), 0);
  assert.equal(await charged('one', HOUR_MS), 10);
});

test('the hour begins with the charge, and a free repetition does not make it longer', async () => {
  assert.equal(await charged('two', 1000), 10);
  assert.equal(await charged('two', HOUR_MS), 0);
  assert.equal(await charged('two', HOUR_MS + 1000), 10);
  assert.equal(await charged('two', 2 * HOUR_MS), 0);
});

test('after its hour a name can stand for another call', async () => {
  assert.equal(await charged('three', 0), 10);
  assert.equal(await charged('three', HOUR_MS - 1, 'other'), 'mismatch');
  assert.equal(await charged('three', HOUR_MS, 'other'), 10);
  assert.equal(await charged('three', HOUR_MS + 1, 'other'), 0);
});
