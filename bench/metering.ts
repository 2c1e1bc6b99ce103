// What metering costs: calls per second of a metered endpoint against a bare Fastify route that sends the same
// bytes, in turns, as medians; then the audit.
import { load, median } from './support/load.ts';
import { makeWorkplace, serveScript } from './support/servers.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 3);
const CONNECTIONS = (process.env.CONNECTIONS ?? '1,8,64,256').split(',').map(Number);
const PATH = '/api/public/market/focus';

const place = await makeWorkplace();
await place.mdq('demo');
await place.mdq('account', 'create', 'bench', '--points', '900000000000000');
await place.mdq('account', 'create', 'poor', '--points', '1');
const { key } = await place.mdq('key', 'create', 'bench');
const { key: poor } = await place.mdq('key', 'create', 'poor');
const server = await place.serve();
const answer = await fetch(server.url + PATH, { headers: { 'x-api-key': String(key) } });
const bare = await serveScript('bare-server.ts', Buffer.from(await answer.text()).toString('base64'));

const unknown = `mdk_${'0'.repeat(38)}`;
const cases = {
  bare: { url: bare.url, headers: {} },
  metered: { url: server.url + PATH, headers: { 'x-api-key': String(key) } },
  'malformed key': { url: server.url + PATH, headers: { 'x-api-key': unknown } },
  '402': { url: server.url + PATH, headers: { 'x-api-key': String(poor) } },
};
try {
  for (const connections of CONNECTIONS) {
    const results = new Map(
      Object.keys(cases).map((name) => [name, [] as Awaited<ReturnType<typeof load>>[]]),
    );
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, { url, headers }] of Object.entries(cases)) {
        results.get(name)?.push(await load(url, { connections, seconds: SECONDS, headers }));
      }
    }
    const base = median((results.get('bare') ?? []).map((result) => result.callsPerSecond));
    console.log(`\n${connections} connections`);
    console.table(
      Object.fromEntries(
        [...results].map(([name, runs]) => {
          const rate = median(runs.map((result) => result.callsPerSecond));
          return [
            name,
            {
              'calls/s': Math.round(rate),
              'of bare': Number((rate / base).toFixed(2)),
              'p50 ms': Number(median(runs.map((result) => result.p50Ms)).toFixed(2)),
              'p99 ms': Number(median(runs.map((result) => result.p99Ms)).toFixed(2)),
            },
          ];
        }),
      ),
    );
  }
  console.log(await place.mdq('audit'));
} finally {
  await Promise.all([server.stop(), bare.stop()]);
  await place.remove();
}
