/** Taking an import back is done or not done: whenever it is killed, all of the import is there or nothing of it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeCsv } from '../../support/order-files.ts';
import {
  difference,
  type Figures,
  publishedFigures,
  publishedVersion,
} from '../../support/reference/figures.ts';
import { row } from '../../support/reference/made-cases.ts';
import { MADE_TIME_ZONE, madeRowsBetween, resentRows } from '../../support/reference/made-rows.ts';
import { someQuestions, urlOf } from '../../support/reference/questions.ts';
import { Reference } from '../../support/reference/reference.ts';
import { mergeImports } from '../../support/reference/reference-lines.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';

const KILLED_AT_RENAME = fileURLToPath(new URL('../../support/faults/killed-at-rename.ts', import.meta.url));
const UNDO = ['imports', 'undo'] as const;

test('killed right before any of its files gets its name, it is done or not done', async (t) => {
  const data = await dataFolderFor(t, { MDQ_TIMEZONE: MADE_TIME_ZONE });
  // Two imports, of which the second replaces, adds and brings names.
  const first = madeRowsBetween('2024-12-01', '2025-02-28');
  const other = row({ order_id: 'n', ordered_at: '2025-01-01', category: 'New', sub_category: 'Name' });
  const second = [...resentRows(first), { ...other, tags: 'a=b', payment_method: 'IOU' }];
  const all = new Reference(mergeImports([first, second]), { timeZone: MADE_TIME_ZONE });
  const urls = someQuestions(all).map(urlOf);
  const file = await writeCsv(join(data.path, 'second.csv'), second);
  await data.succeed('import', await writeCsv(join(data.path, 'first.csv'), first));
  const without = await publishedFigures(data, urls);
  await data.succeed('import', file);
  const withIt = await publishedFigures(data, urls);
  const assertOneOf = async (expected: readonly Figures[], when: string) => {
    const found = await publishedFigures(data, urls);
    const wrong = expected.map((each) => difference(found, each));
    assert.ok(wrong.includes(undefined), `${when}: ${wrong[0]}`);
  };

  const outcomes: boolean[] = [];
  for (let rename = 1, isKilled = true; isKilled; rename++) {
    const when = `killed at rename ${rename}`;
    const version = await publishedVersion(data);
    const env = { ...data.env, KILL_AT_RENAME: String(rename) };
    const args = [...process.execArgv, KILLED_AT_RENAME, ...UNDO];
    const [code, signal] = await once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'exit');
    isKilled = signal === 'SIGKILL';
    const isNamed = (await publishedVersion(data)) !== version;
    if (code === 0) assert.ok(isNamed, when);
    await assertOneOf([isNamed ? without : withIt], when);
    // A writer finds what the process that was killed had committed, and names it.
    await data.succeed('refresh');
    await assertOneOf(isNamed ? [without] : [without, withIt], when);
    const again = await data.mdq(...UNDO);
    if (again.code !== 0) assert.match(again.stderr, /the newest is an undo of an import/, when);
    await assertOneOf([without], `${when}, and taken back again`);
    await data.succeed('import', file);
    await assertOneOf([withIt], `${when}, and imported again`);
    outcomes.push(again.code !== 0);
  }
  t.diagnostic(`taken back: ${outcomes.join(', ')}`);
  const isKilledAfter = outcomes.slice(0, -1).includes(true);
  assert.ok(outcomes.includes(false) && isKilledAfter, 'killed before and after it holds');
});
