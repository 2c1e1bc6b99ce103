/** The pages for operators do what they say: their commands run and print what the pages show. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LAYOUT as ACCOUNTS } from '../../../src/accounts/sqlite/file/migrations.ts';
import { LAYOUT as LINES } from '../../../src/warehouse/duckdb/file/migrate.ts';
import { LAYOUT as PUBLISHED } from '../../../src/warehouse/versions/snapshot-file.ts';
import { codeFences } from '../../support/code-fences.ts';
import { readMetrics } from '../../support/http/metrics.ts';
import { startServerHere } from '../../support/server-here.ts';
import { dataFolderFor, serverFor } from '../../support/stores/data-folder.ts';
import { importRows, order } from '../../support/stores/prepare.ts';
import { until } from '../../support/until.ts';
import { temporaryFolder } from '../../support/workplace.ts';
import { yearOfOrders } from '../../support/year-of-orders.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const page = (name: string) => read(`guides/${name}.md`);

/** Where the reader of the pages works. */
const READERS_FOLDER = '/srv/shop';

/** The key that the pages name. */
const READERS_KEY = 'key_0a1b2c3d4e';

const LINKED = ['mdq', 'node_modules', 'package.json', 'package-lock.json', 'scripts', 'deploy'];

/** Root, Docker, a package, which supply-chain.test.ts installs, and a release of its own, which CI builds in a fresh clone. */
const NOT_HERE = /^(sudo |(\w+=\S+ )?docker |git clone |npm pack$)/m;

/** Pages that are read one after the other work so. */
const PAGES = ['backup', 'upgrade', 'selling-points key-limits', 'your-site', 'zh/your-site', 'deploy'];

