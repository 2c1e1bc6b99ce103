import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { record, recordingFile } from '../../scripts/make/explorer.ts';
import { DEMO_LANGUAGES, type DemoLanguage } from '../../src/lib/language.ts';
import { codeFences, type Fence } from '../support/code-fences.ts';
import { cleanEnvironment } from '../support/command.ts';
import { type Service, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/workplace.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a demo account begins with. */
const POINTS = 1_000_000;

/** What a reader does once, to have a service: the test has one. */
const SETUP = /^(npm (?!install "\$MDQ_URL)|export |\.\/mdq )/;

const PAGES: Readonly<Record<DemoLanguage, readonly string[]>> = {
  en: ['index', 'quickstart', 'client', 'agents'],
  'zh-TW': ['zh/index', 'zh/quickstart', 'zh/client', 'zh/agents'],
};

for (const language of DEMO_LANGUAGES) {
  test(`the code in the guides runs as it stands and prints what they say: ${language}`, async (t) => {
    const service = await startService({ demo: language });
    t.after(() => service.stop());
    await t.test('what the explorer has recorded is what the service answers', async () => {
      const { key } = await service.createKey(POINTS);
      const isFresh =
        (await record({ url: service.url, key }, language)) ===
        readFileSync(join(root, recordingFile(language)), 'utf8');
      assert.ok(isFresh, 'run "npm run make"');
    });
    const folder = await temporaryFolder(t);
    for (const page of PAGES[language]) {
      await t.test(page, (t) => followPage(t, page, service, join(folder, basename(page))));
    }
    await t.test('types', () => assert.equal(typeErrors(folder), ''));
  });
}

/** Does what the page says, in its order and in an empty folder: saves files, runs commands, compares. */
async function followPage(t: TestContext, page: string, service: Service, folder: string): Promise<void> {
  const { key } = await service.createKey(POINTS);
  const env = cleanEnvironment({
    MDQ_URL: service.url,
    MDQ_KEY: key,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  });
  await mkdir(folder);
  const fences = codeFences(readFileSync(join(root, `guides/${page}.md`), 'utf8'));
  for (const [at, fence] of fences.entries()) {
    const file = fence.saveAs ?? (fence.language === 'ts' ? `example-${at}.mts` : undefined);
    if (file) await writeFile(join(folder, file), fence.code);
    const command = fence.saveAs ? undefined : commandOf(fence, file);
    if (!command) continue;
    await t.test(`line ${fence.line}`, async (t) => {
      const missing = ['python3', 'curl'].find((tool) => command.startsWith(tool) && !isThere(tool));
      if (missing) {
        t.diagnostic(`there is no ${missing} on this machine`);
        return t.skip(`needs ${missing}`);
      }
      const { status, output, complaints } = await shell(command, folder, env);
      assert.equal(status, 0, output + complaints);
      if (/^(node|python3) /.test(command)) assert.equal(complaints, '');
      const below = fences[at + 1];
      if (below?.isOutput) comparePrinted(output, below);
    });
  }
}

/** How a reader runs it; undefined for what is there to be read. */
function commandOf({ language, code }: Fence, file: string | undefined): string | undefined {
  if (language === 'ts') return `node ${file}`;
  return language === 'sh' && !SETUP.test(code) ? code.replace(/^node_modules\/\.bin\//, '') : undefined;
}

/** What stands below a command is what it prints, but for an `…` and the name of the call. */
function comparePrinted(output: string, below: Fence): void {
  if (below.language === 'json') {
    assert.deepEqual(JSON.parse(output), JSON.parse(below.code));
    return;
  }
  const printed = output.split(/\r?\n/);
  for (const line of below.code.trimEnd().split('\n')) {
    if (!/…|^x-request-id/.test(line)) assert.ok(printed.includes(line), `"${line}" is not in:\n${output}`);
  }
}

function shell(command: string, cwd: string, env: NodeJS.ProcessEnv) {
  return new Promise<{ status: number; output: string; complaints: string }>((resolve) => {
    execFile('sh', ['-ec', command], { cwd, env, maxBuffer: 16 * 1024 * 1024 }, (error, output, complaints) =>
      resolve({ status: error ? Number(error.code ?? -1) : 0, output, complaints }),
    );
  });
}

function isThere(tool: string): boolean {
  return spawnSync(tool, ['--version']).status === 0;
}

function typeErrors(folder: string): string {
  const sources = globSync('*/*.mts', { cwd: folder });
  assert.ok(sources.length > 0);
  const options = '--noEmit --strict --target esnext --module nodenext --types node --skipLibCheck'
    .split(' ')
    .concat('--typeRoots', join(root, 'node_modules/@types'));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, ...options, ...sources], { cwd: folder, encoding: 'utf8' }).stdout;
}
