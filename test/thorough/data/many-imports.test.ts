/** Serving never stops: imports are published under load, one after the other. */
import assert from 'node:assert/strict';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as endpoints from '../../../src/endpoints/list.ts';
import { trials } from '../../support/effort.ts';
import { inspectMemory } from '../../support/http/inspected-memory.ts';
import { lastingPort } from '../../support/http/lasting-port.ts';
import { writeCsv } from '../../support/order-files.ts';
import { call, type Figures, publishedFigures } from '../../support/reference/figures.ts';
import { row } from '../../support/reference/made-cases.ts';
import { spawnServer } from '../../support/server-process.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { until } from '../../support/until.ts';
import { spawnWatch } from '../../support/watch-process.ts';
import { PLENTY } from '../../support/workplace.ts';

const IMPORTS = trials(50);
/** By this version the server is warm: what it holds then, it should hold at the end. */
const WARM_VERSION = 8;
const CALLERS = 6;
const PAUSE_MS = 2;

/** Each endpoint, over the default period and over everything, and for other scopes than the default. */
const QUERIES = [
  '',
  '?category=Category+1&sub=Sub+1',
  '?start=2020-01-01&end=2030-12-31&category=Category+2',
];
const URLS = Object.values(endpoints).flatMap(({ path }) => QUERIES.map((query) => path + query));

/** The same orders in every version, and none of their figures, days and names of the version before. */
function ordersOf(version: number) {
  return Array.from({ length: 1000 }, (_, i) =>
    row({
      order_id: `${i}`,
      ordered_at: new Date(Date.UTC(2023, 0, 2 + 7 * version + (i % 700))).toISOString().slice(0, 10),
      category: i % 10 === 0 ? `Category of ${version}` : `Category ${i % 10}`,
      sub_category: i % 7 === 0 ? `Sub of ${version}` : `Sub ${i % 7}`,
      product_id: `P${i % 300}`,
      tags: `version=${version};kind=${i % 40}`,
      amount: `${version}.${10 + (i % 90)}`,
      payment_method: i % 3 === 0 ? `Method of ${version}` : 'Credit card',
      merchant_id: `S${i % (20 + version)}`,
      member_id: `M${i % (400 + version)}`,
    }),
  );
}

type Heard = { readonly url: string; readonly body: string };

/** Calls one after the other on one connection until it is over, and notes what it heard, in order. */
async function keepCalling(
  base: string,
  key: string,
  first: number,
  heard: Heard[],
  isOver: () => boolean,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let i = first; !isOver(); i += 1) {
      const url = URLS[i % URLS.length] ?? '';
      const { status, body } = await call(base + url, key, agent);
      assert.equal(status, 200, `${url}: ${body}`);
      heard.push({ url, body });
      await sleep(PAUSE_MS);
    }
  } finally {
    agent.destroy();
  }
}

test(`${IMPORTS} imports under load: no call fails, each answer is of one version, the old ones and their memory are gone`, async (t) => {
  const data = await dataFolderFor(t);
  const inbox = join(data.path, 'inbox');
  await mkdir(inbox);
  const watch = spawnWatch(data.env, inbox, ['--settle', '0']);
  t.after(() => watch.child.kill('SIGKILL'));
  const figures: Figures[] = [];
  let largest = 0;
  const publish = async (version: number) => {
    const file = await writeCsv(join(data.path, 'next.csv'), ordersOf(version));
    await rename(file, join(inbox, `${version}.csv`));
    assert.equal((await watch.until('taken', `${version}.csv`)).version, version);
    figures[version] = await publishedFigures(data, URLS);
    largest = Math.max(largest, (await stat(join(data.path, `published/v${version}.snapshot`))).size);
  };
  await publish(1);
  await data.succeed('account', 'create', 'acme', '--points', String(PLENTY));
  const { key } = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')) as { key: string };
  const port = await lastingPort();
  const inspected = `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`;
  const server = await spawnServer({ ...data.env, NODE_OPTIONS: inspected });
  t.after(() => server.child.kill('SIGKILL'));

  let isOver = false;
  const heard: Heard[][] = Array.from({ length: CALLERS }, () => []);
  const calling = Promise.all(
    heard.map((answers, caller) => keepCalling(server.url, key, caller * 7, answers, () => isOver)),
  );
  const callOnly = calling.then(() => assert.fail('the calls ended early'));
  callOnly.catch(() => undefined);
  for (let version = 2; version < WARM_VERSION; version += 1)
    await Promise.race([publish(version), callOnly]);
  const before = await inspectMemory(port);
  for (let version = WARM_VERSION; version <= IMPORTS; version += 1) {
    await Promise.race([publish(version), callOnly]);
  }
  const isOfTheLast = (answer: Heard | undefined) =>
    answer !== undefined && figures[IMPORTS]?.get(answer.url) === answer.body;
  await Promise.race([
    until('everyone is shown the last version', () => heard.every((answers) => isOfTheLast(answers.at(-1)))),
    callOnly,
  ]);
  isOver = true;
  await calling;
  const after = await inspectMemory(port);

  for (const url of URLS) {
    const answers = new Set(figures.flatMap((each) => each.get(url) ?? []));
    assert.equal(answers.size, IMPORTS, `${url} does not tell the versions apart`);
  }
  const seen = new Set<number>();
  for (const answers of heard) {
    let newest = 0;
    for (const { url, body } of answers) {
      const version = figures.findIndex((each) => each?.get(url) === body);
      assert.ok(version > 0, `${url} is of no version, or of more than one: ${body}`);
      assert.ok(version >= newest, `${url} is of version ${version} after one of ${newest}`);
      newest = version;
      seen.add(version);
    }
    assert.equal(newest, IMPORTS, 'the last version is not shown');
  }
  t.diagnostic(
    `${heard.flat().length} answers of ${seen.size} versions; a version is up to ${largest} bytes`,
  );

  const kept = [IMPORTS - 1, IMPORTS].map((version) => `v${version}.snapshot`);
  assert.deepEqual((await readdir(join(data.path, 'published'))).sort(), ['current.json', ...kept]);
  t.diagnostic(`memory before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`);
  assert.ok(after.held < before.held + 5 * largest, 'the server holds more than it did');
  assert.ok(after.rss < before.rss * 1.25, 'the server takes more of the machine than it did');
  assert.equal(await watch.end('SIGTERM'), 0);
  await data.succeed('audit');
});
