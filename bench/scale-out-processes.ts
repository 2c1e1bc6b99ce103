// What a second process gives: calls a second of `mdq serve --processes 1` and `2`, with accounts in SQLite and in
// PostgreSQL, against one process on SQLite; in turns, as medians. wrk and PostgreSQL take their part of the same
// processors: on two of them, a second process can show little.
import { tmpdir } from 'node:os';
import { PostgresServer } from '../test/support/stores/postgres-server.ts';
import { type Load, load, median } from './support/load.ts';
import { makeWorkplace, type RunningServer, type Workplace } from './support/servers.ts';
import { numberSetting, numbersSetting } from './support/setting.ts';

const ROUNDS = numberSetting('ROUNDS');
const SECONDS = numberSetting('SECONDS');
const CONNECTIONS = numbersSetting('CONNECTIONS');
const PATH = '/api/public/market/focus';
const BASELINE = 'SQLite, 1 process';

interface Case {
  readonly server: RunningServer;
  readonly key: string;
}

const postgres = await PostgresServer.start();
const stores: Record<string, Record<string, string>> = {
  SQLite: {},
  PostgreSQL: { ACCOUNTS_URL: await postgres.createDatabase() },
};
const places: Workplace[] = [];
const cases = new Map<string, Case>();
try {
  for (const [store, settings] of Object.entries(stores)) {
    const place = await makeWorkplace(tmpdir(), settings);
    places.push(place);
    await place.mdq('demo');
    const [key = ''] = await place.makeKeys('bench');
    for (const processes of [1, 2]) {
      const server = await place.serve({}, '--processes', String(processes));
      cases.set(`${store}, ${processes} process${processes > 1 ? 'es' : ''}`, { server, key });
    }
  }
  for (const { server, key } of cases.values()) await run({ server, key }, 64, 2);
  for (const connections of CONNECTIONS) {
    const rounds: Map<string, Load>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const results = new Map<string, Load>();
      for (const [name, each] of cases) results.set(name, await run(each, connections, SECONDS));
      rounds.push(results);
    }
    print(connections, rounds);
  }
  for (const [place, store] of places.map((place, i) => [place, Object.keys(stores)[i]] as const)) {
    const { calls, problems } = await place.mdq('audit');
    console.log(`${store}: the audit adds up ${calls} calls; problems: ${JSON.stringify(problems)}`);
  }
} finally {
  await Promise.all([...cases.values()].map(({ server }) => server.stop()));
  await Promise.all(places.map((place) => place.remove()));
  await postgres.remove();
}

function run({ server, key }: Case, connections: number, seconds: number): Promise<Load> {
  return load(server.url + PATH, { connections, seconds, headers: { 'x-api-key': key } });
}

function print(connections: number, rounds: readonly ReadonlyMap<string, Load>[]): void {
  const middle = (name: string, of: (load: Load) => number) =>
    median(rounds.map((round) => of(round.get(name) as Load)));
  const ratio = (name: string) =>
    median(
      rounds.map(
        (round) => (round.get(name)?.callsPerSecond ?? 0) / (round.get(BASELINE)?.callsPerSecond ?? 0),
      ),
    );
  console.log(`\n${connections} connections, medians of ${rounds.length} rounds of ${SECONDS} s`);
  console.table(
    Object.fromEntries(
      [...cases.keys()].map((name) => [
        name,
        {
          'calls/s': Math.round(middle(name, (each) => each.callsPerSecond)),
          [`of ${BASELINE}`]: Number(ratio(name).toFixed(2)),
          'p50 ms': Number(middle(name, (each) => each.p50Ms).toFixed(2)),
          'p99 ms': Number(middle(name, (each) => each.p99Ms).toFixed(2)),
        },
      ]),
    ),
  );
}
