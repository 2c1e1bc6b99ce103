import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoLanguage } from '../../src/lib/language.ts';
import { cleanEnvironment, type Outcome, run } from './command.ts';
import { BUSY_MS, isPutOff } from './http/raw-http.ts';
import { hostServer } from './server-host.ts';
import { spawnServer } from './server-process.ts';
import { copyDemo } from './stores/data-folder.ts';
import { createAccount, importFiles } from './stores/prepare.ts';
import { newStores, profile, REPLICAS } from './stores/profile.ts';

export type NewKey = { readonly account: string; readonly id: string; readonly key: string };
export type Reply = { readonly status: number; readonly headers: Headers; readonly body: unknown };

export type Service = {
  /** A server of it; where there are several, another one each time. */
  readonly url: string;
  /** All its servers. */
  readonly urls: readonly string[];
  /** The settings that its servers and commands have. */
  readonly env: NodeJS.ProcessEnv;
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
  /** Whether the weekly aggregation is built. */
  readonly weekly?: boolean;
  /** The demo data of the documentation instead, in this language. */
  readonly demo?: DemoLanguage;
};

/** On the stores of the profile that the tests run on, each service with new ones. */
export async function startService(options: StartOptions = {}): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mdq-test-'));
  const own = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' };
  const servers: RunningServer[] = [];
  try {
    const env = cleanEnvironment({ ...options.env, ...(await newStores()), ...own });
    if (options.demo) {
      assert.equal(profile, 'embedded', 'the demo data is a folder');
      await copyDemo(dataDir, options.demo);
    }
    if (options.files !== undefined) {
      await importFiles(env, options.files, options.weekly);
    }
    for (let i = 0; i < REPLICAS; i++) servers.push(await serve(env));
    return opened(env, dataDir, servers);
  } catch (error) {
    await stopAndClean(servers, dataDir);
    throw error;
  }
}

function opened(env: NodeJS.ProcessEnv, dataDir: string, servers: readonly RunningServer[]): Service {
  const urls = servers.map((server) => server.url);
  let turn = 0;
  const next = () => urls[turn++ % urls.length] ?? '';
  return {
    env,
    dataDir,
    urls,
    get url() {
      return next();
    },
    ...doors(env, next),
    stop: () => stopAndClean(servers, dataDir),
  };
}

function doors(env: NodeJS.ProcessEnv, next: () => string) {
  let accounts = 0;
  return {
    mdq: (...args: string[]) => run(env, args),
    async createKey(points: number): Promise<NewKey> {
      accounts += 1;
      const account = `tester-${accounts}`;
      return { account, ...(await createAccount(env, account, points)) };
    },
    async get(path: string, { key, headers = {} }: { key?: string; headers?: Record<string, string> } = {}) {
      const sent = key === undefined ? headers : { ...headers, 'x-api-key': key };
      for (;;) {
        const response = await fetch(next() + path, { headers: sent });
        const text = await response.text();
        if (!isPutOff(response.status, text, Object.fromEntries(response.headers))) {
          return { status: response.status, headers: response.headers, body: JSON.parse(text) };
        }
        await sleep(BUSY_MS);
      }
    },
  };
}

type RunningServer = { readonly url: string; stop(): Promise<void> };

async function serve(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  // Replicas are processes, and what is for the runtime, such as an inspector, is for a process of its own.
  if (REPLICAS > 1 || env.NODE_OPTIONS !== undefined) {
    const { url, end } = await spawnServer(env, [], 'ignore');
    return { url, stop: async () => assert.equal(await end('SIGTERM'), 0) };
  }
  return hostServer(env);
}

async function stopAndClean(servers: readonly RunningServer[], dataDir: string): Promise<void> {
  try {
    await Promise.all(servers.map((server) => server.stop()));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
