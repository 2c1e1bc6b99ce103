// What a flood of what costs nothing does to everybody else: how many of it are refused, how long paid calls of
// another account take meanwhile, and how many free calls of others fail. Beside it the same without a flood.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { endpoints } from '../src/endpoints/index.ts';
import { addYearOfUsage } from '../test/support/stores/years-of-usage.ts';
import { atMost } from './support/goal.ts';
import { makeWorkplace } from './support/servers.ts';
import { numberSetting } from './support/setting.ts';

const SECONDS = numberSetting('SECONDS');
const CONNECTIONS = 48;
const FOCUS = '/api/public/market/focus';
const FLOODER = fileURLToPath(new URL('support/flooder.ts', import.meta.url));
const GOALS = { p99: 50, slowest: 250 };

const place = await makeWorkplace();
await place.mdq('demo');
const keyOf = async (account: string, points: string) => {
  await place.mdq('account', 'create', account, '--points', points);
  return String((await place.mdq('key', 'create', account)).key);
};
const [rich, poor, other] = [
  await keyOf('rich', '900000000000'),
  await keyOf('poor', '0'),
  await keyOf('other', '0'),
];
addYearOfUsage(
  place.dataDir,
  'poor',
  endpoints.map(({ path }) => path),
);

const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const withKey = (line: string, key: string) => head(line, `x-api-key: ${key}\r\n`);
const post = (body: string) =>
  `${head('POST /api/mcp', `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`)}${body}`;
const batch = (name: string, args: object) =>
  JSON.stringify(
    Array.from({ length: 20 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name, arguments: args },
    })),
  );
const start = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
const words = 'price of points for a category and a range of days '.repeat(4).slice(0, 200);

interface Flood {
  readonly request: string;
  readonly connections?: number;
  readonly isDeaf?: boolean;
  readonly processes?: number;
}
const FLOODS: Readonly<Record<string, Flood | undefined>> = {
  none: undefined,
  'a year of usage, a key without points': {
    request: withKey(`GET /api/account/usage?start=${start}`, poor),
  },
  'HEAD of a paid path, a key without points': { request: withKey(`HEAD ${FOCUS}`, poor) },
  'paid path, a key without points (402)': { request: withKey(`GET ${FOCUS}`, poor) },
  'MCP, batches of api.get_openapi': { request: post(batch('api.get_openapi', { path: FOCUS })) },
  'MCP, batches of long searches': { request: post(batch('docs.search', { query: words, limit: 20 })) },
  'MCP, nested brackets': { request: post('['.repeat(32_000) + ']'.repeat(32_000)) },
  documents: { request: head('GET /llms-full.txt') },
  'documents that nobody reads': { request: head('GET /llms-full.txt'), isDeaf: true, connections: 500 },
  'readyz, two processes': { request: head('GET /readyz'), processes: 2, connections: 500 },
};

interface Seen {
  readonly paidMs: number[];
  failures: number;
  free: number;
}

/** One call at a time on a connection that stays. */
async function callOn(agent: Agent, url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, headers }, (response) => {
      response.resume().once('end', () => resolve(Number(response.statusCode)));
      response.once('close', () => resolve(0));
    });
    sent.setTimeout(10_000, () => sent.destroy());
    sent.once('error', () => resolve(0)).end();
  });
}

async function watch(url: string, until: number): Promise<Seen> {
  const seen: Seen = { paidMs: [], failures: 0, free: 0 };
  const repeat = async (path: string, headers: Record<string, string>, isPaid: boolean) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() < until) {
      const startedAt = performance.now();
      const status = await callOn(agent, url + path, headers);
      if (isPaid) seen.paidMs.push(performance.now() - startedAt);
      else seen.free += 1;
      if (status !== 200) seen.failures += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    agent.destroy();
  };
  await Promise.all([
    ...Array.from({ length: 4 }, () => repeat(FOCUS, { 'x-api-key': rich }, true)),
    repeat('/api/account', { 'x-api-key': other }, false),
    repeat('/llms.txt', {}, false),
    repeat('/readyz', {}, false),
  ]);
  return seen;
}

const rows: Record<string, Record<string, string | number>> = {};
try {
  for (const [name, flood] of Object.entries(FLOODS)) {
    const { processes = 1 } = flood ?? {};
    const server = await place.serve({}, ...(processes > 1 ? ['--processes', String(processes)] : []));
    const port = Number(new URL(server.url).port);
    // What every process makes once is made before.
    await watch(server.url, performance.now() + 500);
    const child =
      flood &&
      spawn(
        process.execPath,
        [FLOODER, JSON.stringify({ connections: CONNECTIONS, ...flood, port, from: '127.0.0.2' })],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
    const { paidMs, failures, free } = await watch(server.url, performance.now() + SECONDS * 1000);
    let answers: Record<string, number> = {};
    if (child) {
      const printed = once(child.stdout, 'data');
      child.kill('SIGTERM');
      answers = JSON.parse(String((await printed)[0])) as Record<string, number>;
    }
    await server.stop();
    const sorted = paidMs.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
    const slowest = sorted.at(-1) ?? Number.NaN;
    const total = Object.values(answers).reduce((sum, count) => sum + count, 0);
    rows[name] = {
      flood: total,
      'refused 429': answers['429'] ?? 0,
      '5xx': Object.entries(answers).reduce((sum, [status, n]) => sum + (status >= '500' ? n : 0), 0),
      'paid calls': paidMs.length,
      'p99 ms': `${p99.toFixed(1)}, ${atMost(GOALS.p99, p99)}`,
      'slowest ms': `${slowest.toFixed(1)}, ${atMost(GOALS.slowest, slowest)}`,
      'free calls of others': free,
      failures,
    };
    console.error(`${name}: ${JSON.stringify(rows[name])}`);
  }
  console.log(`${CONNECTIONS} connections unless more are named, ${SECONDS} s each`);
  console.table(rows);
} finally {
  await place.remove();
}
