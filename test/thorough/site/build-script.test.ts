/** What is built is built again once anything that it is made of has changed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../..', import.meta.url));

const BUILD = `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('site/dist-sandbox', { recursive: true });
writeFileSync('site/dist-sandbox/manifest.json', JSON.stringify({ sources: process.argv[2] }));`;

test('a part is built again when a file that it imports, or a thread that it starts, is another', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'mdq-build-'));
  t.after(() => rm(root, { recursive: true }));
  const write = (file: string, text: string) => writeFile(join(root, file), text);
  await cp(join(project, 'scripts'), join(root, 'scripts'), { recursive: true });
  await mkdir(join(root, 'src/cli/commands'), { recursive: true });
  await mkdir(join(root, 'site'));
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'));
  await write('scripts/sandbox.ts', BUILD);
  await write(
    'src/cli/commands/demo.ts',
    `import './part.ts';\nnew Worker(new URL('./thread.ts', import.meta.url));`,
  );
  await write('src/cli/commands/part.ts', '1');
  await write('src/cli/commands/thread.ts', '1');
  const build = (part: string) => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/site.mjs', part], { cwd: root });
    return { status, isBuilt: /^Built the sandbox/m.test(String(stderr)), stderr: String(stderr) };
  };
  const assertBuilds = (isBuilt: boolean) => {
    const { stderr, ...done } = build('sandbox');
    assert.deepEqual(done, { status: 0, isBuilt }, stderr);
  };
  assertBuilds(true);
  assertBuilds(false);
  for (const file of ['part.ts', 'thread.ts']) {
    await write(`src/cli/commands/${file}`, '2');
    assertBuilds(true);
    assertBuilds(false);
  }
  const { status, stderr } = build('sandbx');
  assert.deepEqual([status, stderr], [1, 'Nothing here is called "sandbx": "sandbox" or "developer site"\n']);
});
