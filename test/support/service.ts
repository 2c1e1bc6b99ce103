import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { constants, cp, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertErrorCode, BUSY_MS, isPutOff } from './http/raw-http.ts';
import { rowsAsCsv, writeCsv } from './order-files.ts';
import type { RawRow } from './reference/reference-lines.ts';
import { startServerHere } from './server-here.ts';
import { spawnServer } from './server-process.ts';
import { madeOnce } from './shared/once.ts';
import { type DataFolder, openDataFolder } from './stores/data-folder.ts';
import { createAccount, importFiles } from './stores/prepare.ts';
import { newStores, profile, REPLICAS } from './stores/profile.ts';

export type NewKey = { readonly account: string; readonly id: string; readonly key: string };
export type Reply = { readonly status: number; readonly headers: Headers; readonly body: unknown };

export type Service = Pick<DataFolder, 'mdq' | 'succeed'> & {
  /** A server of it; where there are several, another one each time. */
  readonly url: string;
  /** All its servers. */
  readonly urls: readonly string[];
  /** The settings that its servers and commands have. */
  readonly env: NodeJS.ProcessEnv;
  readonly dataDir: string;
  createKey(points: number): Promise<NewKey>;
  get(path: string, options?: { key?: string; headers?: Record<string, string> }): Promise<Reply>;
  stop(): Promise<void>;
};

export type StartOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** Files to import before it serves, in one import. */
  readonly files?: readonly string[];
  /** The same of rows, as CSV. */
  readonly rows?: readonly RawRow[];
  /** Whether the weekly aggregation is built. */
  readonly weekly?: boolean;
};

/** On the stores of the profile that the tests run on, each service with new ones. */
export async function startService(options: StartOptions = {}): Promise<Service> {
  const data = await openDataFolder({ ...options.env, ...(await newStores()), HOST: '127.0.0.1' });
  const servers: RunningServer[] = [];
  try {
    if (options.files) await importFiles(data.env, options.files, options.weekly);
    if (options.rows) await publishRows(data, options.rows, options);
    for (let i = 0; i < REPLICAS; i++) servers.push(await serve(data.env));
    return opened(data, servers);
  } catch (error) {
    await stopAndClean(servers, data);
    throw error;
  }
}

/** Copies a store that has the rows already, where one can be copied: an import takes half a second of the processor. */
async function publishRows(
  data: DataFolder,
  rows: readonly RawRow[],
  { env, weekly }: StartOptions,
): Promise<void> {
  if (profile !== 'embedded') return importRows(data.env, rows, weekly);
  const content = JSON.stringify([env, weekly, rowsAsCsv(rows)]);
  const name = `rows-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
  const template = await madeOnce(name, (folder) =>
    importRows({ ...data.env, DATA_DIR: folder }, rows, weekly),
  );
  await cp(template, data.path, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function importRows(env: NodeJS.ProcessEnv, rows: readonly RawRow[], weekly?: boolean): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'mdq-rows-'));
  await importFiles(env, [await writeCsv(join(folder.path, 'orders.csv'), rows)], weekly);
}

function opened(data: DataFolder, servers: readonly RunningServer[]): Service {
  const { env, path: dataDir, mdq, succeed } = data;
  const urls = servers.map((server) => server.url);
  let turn = 0;
  const next = () => urls[turn++ % urls.length] ?? '';
  let accounts = 0;
  return {
    env,
    dataDir,
    urls,
    get url() {
      return next();
    },
    mdq,
    succeed,
    async createKey(points) {
      accounts += 1;
      const account = `tester-${accounts}`;
      return { account, ...(await createAccount(env, account, points)) };
    },
    async get(path, { key, headers = {} } = {}) {
      const sent = key === undefined ? headers : { ...headers, 'x-api-key': key };
      for (;;) {
        const response = await fetch(next() + path, { headers: sent });
        const text = await response.text();
        if (!isPutOff(response.status, text, Object.fromEntries(response.headers))) {
          if (response.status >= 400 && path.startsWith('/api/'))
            assertErrorCode(response.status, response.headers.get('x-error-code'));
          return { status: response.status, headers: response.headers, body: JSON.parse(text) };
        }
        await sleep(BUSY_MS);
      }
    },
    stop: () => stopAndClean(servers, data),
  };
}

type RunningServer = { readonly url: string; stop(): Promise<void> };

async function serve(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  // Replicas are processes, and what is for the runtime, such as an inspector, is for a process of its own.
  if (REPLICAS > 1 || env.NODE_OPTIONS !== undefined) {
    const { url, end } = await spawnServer(env, [], 'ignore');
    return { url, stop: async () => assert.equal(await end('SIGTERM'), 0) };
  }
  return startServerHere(env);
}

async function stopAndClean(servers: readonly RunningServer[], data: DataFolder): Promise<void> {
  try {
    await Promise.all(servers.map((server) => server.stop()));
  } finally {
    await data.remove();
  }
}
