/** The process that the servers of a test file share: when it ends, whoever waits is told at once, and others start. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { cleanEnvironment } from '../support/command.ts';
import { hostId, hostServer } from '../support/server-host.ts';
import { temporaryFolder } from '../support/workplace.ts';

test('a server that cannot start, and a process that ends, keep no later server from starting', async (t) => {
  const folder = await temporaryFolder(t);
  const own = { HOST: '127.0.0.1', PORT: '0' };
  const env = (name: string) => cleanEnvironment({ ...own, DATA_DIR: join(folder, name) });
  const broken = { ...env('broken'), DATA_DIR: 7 } as unknown as NodeJS.ProcessEnv;
  await assert.rejects(hostServer(broken), /did not say where it listens/);
  const first = await hostServer(env('first'));
  assert.equal((await fetch(`${first.url}/healthz`)).status, 200);
  const starting = hostServer(env('never'));
  process.kill(hostId() ?? 0, 'SIGKILL');
  await assert.rejects(starting, /ended \(SIGKILL\)/);
  const next = await hostServer(env('next'));
  assert.equal((await fetch(`${next.url}/healthz`)).status, 200);
  await next.stop();
});
