/** The pages "Your data" and "Imports" do what they say: their files, saved in an empty folder, give what they print. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { codeFences } from '../../support/code-fences.ts';
import { cleanEnvironment } from '../../support/command.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = ['data-format', 'imports']
  .map((name) => readFileSync(join(root, `guides/${name}.md`), 'utf8'))
  .join('\n');

/** Where the reader of the page works. */
const READERS_FOLDER = '/srv/shop';
const WATCH = './mdq import --watch';

test('every command on the pages that shows what it prints prints that', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'test'));
  for (const name of ['mdq', 'node_modules', 'profiles', 'test/samples'])
    await symlink(join(root, name), join(folder, name));
  const env = cleanEnvironment({ DATA_DIR: join(folder, 'data') });
  const fences = codeFences(page);
  for (const [at, { code, language, line, saveAs }] of fences.entries()) {
    if (saveAs) await writeFile(join(folder, saveAs), code);
    const below = fences[at + 1];
    if (language !== 'sh' || !below?.isOutput) continue;
    await t.test(`line ${line}`, async () =>
      assert.equal(
        lasting(await shell(code, folder, env, below.code.split('\n').length), folder),
        lasting(below.code, folder),
      ),
    );
  }

  await t.test('the rejects file', async () => {
    const shown = fences.find(({ code }) => code.startsWith('file,line,column'))?.code;
    const [first = ''] = (await readdir(join(folder, 'data/rejects'))).sort();
    assert.equal(await readFile(join(folder, 'data/rejects', first), 'utf8'), shown);
  });
});

/** What a command prints, its errors too; the steps of long work left out. A watch is stopped after so many lines. */
async function shell(code: string, cwd: string, env: NodeJS.ProcessEnv, lines: number): Promise<string> {
  const child = spawn('sh', ['-c', `exec 2>&1\n${code.replace(WATCH, `exec ${WATCH}`)}`], { cwd, env });
  let output = '';
  const printed = () => output.replace(/^.*…\n/gm, '').replace(/^.*Stopped\.\n/m, '');
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    // Once: who asks again does not let it finish.
    const isEnough = printed().split('\n').length >= lines;
    if (code.includes(WATCH) && isEnough && !child.killed) child.kill('SIGINT');
  });
  await once(child, 'close');
  return printed();
}

/** Without what is another each time: times, durations and the folder. */
function lasting(text: string, folder: string): string {
  return text
    .replaceAll(folder, READERS_FOLDER)
    .replace(/\d{4}-\d\d-\d\d[ T]\d\d[:-]\d\d([:-]\d\d(\.\d+)?)?/g, 'TIME')
    .replace(/in \d+\.\d s/g, 'in N s');
}
