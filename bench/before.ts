// Whether a paid call costs more than with the program before: BEFORE names a checkout of it with its dependencies. The
// same calls to both, in turns, as medians, on SQLite and on PostgreSQL; and to this one with a key that has limits and
// points that expire, which the one before may not know.
import { fileURLToPath } from 'node:url';
import { PostgresServer } from '../test/support/stores/postgres-server.ts';
import { atLeast } from './support/goal.ts';
import { load, median } from './support/load.ts';
import { makeWorkplace, type RunningServer } from './support/servers.ts';
import { numberSetting, textSetting } from './support/setting.ts';

const BEFORE = textSetting('BEFORE');
const ROUNDS = numberSetting('ROUNDS');
const SECONDS = numberSetting('SECONDS');
const CONNECTIONS = 64;
const POINTS = '900000000000';
const PATH = '/api/public/market/focus';
const NEW_QUESTIONS = fileURLToPath(new URL('support/new-questions.lua', import.meta.url));
const QUESTIONS = { 'repeated question': undefined, 'new question each': NEW_QUESTIONS };
const GOALS = { now: 0.97, 'now, limits and expiry': 0.9 } as const;

type Case = { readonly server: RunningServer; readonly key: string };
await using opened = new AsyncDisposableStack();

async function prepare(
  program: string | undefined,
  isLimited: boolean,
  settings: Readonly<Record<string, string>>,
): Promise<Case> {
  const place = await makeWorkplace(undefined, settings, program);
  opened.defer(() => place.remove());
  await place.mdq('demo');
  await place.mdq('account', 'create', 'bench', '--points', isLimited ? '0' : POINTS);
  const limits = isLimited ? ['--per-day', POINTS, '--per-month', POINTS] : [];
  if (isLimited) await place.mdq('points', 'grant', 'bench', POINTS, '--expires', '2099-12-31');
  const { key } = await place.mdq('key', 'create', 'bench', ...limits);
  const server = await place.serve();
  opened.defer(() => server.stop());
  return { server, key: String(key) };
}

async function compare(store: string, settings: () => Promise<Record<string, string>>): Promise<void> {
  const cases = {
    before: await prepare(BEFORE, false, await settings()),
    now: await prepare(undefined, false, await settings()),
    'now, limits and expiry': await prepare(undefined, true, await settings()),
  };
  const names = Object.keys(cases) as (keyof typeof cases)[];
  for (const [question, script] of Object.entries(QUESTIONS)) {
    const rounds: Record<string, number>[] = [];
    // The first round warms up, and is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      const measured: Record<string, number> = {};
      for (const name of round % 2 ? names : names.toReversed()) {
        const { server, key } = cases[name];
        const options = { connections: CONNECTIONS, seconds: SECONDS, headers: { 'x-api-key': key } };
        const { callsPerSecond, refused } = await load(server.url + PATH, {
          ...options,
          ...(script && { script }),
        });
        if (refused > 0) throw new Error(`${name}: ${refused} calls were refused`);
        measured[name] = callsPerSecond;
      }
      if (round > 0) rounds.push(measured);
    }
    console.log(
      `\n${store}, ${question}, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s`,
    );
    const of = (name: string, to?: string) =>
      median(rounds.map((round) => (round[name] ?? Number.NaN) / (to ? (round[to] ?? Number.NaN) : 1)));
    console.table(
      Object.fromEntries(
        names.map((name) => [
          name,
          {
            'calls/s': Math.round(of(name)),
            'of before': Number(of(name, 'before').toFixed(3)),
            goal: name === 'before' ? '' : atLeast(GOALS[name], of(name, 'before')),
          },
        ]),
      ),
    );
  }
}

await compare('SQLite', async () => ({}));
const postgres = await PostgresServer.start();
opened.defer(() => postgres.remove());
await compare('PostgreSQL', async () => ({ ACCOUNTS_URL: await postgres.createDatabase() }));
