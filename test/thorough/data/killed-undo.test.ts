/** Taking an import back is done or not done: whenever it is killed, all of the import is there or nothing of it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MDQ } from '../../support/command.ts';
import { trials } from '../../support/effort.ts';
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
import { seededRandom } from '../../support/reference/random.ts';
import { Reference } from '../../support/reference/reference.ts';
import { mergeImports } from '../../support/reference/reference-lines.ts';
import { seedOf } from '../../support/seed.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { HANG_MS } from '../../support/until.ts';

const KILLS = trials(12);
const KILLED_AT_RENAME = fileURLToPath(new URL('../../support/faults/killed-at-rename.ts', import.meta.url));
const UNDO = ['imports', 'undo'] as const;

/** Two imports, of which the second replaces, adds and brings names, and what is published with it and without. */
async function openShop(t: TestContext) {
  const data = await dataFolderFor(t, { MDQ_TIMEZONE: MADE_TIME_ZONE });
  const first = madeRowsBetween('2024-12-01', '2025-02-28');
  const other = row({ order_id: 'n', ordered_at: '2025-01-01', category: 'New', sub_category: 'Name' });
  const second = [...resentRows(first), { ...other, tags: 'a=b', payment_method: 'IOU' }];
  const all = new Reference(mergeImports([first, second]), { timeZone: MADE_TIME_ZONE });
  const urls = someQuestions(all).map(urlOf);
  const take = () => data.succeed('import', join(data.path, 'second.csv'));
  await data.succeed('import', await writeCsv(join(data.path, 'first.csv'), first));
  const without = await publishedFigures(data, urls);
  await writeCsv(join(data.path, 'second.csv'), second);
  await take();
  const withIt = await publishedFigures(data, urls);
  const assertOneOf = async (expected: readonly Figures[], when: string) => {
    const found = await publishedFigures(data, urls);
    const wrong = expected.map((each) => difference(found, each));
    assert.ok(wrong.includes(undefined), `${when}: ${wrong[0]}`);
  };
  /** Takes the import back by a process that may be killed; whether it was taken back. The import is in again then. */
  const undoBy = async (when: string, undo: () => Promise<boolean>) => {
    const version = await publishedVersion(data);
    const isDone = await undo();
    const isNamed = (await publishedVersion(data)) !== version;
    if (isDone) assert.ok(isNamed, when);
    await assertOneOf([isNamed ? without : withIt], when);
    // A writer finds what the process that was killed had committed, and names it.
    await data.succeed('refresh');
    await assertOneOf(isNamed ? [without] : [without, withIt], when);
    const again = await data.mdq(...UNDO);
    if (again.code !== 0) assert.match(again.stderr, /the newest is an undo of an import/, when);
    await assertOneOf([without], `${when}, and taken back again`);
    await take();
    await assertOneOf([withIt], `${when}, and imported again`);
    return again.code !== 0;
  };
  return { data, undoBy };
}

test(`killed at ${KILLS} random moments, an import is taken back as a whole or not at all`, async (t) => {
  const seed = seedOf(t);
  const random = seededRandom(seed);
  const { data, undoBy } = await openShop(t);
  const undoUntil = async (killAfterMs: number) => {
    const child = spawn(MDQ, UNDO, { env: data.env, stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    const [code] = await once(child, 'exit');
    clearTimeout(timer);
    return code === 0;
  };
  const started = performance.now();
  await undoBy('not killed', () => undoUntil(HANG_MS));
  const ms = (performance.now() - started) / 4;
  const outcomes: boolean[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const afterMs = Math.round((ms * (kill + random.below(1000) / 1000)) / KILLS);
    outcomes.push(await undoBy(`killed after ${afterMs} ms`, () => undoUntil(afterMs)));
  }
  t.diagnostic(`taken back ${outcomes.filter((isDone) => isDone).length} times of ${KILLS}`);
});

test('killed right before any of its files gets its name, it is done or not done', async (t) => {
  const { data, undoBy } = await openShop(t);
  const outcomes: boolean[] = [];
  for (let rename = 1, isKilled = true; isKilled; rename++) {
    const isTakenBack = await undoBy(`killed at rename ${rename}`, async () => {
      const env = { ...data.env, KILL_AT_RENAME: String(rename) };
      const args = [...process.execArgv, KILLED_AT_RENAME, ...UNDO];
      const [code, signal] = await once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'exit');
      isKilled = signal === 'SIGKILL';
      return code === 0;
    });
    outcomes.push(isTakenBack);
  }
  t.diagnostic(`taken back: ${outcomes.join(', ')}`);
  assert.ok(
    outcomes.includes(false) && outcomes.slice(0, -1).includes(true),
    'killed before and after it holds',
  );
});
