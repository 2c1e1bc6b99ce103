// Runs the benchmarks, all of them or those named: `npm run bench -- mcp metering`.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const ALL = ['import', 'cold', 'metering', 'ledger', 'mcp'];
/** Takes long, and is run only when it is named. */
const NAMED = ['soak'];

const names = process.argv.slice(2);
const unknown = names.filter((name) => ![...ALL, ...NAMED].includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are: ${[...ALL, ...NAMED].join(', ')}`);
  process.exit(1);
}
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`);
for (const name of names.length > 0 ? names : ALL) {
  console.log(`\n## ${name}`);
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
