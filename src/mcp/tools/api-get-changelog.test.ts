/** The changelog tool returns the newest API changes, or all changes of an area since a date. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDocs } from '../../docs/docs.ts';
import { apiGetChangelog } from './api-get-changelog.ts';

const changelog = [
  '## The API',
  '### 2026-07-01\n\nShorter answers.\n\n#### Changed\n\n- Tighter: one.\n\n#### Clients\n\n- Two.\n\n#### Site\n\n- Three.',
  '### 2026-06-20\n\n#### Site\n\n- Four.',
  '### 2026-06-09\n\n#### Added\n\n- Five\n  goes on.',
].join('\n\n');
const tool = apiGetChangelog({ ...createDocs(), changelog });

function linesOf(args: Record<string, unknown>): string[] {
  const { result } = JSON.parse(Buffer.from(tool.call(args).body(1), 'latin1').toString()) as {
    result: { content: { text: string }[] };
  };
  return result.content[0]?.text.match(/^(## |- ).+$/gm) ?? [];
}

test('the newest entry is returned, or since a date the changes of one area or of all, newest first', () => {
  const since = '2026-06-09';
  const july = ['## 2026-07-01', '- Changed: Tighter: one.'];
  for (const [args, lines] of [
    [{}, july],
    [{ since }, [...july, '## 2026-06-09', '- Added: Five goes on.']],
    [{ since, area: 'site' }, ['## 2026-07-01', '- Three.', '## 2026-06-20', '- Four.']],
    [{ since: '2026-06-21', area: 'all' }, [...july, '- Two.', '- Three.']],
    [{ since: '2026-07-02' }, []],
  ] as const)
    assert.deepEqual(linesOf(args), lines, JSON.stringify(args));
});
