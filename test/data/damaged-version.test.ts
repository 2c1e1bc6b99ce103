/** What becomes of published versions takes nothing away: figures are those of the lines, or of the version before. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import { LocalVersion } from '../../src/warehouse/clickhouse/versions/local-version.ts';
import { checksumOf } from '../../src/warehouse/clickhouse/versions/parts.ts';
import { FilePublications } from '../../src/warehouse/duckdb/publications.ts';
import { ask } from '../support/http/raw-http.ts';
import { jsonLines } from '../support/json-lines.ts';
import { writeCsv } from '../support/order-files.ts';
import { publishedFigures } from '../support/reference/figures.ts';
import { row } from '../support/reference/made-cases.ts';
import { type ServerHere, startServerHere } from '../support/server-here.ts';
import { assertMistake, type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';
import { HEADER } from '../support/stores/intake-place.ts';
import { createAccount } from '../support/stores/prepare.ts';
import { until } from '../support/until.ts';

const RANKING = '/api/public/overview/ranking';

/** Two versions, told apart by their amounts. Made once; each test damages a copy of its own. */
const whole = await dataFolderFor({ after });
for (const amount of ['1', '2']) {
  const order = { order_id: '1', ordered_at: '2025-03-03', category: 'A', sub_category: 'B', amount };
  await whole.succeed('import', await writeCsv(join(whole.path, `${amount}.csv`), [row(order)]));
}
const { key } = await createAccount(whole.env, 'acme', 100_000);

async function openCopy(t: TestContext): Promise<{ data: DataFolder; newest: string }> {
  const data = await dataFolderFor(t);
  await cp(whole.path, data.path, { recursive: true });
  return { data, newest: join(data.path, 'published/v2.snapshot') };
}

async function serve(t: TestContext, data: DataFolder): Promise<ServerHere> {
  const server = await startServerHere(data.env);
  t.after(() => server.stop());
  return server;
}

async function servedAmount(url: string): Promise<number> {
  const { status, text } = await ask(url + RANKING, { headers: { 'x-api-key': key } });
  assert.equal(status, 200, text);
  return JSON.parse(text).data.items[0].total_amount;
}

/** What can befall a file. */
const DAMAGES: Readonly<Record<string, (file: string) => Promise<void>>> = {
  'its figures are changed': async (file) => {
    const bytes = await readFile(file);
    bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1;
    await writeFile(file, bytes);
  },
  'it begins with something else': async (file) => writeFile(file, (await readFile(file)).fill(0, 0, 64)),
  'it is cut short': async (file) => writeFile(file, (await readFile(file)).subarray(0, -100)),
  'it is empty': (file) => writeFile(file, ''),
  'it is gone': (file) => rm(file),
};

for (const [damage, inflict] of Object.entries(DAMAGES))
  test(`the version before is the newest when ${damage}, and status says so`, async (t) => {
    const { data, newest } = await openCopy(t);
    await inflict(newest);
    const { version, unreadable } = JSON.parse(await data.succeed('status', '--json'));
    assert.deepEqual([version, unreadable.map((each: { version: number }) => each.version)], [1, [2]]);
    const text = await data.succeed('status');
    assert.match(
      text,
      /^Version 2 cannot be read, so version 1 is served: .+v2\.snapshot is (damaged|missing)/m,
    );
    assert.match(text, /^Version +1,/m);
    await data.succeed('imports');
  });

test('a restarted server serves the version before, and its log says so once, however often it looks', async (t) => {
  const { data, newest } = await openCopy(t);
  await writeFile(newest, 'damaged');
  const { url, log } = await serve(t, data);
  assert.equal(await servedAmount(url), 1);
  assert.match(log(), /"served":1.*v2\.snapshot is damaged|v2\.snapshot is damaged.*"served":1/);
  await sleep(1200);
  assert.equal(log().trim().split('\n').length, 1);
});

test('a refresh publishes the data again, and the running server takes it', async (t) => {
  const { data, newest } = await openCopy(t);
  await writeFile(newest, 'damaged');
  const { url } = await serve(t, data);
  assert.equal(await servedAmount(url), 1);
  await data.succeed('refresh');
  await until('the server shows it', async () => (await servedAmount(url)) === 2);
});

test('a pointer that is damaged leads to the newest version, and is written again by the next import', async (t) => {
  const { data } = await openCopy(t);
  await writeFile(join(data.path, 'published/current.json'), '{"vers');
  const { url } = await serve(t, data);
  assert.equal(await servedAmount(url), 2);
  await data.succeed('refresh');
  assert.equal(JSON.parse(await data.succeed('status', '--json')).version, 3);
});

test('when no version can be read, status says which file is damaged', async (t) => {
  const { data, newest } = await openCopy(t);
  for (const file of [newest, newest.replace('v2', 'v1')]) await writeFile(file, 'damaged');
  assertMistake(await data.mdq('status'), /v2\.snapshot is damaged; "mdq refresh" publishes the data again/);
});

