import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, matchesGlob, posix, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { AREAS } from './areas.ts';
import { type Mutation, mutated } from './candidates.ts';

/** Files of one `node --test`: nothing after the batch in which one fails is run. */
const BATCH = 8;
const TEST_TIMEOUT_MS = 180_000;
/** A batch has this much longer for each of its files; then it is killed. */
const FILE_TIMEOUT_MS = 45_000;
/** Kill what still runs in a batch this long after its first failure. */
const AFTER_FAILURE_MS = 60_000;

interface Result {
  readonly outcome: 'caught' | 'timed out' | 'survived';
  /** The test that failed, or how many files were run. */
  readonly by: string;
}

/** Runs tests against copies of the checkout, all of them in one folder. */
export class Trial {
  /** Test files that fail without a mutation too. */
  readonly unusable = new Set<string>();
  readonly #root: string;
  readonly #folder: string;
  readonly #original: string;
  #stop = () => {};

  constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
    this.#original = join(folder, 'original');
    copyCheckout(root, this.#original);
  }

  stop(): void {
    this.#stop();
  }

  async run(mutation: Mutation, files: readonly string[]): Promise<Result> {
    const copy = join(this.#folder, mutation.id);
    copyCheckout(this.#root, copy);
    await writeFile(join(copy, mutation.file), mutated(mutation, this.#root));
    const ordered = nearestFirst(this.#root, mutation, files).filter((file) => !this.unusable.has(file));
    try {
      for (let from = 0; from < ordered.length; from += BATCH) {
        const batch = ordered.slice(from, from + BATCH);
        const { failed } = await this.#test(copy, batch, join(copy, '.shared'));
        for (const file of batch.filter((each) => failed.has(each))) {
          const caught = await this.#confirm(copy, file);
          if (caught) return caught;
        }
      }
      return { outcome: 'survived', by: `${ordered.length} test files were run` };
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }

  /** A file counts if it passes without the mutation and fails again with it, each time alone. */
  async #confirm(copy: string, file: string): Promise<Result | undefined> {
    if ((await this.#test(this.#original, [file])).failed.size > 0) {
      this.unusable.add(file);
      return undefined;
    }
    const { failed, isTimeout } = await this.#test(copy, [file]);
    const name = failed.get(file);
    if (name === undefined) return undefined;
    return { outcome: isTimeout ? 'timed out' : 'caught', by: `${file}: ${name}` };
  }

  async #test(copy: string, files: readonly string[], shared?: string): Promise<Failures> {
    const temporary = join(copy, '.tmp');
    for (const dir of [temporary, ...(shared ? [shared] : [])]) mkdirSync(dir, { recursive: true });
    const { MDQ_TEST_SHARED: _shared, NODE_TEST_CONTEXT: _context, ...env } = process.env;
    const child = spawn(
      process.execPath,
      [
        ...['--test', '--test-concurrency=2', `--test-timeout=${TEST_TIMEOUT_MS}`],
        ...[`--test-reporter=${join(this.#root, 'scripts/mutations/failures.mjs')}`, ...files],
      ],
      {
        ...{ cwd: copy, stdio: ['ignore', 'pipe', 'ignore'], detached: true },
        env: {
          ...{ ...env, TMPDIR: temporary },
          ...{
            NODE_COMPILE_CACHE: join(this.#folder, '.compiled'),
            ...(shared && { MDQ_TEST_SHARED: shared }),
          },
        },
      },
    );
    let isTimeout = false;
    const kill = () => {
      isTimeout = true;
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    };
    this.#stop = kill;
    const limit = setTimeout(kill, TEST_TIMEOUT_MS + files.length * FILE_TIMEOUT_MS);
    let rest: NodeJS.Timeout | undefined;
    child.stdout.once('data', () => {
      rest = setTimeout(kill, AFTER_FAILURE_MS);
    });
    const lines = (await text(child.stdout)).split('\n').filter(Boolean);
    clearTimeout(limit);
    clearTimeout(rest);
    this.#stop = () => {};
    const failures = lines.map(
      (line) => JSON.parse(line) as { file: string; name: string; isTimeout: boolean },
    );
    if (isTimeout && failures.length === 0)
      return { failed: new Map(files.map((f) => [f, 'does not end'])), isTimeout };
    return {
      failed: new Map(failures.map(({ file, name }) => [relative(copy, file), name])),
      isTimeout: failures.some((each) => each.isTimeout),
    };
  }
}

interface Failures {
  /** One of the failed tests of each file. */
  readonly failed: ReadonlyMap<string, string>;
  readonly isTimeout: boolean;
}

/** Tests beside the file, then those of its area, then all others; in each group those with the shortest way of imports. */
function nearestFirst(
  root: string,
  { file: mutatedFile, area }: Mutation,
  files: readonly string[],
): string[] {
  const distance = distancesTo(root, mutatedFile);
  const tests = AREAS.find(({ name }) => name === area)?.tests ?? '';
  const rank = (file: string) => {
    const group = dirname(file) === dirname(mutatedFile) ? 0 : matchesGlob(file, tests) ? 1 : 2;
    return group * 1000 + (distance.get(file) ?? 999);
  };
  return files.toSorted((a, b) => rank(a) - rank(b));
}

/** How many imports lead from a file to this one; also through what it runs as a thread or loads later. */
function distancesTo(root: string, target: string): Map<string, number> {
  const importers = new Map<string, string[]>();
  for (const file of listed(root).filter((each) => /^(src|test|site)\/.*\.m?[jt]s$/.test(each)))
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /'(\.{1,2}\/[^'\n]+\.m?[jt]s)'/g,
    )) {
      const imported = posix.join(posix.dirname(file), path);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  const distances = new Map([[target, 0]]);
  // A map hands over what is added to it while it is iterated.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}

/** Copies what git knows or would add, and what was built. Packages are linked, without the folder that caches are in. */
function copyCheckout(root: string, to: string): void {
  for (const file of listed(root)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file), { verbatimSymlinks: true });
  }
  for (const built of ['site/dist', 'site/dist-sandbox'])
    if (existsSync(join(root, built))) cpSync(join(root, built), join(to, built), { recursive: true });
  mkdirSync(join(to, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(to, 'node_modules', name));
  const servers = 'test/servers/node_modules';
  if (existsSync(join(root, servers))) symlinkSync(join(root, servers), join(to, servers));
}

function listed(root: string): string[] {
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return files.split('\0').filter((file) => file && existsSync(join(root, file)));
}
