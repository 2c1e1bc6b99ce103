/** The copy of the Docker build context used by tests leaves out exactly the files ignored by Docker. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIgnored, readRules } from './docker-context.ts';

test('an ignore file is read as Docker reads it', () => {
  const rules = readRules(`# a comment
*
!src
!/deploy/health-check.mjs
!site/
**/*.test.ts
dist
src/?.md
site/dist
site/.dist-*
`);
  for (const path of [
    '.git/HEAD',
    'notes.txt',
    'deploy/Dockerfile',
    'src/a.test.ts',
    'src/deep/er/a.test.ts',
    'a.test.ts',
    'site/dist/index.html',
    'site/.dist-1/x',
    'src/a.md',
  ])
    assert.equal(isIgnored(path, rules), true, path);
  for (const path of [
    'src/a.ts',
    'src/deep/b.ts',
    'src/a-test.ts',
    'src/ab.md',
    'src/dist/a.ts',
    'deploy/health-check.mjs',
    'site/build.ts',
    'site/distant.md',
    'site/below/dist/x',
  ])
    assert.equal(isIgnored(path, rules), false, path);
  assert.equal(isIgnored('#src', readRules('#src')), false, 'a comment');
});
