/**
 * Compares the real service with the plain recomputation on files of your own:
 *   node test/files/check-file.ts FILE.csv.gz …
 */
import { inspect } from 'node:util';
import { readCsv } from '../support/order-files.ts';
import { compare } from '../support/reference/compare.ts';
import { sampleQuestions } from '../support/reference/questions.ts';
import { seededRandom } from '../support/reference/random.ts';
import { Reference } from '../support/reference/reference.ts';
import { startService } from '../support/service.ts';

const SAMPLE = 4000;
const POINTS = 1_000_000_000;
const SHOWN = 3;

async function check(file: string): Promise<number> {
  const service = await startService({ files: [file] });
  try {
    const { key } = await service.createKey(POINTS);
    const reference = new Reference(await readCsv(file));
    const questions = sampleQuestions(reference, SAMPLE, seededRandom(1));
    const { compared, differences } = await compare(service, key, reference, questions);
    console.log(`${file}: ${compared} answers compared, ${differences.length} differ`);
    for (const difference of differences.slice(0, SHOWN)) {
      console.log(inspect(difference, { depth: 8, breakLength: 110, maxArrayLength: 20 }));
    }
    return differences.length;
  } finally {
    await service.stop();
  }
}

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: node test/files/check-file.ts FILE.csv.gz …');
  process.exitCode = 2;
}
for (const file of files) {
  if ((await check(file)) > 0) process.exitCode = 1;
}
