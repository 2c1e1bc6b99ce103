/** The pages "Back up and restore", "Upgrade", "Selling points", "Keys with limits" and "Your name on it" do what they say: every command on them runs and prints what they show. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LAYOUT as ACCOUNTS } from '../../../src/accounts/sqlite/file/migrations.ts';
import { LAYOUT as LINES } from '../../../src/warehouse/duckdb/file/migrate.ts';
import { LAYOUT as PUBLISHED } from '../../../src/warehouse/versions/snapshot-file.ts';
import { codeFences } from '../../support/code-fences.ts';
import { writeCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { startServerHere } from '../../support/server-here.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (page: string) => readFileSync(join(root, `guides/${page}.md`), 'utf8');

/** Where the reader of the pages works. */
const READERS_FOLDER = '/srv/shop';

/** The key that the pages name. */
const READERS_KEY = 'key_0a1b2c3d4e';

const ORDERS = ['1', '2', '3', '3'].map((order_id) =>
  row({ order_id, ordered_at: '2026-06-01', category: 'Home & Living', sub_category: 'B', amount: '10' }),
);

/** Pages that are read one after the other work so. */
const PAGES = [['backup'], ['upgrade'], ['selling-points', 'key-limits'], ['your-site'], ['zh/your-site']];

for (const pages of PAGES) {
  test(`every command on ${pages.join(' and then ')} runs, beside a server, and prints what it shows`, async (t) => {
    const folder = await temporaryFolder(t);
    for (const name of ['mdq', 'node_modules']) await symlink(join(root, name), join(folder, name));
    const { env, succeed } = await dataFolderFor(t, { DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1' });
    await succeed('import', await writeCsv(join(folder, 'orders.csv'), ORDERS));
    await succeed('account', 'create', 'acme', '--points', '1000');
    const { key } = JSON.parse(await succeed('key', 'create', 'acme', '--json'));
    const server = await startServerHere(env);
    t.after(() => server.stop());
    for (const path of ['meta/categories', 'market/focus']) {
      const answer = await fetch(`${server.url}/api/public/${path}`, { headers: { 'x-api-key': key } });
      assert.equal(answer.status, 200);
    }
    const fences = pages.flatMap((page) => codeFences(read(page)));
    let made = READERS_KEY;
    for (const [at, { code, language, line, saveAs }] of fences.entries()) {
      if (language !== 'sh') continue;
      await t.test(`line ${line}`, async () => {
        const command = code.replaceAll(READERS_FOLDER, folder).replaceAll(READERS_KEY, made);
        if (saveAs) await writeFile(join(folder, saveAs), command);
        const { code: exit, output } = await shell(saveAs ? `sh ${saveAs}` : command, folder, env);
        assert.equal(exit, 0, output);
        made = /^Key (key_\w+) of account/.exec(output)?.[1] ?? made;
        const below = fences[at + 1];
        if (below?.isOutput) assert.equal(lasting(output, folder), lasting(below.code, folder));
      });
    }
  });
}

test('the page "Upgrade" names the layouts that this program writes', () => {
  const page = read('upgrade');
  assert.match(page, new RegExp(`\`accounts.sqlite\` \\| ${ACCOUNTS} \\|`));
  assert.match(page, new RegExp(`\`warehouse.duckdb\` \\| ${LINES} \\|`));
  assert.match(page, new RegExp(`\`published/\` \\| ${PUBLISHED} \\|`));
});

/** What a command prints, its errors too; the steps of long work left out. */
function shell(code: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile('sh', ['-ec', `exec 2>&1\n${code}`], { cwd, env }, (error, output) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, output: output.replace(/^.*…\n/gm, '') }),
    );
  });
}

/** Without what is another each time: times, durations, sizes, the version and the folder. */
function lasting(text: string, folder: string): string {
  return text
    .replaceAll(folder, READERS_FOLDER)
    .replace(/\d{4}-\d\d-\d\d[ T]\d\d[:-]\d\d([:-]\d\d([.-]\d+)?)?/g, 'TIME')
    .replace(/\b[0-9a-f]{64}\b/g, 'HASH')
    .replace(/\b(key|acc|mdk)_(\w+|…)/g, '$1_ID')
    .replace(/in \d+\.\d s/g, 'in N s')
    .replace(/\d+\.\d [KM]iB/g, 'SIZE')
    .replace(/^\d+\.\d+\.\d+$/m, 'VERSION');
}
