import assert from 'node:assert/strict';

const KEY = /mdk_[0-9A-Za-z]{38}/;

/** What a service writes about itself never holds a key. */
export function assertNoKey(written: string, where: string): void {
  assert.ok(!KEY.test(written), `a key was written to ${where}`);
}

/** None of these values is in what was written. */
export function assertAbsent(secrets: readonly string[], written: string, where: string): void {
  for (const secret of secrets) {
    assert.ok(secret.length > 3, `"${secret}" could be there by chance`);
    assert.ok(!written.includes(secret), `"${secret}" was written to ${where}`);
  }
}
