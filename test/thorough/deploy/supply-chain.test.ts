/** What others wrote and we pass on is known, and runs nothing when installed; what we pass on installs and serves by itself. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../../support/command.ts';
import { buildSite } from '../../support/site/explorer-page.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const run = promisify(execFile);
const RANKING = '/api/public/overview/ranking';
const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Package {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly license?: string;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  allowScripts: Record<string, boolean>;
} & Record<string, Record<string, string>>;
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Package>;
};
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');

test('every package is asked for in one exact version, and locked by its checksum alone', () => {
  const kinds = ['dependencies', 'optionalDependencies', 'devDependencies'];
  const loose = kinds
    .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
  assert.deepEqual(loose, []);
  const isLocked = ({ integrity, resolved }: Package) => integrity?.startsWith('sha512-') && !resolved;
  assert.deepEqual(
    packages.filter(([, each]) => !isLocked(each)),
    [],
  );
});

test('no package runs a script when it is installed; those that want to are named, and refused', () => {
  const wanting = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  const refused = Object.fromEntries(wanting.map(([path]) => [nameOf(path), false]));
  assert.deepEqual(manifest.allowScripts, refused);
  assert.ok(
    wanting.every(([, { dev }]) => dev),
    'in production none even wants to',
  );
});

test('the licence of the program and of every package is one that is known to be fine', async () => {
  for (const file of ['package.json', 'client/package.json'])
    assert.equal(JSON.parse(readFileSync(join(root, file), 'utf8')).license, 'Apache-2.0', file);
  const { stdout } = await run(process.execPath, ['scripts/licences.mjs'], { cwd: root });
  const counts = stdout
    .trim()
    .split('\n')
    .map((line) => Number(line.split('\t')[2]));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    packages.length,
  );
});

test('a package with an unknown licence is named, and fails', async (t) => {
  const folder = await temporaryFolder(t);
  await cp(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  const added = { 'node_modules/closed': { version: '1.0.0', license: 'UNLICENSED' } };
  const changed = { ...lock, packages: { ...lock.packages, ...added } };
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(changed));
  await assert.rejects(
    run(process.execPath, ['scripts/licences.mjs'], { cwd: folder }),
    (error: { code: number; stderr: string }) =>
      error.code === 1 && error.stderr.includes('closed@1.0.0 (production): UNLICENSED'),
  );
});

test('the bill of materials lists every package of a production install, and no other', async () => {
  const { stdout } = await run(process.execPath, ['scripts/sbom.mjs'], { cwd: root, maxBuffer: 2 ** 26 });
  const { bomFormat, metadata, components } = JSON.parse(stdout) as {
    bomFormat: string;
    metadata: { component: { name: string } };
    components: { name: string; version: string; hashes: unknown[]; licenses: unknown[] }[];
  };
  assert.deepEqual([bomFormat, metadata.component.name], ['CycloneDX', manifest.name]);
  const production = packages.filter(([, { dev }]) => !dev);
  const expected = new Set(production.map(([path, { version }]) => `${nameOf(path)}@${version}`));
  assert.deepEqual(components.map(({ name, version }) => `${name}@${version}`).sort(), [...expected].sort());
  assert.ok(components.every(({ hashes, licenses }) => hashes.length > 0 && licenses.length > 0));
});

test('the packed program installs globally, makes the demo, and serves calls, the sandbox and the site', async (t) => {
  await buildSite();
  const folder = await temporaryFolder(t);
  await run('npm', ['pack', '--pack-destination', folder], { cwd: root, maxBuffer: 2 ** 26 });
  const [packed = ''] = globSync('*.tgz', { cwd: folder });
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', '--global', '--prefix', folder, ...options, join(folder, packed)], {
    cwd: folder,
  });

  const env = cleanEnvironment({ PORT: '0' });
  const server = spawn(join(folder, 'bin/mdq'), ['serve', '--demo', '--json'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(server, 'exit');
  t.after(async () => {
    server.kill('SIGTERM');
    await exited;
  });
  let problems = '';
  server.stderr.on('data', (text) => {
    problems += text;
  });
  const [started] = await Promise.race([once(server.stdout, 'data'), exited.then(() => [])]);
  assert.ok(started, problems);
  const { url } = JSON.parse(String(started)) as { url: string };

  const key = await readFile(join(folder, 'data/demo.key'), 'utf8');
  for (const [sent, header, value] of [
    [key.trim(), 'x-points-charged', '30'],
    ['mdk_test_ok', 'x-sandbox', 'true'],
  ] as const) {
    const { status, headers } = await fetch(url + RANKING, { headers: { 'x-api-key': sent } });
    assert.deepEqual([status, headers.get(header)], [200, value]);
  }
  const page = await fetch(`${url}/developers/quickstart`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<h1[^>]*>Quickstart/);
  assert.equal((await fetch(`${url}/developers/client.tgz`)).status, 200);

  const installed = join(folder, 'lib/node_modules/market-data-query');
  assert.match(readFileSync(join(installed, 'LICENSE'), 'utf8'), /Apache License\s+Version 2\.0/);
  assert.deepEqual(
    globSync('{src,test,data}/**', { cwd: installed }),
    [],
    'no source, tests or data are packed',
  );
});
