import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
/** More points than any benchmark spends. */
const PLENTY = '900000000000000';

/** A folder with data and the real program on it. */
export interface Workplace {
  readonly dataDir: string;
  mdq(...args: string[]): Promise<Record<string, unknown>>;
  /** Keys of a new account that can pay for anything. */
  makeKeys(account: string, count?: number): Promise<string[]>;
  serve(env?: Record<string, string>, ...args: string[]): Promise<RunningServer>;
  remove(): Promise<void>;
}

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function makeWorkplace(
  parent = tmpdir(),
  settings: Readonly<Record<string, string>> = {},
  /** The checkout that it is run from. */
  program = root,
): Promise<Workplace> {
  const dataDir = await mkdtemp(join(parent, 'mdq-bench-'));
  const env = { ...process.env, ...settings, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' };
  const mdq = async (...args: string[]) => {
    const { stdout } = await run(join(program, 'mdq'), [...args, '--json'], { env, maxBuffer: 1 << 26 });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>;
  };
  return {
    dataDir,
    mdq,
    async makeKeys(account, count = 1) {
      await mdq('account', 'create', account, '--points', PLENTY);
      const keys: string[] = [];
      for (let i = 0; i < count; i++) keys.push(String((await mdq('key', 'create', account)).key));
      return keys;
    },
    serve: (extra = {}, ...args) =>
      started(spawn(join(program, 'mdq'), ['serve', '--json', ...args], options({ ...env, ...extra }))),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** Runs a script of bench/ that prints `{"url":…}` once it listens. */
export function serveScript(script: string, ...args: string[]): Promise<RunningServer> {
  return started(spawn(process.execPath, [join(root, 'bench', script), ...args], options(process.env)));
}

function options(env: NodeJS.ProcessEnv) {
  return { env, stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'] };
}

async function started(child: ChildProcess): Promise<RunningServer> {
  const [line] = child.stdout ? await once(child.stdout, 'data') : [];
  const { url } = JSON.parse(String(line)) as { url: string };
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
