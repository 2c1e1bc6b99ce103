import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment, type Outcome, run, runProcess } from '../command.ts';
import { type ServerProcess, spawnServer } from '../server-process.ts';
import { madeOnce } from '../shared/once.ts';
import { HANG_MS } from '../until.ts';

const PROGRESS = '…';

/** A DATA_DIR of its own, and the command on it. */
export type DataFolder = {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  mdq(...args: string[]): Promise<Outcome>;
  /** Runs a command that has to succeed; returns what it printed. */
  succeed(...args: string[]): Promise<string>;
  remove(): Promise<void>;
};

export async function openDataFolder(settings: Readonly<Record<string, string>> = {}): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), 'mdq-data-'));
  const env = cleanEnvironment({ PORT: '0', DATA_DIR: path, ...settings });
  return {
    path,
    env,
    mdq: (...args) => run(env, args),
    async succeed(...args) {
      const { code, stdout, stderr } = await run(env, args);
      assert.equal(code, 0, `mdq ${args.join(' ')}: ${stdout}${stderr}`);
      return stdout;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** A test, or the end of a file as `{ after }`. */
export type Lifetime = { after(work: () => Promise<unknown>): void };

/** For as long as a test or a file takes. */
export async function dataFolderFor(
  t: Lifetime,
  settings?: Readonly<Record<string, string>>,
): Promise<DataFolder> {
  const data = await openDataFolder(settings);
  t.after(() => data.remove());
  return data;
}

/** A server process that is killed at the end of the test or file, if it still runs. */
export async function serverFor(
  t: Lifetime,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
  complaints: 'inherit' | 'ignore' | 'unread' = 'ignore',
): Promise<ServerProcess> {
  const server = await spawnServer(env, args, complaints);
  t.after(async () => server.child.kill('SIGKILL'));
  return server;
}

/** The last day of the demo data that the documentation shows. */
const DEMO_UNTIL = '2026-06-07';

/** A folder of its own with the demo data of the documentation, and the key that comes with it. */
export async function openDemoFolder(): Promise<DataFolder & { key: string }> {
  const data = await openDataFolder();
  await copyDemo(data.path);
  return { ...data, key: (await readFile(join(data.path, 'demo.key'), 'utf8')).trim() };
}

/** Fills an empty DATA_DIR with the demo data of the documentation. */
export async function copyDemo(path: string): Promise<void> {
  await cp(await madeDemo(), path, { recursive: true });
}

/** The demo data of the documentation, which is made once for all tests. */
function madeDemo(): Promise<string> {
  return madeOnce('demo', async (folder) => {
    const args = ['demo', '--until', DEMO_UNTIL];
    const { code, stderr } = await run(cleanEnvironment({ DATA_DIR: folder }), args);
    assert.equal(code, 0, stderr);
  });
}

/** For a server that should not start: one that does is ended, and its outcome is no clean one. */
export function runShortly(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Outcome> {
  return runProcess(env, args, HANG_MS);
}

/**
 * A mistake was told as what it is: nothing on standard output, one line on standard error, not 0.
 * Steps of long work that were announced before it do not count.
 */
export function assertMistake({ code, stdout, stderr }: Outcome, says: RegExp): void {
  const lines = stderr
    .trimEnd()
    .split('\n')
    .filter((line) => !line.endsWith(PROGRESS));
  assert.match(stderr, says);
  assert.notEqual(code, 0, stderr);
  assert.equal(stdout, '');
  assert.equal(lines.length, 1, stderr);
  assert.doesNotMatch(stderr, /unexpected|^\s+at /m);
}
