/**
 * Two replicas, PostgreSQL and two ClickHouse shards, under load, killed one after the other at random moments: every
 * receipt that a caller has seen is in the ledger once, and every import that was told to be done is in the figures once.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../../src/settings/config.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { atEnd } from '../../support/at-end.ts';
import { cluster } from '../../support/clickhouse/cluster.ts';
import { whyNoKills } from '../../support/clickhouse/servers.ts';
import { assertCharged, ReplicaLoad } from '../../support/http/replica-load.ts';
import { writeCsv } from '../../support/order-files.ts';
import { assertRecomputed } from '../../support/reference/figures.ts';
import { seededRandom } from '../../support/reference/random.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { seedOf } from '../../support/seed.ts';
import { type ServerProcess, spawnServer } from '../../support/server-process.ts';
import { openDataFolder } from '../../support/stores/data-folder.ts';
import { noPostgres, startPostgres } from '../../support/stores/postgres.ts';
import { auditProblems, createAccount, importFiles } from '../../support/stores/prepare.ts';
import { scaledStores } from '../../support/stores/scaled-stores.ts';
import { until } from '../../support/until.ts';
import { PLENTY } from '../../support/workplace.ts';
import { yearOfOrders } from '../../support/year-of-orders.ts';

const KILLS = 20;
const CALLERS = 8;
const MOST_ANSWERS_BETWEEN = 60;
const AGAIN_MS = 100;

/** Something that can be killed and started again. */
interface Victim {
  readonly name: string;
  kill(): Promise<unknown>;
  start(): Promise<unknown>;
}

test(`${KILLS} kills of replicas, PostgreSQL and shards: what was answered is charged once, what was imported is in once`, {
  skip: whyNoKills || (noPostgres ?? false),
}, async (t) => {
  const seed = seedOf(t);
  const random = seededRandom(seed);
  const [postgres, shards] = await Promise.all([startPostgres(), cluster()]);
  const url = await postgres.createDatabase();
  const data = await openDataFolder(await scaledStores(url));
  atEnd(() => data.remove());
  const year = yearOfOrders();
  await importFiles(data.env, [await writeCsv(join(data.path, 'year.csv'), year)]);
  const keys: string[] = [];
  for (let i = 0; i < CALLERS; i++)
    keys.push((await createAccount(data.env, `account-${i % 3}-${i}`, PLENTY)).key);

  const replicas: ServerProcess[] = await Promise.all([0, 1].map(() => spawnServer(data.env, [], 'ignore')));
  t.after(() => Promise.all(replicas.map((replica) => replica.end('SIGKILL'))));
  const load = new ReplicaLoad(() => replicas.map((replica) => replica.url), keys);
  t.after(() => load.stop());
  const writer = new Writer(data.env, data.path, year);
  t.after(() => writer.giveUp());

  const victims: Victim[] = [
    ...[0, 1].map((place) => ({
      name: `replica ${place + 1}`,
      kill: async () => replicas[place]?.end('SIGKILL'),
      start: async () => {
        replicas[place] = await spawnServer(data.env, [], 'ignore');
      },
    })),
    { name: 'PostgreSQL', kill: () => postgres.stop('kill'), start: () => postgres.start() },
    ...[0, 1].map((place) => ({
      name: `shard ${place + 1}`,
      kill: () => shards.kill(place),
      start: () => shards.start(place),
    })),
  ];
  const order = random.shuffle(
    Array.from({ length: KILLS }, (_, i) => victims[i % victims.length] as Victim),
  );
  t.diagnostic(order.map(({ name }) => name).join(', '));
  /** What was killed is on its way up while the next is killed: but a replica, which needs the others, is up before. */
  const starting = new Map<Victim, Promise<unknown>>();
  for (const victim of order) {
    for (const needed of [victim, ...victims.slice(0, replicas.length)]) await starting.get(needed);
    const enough = load.receipts.length + random.below(MOST_ANSWERS_BETWEEN);
    await until('calls are answered', () => load.receipts.length >= enough);
    await victim.kill();
    starting.set(victim, untilStarted(victim));
  }
  await Promise.all(starting.values());
  const enough = load.receipts.length + MOST_ANSWERS_BETWEEN;
  await until('calls are answered', () => load.receipts.length >= enough);
  await load.stop();
  const { rows, failed } = await writer.finish();
  t.diagnostic(
    JSON.stringify({
      answered: load.receipts.length,
      failed: load.failed,
      lost: load.lost,
      imports: rows.length,
      importsFailed: failed,
    }),
  );

  await assertCharged(url, load, 0);
  assert.deepEqual(await auditProblems(data.env), []);
  const warehouse = await openWarehouse(readConfig(data.env));
  t.after(() => warehouse.close());
  await assertRecomputed(warehouse, rows.flat());
});

/** A program that cannot start while what it needs is away is started again, as a supervisor does. */
async function untilStarted(victim: Victim): Promise<void> {
  let told: unknown;
  await until(`${victim.name} has started`, () =>
    victim.start().then(
      () => true,
      (error) => {
        told = error;
        return sleep(AGAIN_MS, false);
      },
    ),
  ).catch((error) => {
    throw new Error(`${victim.name} cannot be started`, { cause: told ?? error });
  });
}

/** Imports one file of new orders after the other; one that fails is imported again. */
class Writer {
  readonly #rows: RawRow[][];
  readonly #working: Promise<void>;
  #failed = 0;
  #isLast = false;
  #isGivenUp = false;

  constructor(env: NodeJS.ProcessEnv, folder: string, first: RawRow[]) {
    this.#rows = [first];
    this.#working = this.#work(env, folder, first);
  }

  /** Ends after the import that is under way; tells what was imported, and how often an import failed. */
  async finish(): Promise<{ rows: readonly RawRow[][]; failed: number }> {
    this.#isLast = true;
    await this.#working;
    return { rows: this.#rows, failed: this.#failed };
  }

  /** Ends without trying again. */
  async giveUp(): Promise<void> {
    this.#isGivenUp = true;
    await this.#working;
  }

  async #work(env: NodeJS.ProcessEnv, folder: string, first: RawRow[]): Promise<void> {
    for (let turn = 1; !this.#isLast && !this.#isGivenUp; turn++) {
      const rows = first.slice(-40).map((row) => ({ ...row, order_id: `${turn}-${row.order_id}` }));
      const file = await writeCsv(join(folder, `more-${turn}.csv`), rows);
      for (let isDone = false; !isDone && !this.#isGivenUp; ) {
        try {
          await importFiles(env, [file]);
          this.#rows.push(rows);
          isDone = true;
        } catch {
          this.#failed += 1;
          await sleep(AGAIN_MS);
        }
      }
    }
  }
}
