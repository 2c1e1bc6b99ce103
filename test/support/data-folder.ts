import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment, type Outcome, run } from './service.ts';

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
      assert.equal(code, 0, `mdq ${args.join(' ')}: ${stderr}`);
      return stdout;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** A mistake was told as what it is: nothing on standard output, one line on standard error, not 0. */
export function assertMistake({ code, stdout, stderr }: Outcome, says: RegExp): void {
  const lines = stderr.trimEnd().split('\n');
  assert.match(stderr, says);
  assert.notEqual(code, 0, stderr);
  assert.equal(stdout, '');
  assert.equal(lines.length, 1, stderr);
  assert.doesNotMatch(stderr, /unexpected|^\s+at /m);
}
