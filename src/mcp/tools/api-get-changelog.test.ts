import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDocs } from '../../docs/docs.ts';
import { apiGetChangelog } from './api-get-changelog.ts';

test('an entry is found by its date, and begins with its summary where it has one', () => {
  const changelog = [
    '## The API',
    '### 2026-07-01\n\nShorter answers.\n\n#### Added\n\n- One.',
    '### 2026-06-09\n\n#### Added\n\n- Two.',
  ].join('\n\n');
  const tool = apiGetChangelog({ ...createDocs(), changelog });
  const read = (version?: string) => tool.call(version ? { version } : {}).body(1);
  assert.match(read(), /Newest entry: 2026-07-01\./);
  assert.match(read('2026-07-01'), /## 2026-07-01\\n\\nShorter answers\.\\n\\n- Added: One\./);
  assert.match(read('2026-06-09'), /## 2026-06-09\\n\\n- Added: Two\./);
});
