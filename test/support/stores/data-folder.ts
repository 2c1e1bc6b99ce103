import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoLanguage } from '../../../src/lib/language.ts';
import { cleanEnvironment, MDQ, type Outcome, run } from '../service.ts';
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

/** Its commands are processes of their own unless another way to run them is given, as `runHere`. */
export async function openDataFolder(
  settings: Readonly<Record<string, string>> = {},
  runCommand = run,
): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), 'mdq-data-'));
  const env = cleanEnvironment({ PORT: '0', DATA_DIR: path, ...settings });
  return {
    path,
    env,
    mdq: (...args) => runCommand(env, args),
    async succeed(...args) {
      const { code, stdout, stderr } = await runCommand(env, args);
      assert.equal(code, 0, `mdq ${args.join(' ')}: ${stderr}`);
      return stdout;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** The last day of the demo data that the documentation shows. */
const DEMO_UNTIL = '2026-06-07';

/** A folder of its own with the demo data of the documentation, made once for all tests. */
export async function openDemoFolder(language: DemoLanguage = 'en'): Promise<DataFolder & { key: string }> {
  const made = await madeOnce(`demo-${language}`, async (path) => {
    const env = cleanEnvironment({ DATA_DIR: path });
    const { code, stderr } = await run(env, ['demo', '--until', DEMO_UNTIL, '--language', language]);
    assert.equal(code, 0, stderr);
  });
  const data = await openDataFolder();
  await cp(made, data.path, { recursive: true });
  return { ...data, key: (await readFile(join(data.path, 'demo.key'), 'utf8')).trim() };
}

/** For a server that should not start: one that does is ended, and its outcome is no clean one. */
export function runShortly(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(MDQ, args, { env, timeout: HANG_MS }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });
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
