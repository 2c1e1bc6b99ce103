// What disclosure control costs: a refresh of the same lines with it and without, in turns. LINES=2000000 makes it short.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost } from './support/goal.ts';
import { makeLines } from './support/lines.ts';
import { median } from './support/load.ts';
import { runMdq } from './support/measure.ts';
import { makeWorkplace } from './support/servers.ts';
import { numberSetting } from './support/setting.ts';
import { rounded } from './support/tell.ts';

const LINES = numberSetting('LINES');
const ROUNDS = numberSetting('ROUNDS');
const GOAL = 1.3;
const NUMBERS = ['MDQ_MIN_PEOPLE', '5', 'MDQ_MIN_MERCHANTS', '3', 'MDQ_MAX_SHARE', '80'];

const folder = await mkdtemp(join(tmpdir(), 'mdq-bench-privacy-'));
try {
  const file = join(folder, 'lines.parquet');
  await makeLines(file, LINES);
  const [without, under] = [await makeWorkplace(folder), await makeWorkplace(folder)];
  await without.mdq('import', file);
  await under.mdq('settings', 'set', ...NUMBERS);
  await under.mdq('import', file);
  await rm(file);
  const seconds = { without: [] as number[], under: [] as number[] };
  let peakMiB = { without: 0, under: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const [before, after] = [
      await runMdq(without.dataDir, 'refresh', '--json'),
      await runMdq(under.dataDir, 'refresh', '--json'),
    ];
    seconds.without.push(before.seconds);
    seconds.under.push(after.seconds);
    peakMiB = { without: before.peakMiB, under: after.peakMiB };
  }
  const ratio = median(seconds.under) / median(seconds.without);
  console.log(`mdq refresh of ${LINES.toLocaleString('en')} lines, median of ${ROUNDS}`);
  console.table({
    'without disclosure control': {
      seconds: rounded(median(seconds.without)),
      'of without': 1,
      'peak MiB': peakMiB.without,
    },
    [NUMBERS.join(' ')]: {
      seconds: rounded(median(seconds.under)),
      'of without': rounded(ratio),
      'peak MiB': peakMiB.under,
      goal: atMost(GOAL, ratio),
    },
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
