// How long people and programs wait for the service outside of a call: for the demo, for a new version to be shown,
// for a refusal while another process holds the accounts, and for a server to stop.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockAccounts } from '../test/support/faults/account-lock.ts';
import { atMost } from './support/goal.ts';
import { median } from './support/load.ts';
import { makeWorkplace, type RunningServer } from './support/servers.ts';
import { numberSetting } from './support/setting.ts';

const ROUNDS = numberSetting('ROUNDS');
const LIST = '/api/public/meta/categories';
const GOALS = {
  'the demo is made': 10_000,
  'a published version is shown': 2000,
  'a call is refused while the accounts are locked': 3000,
  'a server stops, a client in mid-request': 5000,
};

const waits = new Map<keyof typeof GOALS, number[]>();

async function measure(what: keyof typeof GOALS, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work();
  const so = waits.get(what) ?? [];
  waits.set(what, [...so, performance.now() - started]);
}

async function call(server: RunningServer, key: string): Promise<Response> {
  const response = await fetch(server.url + LIST, { headers: { 'x-api-key': key } });
  await response.arrayBuffer();
  return response;
}

/** From the end of the import to the first answer that lists its category. */
async function publish(server: RunningServer, key: string, round: number): Promise<void> {
  const category = `Category of round ${round}`;
  const file = join(place.dataDir, 'round.csv');
  await writeFile(
    file,
    `order_id,ordered_at,category,sub_category,product_id,amount\nround-${round},2026-01-05,${category},Sub,P,1\n`,
  );
  await place.mdq('import', file);
  await measure('a published version is shown', async () => {
    for (;;) {
      const response = await fetch(server.url + LIST, { headers: { 'x-api-key': key } });
      if ((await response.text()).includes(category)) return;
      await sleep(5);
    }
  });
}

async function refuse(server: RunningServer, key: string): Promise<void> {
  const lock = lockAccounts(place.dataDir);
  try {
    await measure('a call is refused while the accounts are locked', async () => {
      const { status } = await call(server, key);
      if (status < 500) throw new Error(`answered ${status} while the accounts were locked`);
    });
  } finally {
    lock.release();
  }
}

async function stop(server: RunningServer, key: string): Promise<void> {
  const client = connect(Number(new URL(server.url).port), '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write('GET /api/account HTTP/1.1\r\nHost: x\r\nx-api-');
  await call(server, key);
  await measure('a server stops, a client in mid-request', () => server.stop());
  client.destroy();
}

const place = await makeWorkplace();
try {
  let key = '';
  await measure('the demo is made', async () => {
    key = String((await place.mdq('demo')).key);
  });
  for (let round = 0; round < ROUNDS; round++) {
    const server = await place.serve();
    await publish(server, key, round);
    await refuse(server, key);
    await stop(server, key);
  }
  console.log(`Medians of ${ROUNDS} rounds; the demo is made once`);
  console.table(
    Object.fromEntries(
      Object.entries(GOALS).map(([what, goal]) => {
        const value = Math.round(median(waits.get(what as keyof typeof GOALS) ?? []));
        return [what, { ms: value, goal: atMost(goal, value) }];
      }),
    ),
  );
} finally {
  await place.remove();
}
