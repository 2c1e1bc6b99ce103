import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assertNoKey } from './secrets.ts';

/** The real command of this project, run as its users run it. */
export const MDQ = fileURLToPath(new URL('../../mdq', import.meta.url));
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;

export type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string };
export type NewKey = { readonly account: string; readonly id: string; readonly key: string };
export type Reply = { readonly status: number; readonly headers: Headers; readonly body: unknown };

export type Service = {
  readonly url: string;
  readonly dataDir: string;
  mdq(...args: string[]): Promise<Outcome>;
  createKey(points: number): Promise<NewKey>;
  get(path: string, options?: { key?: string; headers?: Record<string, string> }): Promise<Reply>;
  stop(): Promise<void>;
};

export type StartOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** Files to import before it serves, in one import. */
  readonly files?: readonly string[];
  readonly importOptions?: readonly string[];
};

export async function run(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Outcome> {
  const outcome = await new Promise<Outcome>((resolve) => {
    execFile(MDQ, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
  assertNoKey(outcome.stderr, `standard error by mdq ${args[0]}`);
  return outcome;
}

async function succeed(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(env, args);
  if (code !== 0) throw new Error(`mdq ${args.join(' ')} exited with ${code}:\n${stdout}${stderr}`);
  return stdout;
}

/** Nothing of the machine's own settings may reach the service under test. */
export function cleanEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const foreign = /^(PORT|HOST|DATA_DIR|ACCOUNTS_URL|WAREHOUSE_URL|MDQ_.*|NODE_TEST_CONTEXT|NODE_OPTIONS)$/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(kept), ...extra };
}

export async function startService(options: StartOptions = {}): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mdq-test-'));
  const env = cleanEnvironment({ ...options.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' });
  try {
    if (options.files !== undefined) {
      await succeed(env, ['import', ...options.files, ...(options.importOptions ?? [])]);
    }
    const server = await serve(env);
    return { dataDir, ...server, ...doors(env, server.url), stop: () => stopAndClean(server.stop, dataDir) };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

function doors(env: NodeJS.ProcessEnv, url: string) {
  let accounts = 0;
  return {
    mdq: (...args: string[]) => run(env, args),
    async createKey(points: number): Promise<NewKey> {
      accounts += 1;
      const account = `tester-${accounts}`;
      await succeed(env, ['account', 'create', account, '--points', String(points), '--json']);
      const created = JSON.parse(await succeed(env, ['key', 'create', account, '--json'])) as {
        id: string;
        key: string;
      };
      return { account, id: created.id, key: created.key };
    },
    async get(path: string, { key, headers = {} }: { key?: string; headers?: Record<string, string> } = {}) {
      const sent = key === undefined ? headers : { ...headers, 'x-api-key': key };
      const response = await fetch(url + path, { headers: sent });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
  };
}

async function serve(env: NodeJS.ProcessEnv): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(MDQ, ['serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let output = '';
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const url = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (found !== null) resolve(found[0]);
    });
  });
  const first = await Promise.race([
    url,
    exited.then(() => undefined),
    sleep(START_TIMEOUT_MS, undefined, { ref: false }),
  ]);
  if (first === undefined) {
    child.kill('SIGKILL');
    throw new Error(`mdq serve did not say where it listens:\n${output}${complaints}`);
  }
  return {
    url: first,
    async stop() {
      child.kill('SIGTERM');
      const timeout = sleep(STOP_TIMEOUT_MS, undefined, { ref: false });
      const ended = (await Promise.race([exited, timeout])) as [number | null, string | null] | undefined;
      if (ended === undefined) child.kill('SIGKILL');
      if (ended?.[0] !== 0)
        throw new Error(`mdq serve did not end well: ${String(ended)}\n${output}${complaints}`);
      assertNoKey(complaints, 'the log');
    },
  };
}

async function stopAndClean(stop: () => Promise<void>, dataDir: string): Promise<void> {
  try {
    await stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
