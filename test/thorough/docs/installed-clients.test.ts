/** A customer has an address and a key, and nothing of this project: both clients install from the service itself. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endpoints } from '../../../src/endpoints/index.ts';
import { cleanEnvironment, OWN_NODE } from '../../support/command.ts';
import { sameDay } from '../../support/same-day.ts';
import { temporaryFolder } from '../../support/workplace.ts';
import { startOnYear } from '../../support/year-of-orders.ts';

await sameDay();
const root = fileURLToPath(new URL('../../..', import.meta.url));
const service = await startOnYear();
after(() => service.stop());
const { key } = await service.createKey(100_000);

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a command as a customer does, in a folder and with nothing but the address and the key. */
function run(folder: string, command: string): Promise<Ended> {
  const env = cleanEnvironment({
    MDQ_URL: service.url,
    MDQ_KEY: key,
    ...OWN_NODE,
    // Nothing is asked of a registry: there is nothing at that address.
    npm_config_registry: 'http://127.0.0.1:1/',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_cache: join(folder, '.npm'),
  });
  return new Promise((resolve) => {
    execFile('sh', ['-ec', command], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, output: stdout + stderr }),
    );
  });
}

async function succeed(folder: string, command: string): Promise<string> {
  const { code, output } = await run(folder, command);
  assert.equal(code, 0, output);
  return output;
}

async function installPython(t: TestContext): Promise<string | undefined> {
  if (spawnSync('python3', ['--version']).status !== 0) {
    t.skip('needs python3');
    return undefined;
  }
  const folder = await temporaryFolder(t);
  await succeed(folder, 'curl --silent --fail -O "$MDQ_URL/developers/market_data.py"');
  return folder;
}

async function python(folder: string, program: string): Promise<unknown> {
  await writeFile(join(folder, 'try.py'), program);
  return JSON.parse(await succeed(folder, 'python3 -W error try.py'));
}

/** The rows of a path as the service makes a table of them. */
async function rowsInCsv(path: string): Promise<number> {
  const response = await fetch(service.url + path, { headers: { 'x-api-key': key, accept: 'text/csv' } });
  assert.equal(response.status, 200, path);
  const [, ...rows] = (await response.text()).trimEnd().split('\r\n');
  return rows.length;
}

