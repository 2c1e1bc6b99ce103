// Mutation testing: draws small faults from the code that decides money, figures, suppression, authentication and
// publication, puts one at a time into a copy of the checkout, and counts those that the tests of `npm test` catch.
// The same tree and seed draw the same mutations. With --list it prints them and runs nothing.
import { globSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { candidates, draw, type Mutation } from './mutations/candidates.ts';
import { Trial } from './mutations/trial.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const PER_AREA = 8;
const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    files: { type: 'string', default: '**' },
    in: { type: 'string', default: tmpdir() },
    'at-least': { type: 'string', default: '34' },
  },
});
process.chdir(root);
const all = candidates(root);
const only = values.only?.split(',');
const drawn = only
  ? only.map((id) => all.find((each) => each.id === id) ?? unknown(id))
  : draw(all, Number(values.seed), PER_AREA, root);

if (values.list) for (const each of drawn) console.log(described(each));
else await runAll();

async function runAll(): Promise<void> {
  const folder = await mkdtemp(join(values.in, 'mdq-mutations-'));
  // PostgreSQL of a test runs as another user where the tests run as root.
  await chmod(folder, 0o755);
  let trial: Trial | undefined;
  const { globalSetup, globalTeardown } = await import('../test/support/shared/setup.ts');
  const end = async () => {
    trial?.stop();
    await globalTeardown();
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().then(() => process.exit(1)));
  let caught = 0;
  try {
    trial = new Trial(root, folder);
    await globalSetup();
    const files = (await quickTestFiles()).filter((file) => matchesGlob(file, values.files));
    for (const mutation of drawn) {
      const { outcome, by } = await trial.run(mutation, files);
      if (outcome !== 'survived') caught += 1;
      console.log(`${outcome.padEnd(9)}  ${described(mutation)}\n           ${by}`);
    }
  } finally {
    await end();
  }
  for (const file of trial?.unusable ?? []) console.log(`not counted, fails without a mutation: ${file}`);
  console.log(`${caught} of ${drawn.length} mutations caught.`);
  if (!only && caught < Number(values['at-least'])) process.exitCode = 1;
}

/** The test files of `npm test`. Without a browser it skips those that need one. */
async function quickTestFiles(): Promise<string[]> {
  const { noBrowser } = await import('../test/support/site/browser.ts');
  return globSync(['src/**/*.test.ts', 'site/.vitepress/**/*.test.ts', 'test/!(thorough)/**/*.test.ts'])
    .filter((file) => !(noBrowser && matchesGlob(file, 'test/{explorer,site}/*.test.ts')))
    .sort();
}

function described({ id, area, kind, file, line, before, after }: Mutation): string {
  return `${id} ${area} ${kind} ${file}:${line}\n           ${shortened(before)}\n           -> ${shortened(after) || '(removed)'}`;
}

function shortened(code: string): string {
  return code.length > 200 ? `${code.slice(0, 199)}…` : code;
}

function unknown(id: string): never {
  throw new Error(`no mutation "${id}" here: see --list`);
}
