/** The page "Monitor" does what it says: its commands, run beside a server, give what it prints. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { codeFences } from '../../support/code-fences.ts';
import { readMetrics } from '../../support/http/metrics.ts';
import { writeCsv } from '../../support/order-files.ts';
import { spawnServer } from '../../support/server-process.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { until } from '../../support/until.ts';
import { yearOfOrders } from '../../support/year-of-orders.ts';

const page = readFileSync(fileURLToPath(new URL('../../../guides/monitor.md', import.meta.url)), 'utf8');
const fences = codeFences(page);

const data = await dataFolderFor({ after }, { MDQ_METRICS_PORT: '0', MDQ_LOG: 'info' });
await data.succeed('import', await writeCsv(join(data.path, 'year.csv'), yearOfOrders()));
const server = await spawnServer(data.env, [], 'ignore');
after(() => server.child.kill('SIGKILL'));

/** Runs what the page says, on the ports of this server. */
async function shell(code: string): Promise<string> {
  const here = code
    .replaceAll('http://127.0.0.1:8080', server.url)
    .replaceAll('http://127.0.0.1:9464/metrics', server.metricsUrl)
    .replaceAll(/^(sleep|tail) .*/gm, '');
  const output = await new Promise<string>((resolve) => {
    execFile('sh', ['-c', `exec 2>&1\n${here}`], (_error, printed) => resolve(printed));
  });
  if (!code.includes('tail -n 1 mdq.log')) return output;
  // What the page sends to a file is read here as it comes, up to the line of the call that it makes.
  const last = () =>
    server
      .log()
      .split('\n')
      .findLast((line) => line.includes('"path":"other"') && line.endsWith('}'));
  await until('the call is in the log', () => last() !== undefined);
  return `${last()}\n`;
}

/** Without what is another each time. */
function lasting(text: string): string {
  return text
    .trim()
    .replace(/"time":"[^"]+"/, '"time"')
    .replace(/"requestId":"[^"]+"/, '"requestId"')
    .replace(/"ms":[\d.]+/, '"ms"');
}

for (const [at, { code, language, line }] of fences.entries()) {
  const below = fences[at + 1];
  if (language !== 'sh' || !below?.isOutput) continue;
  test(`the command on line ${line} prints what stands below it`, async () => {
    assert.equal(lasting(await shell(code)), lasting(below.code));
  });
}

test('the first command names the settings that are there', () => {
  assert.match(fences[0]?.code ?? '', /MDQ_METRICS_PORT=\d+ MDQ_LOG=info\n\.\/mdq serve/);
});

test('every metric is on the page, and every metric on the page is there', async () => {
  const metrics = await readMetrics(server.metricsUrl);
  const kinds = [...metrics.text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  const own = kinds.filter((name) => !/^mdq_(process|nodejs)_/.test(name));
  const named = new Set([...page.matchAll(/`(mdq_\w+)`/g)].map(([, name = '']) => name));
  assert.deepEqual([...named].sort(), own.sort());
});

test('the alerts on the page are those of the file', () => {
  const rules = readFileSync(new URL('../../../deploy/monitoring/alerts.yml', import.meta.url), 'utf8');
  const inFile = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  const onPage = [...page.matchAll(/^\| `(MarketData\w+)`/gm)].map(([, name = '']) => name);
  assert.deepEqual(onPage, inFile);
});
