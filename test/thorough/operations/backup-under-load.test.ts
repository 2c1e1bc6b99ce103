/** A backup is of one moment, though calls are charged and orders imported while it is taken. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { backupWarehouse } from '../../../src/warehouse/open.ts';
import { MDQ } from '../../support/command.ts';
import { ask } from '../../support/http/raw-http.ts';
import { writeCsv } from '../../support/order-files.ts';
import {
  difference,
  publishedFigures,
  publishedVersion,
  servedFigures,
} from '../../support/reference/figures.ts';
import { MADE_TIME_ZONE, madeRows, resentRows } from '../../support/reference/made-rows.ts';
import { someQuestions, urlOf } from '../../support/reference/questions.ts';
import { Reference } from '../../support/reference/reference.ts';
import { dataFolderFor, serverFor } from '../../support/stores/data-folder.ts';
import { readCharges } from '../../support/stores/ledger.ts';
import { createAccount } from '../../support/stores/prepare.ts';
import { restoreElsewhere } from '../../support/stores/taken-backup.ts';
import { until } from '../../support/until.ts';
import { PLENTY, temporaryFolder } from '../../support/workplace.ts';

const CALLERS = 6;
const SETTINGS = { MDQ_TIMEZONE: MADE_TIME_ZONE };
const ROWS = madeRows();
const URLS = someQuestions(new Reference(ROWS, { timeZone: MADE_TIME_ZONE })).map(urlOf);

const data = await dataFolderFor({ after }, SETTINGS);
const FIRST = await writeCsv(join(data.path, 'first.csv'), ROWS);
const SECOND = await writeCsv(join(data.path, 'second.csv'), resentRows(ROWS));
await data.succeed('import', FIRST);
const { key } = await createAccount(data.env, 'acme', PLENTY);

/** All rows of the ledger. */
function entriesOf(dataDir: string): unknown[] {
  using database = new DatabaseSync(join(dataDir, 'accounts.sqlite'), { timeout: 5000 });
  return database.prepare('SELECT * FROM entry ORDER BY id').all();
}

/** Of an import and a backup, whichever comes second waits: the backup by itself, the import by being run again. */
async function importWhenFree(file: string): Promise<void> {
  for (;;) {
    const { code, stderr } = await data.mdq('import', file);
    if (code === 0) return;
    assert.match(stderr, /Another import, refresh or backup is running/);
  }
}

test('a copy taken while calls are charged and orders imported is the original at one moment', async (t) => {
  const folder = await temporaryFolder(t);
  const before = await publishedFigures(data, URLS);
  const server = await serverFor(t, data.env, [], 'inherit');
  /** The request ids of calls, in the order in which they were answered. */
  const answered: string[] = [];
  let isOver = false;
  const calling = Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (!isOver) {
        const focus = `${server.url}/api/public/market/focus`;
        const { status, headers } = await ask(focus, { headers: { 'x-api-key': key } });
        assert.equal(status, 200);
        answered.push(String(headers['x-request-id']));
      }
    }),
  );
  /** Those that had been answered when each backup began. */
  const answeredBefore: string[][] = [];
  for (let i = 0; i < 4; i += 1) {
    const importing = i === 2 ? importWhenFree(SECOND) : undefined;
    const seen = answered.length;
    await until('calls are answered', () => answered.length >= seen + 50);
    answeredBefore.push([...answered]);
    await data.succeed('backup', join(folder, `copy-${i}`));
    await importing;
  }
  isOver = true;
  await calling;
  assert.equal(await server.end('SIGTERM'), 0);
  const original = entriesOf(data.path);
  const afterImport = await publishedFigures(data, URLS);
  assert.notEqual(difference(before, afterImport), undefined, 'the import changes nothing');

  for (const [i, earlier] of answeredBefore.entries()) {
    const path = join(folder, `copy-${i}`);
    await data.succeed('verify', path);
    const copy = await restoreElsewhere(t, path, SETTINGS);
    const entries = entriesOf(copy.path);
    assert.deepEqual(entries, original.slice(0, entries.length), 'the ledger is not that of one moment');
    const charged = new Set(readCharges(copy.path).map(({ requestId }) => requestId));
    const lost = earlier.filter((id) => !charged.has(id));
    assert.deepEqual(lost, [], 'calls that were answered before are not in the copy');

    const expected = (await publishedVersion(copy)) === 1 ? before : afterImport;
    const restored = await serverFor(t, copy.env, [], 'inherit');
    assert.equal(difference(await servedFigures(restored.url, key, URLS), expected), undefined);
    await restored.end('SIGTERM');
    assert.equal(JSON.parse(await copy.succeed('audit', '--json')).ok, true);
    if (i < 3) continue;
    // It takes imports, and makes the same of them as the original.
    const rows = ROWS.slice(0, 500).map((row) => ({ ...row, amount: '7' }));
    const third = await writeCsv(join(folder, 'third.csv'), rows);
    for (const each of [data, copy]) await each.succeed('import', third);
    const again = await publishedFigures(data, URLS);
    assert.equal(difference(await publishedFigures(copy, URLS), again), undefined);
  }
});

test('a backup waits for an import that is under way, and says so', async (t) => {
  const folder = await temporaryFolder(t);
  // An import, as the lines know it: one process holds them.
  const instance = await DuckDBInstance.create(join(data.path, 'warehouse.duckdb'));
  const taking = spawn(MDQ, ['backup', join(folder, 'copy')], {
    env: data.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(taking, 'exit');
  for await (const text of taking.stderr.setEncoding('utf8')) {
    if (!/^Waiting for an import to finish…$/m.test(text)) continue;
    assert.deepEqual(await readdir(join(folder, 'copy')), ['backup.json.tmp']);
    instance.closeSync();
  }
  assert.deepEqual(await ended, [0, null]);
  await data.succeed('verify', join(folder, 'copy'));
});

test('no import can begin before the lines and their figures are copied', async (t) => {
  const folder = await temporaryFolder(t);
  const attempts: string[] = [];
  await backupWarehouse(data.path, folder, (step) => {
    const { status, stderr } = spawnSync(MDQ, ['refresh'], { env: data.env, encoding: 'utf8' });
    assert.notEqual(status, 0);
    assert.match(stderr, /Another import, refresh or backup is running/);
    attempts.push(step);
  });
  assert.deepEqual(attempts, ['Copying lines', 'Copying published figures']);
  await data.succeed('refresh');
});

test('a version whose writer died before naming it is in the copy, with the lines it was made of', async (t) => {
  const folder = await temporaryFolder(t);
  const version = await publishedVersion(data);
  const figures = await publishedFigures(data, URLS);
  await writeFile(join(data.path, 'published/current.json'), `{"version":${version - 1}}\n`);
  await data.succeed('backup', join(folder, 'copy'));
  const copy = await restoreElsewhere(t, join(folder, 'copy'), SETTINGS);
  assert.equal(await publishedVersion(copy), version);
  assert.equal(difference(await publishedFigures(copy, URLS), figures), undefined);
});
