// Runs the benchmarks, all of them or those named: `npm run bench -- mcp metering`. Numbers are arguments of theirs.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const ALL = [
  'import',
  'publish',
  'privacy',
  'cold',
  'metering',
  'answer-cache',
  'ledger',
  'scale-out-processes',
  'scale-out-accounts',
  'scale-out-warehouse',
  'backup',
  'mcp',
  'waits',
  'site',
  'attack',
  'attack-floods',
];
/** Takes long, or needs something besides, and is run only when it is named. */
const NAMED = ['soak', 'before'];

const isNumber = (argument: string) => /^\d+$/.test(argument);
const numbers = process.argv.slice(2).filter(isNumber);
const names = process.argv.slice(2).filter((argument) => !isNumber(argument));
/** `scale-out` stands for all that begin so. */
const meant = (name: string) =>
  [...ALL, ...NAMED].filter((each) => each === name || each.startsWith(`${name}-`));
const unknown = names.filter((name) => meant(name).length === 0);
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are: ${[...ALL, ...NAMED].join(', ')}`);
  process.exit(1);
}
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`);
for (const name of names.length > 0 ? names.flatMap(meant) : ALL) {
  console.log(`\n## ${name}`);
  const script = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [script, ...numbers], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
