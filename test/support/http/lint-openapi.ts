import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../workplace.ts';

const REDOCLY = fileURLToPath(new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

/** Redocly finds nothing to say about a document. */
export async function assertLinted(t: TestContext, document: unknown): Promise<void> {
  const file = join(await temporaryFolder(t), 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [REDOCLY, 'lint', '--extends=recommended', '--format=json', file],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  ).catch((failed: { stdout: string; stderr: string }) => failed);
  const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: unknown[] };
  assert.deepEqual(problems, [], stderr);
  assert.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 });
}
