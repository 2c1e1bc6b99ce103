/** The page "Deploy" does what it says: every command that needs neither root nor Docker is run. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { codeFences } from '../../support/code-fences.ts';
import { cleanEnvironment } from '../../support/command.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Root, Docker, a package, which package.test.ts installs, and a release of its own, which CI builds in a fresh clone. */
const NOT_HERE = /^(sudo |(\w+=\S+ )?docker |git clone |npm pack$)/m;

test('every command on the page works, and prints what it shows', async (t) => {
  const service = await startService();
  t.after(() => service.stop());
  const folder = await temporaryFolder(t);
  for (const name of ['package.json', 'package-lock.json', 'scripts', 'deploy', 'node_modules'])
    await symlink(join(root, name), join(folder, name));
  const { host, port } = new URL(service.url);
  const env = cleanEnvironment({ PORT: port });
  const fences = codeFences(readFileSync(join(root, 'guides/deploy.md'), 'utf8'));
  const commands = fences.filter(({ language, code }) => language === 'sh' && !NOT_HERE.test(code));
  assert.ok(commands.length >= 4);
  for (const fence of commands) {
    const shown = fences[fences.indexOf(fence) + 1];
    await t.test(`line ${fence.line}`, async () => {
      const code = fence.code.replaceAll('127.0.0.1:8080', host);
      const { stdout } = await run('sh', ['-ec', code], { cwd: folder, env });
      if (shown?.isOutput) assert.equal(stdout.trim(), shown.code.trim());
    });
  }
  const bill = JSON.parse(await readFile(join(folder, 'mdq.cdx.json'), 'utf8')) as { bomFormat: string };
  assert.equal(bill.bomFormat, 'CycloneDX');
});

test('the release that the page builds is the one that CI builds', () => {
  const ci = readFileSync(join(root, '.ci/run'), 'utf8');
  const release = /git clone .*\ncd .*\n([\s\S]*?)```/.exec(
    readFileSync(join(root, 'guides/deploy.md'), 'utf8'),
  );
  const steps = release?.[1]?.trim().split('\n') ?? [];
  assert.equal(steps.length, 3);
  for (const step of steps) assert.ok(ci.includes(`\n${step}\n`), `.ci/run has "${step}"`);
});
