/** `npm pack` makes a package that installs globally and serves, with its site and its sandbox, without this checkout. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../../support/command.ts';
import { buildSite } from '../../support/site/explorer-page.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const RANKING = '/api/public/overview/ranking';

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
    ...{ cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] },
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
