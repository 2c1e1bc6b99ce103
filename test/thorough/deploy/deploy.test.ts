/** What deploy/ holds does what it is for: its commands are run here, and its files are checked by their programs. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Dirent, existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { readConfig } from '../../../src/settings/config.ts';
import { SETTINGS } from '../../../src/settings/settings.ts';
import { cleanEnvironment } from '../../support/command.ts';
import { buildImage, type Image, readDockerfile } from '../../support/deploy/image.ts';
import { lastingPort } from '../../support/http/lasting-port.ts';
import { ask } from '../../support/http/raw-http.ts';
import { buildSite } from '../../support/site/explorer-page.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');

const ORDERS = `order_id,ordered_at,category,sub_category,product_id,amount
1,2026-06-01,Tea,Oolong,P1,80
`;
const RANKING = '/api/public/overview/ranking';

let folder = '';
let image: Image;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mdq-deploy-'));
  await buildSite();
  image = await buildImage(folder);
});
after(() => rm(folder, { recursive: true, force: true }));

/** Programs of the image run as its user, where this user may start programs for others. */
const isRoot = process.getuid?.() === 0;
const asUser = () => (isRoot ? { uid: image.user, gid: image.user } : {});
const environment = (extra: Record<string, string> = {}) =>
  cleanEnvironment({ ...image.env, PORT: '0', HOST: '127.0.0.1', ...extra });

async function mdq(...args: string[]): Promise<Record<string, string>> {
  const [program = '', ...first] = [...image.entrypoint, ...args, '--json'];
  const { stdout } = await run(program, first, { env: environment(), ...asUser() });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, string>;
}

async function serve(command: readonly string[], env: NodeJS.ProcessEnv, user: { uid?: number } = asUser()) {
  const [program = '', ...args] = command;
  const child = spawn(program, [...args, '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'], ...user });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [started] = (await Promise.race([once(child.stdout, 'data'), exited])) as [unknown];
  const { url } = JSON.parse(String(started)) as { url: string };
  const stop = async () => {
    child.kill('SIGTERM');
    return (await exited)[0];
  };
  return { url, pid: child.pid ?? 0, stop };
}

test('the image serves what is imported, as nobody, and stops on SIGTERM', async () => {
  const orders = image.path('/tmp/orders.csv');
  await writeFile(orders, ORDERS);
  assert.equal(image.user, 65_534);
  await mdq('import', orders);
  await mdq('account', 'create', 'acme', '--points', '100');
  const { key = '' } = await mdq('key', 'create', 'acme');

  const port = String(await lastingPort());
  const server = await serve([...image.entrypoint, ...image.command], environment({ PORT: port }));
  const answer = await fetch(server.url + RANKING, { headers: { 'x-api-key': key } });
  const developers = (await ask(`${server.url}/developers/quickstart`)).text;
  const status = existsSync('/proc/self/status') ? await readFile(`/proc/${server.pid}/status`, 'utf8') : '';
  const healthy = await checkHealth(port);
  assert.equal(await server.stop(), 0);
  assert.equal(answer.status, 200);
  assert.match(developers, /<title>Quickstart/);
  if (isRoot && status) assert.match(status, /^Uid:\t65534\t65534/m);
  assert.equal(healthy, 0);
  assert.equal(await checkHealth(port), 1, 'a stopped server is not healthy');
});

async function checkHealth(port: string): Promise<number> {
  const [program = '', ...args] = image.healthCheck;
  const child = spawn(program, args, { env: environment({ PORT: port }), stdio: 'ignore', ...asUser() });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
}

