// What the documentation costs the machine: calls per second of `tools/call`, which anyone may send, against a
// bare Fastify route that takes the same POST and sends the same bytes; in turns, as medians.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, median } from './support/load.ts';
import { makeWorkplace, serveScript } from './support/servers.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 11);
const SECONDS = Number(process.env.SECONDS ?? 1);
const CONNECTIONS = 32;
const GOAL = 0.7;
const STATELESS = '2026-07-28';

const calls = [
  { name: 'docs.get_page', arguments: { id: 'api/market/focus' } },
  { name: 'api.get_endpoint', arguments: { path: '/api/public/sub-market/tags' } },
];
const _meta = {
  'io.modelcontextprotocol/protocolVersion': STATELESS,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const cases = calls.flatMap((params) => [
  { name: params.name, headers: {}, params },
  {
    name: `${params.name}, ${STATELESS}`,
    headers: { 'mcp-protocol-version': STATELESS, 'mcp-method': 'tools/call', 'mcp-name': params.name },
    params: { ...params, _meta },
  },
]);

const folder = await mkdtemp(join(tmpdir(), 'mdq-bench-mcp-'));
const place = await makeWorkplace();
const server = await place.serve();
try {
  const rows = new Map<string, object>();
  for (const { name, headers: extra, params } of cases) {
    const url = `${server.url}/api/mcp`;
    const headers = { 'content-type': 'application/json', ...extra };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const bytes = Buffer.from(await (await fetch(url, { method: 'POST', headers, body })).arrayBuffer());
    if (!bytes.includes('"structuredContent"')) throw new Error(`${name} answered ${bytes}`);

    const script = join(folder, 'post.lua');
    await writeFile(script, `wrk.method = "POST"\nwrk.body = [==[${body}]==]\n`);
    const run = async (target: string, seconds: number) => {
      const { callsPerSecond, refused } = await load(target, {
        connections: CONNECTIONS,
        seconds,
        headers,
        script,
      });
      if (refused > 0) throw new Error(`${target} refused ${refused} calls`);
      return callsPerSecond;
    };
    const bare = await serveScript('bare-post-server.ts', bytes.toString('base64'));
    const rounds: { mcp: number; bare: number }[] = [];
    try {
      await run(url, 1);
      await run(bare.url, 1);
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push({ mcp: await run(url, SECONDS), bare: await run(bare.url, SECONDS) });
      }
    } finally {
      await bare.stop();
    }
    const ratio = median(rounds.map((round) => round.mcp / round.bare));
    rows.set(name, {
      bytes: bytes.length,
      'calls/s': Math.round(median(rounds.map(({ mcp }) => mcp))),
      'bare calls/s': Math.round(median(rounds.map(({ bare }) => bare))),
      'of bare': Number(ratio.toFixed(2)),
      goal: ratio >= GOAL ? `${GOAL}: met` : `${GOAL}: missed`,
    });
  }
  console.log(`tools/call, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s`);
  console.table(Object.fromEntries(rows));
} finally {
  await server.stop();
  await place.remove();
  await rm(folder, { recursive: true, force: true });
}
