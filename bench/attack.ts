// What a stranger with time can do to the service: malformed requests by the hundred thousand, over raw sockets, from
// a printed seed. `COUNT`, `SEED` and `KINDS` (separated by `|`) change what is sent; a failure prints the
// request that shows it.
import { randomInt } from 'node:crypto';
import { KINDS } from '../test/support/attack/generate.ts';
import { attack } from '../test/support/attack/run.ts';
import { numberSetting } from './support/setting.ts';

const COUNT = numberSetting('COUNT');
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const kinds = process.env.KINDS?.split('|') ?? KINDS;
const MIB = 2 ** 20;

console.log(`${COUNT} exchanges of ${kinds.length} kinds, SEED=${seed}`);
const started = performance.now();
const { answers, charged, memory, files } = await attack({
  seed,
  count: COUNT,
  kinds,
  onProgress: (done) => {
    if (process.stderr.isTTY && done % 1000 === 0) process.stderr.write(`\r${done}`);
  },
});
console.log(
  `No crash, no 500, no hang, no charge without its answer: ${charged} charges, ${Math.round((performance.now() - started) / 1000)} s`,
);
console.table(
  Object.fromEntries(
    [...answers].sort(([a], [b]) => a - b).map(([status, count]) => [status, { answers: count }]),
  ),
);
console.table({
  before: {
    'open files': files.before,
    'MiB held': Math.round(memory.before.held / MIB),
    'MiB of the machine': Math.round(memory.before.rss / MIB),
  },
  after: {
    'open files': files.after,
    'MiB held': Math.round(memory.after.held / MIB),
    'MiB of the machine': Math.round(memory.after.rss / MIB),
  },
});