test('a production install has no tools for building or testing', async () => {
  type Lock = { packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }> };
  const lock = JSON.parse(read('package-lock.json')) as Lock;
  const installed = JSON.parse(
    await readFile(image.path('/opt/mdq/node_modules/.package-lock.json'), 'utf8'),
  ) as Lock;
  const packages = Object.keys(installed.packages);
  const unwanted = packages.filter((path) => {
    const { dev, hasInstallScript } = lock.packages[path] ?? { dev: true };
    return dev || hasInstallScript;
  });
  assert.deepEqual(unwanted, []);
  assert.deepEqual((await readdir(image.path('/opt/mdq'))).sort(), [
    'CHANGELOG.md',
    'client',
    'deploy',
    'guides',
    'mdq',
    'node_modules',
    'package.json',
    'site',
    'src',
  ]);
  const told = /installs (\d+) packages/.exec(read('guides/deploy.md'))?.[1];
  assert.equal(told, String(packages.length), 'the number of packages that guides/deploy.md tells');
});

test('a linter finds nothing in the Dockerfile', async () => {
  assert.deepEqual(validate(await readDockerfile()), []);
});

/** The values of each name in the unit, in order. */
function readUnit(): Map<string, string[]> {
  const unit = new Map<string, string[]>();
  for (const [, name = '', value = ''] of read('deploy/mdq.service').matchAll(/^(\w+)=(.*)$/gm))
    unit.set(name, [...(unit.get(name) ?? []), value]);
  return unit;
}

test("the unit's command serves with the unit's environment", async (t) => {
  const unit = readUnit();
  const one = (name: string) => unit.get(name)?.at(-1) ?? '';
  const inside = (text: string) => text.replace(/^\//, image.path('/'));
  await mkdir(image.path('/var/cache/mdq'), { recursive: true });
  await chmod(image.path('/var/cache/mdq'), 0o777);
  const env = Object.fromEntries(
    (unit.get('Environment') ?? []).map((each) => {
      const [name = '', value = ''] = each.split('=');
      return [name, inside(value)];
    }),
  );
  const limit = one('LimitNOFILE');
  assert.ok(Number(limit) > 2 * Number(SETTINGS.MDQ_MAX_CONNECTIONS.default));
  // As systemd does: the limit first, then the rights are given up, then the command.
  const limited = ['prlimit', `--nofile=${limit}:${limit}`];
  const mayLimit = await run('prlimit', [...limited.slice(1), 'true']).then(
    () => true,
    () => false,
  );
  const asNobody = ['setpriv', `--reuid=${image.user}`, `--regid=${image.user}`, '--clear-groups'];
  const [program = '', ...args] = one('ExecStart').split(' ');
  const command = [...(mayLimit ? limited : []), ...(isRoot ? asNobody : []), inside(program), ...args];
  const server = await serve(command, environment(env), {});
  const { status } = await fetch(`${server.url}/healthz`);
  const limits = await readFile(`/proc/${server.pid}/limits`, 'utf8');
  assert.equal(await server.stop(), 0);
  assert.equal(status, 200);
  assert.ok((await readdir(image.path('/var/cache/mdq'))).length > 0, 'compiled code is kept');
  const refused = mayLimit ? false : `this machine does not allow ${limit} descriptors`;
  await t.test('and with its descriptors', { skip: refused }, () =>
    assert.match(limits, new RegExp(`^Max open files +${limit} +${limit}`, 'm')),
  );
});

test('the unit goes on trying for as long as the accounts cannot be reached', async () => {
  const url = `postgres://mdq:secret@127.0.0.1:${await lastingPort()}/mdq`;
  const [program = '', ...args] = image.entrypoint;
  const failed = await run(program, [...args, 'serve'], {
    env: environment({ ACCOUNTS_URL: url }),
    ...asUser(),
  }).catch((error: { code: number }) => error.code);
  assert.equal(failed, 1, 'a failure, so systemd starts it again');
  const unit = readUnit();
  assert.deepEqual(
    ['Restart', 'RestartSec', 'StartLimitIntervalSec'].map((name) => unit.get(name)),
    [['on-failure'], ['1s'], ['0']],
  );
});

test('systemd accepts the unit, and finds little that it is exposed to', async (t) => {
  if (!existsSync('/usr/bin/systemd-analyze')) return t.skip('systemd-analyze is not on this machine');
  const unit = join(folder, 'mdq.service');
  const text = read('deploy/mdq.service')
    .replace('/opt/mdq/', image.path('/opt/mdq/'))
    .replace(/^(User|Group)=mdq$/gm, '');
  await writeFile(unit, text);
  const { stderr } = await run('systemd-analyze', ['verify', '--man=no', unit]);
  assert.equal(
    stderr
      .split('\n')
      .filter((line) => line.includes('mdq.service'))
      .join('\n'),
    '',
  );
  // Exposure goes from 0 to 10, here times ten. It counts root as a whole point, so as mdq it is lower yet.
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit]);
});

