/** What deploy/ holds does what it is for: its commands are run here, and its files are checked by their programs. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
import { temporaryFolder } from '../../support/workplace.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');

const ORDERS = `order_id,ordered_at,category,sub_category,product_id,amount
1,2026-06-01,Tea,Oolong,P1,80
`;
const RANKING = '/api/public/overview/ranking';

const folder = await temporaryFolder({ after });
let image: Image;

before(async () => {
  await buildSite();
  image = await buildImage(folder);
});

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

async function serve(port: string) {
  const [program = '', ...args] = [...image.entrypoint, ...image.command, '--json'];
  const env = environment({ PORT: port });
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'], ...asUser() });
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
  const server = await serve(port);
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

test('a linter finds nothing in the Dockerfile, and its image has no tools for building or testing', async () => {
  assert.deepEqual(validate(await readDockerfile()), []);
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
  assert.equal(
    (await readdir(image.path('/opt/mdq'))).sort().join(' '),
    'CHANGELOG.md client deploy guides mdq node_modules package.json site src',
  );
  const told = /installs (\d+) packages/.exec(read('guides/deploy.md'))?.[1];
  assert.equal(told, String(packages.length), 'the number of packages that guides/deploy.md tells');
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
  // Metrics are for those who ask by the name of a container, as Prometheus beside it does. The second is made from the first.
  const { metrics } = readConfig(services.mdq?.environment ?? {});
  for (const name of ['mdq', 'mdq-2']) assert.ok(metrics?.hosts.includes(name), name);
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
  const env = JSON.parse(JSON.stringify(replicas[0]).replaceAll(/\$\{[^}]*\}/g, 'secret'));
  const { accounts, warehouse } = readConfig(env);
  assert.deepEqual([accounts?.hosts.length, warehouse?.hosts.length], [1, 2]);
  const shards = read('deploy/clickhouse-cluster.xml').match(/(?<=<host>).*(?=<\/host>)/g);
  assert.deepEqual(shards, ['clickhouse-1', 'clickhouse-2']);
  assert.equal(services.caddy?.environment.MDQ_UPSTREAM, 'mdq:8080 mdq-2:8080');
});

test('every setting that deploy/ names is one of the service', async () => {
  const own = ['MDQ_DOMAIN', 'MDQ_UPSTREAM'];
  for (const entry of await readdir(join(root, 'deploy'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    for (const [setting] of readFileSync(file, 'utf8').matchAll(/\bMDQ_[A-Z_]+/g))
      assert.ok(setting in SETTINGS || own.includes(setting), `${file} names ${setting}`);
  }
});
