// What a new version of the data costs callers: the longest turn of the event loop that serves while a version as large
// as that of 100 million lines is loaded and takes the place of the one before, and the longest paid call over HTTP.
// Each beside an equally long time without one, in turns: what both have is the machine's. The goal is for what the
// thread worked itself. ROUNDS=3 makes it short.
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../src/settings/config.ts';
import { FilePublications } from '../src/warehouse/duckdb/publications.ts';
import { openWarehouse } from '../src/warehouse/open.ts';
import { SnapshotPoller } from '../src/warehouse/versions/snapshot-poller.ts';
import { callUntil } from './support/call-until.ts';
import { atMost } from './support/goal.ts';
import { makeLargeTables } from './support/large-tables.ts';
import { median } from './support/load.ts';
import { makeWorkplace } from './support/servers.ts';
import { numberSetting } from './support/setting.ts';
import { rounded } from './support/tell.ts';

const ROUNDS = numberSetting('ROUNDS');
const GOAL_MS = 5;
const LOOK_MS = 20;
/** The version before is freed some time after it was replaced. */
const AFTER_MS = 1000;

const place = await makeWorkplace();
const publications = new FilePublications(place.dataDir);
const tables = makeLargeTables(1);
let version = 0;

/** Publishes the next version, whose first category is named after it. */
async function publish(): Promise<number> {
  version += 1;
  const categories = tables.categories.with(0, nameOf(version));
  await publications.write({ ...tables, categories, facts: { ...tables.facts, version } });
  await publications.name(version);
  return version;
}

function nameOf(version: number): string {
  return `Category of version ${version}`;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(LOOK_MS);
}

interface Turn {
  /** From its start to its end, in milliseconds: on a busy machine mostly time that others had the processor. */
  readonly wall: number;
  /** What it worked itself; the system may count this in steps of 4 ms. */
  readonly cpu: number;
}

/** The longest turn of this event loop until something is done. */
async function longestTurn(work: Promise<unknown>): Promise<Turn> {
  let longest: Turn = { wall: 0, cpu: 0 };
  let before = now();
  let isDone = false;
  const turn = () => {
    const after = now();
    longest = {
      wall: Math.max(longest.wall, after.wall - before.wall),
      cpu: Math.max(longest.cpu, after.cpu - before.cpu),
    };
    before = after;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work;
  isDone = true;
  return longest;
}

function now(): Turn {
  const { user, system } = process.threadCpuUsage();
  return { wall: performance.now(), cpu: (user + system) / 1000 };
}

function fail(error: unknown): never {
  throw error;
}

async function inThisThread(): Promise<void> {
  const poller = new SnapshotPoller(
    await openWarehouse(readConfig({ DATA_DIR: place.dataDir })),
    {},
    {
      unreadable: fail,
      cutOff: fail,
      seenAgain: () => undefined,
    },
  );
  await publish();
  await poller.start();
  const loading: Turn[] = [];
  const nothing: Turn[] = [];
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const next = await publish();
    const started = performance.now();
    const isShown = until(() => poller.snapshot?.facts.version === next).then(() => sleep(AFTER_MS));
    loading.push(await longestTurn(isShown));
    seconds.push(poller.loadSeconds);
    nothing.push(await longestTurn(sleep(performance.now() - started)));
  }
  poller.stop();
  console.log(
    `\nThe longest turn of the event loop, ${ROUNDS} rounds (${mebibytes(await publications.bytes())} MiB published)`,
  );
  const row = (turns: readonly Turn[]) => ({
    ...told(turns.map(({ wall }) => wall)),
    'own work, median ms': rounded(median(turns.map(({ cpu }) => cpu))),
    'own work, longest ms': rounded(Math.max(...turns.map(({ cpu }) => cpu))),
  });
  const worst = Math.max(...loading.map(({ cpu }) => cpu));
  console.table({
    'a version is loaded': { ...row(loading), goal: atMost(GOAL_MS, worst) },
    'nothing is': row(nothing),
  });
  console.log(`Loading takes ${rounded(median(seconds), 1)} s, in a thread of its own`);
}

async function overHttp(): Promise<void> {
  const [key = ''] = await place.makeKeys('bench');
  const server = await place.serve();
  try {
    const get = (path: string) => fetch(server.url + path, { headers: { 'x-api-key': key } });
    const call = async () => {
      const response = await get('/api/public/market/focus');
      await response.arrayBuffer();
      return response.ok;
    };
    const isShown = async (wanted: number) =>
      (await (await get('/api/public/meta/categories')).text()).includes(nameOf(wanted));
    const loading: number[] = [];
    const nothing: number[] = [];
    await callUntil(sleep(AFTER_MS), call);
    for (let round = 0; round < ROUNDS; round++) {
      const next = await publish();
      const started = performance.now();
      loading.push(
        (
          await callUntil(
            until(() => isShown(next)).then(() => sleep(AFTER_MS)),
            call,
          )
        )['longest ms'],
      );
      nothing.push((await callUntil(sleep(performance.now() - started), call))['longest ms']);
    }
    console.log(`\nThe longest of the paid calls that four callers make, ${ROUNDS} rounds`);
    console.table({ 'a version is loaded': told(loading), 'nothing is': told(nothing) });
  } finally {
    await server.stop();
  }
}

function told(milliseconds: readonly number[]) {
  return {
    'median ms': rounded(median(milliseconds), 1),
    'shortest ms': rounded(Math.min(...milliseconds), 1),
    'longest ms': rounded(Math.max(...milliseconds), 1),
  };
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

try {
  await inThisThread();
  await overHttp();
} finally {
  await place.remove();
}