test('npm installs the TypeScript client from the service into an empty folder, and it calls and compiles', async (t) => {
  const folder = await temporaryFolder(t);
  await succeed(folder, 'npm install "$MDQ_URL/developers/client.tgz"');
  const installed = join(folder, 'node_modules', 'market-data-client');
  assert.deepEqual(
    (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.')),
    ['market-data-client'],
  );
  const program = `
    import { createMarketDataClient } from 'market-data-client';
    declare const process: { env: Record<string, string | undefined> };
    const { MDQ_URL: baseUrl = '', MDQ_KEY: key = '' } = process.env;
    const client = createMarketDataClient({ baseUrl, key, strict: true });
    const quoted: number = (await client.quote('/api/public/market/focus')).data.points;
    const { data, receipt } = await client.get('/api/public/market/focus', { category: 'Kitchen' });
    const trades: number = data.focus.tradeCount;
    await client.get('/api/public/meta/categories', {}, { maxPoints: 1 });
    console.log(JSON.stringify([quoted, data.category, trades, receipt.charged]));
  `;
  await writeFile(join(folder, 'try.mts'), program);
  assert.deepEqual(JSON.parse(await succeed(folder, 'node try.mts')), [45, 'Kitchen', 84, 45]);

  const mistakes = [
    program.replace("category: 'Kitchen'", "categroy: 'Kitchen'"),
    program.replace("categories', {}", "categories', { category: 'Kitchen' }"),
    program.replace("get('/api/public/market/focus'", "get('/api/public/market/fokus'"),
    program.replace('data.focus.tradeCount', 'data.focus.trades'),
  ];
  const [, sample = ''] =
    /```ts\n([\s\S]*?)```/.exec(await readFile(join(installed, 'README.md'), 'utf8')) ?? [];
  await writeFile(
    join(folder, 'readme.mts'),
    `${sample}declare const process: { env: Record<string, string | undefined> };`,
  );
  const files = mistakes.map((_, i) => `mistake-${i}.mts`);
  await Promise.all(mistakes.map((text, i) => writeFile(join(folder, `mistake-${i}.mts`), text)));
  const tsc = `"${process.execPath}" "${join(root, 'node_modules/typescript/bin/tsc')}"`;
  const options = '--noEmit --strict --target esnext --module nodenext --lib esnext,dom';
  const { output } = await run(folder, `${tsc} ${options} try.mts readme.mts ${files.join(' ')}`);
  const wrong = output.split('\n').flatMap((line) => /^(\S+)\(\d+,\d+\): error/.exec(line)?.[1] ?? []);
  assert.deepEqual([...new Set(wrong)].sort(), files, output);
});

test('the Python client is one file that calls every path, from an empty folder', async (t) => {
  const folder = await installPython(t);
  if (!folder) return;
  const methods = endpoints.map(({ path }) => path.replace('/api/public/', '').replace(/\W/g, '_'));
  const rows = await Promise.all(endpoints.map(({ path }) => rowsInCsv(path)));
  const told = await python(
    folder,
    `
import json
from market_data import MarketData

client = MarketData(strict=True)
focus = client.market_focus(category="Kitchen", start="2024-05-01", end="2024-05-31")
quote = client.quote("/api/public/market/focus", start="2024-01-01", end="2024-12-29")
paths = [getattr(client, name)() for name in ${JSON.stringify(methods)}]
print(json.dumps({
    "focus": [focus.data["category"], focus.data["focus"]["tradeCount"], focus.receipt.charged, focus.data_version],
    "quote": [quote.data["points"], quote.receipt.charged],
    "rows": [len(answer.rows()) for answer in paths],
    "account": [len(client.account().rows()), len(client.usage().rows())],
    "periods": [row["period"] for row in focus.rows()],
    "calls": len(client.calls().rows()) > 13,
    "weeks": client.trends_market().rows()[0]["week_start"],
}))
`,
  );
  assert.deepEqual(told, {
    focus: ['Kitchen', 31, 45, 1],
    quote: [225, 0],
    rows,
    account: [endpoints.length, 1],
    periods: ['current', 'previous'],
    calls: true,
    weeks: '2024-10-07',
  });
});

test('pip installs the Python client from the service into an empty folder, and it calls', async (t) => {
  if (spawnSync('python3', ['-m', 'pip', '--version']).status !== 0) {
    t.skip('needs pip');
    return;
  }
  const folder = await temporaryFolder(t);
  const wheel = '$MDQ_URL/developers/market_data_client-0.1.0-py3-none-any.whl';
  await succeed(folder, `python3 -m pip install --quiet --no-index --no-cache-dir --target . "${wheel}"`);
  assert.ok(existsSync(join(folder, 'market_data_client-0.1.0.dist-info', 'RECORD')));
  const listed = await python(
    folder,
    'import json\nfrom market_data import MarketData\nprint(json.dumps(MarketData().meta_categories().data))',
  );
  assert.deepEqual(listed, { categories: ['Garden', 'Kitchen'] });
});

test('an answer and an error of the Python client pass into other programs, and a key is never shown', async (t) => {
  const folder = await installPython(t);
  if (!folder) return;
  const told = await python(
    folder,
    `
import json, os, pickle
from market_data import MarketData, MarketDataError

def message(key):
    try:
        return "" if MarketData(key=key).account() else ""
    except ValueError as error:
        return str(error)

def frame(answer):
    try:
        return [list(answer.frame().columns), len(answer.frame())]
    except ModuleNotFoundError as error:
        return str(error)

try:
    MarketData(max_points=44).market_focus(idempotency_key="one")
except MarketDataError as error:
    again = pickle.loads(pickle.dumps(error))
    pickled = [str(again), again.kind, again.receipt == error.receipt, again.idempotency_key]
# As a file has it, and one that is empty: no other is used for it.
own = os.environ["MDQ_KEY"]
keys = [message(own + "\\n"), message(""), message(own + "\\r\\nx: y")]
print(json.dumps([pickled, keys, frame(MarketData().overview_ranking())]))
`,
  );
  const hasPandas = spawnSync('python3', ['-c', 'import pandas']).status === 0;
  const columns = ['name', 'producttypename', 'total_amount', 'trade_count', 'avg_amount', 'top_subs'];
  assert.deepEqual(told, [
    ['402 Price is above x-max-points', 'above-max-points', true, 'one'],
    [
      '',
      'MarketData needs base_url and key, or the variables MDQ_URL and MDQ_KEY',
      'the key must be letters, digits, _ and - only',
    ],
    hasPandas ? [columns, 2] : 'frame() needs pandas: install it, or use rows()',
  ]);
});
