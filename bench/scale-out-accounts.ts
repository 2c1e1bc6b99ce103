// How many charges a second PostgreSQL takes: from one process and from two, each with callers of its own, against
// single-row updates by the same client; in turns, as medians, and with what each takes of the processor, which says
// more where the machine is busy with other things.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openAccounts } from '../src/accounts/open.ts';
import { Meter } from '../src/request/meter.ts';
import { readConfig } from '../src/settings/config.ts';
import { PostgresServer } from '../test/support/stores/postgres-server.ts';
import { until } from '../test/support/until.ts';
import { atLeast } from './support/goal.ts';
import { median } from './support/load.ts';
import { numberSetting } from './support/setting.ts';

const ROUNDS = numberSetting('ROUNDS');
const SECONDS = numberSetting('SECONDS');
const CALLERS = numberSetting('CALLERS');
const ACCOUNTS = numberSetting('ACCOUNTS');
const CONNECTIONS = 8;
const DAY_MS = 86_400_000;
const GOAL = 5;

type Work = 'charges' | 'updates';
type Task = { readonly work: Work; readonly url: string; readonly name: string };

type Done = { readonly calls: number; readonly processorUs: number };

/** Does one thing with all callers until the time is over; returns how often. */
async function callUntilOver(call: (caller: number, turn: number) => Promise<void>): Promise<number> {
  const over = performance.now() + SECONDS * 1000;
  let calls = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let turn = 0; performance.now() < over; turn++) {
        await call(caller, turn);
        calls += 1;
      }
    }),
  );
  return calls;
}

async function charge({ url, name }: Task): Promise<number> {
  const accounts = await openAccounts(readConfig({ ACCOUNTS_URL: url }));
  const meter = new Meter(accounts);
  const call = async (caller: number, turn: number) => {
    const at = Date.now();
    const { kind } = await meter.settle({
      keyHash: `key ${(caller + turn) % ACCOUNTS}`,
      points: 45,
      path: `/path/${turn % 14}`,
      parameters: 'category=Beauty&start=2026-01-01&end=2026-03-01',
      requestId: `${name}-${caller}-${turn}`,
      at,
      day: Math.floor(at / DAY_MS),
    });
    if (kind !== 'settled') throw new Error(`a call was ${kind}`);
  };
  try {
    return await callUntilOver(call);
  } finally {
    await accounts.close();
  }
}

/** The least that a charge could be: one row, one statement, one commit. */
async function update({ url }: Task): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  try {
    return await callUntilOver(async (caller, turn) => {
      await pool.query({
        name: 'update',
        text: 'UPDATE plain SET balance = balance - $1 WHERE id = $2 AND balance >= $1',
        values: [45, (caller + turn) % ACCOUNTS],
      });
    });
  } finally {
    await pool.end();
  }
}

interface Measured {
  readonly perSecond: number;
  readonly clientUs: number;
  readonly serverUs: number;
}

async function measure(
  server: PostgresServer,
  task: Omit<Task, 'name'>,
  processes: number,
): Promise<Measured> {
  const before = server.processorMs();
  const done = await Promise.all(
    Array.from({ length: processes }, async (_, place) => {
      const child = fork(fileURLToPath(import.meta.url), ['child'], {
        execArgv: ['--disable-warning=ExperimentalWarning'],
      });
      child.send({ ...task, name: `${child.pid}-${place}` } satisfies Task);
      const [told] = (await once(child, 'message')) as [Done];
      await once(child, 'exit');
      return told;
    }),
  );
  // A connection is counted when its process has ended.
  await until('the connections have ended', async () => {
    const rows = await server.query(`SELECT FROM pg_stat_activity WHERE datname LIKE 'mdq%'`);
    return rows.length === 0;
  });
  const calls = done.reduce((sum, each) => sum + each.calls, 0);
  const clientUs = done.reduce((sum, each) => sum + each.processorUs, 0);
  const serverUs = (server.processorMs() - before) * 1000;
  return { perSecond: calls / SECONDS, clientUs: clientUs / calls, serverUs: serverUs / calls };
}

async function prepare(url: string): Promise<void> {
  const accounts = await openAccounts(readConfig({ ACCOUNTS_URL: url }));
  for (let i = 0; i < ACCOUNTS; i++) {
    await accounts.createAccount(`account ${i}`, { points: 1e12, by: 'bench', note: '' });
    await accounts.createKey(`account ${i}`, { hash: `key ${i}`, last4: 'last', name: '' });
  }
  await accounts.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE plain (id integer PRIMARY KEY, balance bigint) WITH (fillfactor = 50)');
  await client.query('INSERT INTO plain SELECT i, 1000000000000 FROM generate_series(0, $1 - 1) AS i', [
    ACCOUNTS,
  ]);
  await client.end();
}

async function compare(): Promise<void> {
  const server = await PostgresServer.start();
  try {
    await compareOn(server, await server.createDatabase());
  } finally {
    await server.remove();
  }
}

async function compareOn(server: PostgresServer, url: string): Promise<void> {
  await prepare(url);
  const cases: [name: string, run: () => Promise<Measured>][] = [
    ['single-row updates, one process', () => measure(server, { work: 'updates', url }, 1)],
    ['charges, one replica', () => measure(server, { work: 'charges', url }, 1)],
    ['charges, two replicas', () => measure(server, { work: 'charges', url }, 2)],
  ];
  const rounds: Measured[][] = [];
  // The first round warms up, and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    const measured: Measured[] = [];
    for (const [, run] of cases) measured.push(await run());
    if (round > 0) rounds.push(measured);
  }
  const middle = (place: number, of: (measured: Measured, plain: Measured) => number) =>
    median(rounds.map((round) => of(round[place] as Measured, round[0] as Measured)));
  const ratio = (place: number) => middle(place, (each, plain) => each.perSecond / plain.perSecond);
  console.log(
    `${CALLERS} callers a process, ${ACCOUNTS} accounts, medians of ${ROUNDS} rounds of ${SECONDS} s`,
  );
  console.table(
    Object.fromEntries(
      cases.map(([name], place) => [
        name,
        {
          'a second': Math.round(middle(place, ({ perSecond }) => perSecond)),
          'of the updates': Number(ratio(place).toFixed(2)),
          'µs of the client': Math.round(middle(place, ({ clientUs }) => clientUs)),
          'µs of the server': Math.round(middle(place, ({ serverUs }) => serverUs)),
        },
      ]),
    ),
  );
  console.log(`Charges of one replica against single-row updates, ${atLeast(GOAL, ratio(1))}`);
  const accounts = await openAccounts(readConfig({ ACCOUNTS_URL: url }));
  const { calls, problems } = await accounts.audit();
  console.log(`The audit adds up ${calls} calls; problems: ${JSON.stringify(problems)}`);
  await accounts.close();
}

if (process.argv[2] === 'child') {
  process.once('message', async (task: Task) => {
    const before = process.cpuUsage();
    const calls = task.work === 'charges' ? await charge(task) : await update(task);
    const { user, system } = process.cpuUsage(before);
    process.send?.({ calls, processorUs: user + system } satisfies Done);
    process.disconnect?.();
  });
} else await compare();
