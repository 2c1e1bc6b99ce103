/** The first `npm start` of a fresh checkout serves before what only the site and the tests need is installed. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../../support/command.ts';
import { projectFiles } from '../../support/deploy/docker-context.ts';
import { until } from '../../support/until.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

test('a fresh checkout serves first, and whatever is broken off leaves nothing half-done', async (t) => {
  const copy = await checkout(t);
  await run('node', ['scripts/setup.mjs', '--to-serve'], { cwd: copy });
  assert.deepEqual((await packagesIn(copy)).tools, []);
  const lockOf = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8');
  assert.equal(await lockOf(copy), await lockOf(root), 'an install changes no file of the project');

  await t.test('an install that is stopped takes back what it has added', async () => {
    const setup = spawn('node', ['scripts/setup.mjs'], { cwd: copy, stdio: 'ignore' });
    const exited = once(setup, 'exit');
    await until('it adds packages', async () => (await packagesIn(copy)).tools.length > 0);
    setup.kill('SIGTERM');
    await exited;
    assert.deepEqual(await packagesIn(copy), { tools: [], unlisted: [] });
  });

  await t.test('npm start answers while the rest is installed, and Ctrl-C ends all of it', async () => {
    const first = await start(t, copy);
    assert.equal(await first.call(), 200, 'the first call');
    let page = '';
    // A machine that is busy installing may say to ask again.
    await until('the page is served', async () => {
      const answer = await fetch(`${first.url}/developers`);
      page = await answer.text();
      return answer.status !== 503;
    });
    assert.match(page, /http-equiv="refresh"[\s\S]*not built yet/);
    const statuses = new Set<number>();
    while ((await packagesIn(copy)).tools.length === 0) statuses.add(await first.call());
    for (let more = 0; more < 20; more += 1) statuses.add(await first.call());
    assert.deepEqual([...statuses], [200], 'the calls while npm adds packages');

    await first.interrupt();
    const running = async () => (await run('ps', ['-eo', 'args'])).stdout.includes(copy);
    await until('nothing runs there any more', async () => !(await running()));
    assert.deepEqual((await packagesIn(copy)).unlisted, []);
    const second = await start(t, copy);
    assert.equal(second.key, first.key);
    assert.equal(await second.call(), 200);
    await second.interrupt();
  });
});

/** What is in node_modules of what only the site and the tests need, and what npm did not write down as installed. */
async function packagesIn(copy: string): Promise<{ tools: string[]; unlisted: string[] }> {
  type Lock = { packages: Record<string, { dev?: boolean }> };
  const readLock = async (name: string) => JSON.parse(await readFile(join(copy, name), 'utf8')) as Lock;
  const all = await readLock('package-lock.json');
  const installed = await readLock('node_modules/.package-lock.json');
  const here = (await readdir(join(copy, 'node_modules'))).filter((name) => !/^[.@]/.test(name));
  return {
    tools: here.filter((name) => all.packages[`node_modules/${name}`]?.dev),
    unlisted: here.filter((name) => !installed.packages[`node_modules/${name}`]),
  };
}

/** The files of the project, as a clone would have them. */
async function checkout(t: TestContext): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'mdq-checkout-'));
  t.after(() => rm(copy, { recursive: true, force: true, maxRetries: 20 }));
  for (const file of await projectFiles(root)) await cp(join(root, file), join(copy, file));
  return copy;
}

async function start(t: TestContext, copy: string) {
  const env = cleanEnvironment({ PORT: '0' });
  // A process group of its own, as a terminal gives one to what is typed in.
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn('npm', ['start'], { cwd: copy, env, detached: true, stdio: [...stdio] });
  const exited = once(child, 'exit');
  t.after(() => child.exitCode ?? child.signalCode ?? interrupt(child));
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  await until('it shows a call', () => {
    if (child.exitCode !== null) throw new Error(`npm start ended:\n${printed}`);
    return /curl .*\n/.test(printed);
  });
  const [, key = '', address = ''] = /x-api-key: (\w+)' (\S+)/.exec(printed) ?? [];
  return {
    key,
    url: new URL(address).origin,
    async call() {
      const answer = await fetch(address.replace('overview/ranking', 'meta/categories'), {
        headers: { 'x-api-key': key },
      });
      await answer.arrayBuffer();
      return answer.status;
    },
    async interrupt() {
      interrupt(child);
      await exited;
    },
  };
}

function interrupt(child: ChildProcess): void {
  if (child.pid) process.kill(-child.pid, 'SIGINT');
}
