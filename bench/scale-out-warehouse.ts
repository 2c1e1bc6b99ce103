// Bringing data in and counting it, on one ClickHouse server and on two shards, beside the embedded engine: the same
// lines, in turns, each run a whole program. All of it shares the processors of this machine, so this shows what the
// way costs, not what more machines bring. SHARDS names what is compared, of which 0 is the embedded engine.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../src/settings/config.ts';
import { openWarehouse } from '../src/warehouse/open.ts';
import { SnapshotPoller } from '../src/warehouse/versions/snapshot-poller.ts';
import { startClickhouse } from '../test/support/clickhouse/servers.ts';
import { type CountingProxy, countingProxy } from './support/counting-proxy.ts';
import { DAYS, FIRST_DAY, makeLines } from './support/lines.ts';
import { MDQ, measure } from './support/measure.ts';
import { numberSetting, numbersSetting } from './support/setting.ts';

const LINES = numberSetting('LINES');
const SHARDS = numbersSetting('SHARDS');
const DAY_MS = 86_400_000;
const LOOK_MS = 20;

const folder = await mkdtemp(join(tmpdir(), 'mdq-bench-scale-out-'));
console.log(`Making ${LINES.toLocaleString('en')} lines…`);
const files = { all: join(folder, 'all.parquet'), day: join(folder, 'day.parquet') };
await makeLines(files.all, LINES);
// One more day, after all others.
await makeLines(files.day, Math.round(LINES / DAYS), {
  from: LINES,
  firstDay: new Date(Date.parse(FIRST_DAY) + DAYS * DAY_MS).toISOString().slice(0, 10),
  days: 1,
});
console.log(
  `${LINES.toLocaleString('en')} lines, ${((await stat(files.all)).size / 2 ** 20).toFixed(0)} MiB as Parquet`,
);

const table: Record<string, Record<string, string>> = {};
try {
  for (const shards of SHARDS) {
    if (shards === 0) {
      await run('embedded', {});
      continue;
    }
    // The processors are shared out among the servers, as the embedded engine has them for itself.
    const servers = await startClickhouse(shards, Math.max(1, Math.floor(availableParallelism() / shards)));
    try {
      const proxies = await Promise.all(servers.hosts.map(countingProxy));
      let url = servers.url(await servers.makeDatabase());
      servers.hosts.forEach((host, i) => {
        url = url.replace(host, proxies[i]?.address ?? '');
      });
      const name = shards === 1 ? 'one server' : `${shards} shards`;
      await measure(MDQ, ['warehouse', 'setup'], { WAREHOUSE_URL: url });
      await run(name, { WAREHOUSE_URL: url }, proxies);
      for (const proxy of proxies) proxy.close();
    } finally {
      await servers.stop();
    }
  }
  console.table(table);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function run(name: string, env: Record<string, string>, proxies: readonly CountingProxy[] = []) {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const row: Record<string, string> = {};
  const taken = () => proxies.reduce((sum, proxy) => sum + proxy.take(), 0);
  for (const [what, args] of [
    ['import', ['import', files.all]],
    ['refresh', ['refresh']],
    ['one more day', ['import', files.day]],
    ['the same day again', ['import', files.day]],
  ] as const) {
    taken();
    const { seconds, peakMiB } = await measure(MDQ, [...args, '--json'], { ...env, DATA_DIR: dataDir });
    row[what] = `${seconds.toFixed(1)} s`;
    row[`${what}, MiB here`] = String(peakMiB);
    if (proxies.length > 0) row[`${what}, MB out`] = (taken() / 1e6).toFixed(2);
  }
  if (proxies.length > 0) row['named to served by two replicas'] = `${(await toReplicas(env)).toFixed(2)} s`;
  table[name] = row;
  await rm(dataDir, { recursive: true, force: true });
}

/** Seconds from the moment that a new version is named until two replicas serve it. */
async function toReplicas(env: Record<string, string>): Promise<number> {
  const nothing = () => undefined;
  const open = async () =>
    openWarehouse(readConfig({ ...env, DATA_DIR: await mkdtemp(join(folder, 'replica-')) }));
  const replicas = await Promise.all(
    [0, 1].map(async () => {
      const poller = new SnapshotPoller(
        await open(),
        {},
        { unreadable: nothing, cutOff: nothing, seenAgain: nothing },
      );
      await poller.start();
      return poller;
    }),
  );
  const watched = await open();
  const before = await watched.current();
  const published = measure(MDQ, ['refresh', '--json'], { ...env, DATA_DIR: folder });
  let version = before;
  for (; version === before; await sleep(LOOK_MS)) version = await watched.current();
  const named = performance.now();
  while (replicas.some(({ snapshot }) => snapshot?.facts.version !== version)) await sleep(LOOK_MS);
  const seconds = (performance.now() - named) / 1000;
  await published;
  for (const replica of replicas) replica.stop();
  return seconds;
}
