// What keeping answers saves: processor time of a paid call whose question was asked before, with the cache and without,
// from the call as it was read to the bytes of its answer and its charge on disk, 64 in flight; in turns, as medians.
// Without HTTP, which costs the same either way.
import { endpoints } from '../src/endpoints/index.ts';
import { answer } from '../src/request/answer.ts';
import { endpointProduct } from '../src/request/endpoint-product.ts';
import type { Call, Service } from '../src/request/service.ts';
import { createLog } from '../src/server/monitoring/log.ts';
import { OutageLog } from '../src/server/monitoring/outage-log.ts';
import { makeService } from '../src/server/service.ts';
import { openStores } from '../src/server/stores.ts';
import { readConfig } from '../src/settings/config.ts';
import { median } from './support/load.ts';
import { makeWorkplace } from './support/servers.ts';
import { numberSetting } from './support/setting.ts';
import { rounded } from './support/tell.ts';

const ROUNDS = numberSetting('ROUNDS');
const CALLS = 3200;
const TOGETHER = 64;

await using opened = new AsyncDisposableStack();
const place = await makeWorkplace();
opened.defer(() => place.remove());
await place.mdq('demo');
const [key] = await place.makeKeys('bench');
const config = readConfig({ DATA_DIR: place.dataDir });
const log = opened.adopt(createLog(config.log), (each) => each.close());
const { logger } = log;
const stores = await openStores(config, logger, opened);
const outages = new OutageLog(logger);
const kept = makeService(config, stores, { logger, outages, metrics: undefined });
const made: Service = { ...kept, answerCache: { find: () => undefined, add: () => undefined } };

const rows = new Map<string, object>();
for (const endpoint of endpoints) {
  const { path } = endpoint;
  const product = endpointProduct(endpoint);
  const ask = async (service: Service) => {
    const { status } = await answer(service, product, callOf(path));
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  };
  const rounds: { kept: number; made: number }[] = [];
  // The first round warms up, and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = { kept: await microseconds(() => ask(kept)), made: await microseconds(() => ask(made)) };
    if (round > 0) rounds.push(measured);
  }
  rows.set(path, {
    'µs, kept': rounded(median(rounds.map(({ kept }) => kept)), 1),
    'µs, made each time': rounded(median(rounds.map(({ made }) => made)), 1),
    saves: rounded(1 - median(rounds.map(({ kept, made }) => kept / made))),
  });
}
console.log(`one question again and again, medians of ${ROUNDS} rounds of ${CALLS} calls`);
console.table(Object.fromEntries(rows));

function callOf(path: string): Call {
  return {
    key,
    target: path,
    query: '',
    maxPoints: undefined,
    idempotencyKey: undefined,
    ifNoneMatch: undefined,
    hasBearerKey: false,
    handling: 'lenient',
    isCsv: false,
    isHead: false,
    requestId: 'bench',
    client: () => '127.0.0.1',
    begunAt: performance.now(),
  };
}

async function microseconds(ask: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < CALLS; i += TOGETHER) await Promise.all(Array.from({ length: TOGETHER }, ask));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}