test('in compose.yaml only Caddy can be reached from outside', () => {
  const { services } = parse(read('deploy/compose.yaml')) as {
    services: Record<string, { ports?: string[]; environment: Record<string, string>; read_only?: boolean }>;
  };
  const published = Object.entries(services).filter(([, { ports }]) => ports);
  assert.deepEqual(
    published.map(([name, { ports }]) => [name, ports]),
    [['caddy', ['80:80', '443:443', '443:443/udp']]],
  );
  assert.equal(services.mdq?.read_only, true);
  const subnet = /subnet: (\S+)/.exec(read('deploy/compose.yaml'))?.[1];
  assert.equal(services.mdq?.environment.MDQ_TRUSTED_PROXIES, subnet);
});

test('in compose.scale-out.yaml the stores are reached by the replicas alone, and both replicas take calls', () => {
  const text = read('deploy/compose.scale-out.yaml');
  // The one word of Compose's own: it is about how two files are put together.
  const { services, networks } = parse(text.replaceAll('!override ', ''), { merge: true }) as {
    services: Record<string, { ports?: string[]; networks?: string[]; environment: Record<string, string> }>;
    networks: Record<string, { internal?: boolean }>;
  };
  assert.ok(Object.values(services).every(({ ports }) => ports === undefined));
  assert.equal(networks.stores?.internal, true);
  for (const store of ['postgres', 'clickhouse-1', 'clickhouse-2'])
    assert.deepEqual(services[store]?.networks, ['stores'], store);
  const replicas = ['mdq', 'mdq-2'].map((name) => services[name]?.environment);
  assert.deepEqual(replicas[0], replicas[1]);
  const env = Object.fromEntries(
    Object.entries(replicas[0] ?? {}).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{[^}]*\}/g, 'secret'),
    ]),
  );
  const { accounts, warehouse } = readConfig(env);
  assert.deepEqual([accounts?.hosts.length, warehouse?.hosts.length], [1, 2]);
  const shards = [...read('deploy/clickhouse-cluster.xml').matchAll(/<host>(.*)<\/host>/g)].map(
    ([, host]) => host,
  );
  assert.deepEqual(shards, ['clickhouse-1', 'clickhouse-2']);
  assert.equal(services.caddy?.environment.MDQ_UPSTREAM, 'mdq:8080 mdq-2:8080');
});

test('the metrics of each container are for those who ask by its name, as Prometheus beside it does', () => {
  const base = parse(read('deploy/compose.yaml')) as {
    services: { mdq: { environment: NodeJS.ProcessEnv } };
  };
  const { metrics } = readConfig(base.services.mdq.environment);
  // The second replica is made from the first.
  for (const name of ['mdq', 'mdq-2']) assert.ok(metrics?.hosts.includes(name), name);
});

function pathInDeploy({ parentPath, name }: Dirent): string {
  return relative(join(root, 'deploy'), join(parentPath, name));
}

test('every setting that deploy/ names is one of the service', async () => {
  const own = ['MDQ_DOMAIN', 'MDQ_UPSTREAM'];
  const files = await readdir(join(root, 'deploy'), { recursive: true, withFileTypes: true });
  for (const name of files.filter((each) => each.isFile()).map(pathInDeploy)) {
    for (const [setting] of read(`deploy/${name}`).matchAll(/\bMDQ_[A-Z_]+/g))
      assert.ok(setting in SETTINGS || own.includes(setting), `deploy/${name} names ${setting}`);
  }
});
