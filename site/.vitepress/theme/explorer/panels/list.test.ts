/** Every explorer panel is registered and agrees with its endpoint on level and date parameters. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { endpoints } from '../../../../../src/endpoints/index.ts';
import { CATEGORIES_PATH, SUB_CATEGORIES_PATH } from '../../key/name-lists.ts';
import { TOOL_WORDS } from '../../words/tool-words.ts';
import type { Panel } from '../panel.ts';
import { PANELS } from './list.ts';

const sold = new Map(
  endpoints
    .filter(({ group }) => group !== 'Meta')
    .map(({ path, level, period }) => [path as string, { level, takesDates: period === 'asked' }]),
);
// Side by side are trends of the level below.
const panels = PANELS.filter(({ isSideBySide }) => !isSideBySide);

test('each panel is one of an endpoint with figures, at its level and with its dates', (t) => {
  for (const { path, level, takesDates } of panels)
    assert.deepEqual({ level, takesDates }, sold.get(path), path);
  const drawn = new Set<string>(panels.map(({ path }) => path));
  assert.equal(drawn.size, panels.length, 'two panels draw the same');
  for (const path of sold.keys()) if (!drawn.has(path)) t.diagnostic(`${path} has no panel yet`);
});

test('a panel stands in the list, and in the file that is named as its endpoint', async () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname, exclude: ['list.ts', '*.test.ts'] });
  assert.notEqual(files.length, 0);
  for (const file of files) {
    const defined: Record<string, Panel> = await import(`./${file}`);
    for (const [name, panel] of Object.entries(defined)) {
      assert.ok(PANELS.includes(panel), `${name} is not in the list`);
      assert.equal(file, `${panel.path.slice('/api/public/'.length).replaceAll('/', '-')}.ts`);
    }
  }
});

test('a title names what it is about, unless that is the whole market', () => {
  for (const language of ['en', 'zh-TW'] as const) {
    for (const { title, level, path } of PANELS.filter((panel) => panel.level !== 'overall')) {
      const name = level === 'sub' ? 'Laptops' : 'Home';
      const same = (what: string) => what;
      const written = title({
        ...{ words: TOOL_WORDS[language], metric: 'amount', name, category: 'Home', others: [] },
        ...{ isMonthly: false, days: '', daysBefore: '', inUnit: same, inScale: same },
      });
      assert.ok(written.includes(name), `${path}: ${written}`);
    }
  }
});

test('the lists of names are asked for where they are', () => {
  const paths = endpoints.filter(({ group }) => group === 'Meta').map(({ path }) => path as string);
  assert.deepEqual(paths.sort(), [CATEGORIES_PATH, SUB_CATEGORIES_PATH].sort());
});
