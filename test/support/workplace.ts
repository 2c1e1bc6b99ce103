import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Service, type StartOptions, startService } from './service.ts';
import type { Lifetime } from './stores/data-folder.ts';
import { until } from './until.ts';

/** More than any test can spend. */
export const PLENTY = 1_000_000_000;

/** A folder that is gone when the test, or the file, ends. */
export async function temporaryFolder(t: Lifetime): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mdq-files-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A service with a key that can pay for anything; both are gone when the test ends. */
export async function openService(
  t: TestContext,
  options: StartOptions = {},
): Promise<{ service: Service; key: string }> {
  const service = await startService(options);
  t.after(() => service.stop());
  const { key } = await service.createKey(PLENTY);
  return { service, key };
}

/** Waits until a running server shows the first data that was published beside it; takes points from a key of its own. */
export async function untilAnswering(service: Service): Promise<void> {
  const { key } = await service.createKey(PLENTY);
  for (const url of service.urls) {
    await until('there are data to answer from', async () => {
      const { status } = await fetch(`${url}/api/public/meta/categories`, { headers: { 'x-api-key': key } });
      return status === 200;
    });
  }
}
