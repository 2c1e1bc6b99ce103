/** Ctrl-C while an import runs: everything is as it was, and nothing is left behind. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { timeLeft } from '../../../src/cli/printing/progress.ts';
import { run } from '../../support/command.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { HEADER } from '../../support/stores/intake-place.ts';

const ORDERS = 40_000;
const SIGNAL_AT_TEXT = new URL('../../support/faults/signal-at-text.mjs', import.meta.url);

test('Ctrl-C leaves everything as it was, in whichever step', async (t) => {
  const data = await dataFolderFor(t);
  const small = join(data.path, 'small.csv');
  await writeFile(small, `${HEADER}\nfirst,2025-03-03,A,B,P,1\n`);
  await data.succeed('import', small);
  const before = await readdir(data.path);
  const large = join(data.path, 'large.csv');
  const rows = Array.from(
    { length: ORDERS },
    (_, i) => `${i},2025-03-${10 + (i % 20)},A,B${i % 50},P${i % 900},1`,
  );
  await writeFile(large, [HEADER, ...rows, ''].join('\n'));
  for (const step of ['Reading', 'Putting', 'Sorting']) {
    // It interrupts itself as it says so: from outside, a fast import could be over by then.
    const env = { ...data.env, NODE_OPTIONS: `--import=${SIGNAL_AT_TEXT}`, SIGNAL_AT_TEXT: `SIGINT ${step}` };
    const { code, stderr } = await run(env, ['import', large]);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /^mdq: Stopped; everything is as it was$/m, step);
    assert.deepEqual((await readdir(data.path)).sort(), [...before, 'large.csv'].sort(), step);
    const status = JSON.parse(await data.succeed('status', '--json'));
    assert.deepEqual([status.version, status.totalOrders], [1, 1], step);
  }
  const report = JSON.parse(await data.succeed('import', large, '--json'));
  assert.deepEqual([report.version, report.totalOrders], [2, ORDERS + 1]);
});

test('how long it will take is told once that can be known', () => {
  assert.equal(timeLeft(1000, 0.5), '');
  assert.equal(timeLeft(10_000, 0.01), '');
  assert.equal(timeLeft(10_000, 0.25), ', about 30 s left');
  assert.equal(timeLeft(300_000, 0.5), ', about 5 min left');
});
