/** An audit detects a charge whose parameters were changed after it was written. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { openDatabase } from '../file/schema.ts';
import { audit } from './audit.ts';
import { dayAndChecksum } from './row-checksum.ts';
import { Settler } from './settle.ts';

/** Accounts with one charge, and what is wrong with them. */
function oneCharge(t: TestContext): { db: DatabaseSync; problems(): readonly string[] } {
  const dir = mkdtempSync(join(tmpdir(), 'mdq-checksum-'));
  const db = openDatabase(dir, 'make');
  t.after(() => {
    db.close();
    rmSync(dir, { recursive: true });
  });
  db.exec(`
    INSERT INTO account (id, name, balance, created_at) VALUES (1, 'acme', 0, 0);
    INSERT INTO key (id, public_id, account, hash, last4, name, created_at) VALUES (1, 'key_1', 1, 'h', 'abcd', '', 0);
    UPDATE account SET balance = 100`);
  const call = { keyHash: 'h', points: 45, path: '/p', requestId: 'r', at: 1_790_000_000_000, day: 20_717 };
  new Settler(db).settle([call]);
  // Of the grant, which is not what this is about, nothing is kept.
  const problems = () => audit(db).problems.filter((problem) => problem.startsWith('entry'));
  return { db, problems };
}

function setParameters(db: DatabaseSync, parameters: string | null): void {
  const charge = { account: 1, at: 1_790_000_000_000, points: 45, balance: 55, key: 1, path: 1, day: 20_717 };
  db.prepare('UPDATE entry SET parameters = ?, stamp = ?').run(
    parameters,
    dayAndChecksum({ ...charge, parameters }),
  );
}

test('a charge without parameters is as it was written, also where they were never kept', (t) => {
  const { db, problems } = oneCharge(t);
  assert.deepEqual(problems(), []);
  setParameters(db, null);
  assert.deepEqual(problems(), []);
});

test('the parameters of a charge are part of its check', (t) => {
  const { db, problems } = oneCharge(t);
  setParameters(db, 'category=Home&start=2026-01-01');
  assert.deepEqual(problems(), []);
  db.exec("UPDATE entry SET parameters = 'category=Home&start=2026-01-02'");
  assert.equal(problems().length, 1);
  db.exec('UPDATE entry SET parameters = NULL');
  assert.equal(problems().length, 1);
});
