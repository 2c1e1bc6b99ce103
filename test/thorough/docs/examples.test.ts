/** Code samples in the guides run as pasted and print the documented output, in both languages. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withAddress } from '../../../src/docs/examples/example-address.ts';
import { jsonText } from '../../../src/docs/examples/json-text.ts';
import { DEMO_LANGUAGES, type DemoLanguage } from '../../../src/lib/language.ts';
import { sandboxKey } from '../../../src/sandbox/keys.ts';
import { codeFences, type Fence } from '../../support/code-fences.ts';
import { cleanEnvironment, OWN_NODE } from '../../support/command.ts';
import { type Service, startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a reader does once, to have a service: the test has one. */
const SETUP = /^(npm (?!install "\$MDQ_URL)|git |\.\/mdq |export DATA_DIR)/;

/** The guides with code, in both languages. */
const GUIDES = [
  ...['index', 'quickstart', 'client', 'recipes', 'spreadsheets', 'agents', 'authentication'],
  ...['points', 'errors'],
];

const PAGES: Readonly<Record<DemoLanguage, readonly string[]>> = {
  en: ['README.md', ...[...GUIDES, 'fields'].map(guide)],
  'zh-TW': GUIDES.map((name) => guide(`zh/${name}`)),
};

function guide(name: string): string {
  return `guides/${name}.md`;
}

/** What the sandbox says of usage is counted back from today. */
const OF_TODAY = /\/api\/account\/(usage|calls)/;

/** A folder for each page, with what its reader saves. */
const folder = await temporaryFolder({ after });

for (const language of DEMO_LANGUAGES) {
  test(`the code in the guides runs as it stands and prints what they say: ${language}`, async (t) => {
    // Without data of its own: whoever reads the guides pastes what they say, on any service.
    const service = await startService({ env: { MDQ_SANDBOX_RATE: '10000' } });
    t.after(() => service.stop());
    for (const page of PAGES[language]) {
      const place = join(folder, page.replaceAll('/', '-'));
      await t.test(page, (t) => followPage(t, page, service, sandboxKey(language), place));
    }
  });
}

test('the TypeScript in the guides has the types that it needs', () => {
  const sources = globSync('*/*.mts', { cwd: folder });
  for (const name of ['guides-client.md', 'guides-zh-client.md'])
    assert.ok(
      sources.some((source) => source.startsWith(`${name}/`)),
      name,
    );
  const options = '--noEmit --strict --target esnext --module nodenext --types node --skipLibCheck'
    .split(' ')
    .concat('--typeRoots', join(root, 'node_modules/@types'));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, ...options, ...sources];
  assert.equal(spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout, '');
});

/** Does what the page says, in its order and in an empty folder: saves files, runs commands, compares. */
async function followPage(
  t: TestContext,
  page: string,
  service: Service,
  key: string,
  folder: string,
): Promise<void> {
  const env = cleanEnvironment({ ...OWN_NODE, npm_config_audit: 'false', npm_config_fund: 'false' });
  // README reads the key of the demo from its folder.
  await mkdir(join(folder, 'data'), { recursive: true });
  await writeFile(join(folder, 'data/demo.key'), key);
  // As the page says it where it is read: at the address of the service that it came from.
  const text = withAddress(readFileSync(join(root, page), 'utf8'), service.url);
  for (const [, exported] of text.matchAll(/^export MDQ_KEY=(\S+)/gm)) assert.equal(exported, key);
  const fences = codeFences(text);
  // A reader goes on in the same terminal.
  let exports = '';
  for (const [at, fence] of fences.entries()) {
    const file = fence.saveAs ?? (fence.language === 'ts' ? `example-${at}.mts` : undefined);
    if (file) await writeFile(join(folder, file), fence.code);
    const command = fence.saveAs ? undefined : commandOf(fence, file);
    if (!command) continue;
    const told = exports;
    exports += fence.language === 'sh' ? (command.match(/^export MDQ_.*\n/gm)?.join('') ?? '') : '';
    await t.test(`line ${fence.line}`, async (t) => {
      const missing = ['python3', 'curl'].find((tool) => command.startsWith(tool) && !isThere(tool));
      if (missing) {
        t.diagnostic(`there is no ${missing} on this machine`);
        return t.skip(`needs ${missing}`);
      }
      const here = command.replaceAll('http://127.0.0.1:8080/', `${service.url}/`);
      const { status, output, complaints } = await shell(told + here, folder, env);
      assert.equal(status, 0, output + complaints);
      if (/^(node|python3) /.test(command)) assert.equal(complaints, '');
      const below = fences[at + 1];
      if (below?.isOutput && !OF_TODAY.test(command)) comparePrinted(output, below);
      // Only what shows a refusal is refused.
      else assert.doesNotMatch(output, /"code":4\d\d/);
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
  const isJson = below.language === 'json';
  if (isJson && !below.code.includes('…')) {
    assert.deepEqual(JSON.parse(output), JSON.parse(below.code));
    return;
  }
  // With something left out, what is left is there, however it is written.
  const lineOf = (line: string) => (isJson ? line.trim().replace(/,$/, '') : line);
  const printed = (isJson ? jsonText(JSON.parse(output)) : output).split(/\r?\n/).map(lineOf);
  for (const line of below.code.trimEnd().split('\n').map(lineOf)) {
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