test('a version that a newer program has published is told as that, also where it is kept in parts', async (t) => {
  const { data } = await openCopy(t);
  const copy = new LocalVersion(data.path, 'a warehouse');
  for (const [bytes, says] of [
    ['MDQSNAP9 and what only tomorrow knows', /layout 9, made by a newer mdq/],
    ['MDQSNAP and nothing', /warehouse\.kept is damaged/],
  ] as const) {
    const parts = [zstdCompressSync(bytes)];
    copy.save(3, parts, checksumOf(parts));
    await copy.written();
    await assert.rejects(copy.loadDerived(3), says);
  }
});

const URLS = ['trends/overview', 'market/focus', 'market/sub-ranking'].map(
  (path) => `/api/public/${path}?start=2025-01-01&end=2025-12-31`,
);

for (const [what, putTogether] of [
  [
    'into a warehouse that was begun again keeps nothing of what was published',
    async ({ path }: DataFolder) => rename(join(path, 'warehouse.duckdb'), join(path, 'old.duckdb')),
  ],
  [
    'after what was published was put back to an older version counts everything',
    async (data: DataFolder) => putBack(data),
  ],
] as const)
  test(`an import ${what}`, async (t) => {
    const data = await dataFolderFor(t);
    await data.succeed(
      'import',
      await imported(data, ['1', '2025-06-01', '10'], ['2', '2025-06-05', '10'], ['3', '2025-06-20', '10']),
    );
    await putTogether(data);
    await data.succeed('import', await imported(data, ['5', '2025-06-19', '1']));
    const figures = await publishedFigures(data, URLS);
    await data.succeed('refresh');
    assert.deepEqual(figures, await publishedFigures(data, URLS));
  });

/** A file of orders, each by its id, its day and its amount. */
async function imported(
  { path }: DataFolder,
  ...orders: (readonly [id: string, day: string, amount: string])[]
) {
  const rows = orders.map(([order_id, ordered_at, amount]) =>
    row({ order_id, ordered_at, amount, category: 'A', sub_category: 'B' }),
  );
  return writeCsv(join(path, 'orders.csv'), rows);
}

async function putBack(data: DataFolder): Promise<void> {
  const [published, copy] = ['published', 'copy'].map((name) => join(data.path, name)) as [string, string];
  await cp(published, copy, { recursive: true });
  await data.succeed('import', await imported(data, ['4', '2025-06-05', '1000']));
  await rm(published, { recursive: true });
  await rename(copy, published);
}

for (const step of ['note', 'name'] as const) {
  test(`an import whose version cannot be ${step}d has come in, and the next writer publishes it`, async (t) => {
    const data = await dataFolderFor(t);
    const write = async (name: string, rows: readonly string[]) => {
      await writeFile(join(data.path, name), [HEADER, ...rows, ''].join('\n'));
      return join(data.path, name);
    };
    await data.succeed('account', 'create', 'acme');
    await data.succeed('webhook', 'add', 'https://example.com/');
    const toldOf = async () =>
      jsonLines<{ type: string }>(await data.succeed('webhook', 'deliveries', '--json')).filter(
        ({ type }) => type === 'data.published',
      ).length;
    await data.succeed('import', await write('a.csv', ['1,2025-03-03,A,B,P,10']));
    const file = await write('b.csv', ['2,2025-03-04,A,B,P,20']);

    const fault = t.mock.method(FilePublications.prototype, step, async () => {
      throw new Error('ENOSPC: no space left on device');
    });
    const { code, stdout, stderr } = await data.mdq('import', file);
    fault.mock.restore();
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Imported 1 line of 1 order/);
    assert.match(
      stderr,
      /^It is done, but not published yet: ENOSPC: no space left on device\. The next change publishes it, as does "mdq refresh"\.$/m,
    );
    assert.ok(!existsSync(join(data.path, 'import-failed.json')));
    const log = jsonLines<{ operation: string; outcome: string }>(await data.succeed('log', '--json'));
    assert.deepEqual(
      log.filter(({ operation }) => operation === 'import').map(({ outcome }) => outcome),
      ['begun', 'ended', 'begun', 'ended'],
    );
    assert.equal(JSON.parse(await data.succeed('status', '--json')).version, 1);
    assert.equal(await toldOf(), 1, 'nobody is told of a version that is not out');

    // The same again changes nothing, and publishes what was done.
    assert.equal(JSON.parse(await data.succeed('import', file, '--json')).published, false);
    const { version, totalOrders } = JSON.parse(await data.succeed('status', '--json'));
    assert.deepEqual([version, totalOrders], [2, 2]);
    assert.equal(await toldOf(), 2);
  });
}