for (const pages of PAGES.map((names) => names.split(' '))) {
  test(`every command on ${pages.join(' and then ')} runs, beside a server, and prints what it shows`, async (t) => {
    const folder = await temporaryFolder(t);
    for (const name of LINKED) await symlink(join(root, name), join(folder, name));
    const data = await dataFolderFor(t, { DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1' });
    const rows = ['1', '2', '3', '3'].map((id) =>
      order(id, { category: 'Home & Living', sub_category: 'B', amount: '10' }),
    );
    // The file lies where the reader works.
    await importRows({ ...data, path: folder }, rows);
    await data.succeed('account', 'create', 'acme', '--points', '1000');
    const { key } = JSON.parse(await data.succeed('key', 'create', 'acme', '--json'));
    const isDeploy = pages[0] === 'deploy';
    // Where it is deployed, there are no data yet.
    const server = await startServerHere(isDeploy ? (await dataFolderFor(t)).env : data.env);
    t.after(() => server.stop());
    for (const path of isDeploy ? [] : ['meta/categories', 'market/focus']) {
      const answer = await fetch(`${server.url}/api/public/${path}`, { headers: { 'x-api-key': key } });
      assert.equal(answer.status, 200);
    }
    const { host, port } = new URL(server.url);
    const env = isDeploy ? { ...data.env, PORT: port } : data.env;
    const fences = pages.flatMap((name) => codeFences(page(name)));
    let made = READERS_KEY;
    for (const [at, { code, language, line, saveAs }] of fences.entries()) {
      if (language !== 'sh' || NOT_HERE.test(code)) continue;
      await t.test(`line ${line}`, async () => {
        const command = code
          .replaceAll(READERS_FOLDER, folder)
          .replaceAll(READERS_KEY, made)
          .replaceAll('127.0.0.1:8080', host);
        if (saveAs) await writeFile(join(folder, saveAs), command);
        const { exit, output } = await shell(saveAs ? `sh ${saveAs}` : command, { cwd: folder, env });
        assert.equal(exit, 0, output);
        made = /^Key (key_\w+) of account/.exec(output)?.[1] ?? made;
        const below = fences[at + 1];
        if (below?.isOutput) assert.equal(lasting(output, folder), lasting(below.code, folder));
      });
    }
    if (!isDeploy) return;
    const bill = JSON.parse(await readFile(join(folder, 'mdq.cdx.json'), 'utf8')) as { bomFormat: string };
    assert.equal(bill.bomFormat, 'CycloneDX');
  });
}

test('every command on "Monitor" prints what it shows, and the page has the metrics and alerts that there are', async (t) => {
  const data = await dataFolderFor(t, { MDQ_METRICS_PORT: '0', MDQ_LOG: 'info' });
  await importRows(data, yearOfOrders());
  const server = await serverFor(t, data.env);
  const fences = codeFences(page('monitor'));
  assert.match(fences[0]?.code ?? '', /MDQ_METRICS_PORT=\d+ MDQ_LOG=info\n\.\/mdq serve/);
  /** The line of the call that the page makes, as it comes into the file that the page sends the log to. */
  const logged = () =>
    server
      .log()
      .split('\n')
      .findLast((line) => /"path":"other".*\}$/.test(line));
  for (const [at, { code, language, line }] of fences.entries()) {
    const below = fences[at + 1];
    if (language !== 'sh' || !below?.isOutput) continue;
    await t.test(`line ${line}`, async () => {
      const here = code
        .replaceAll('http://127.0.0.1:8080', server.url)
        .replaceAll('http://127.0.0.1:9464/metrics', server.metricsUrl)
        .replaceAll(/^(sleep|tail) .*/gm, '');
      let { output } = await shell(here);
      if (code.includes('tail -n 1 mdq.log')) {
        await until('the call is in the log', () => logged() !== undefined);
        output = logged() ?? '';
      }
      assert.equal(lasting(output), lasting(below.code));
    });
  }

  const metrics = await readMetrics(server.metricsUrl);
  const kinds = [...metrics.text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  const named = new Set([...page('monitor').matchAll(/`(mdq_\w+)`/g)].map(([, name = '']) => name));
  assert.deepEqual([...named].sort(), kinds.filter((name) => !/^mdq_(process|nodejs)_/.test(name)).sort());
  const alerts = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);
  assert.deepEqual(
    alerts(page('monitor'), /^\| `(MarketData\w+)`/gm),
    alerts(read('deploy/monitoring/alerts.yml'), /alert: (\w+)/g),
  );
});

test('"Upgrade" names the layouts that this program writes, and "Deploy" the release that CI builds', () => {
  for (const [name, layout] of [
    ['accounts.sqlite', ACCOUNTS],
    ['warehouse.duckdb', LINES],
    ['published/', PUBLISHED],
  ])
    assert.match(page('upgrade'), new RegExp(`\`${name}\` \\| ${layout} \\|`));
  const release = /git clone .*\ncd .*\n([\s\S]*?)```/.exec(page('deploy'));
  const steps = release?.[1]?.trim().split('\n') ?? [];
  assert.equal(steps.length, 3);
  for (const step of steps) assert.ok(read('.ci/run').includes(`\n${step}\n`), `.ci/run has "${step}"`);
});

/** What a command prints, its errors too; the steps of long work left out. */
function shell(code: string, options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  return new Promise<{ exit: number; output: string }>((resolve) => {
    execFile('sh', ['-ec', `exec 2>&1\n${code}`], options, (error, output) =>
      resolve({ exit: error ? Number(error.code ?? -1) : 0, output: output.replace(/^.*…\n/gm, '') }),
    );
  });
}

/** Without what is another each time: times, durations, sizes, ids, the version and the folder. */
function lasting(text: string, folder = READERS_FOLDER): string {
  return text
    .trim()
    .replaceAll(folder, READERS_FOLDER)
    .replace(/\d{4}-\d\d-\d\d[ T]\d\d[:-]\d\d([:-]\d\d([.-]\d+)?)?/g, 'TIME')
    .replace(/"(requestId|ms)":("[^"]+"|[\d.]+)/g, '"$1"')
    .replace(/\b[0-9a-f]{64}\b/g, 'HASH')
    .replace(/\b(key|acc|mdk)_(\w+|…)/g, '$1_ID')
    .replace(/in \d+\.\d s/g, 'in N s')
    .replace(/\d+\.\d [KM]iB/g, 'SIZE')
    .replace(/^\d+\.\d+\.\d+$/m, 'VERSION');
}
