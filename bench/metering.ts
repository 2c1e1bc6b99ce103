// What metering costs: calls per second of a metered endpoint, for one question again and again and for questions
// asked for the first time, against a bare Fastify route that sends the same bytes; in turns, as medians. One call at a
// time also against the disk alone. Then what the refusals cost, and the audit of it all.
import { fileURLToPath } from 'node:url';
import { loadDisk } from './support/disk.ts';
import { atLeast } from './support/goal.ts';
import { type Load, load, median } from './support/load.ts';
import { makeWorkplace, serveScript } from './support/servers.ts';
import { numberSetting, numbersSetting } from './support/setting.ts';

const ROUNDS = numberSetting('ROUNDS');
const SECONDS = numberSetting('SECONDS');
const CONNECTIONS = numbersSetting('CONNECTIONS');
const PATH = '/api/public/market/focus';
const REPEATED = 'repeated question';
const NEW = 'new question each';
const DISK = 'disk alone';
const NEW_QUESTIONS = fileURLToPath(new URL('support/new-questions.lua', import.meta.url));
/** A round that was not run. */
const NONE: Load = { callsPerSecond: Number.NaN, p50Ms: Number.NaN, p99Ms: Number.NaN, calls: 0, refused: 0 };
const GOALS = [
  { name: REPEATED, connections: 64, ratio: 0.95, to: 'bare' },
  { name: NEW, connections: 64, ratio: 0.75, to: 'bare' },
  { name: REPEATED, connections: 1, ratio: 0.9, to: DISK },
];

const place = await makeWorkplace();
await place.mdq('demo');
await place.mdq('account', 'create', 'bench', '--points', '900000000000000');
await place.mdq('account', 'create', 'poor', '--points', '1');
const { key } = await place.mdq('key', 'create', 'bench');
const { key: poor } = await place.mdq('key', 'create', 'poor');
const { id: gone, key: deleted } = await place.mdq('key', 'create', 'bench');
await place.mdq('key', 'delete', String(gone));
const server = await place.serve();
const answer = await fetch(server.url + PATH, { headers: { 'x-api-key': String(key) } });
const bare = await serveScript('bare-server.ts', Buffer.from(await answer.text()).toString('base64'));

const withKey = (value: unknown) => ({ url: server.url + PATH, headers: { 'x-api-key': String(value) } });
const cases: Record<string, { url: string; headers: Record<string, string>; script?: string }> = {
  bare: { url: bare.url, headers: {} },
  [REPEATED]: withKey(key),
  [NEW]: { ...withKey(key), script: NEW_QUESTIONS },
  'malformed key, 401': withKey(`mdk_${'0'.repeat(38)}`),
  'deleted key, 401': withKey(deleted),
  'no points left, 402': withKey(poor),
};

try {
  for (const name of Object.keys(cases)) await run(name, 64, 2);
  for (const connections of CONNECTIONS) {
    const names = [...(connections === 1 ? [DISK] : []), ...Object.keys(cases)];
    const rounds: Record<string, Load>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const results: Record<string, Load> = {};
      for (const name of names) results[name] = await run(name, connections, SECONDS);
      rounds.push(results);
    }
    print(connections, names, rounds);
  }
  const { charged, calls, problems } = await place.mdq('audit');
  console.log(
    `The audit adds up ${charged} points for ${calls} calls; problems: ${JSON.stringify(problems)}`,
  );
} finally {
  await Promise.all([server.stop(), bare.stop()]);
  await place.remove();
}

async function run(name: string, connections: number, seconds: number): Promise<Load> {
  if (name === DISK) return loadDisk(place.dataDir, seconds);
  const { url, ...options } = cases[name] ?? { url: bare.url };
  return load(url, { connections, seconds, ...options });
}

function print(connections: number, names: readonly string[], rounds: readonly Record<string, Load>[]): void {
  const middle = (name: string, of: (load: Load) => number) =>
    median(rounds.map((round) => of(round[name] ?? NONE)));
  const ratio = (name: string, to: string) =>
    median(rounds.map((round) => (round[name] ?? NONE).callsPerSecond / (round[to] ?? NONE).callsPerSecond));
  console.log(`\n${connections} connections, medians of ${rounds.length} rounds of ${SECONDS} s`);
  console.table(
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          'calls/s': Math.round(middle(name, (load) => load.callsPerSecond)),
          'of bare': Number(ratio(name, 'bare').toFixed(2)),
          ...(names.includes(DISK) && { 'of disk': Number(ratio(name, DISK).toFixed(2)) }),
          'of repeated': Number(ratio(name, REPEATED).toFixed(2)),
          'p50 ms': Number(middle(name, (load) => load.p50Ms).toFixed(2)),
          'p99 ms': Number(middle(name, (load) => load.p99Ms).toFixed(2)),
          goal: goal(name, connections, ratio),
        },
      ]),
    ),
  );
}

function goal(name: string, connections: number, ratio: (name: string, to: string) => number): string {
  if (name.endsWith('401')) return atLeast(1, ratio(name, REPEATED));
  const goal = GOALS.find((each) => each.name === name && each.connections === connections);
  return goal ? atLeast(goal.ratio, ratio(name, goal.to)) : '';
}
