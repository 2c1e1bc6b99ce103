/** A customer has an address and a key, and nothing of this project: both clients install from the service itself. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createMarketDataClient } from '../../../src/client/client.ts';
import { endpoints } from '../../../src/endpoints/index.ts';
import { ERRORS } from '../../../src/errors/callers.ts';
import { cleanEnvironment, OWN_NODE } from '../../support/command.ts';
import { WORST_CASE_ENV, worstCaseRows } from '../../support/reference/worst-case.ts';
import { sameDay } from '../../support/same-day.ts';
import { startService } from '../../support/service.ts';
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

test('the Python client tells fall-backs, refusals and caps', async (t) => {
  const folder = await installPython(t);
  if (!folder) return;
  const told = await python(
    folder,
    `
import json
from market_data import MarketData, MarketDataError

client = MarketData(max_points=44, strict=False)
answer = client.get("/api/public/market/payment", {"category": "kitchen", "foo": "1"})

def refusal(call):
    try:
        call()
    except MarketDataError as error:
        return [error.status, error.msg, (error.data or {}).get("required"), error.receipt.charged]

print(json.dumps([
    [answer.data["category"], answer.fallback, answer.ignored],
    refusal(lambda: client.market_focus()),
    refusal(lambda: client.market_payment(category="kitchen", strict=True)),
    refusal(lambda: MarketData(key="mdk_none").meta_categories()),
    client.market_focus(max_points=45).receipt.charged,
]))
`,
  );
  assert.deepEqual(told, [
    ['Garden', ['category'], ['foo']],
    [402, 'Price is above x-max-points', 45, 0],
    [400, 'category must be a listed main category; did you mean "Kitchen"?', null, 0],
    [401, 'Invalid API key', null, null],
    45,
  ]);
});

test('the Python client tries a lost call again under the same key, and follows no redirect', async (t) => {
  const folder = await installPython(t);
  if (!folder) return;
  const told = await python(
    folder,
    `
import http.server, json, os, threading, urllib.request
from market_data import MarketData, MarketDataError

seen = []

class Proxy(http.server.BaseHTTPRequestHandler):
    """Lets calls through, and drops the first answer."""
    def do_GET(self):
        if self.path.startswith("/away"):
            self.send_response(302)
            self.send_header("location", os.environ["MDQ_URL"] + "/api/account")
            self.end_headers()
            return
        seen.append(self.headers["idempotency-key"])
        headers = {name: self.headers[name] for name in ("x-api-key", "idempotency-key")}
        with urllib.request.urlopen(urllib.request.Request(os.environ["MDQ_URL"] + self.path, headers=headers)) as answer:
            body = answer.read()
            if len(seen) == 1:
                self.connection.close()
                return
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
    def log_message(self, *_):
        pass

server = http.server.HTTPServer(("127.0.0.1", 0), Proxy)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}"
receipt = MarketData(url).market_focus().receipt
try:
    MarketData(url).get("/away")
except MarketDataError as error:
    code = error.status
print(json.dumps([receipt.charged, receipt.is_replayed, len(seen), len(set(seen)), code]))
server.shutdown()
server.server_close()
`,
  );
  assert.deepEqual(told, [0, true, 2, 1, 302]);
});

test('both clients send any text as the same idempotency key', async (t) => {
  const folder = await installPython(t);
  if (!folder) return;
  const short = ['六月報告-1', "it's (a) Café №1!*~", ' spaces around ', 'plain key'];
  const texts = [...short, 'a long key '.repeat(30), '六月報告'.repeat(30)];
  const typescript = createMarketDataClient({ baseUrl: service.url, key });
  for (const idempotencyKey of texts)
    await typescript.get('/api/public/market/focus', {}, { idempotencyKey });
  const charged = await python(
    folder,
    `
import json
from market_data import MarketData

client = MarketData()
print(json.dumps([client.market_focus(idempotency_key=text).receipt.charged for text in ${JSON.stringify(texts)}]))
`,
  );
  assert.deepEqual(
    charged,
    texts.map(() => 0),
  );
});

test('the Python client takes a key as a file has it, uses no other for one that is empty, and never shows it', async (t) => {
  const folder = await installPython(t);
  if (!folder) return;
  const said = await python(
    folder,
    `
import json, os
from market_data import MarketData

def message(key):
    try:
        return "" if MarketData(key=key).account() else ""
    except ValueError as error:
        return str(error)

own = os.environ["MDQ_KEY"]
print(json.dumps([message(own + "\\n"), message(""), message(own + "\\r\\nx: y")]))
`,
  );
  assert.deepEqual(said, [
    '',
    'MarketData needs base_url and key, or the variables MDQ_URL and MDQ_KEY',
    'the key must be letters, digits, _ and - only',
  ]);
});

test('the Python client leaves out what is not given, and refuses None; it ends after its time limit', async (t) => {
  const folder = await installPython(t);
  if (!folder) return;
  const told = await python(
    folder,
    `
import http.server, json, threading, time
from market_data import MarketData, MarketDataError

def refusal(call):
    try:
        call()
    except ValueError as error:
        return str(error)

client = MarketData()

class Slow(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        try:
            while True:
                self.wfile.write(b" ")
                time.sleep(0.005)
        except OSError:
            pass
    def log_message(self, *_):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Slow)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
try:
    MarketData(f"http://127.0.0.1:{server.server_port}", "mdk_any", total_timeout=0.3).market_focus()
except MarketDataError as error:
    late = [error.status, error.code, error.kind]
print(json.dumps([
    client.market_focus(start="2024-05-01", end="2024-05-31").receipt.charged,
    refusal(lambda: client.market_focus(category=None)),
    refusal(lambda: client.quote("/api/public/market/focus", category="")),
    late,
]))
server.shutdown()
server.server_close()
`,
  );
  assert.deepEqual(told, [
    45,
    'category is None: give it a value, or leave it out',
    'category is empty: give it a value, or leave it out',
    [0, 'charge_unknown', 'charge-unknown'],
  ]);
});

test('an error of the Python client passes from one process to another', async (t) => {
  const folder = await installPython(t);
  if (!folder) return;
  const told = await python(
    folder,
    `
import json, pickle
from market_data import MarketData, MarketDataError

try:
    MarketData(max_points=44).market_focus(idempotency_key="one")
except MarketDataError as error:
    again = pickle.loads(pickle.dumps(error))
    print(json.dumps([str(again), again.kind, again.receipt == error.receipt, again.idempotency_key]))
`,
  );
  assert.deepEqual(told, ['402 Price is above x-max-points', 'above-max-points', true, 'one']);
});

test('both clients tell how many cells are not shown', async (t) => {
  const folder = await installPython(t);
  if (!folder) return;
  const guarded = await startService({ env: WORST_CASE_ENV, rows: worstCaseRows() });
  t.after(() => guarded.stop());
  const { key: own } = await guarded.createKey(10_000);
  const client = createMarketDataClient({ baseUrl: guarded.url, key: own });
  const { suppressed } = await client.get('/api/public/market/sub-ranking', { category: 'Audio' });
  const told = await python(
    folder,
    `
import json
from market_data import MarketData

client = MarketData(${JSON.stringify(guarded.url)}, ${JSON.stringify(own)})
print(json.dumps([
    client.market_sub_ranking(category="Audio").suppressed,
    client.trends_overview().suppressed,
    MarketData().trends_overview().suppressed,
]))
`,
  );
  const open = await createMarketDataClient({ baseUrl: service.url, key }).get('/api/public/trends/overview');
  assert.deepEqual([suppressed, told, open.suppressed], [2, [2, 0, null], undefined]);
});

test('the Python client says so where an answer is not one of the service', async (t) => {
  const folder = await installPython(t);
  if (!folder) return;
  const told = await python(
    folder,
    `
import http.server, json, threading
from market_data import MarketData, MarketDataError

class Page(http.server.BaseHTTPRequestHandler):
    """A portal that answers everything with a page of its own."""
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write({"/html": b"<h1>Sign in</h1>", "/list": b"[]", "/half": b'{"code": 200'}.get(self.path, b"\\xff"))
    def log_message(self, *_):
        pass

server = http.server.HTTPServer(("127.0.0.1", 0), Page)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = MarketData(f"http://127.0.0.1:{server.server_port}", "mdk_any")

def refusal(path):
    try:
        client.get(path)
    except MarketDataError as error:
        return [error.status, error.msg]

print(json.dumps([refusal(path) for path in ("/html", "/list", "/half", "/bytes")]))
server.shutdown()
server.server_close()
`,
  );
  const refusal = [200, 'The answer did not come from the service, or is incomplete'];
  assert.deepEqual(told, [refusal, refusal, refusal, refusal]);
});

test('the Python client says of an answer that a proxy lost that the call may have been charged', async (t) => {
  const folder = await installPython(t);
  if (!folder) return;
  const told = await python(
    folder,
    `
import http.server, json, threading
from market_data import MarketData, MarketDataError

sent = []

class Proxy(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        sent.append(self.headers["idempotency-key"])
        status = int(self.path[1:])
        if status == 0:
            self.connection.close()
            return
        self.send_response(status)
        self.end_headers()
        self.wfile.write(b'{"code":503,"msg":"Service is busy"}' if status == 503 else b"<h1>Oh</h1>")
    def log_message(self, *_):
        pass

server = http.server.HTTPServer(("127.0.0.1", 0), Proxy)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = MarketData(f"http://127.0.0.1:{server.server_port}", "mdk_any", retries=0)

def refusal(path):
    try:
        client.get(path)
    except MarketDataError as error:
        return [error.status, error.msg, error.idempotency_key == sent[-1]]

print(json.dumps([refusal(path) for path in ("/502", "/504", "/503", "/0")]))
server.shutdown()
server.server_close()
`,
  );
  assert.deepEqual(told, [
    [502, ERRORS.chargeUnknown.msg, true],
    [504, ERRORS.chargeUnknown.msg, true],
    [503, ERRORS.busy.msg, true],
    [
      0,
      `No answer arrived: Remote end closed connection without response. ${ERRORS.chargeUnknown.msg}`,
      true,
    ],
  ]);
});

test('the Python client makes a pandas DataFrame where pandas is there, and says so where it is not', async (t) => {
  const folder = await installPython(t);
  if (!folder) return;
  const told = await python(
    folder,
    `
import json
from market_data import MarketData

answer = MarketData().overview_ranking()
try:
    frame = answer.frame()
    print(json.dumps([list(frame.columns), len(frame)]))
except ModuleNotFoundError as error:
    print(json.dumps(str(error)))
`,
  );
  const hasPandas = spawnSync('python3', ['-c', 'import pandas']).status === 0;
  const columns = ['name', 'producttypename', 'total_amount', 'trade_count', 'avg_amount', 'top_subs'];
  assert.deepEqual(told, hasPandas ? [columns, 2] : 'frame() needs pandas: install it, or use rows()');
  assert.ok(!existsSync(join(folder, 'pandas')));
});
