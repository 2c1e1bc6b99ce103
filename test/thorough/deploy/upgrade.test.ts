/** A store of every released layout is opened, served and written to; one of a newer layout is left alone. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { jsonLines } from '../../support/json-lines.ts';
import { writeCsv } from '../../support/order-files.ts';
import { difference, publishedFigures, servedFigures } from '../../support/reference/figures.ts';
import { madeRowsBetween } from '../../support/reference/made-rows.ts';
import { someQuestions, urlOf } from '../../support/reference/questions.ts';
import { Reference } from '../../support/reference/reference.ts';
import {
  assertMistake,
  type DataFolder,
  dataFolderFor,
  runShortly,
  serverFor,
} from '../../support/stores/data-folder.ts';
import { contentsOf } from '../../support/stores/folder-contents.ts';
import { auditReleased, type KeyName, openReleasedStore } from '../../support/stores/released-store.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const ROWS = madeRowsBetween('2024-11-01', '2025-01-31');
const LATER = madeRowsBetween('2025-02-01', '2025-02-28');
const OLD = { accounts: 2, lines: 1 };
const NEW = { accounts: 6, lines: 6 };

/** What calls with each of its keys were answered when the store was made. */
const ANSWERED: Readonly<Record<KeyName, number>> = {
  active: 200,
  inactive: 403,
  ending: 200,
  ended: 401,
  deleted: 401,
  shop: 402,
  closed: 403,
};

const urlsOf = (rows: ReturnType<typeof madeRowsBetween>) =>
  someQuestions(new Reference(rows, { timeZone: 'Asia/Taipei' })).map(urlOf);

/** The audit, without what no program of before could say. */
async function auditOf(data: DataFolder): Promise<object> {
  const { refunded, taken, expired, log: _, ...audit } = await auditReleased(data);
  assert.deepEqual([refunded, taken, expired], [0, 0, 0]);
  return audit;
}

test('a released store is served: its accounts, its keys, its figures, its charges', async (t) => {
  const { data, said, orders } = await openReleasedStore(t);
  const fresh = await dataFolderFor(t, { MDQ_TIMEZONE: said.timeZone });
  for (const file of orders) await fresh.succeed('import', file);
  const urls = urlsOf(ROWS);
  assert.deepEqual(await layouts(data), OLD);
  assert.deepEqual(await auditOf(data), said.audit);
  const list = async (...args: string[]) =>
    jsonLines<Record<string, unknown>>(await data.succeed(...args, '--json'));
  const balances = (await list('account', 'list')).map(({ account, balance, state }) => ({
    account,
    balance,
    state,
  }));
  assert.deepEqual(balances, said.balances);
  const grants = (await list('points', 'list', 'acme')).map(({ points }) => points);
  assert.deepEqual(grants, [100_000, 500]);

  const server = await serverFor(t, data.env, [], 'inherit');
  const ask = async (path: string, name: KeyName) => {
    const answer = await fetch(server.url + path, { headers: { 'x-api-key': said.keys[name] } });
    return { status: answer.status, body: (await answer.json()) as { data: unknown } };
  };
  for (const [name, status] of Object.entries(ANSWERED))
    assert.equal((await ask('/api/public/meta/categories', name as KeyName)).status, status, name);
  const { calls } = (await ask('/api/account/calls', 'active')).body.data as {
    calls: { parameters: object | null }[];
  };
  assert.deepEqual(
    [calls[0]?.parameters, calls.at(-1)?.parameters],
    [{}, null],
    'what calls from before asked was not kept',
  );
  const served = await servedFigures(server.url, said.keys.active, urls);
  assert.equal(difference(served, await publishedFigures(fresh, urls)), undefined);
  assert.equal(await server.end('SIGTERM'), 0);
  const audit = await auditReleased(data);
  assert.deepEqual([audit.ok, audit.calls], [true, Number(said.audit.calls) + urls.length + 2]);
});

test('a released store takes an import as if the store were new, and is brought up to date by it', async (t) => {
  const { data, said, orders } = await openReleasedStore(t);
  const fresh = await dataFolderFor(t, { MDQ_TIMEZONE: said.timeZone });
  const later = await writeCsv(join(fresh.path, 'later.csv'), LATER);
  await fresh.succeed('import', ...orders, later);
  const urls = urlsOf([...ROWS, ...LATER]);
  const figures = await publishedFigures(fresh, urls);
  for (const change of [['import', later], ['refresh']]) {
    await data.succeed(...change);
    assert.equal(difference(await publishedFigures(data, urls), figures), undefined);
  }
  assert.deepEqual(await layouts(data), NEW);
});

for (const store of ['accounts', 'lines'] as const) {
  test(`killed while the ${store} are brought up to date, they are as they were, and the next opening does it`, async (t) => {
    const { data, said, orders } = await openReleasedStore(t);
    const script = fileURLToPath(new URL('../../support/faults/killed-migration.ts', import.meta.url));
    const child = spawn(process.execPath, [...process.execArgv, script, store, data.path], {
      env: data.env,
      stdio: 'inherit',
    });
    const [, signal] = await once(child, 'exit');
    assert.equal(signal, 'SIGKILL');
    assert.deepEqual(await layouts(data), OLD);
    assert.deepEqual(await auditOf(data), said.audit);
    await data.succeed('import', String(orders[0]));
    assert.deepEqual(await layouts(data), NEW);
  });
}

/** Commands that open each store; names and ids are looked for only in a store that can be read. */
const COMMANDS = {
  accounts: ['serve', 'demo', 'account create beta', 'account list', 'key list', 'audit', 'backup TARGET'],
  lines: ['import ORDERS', 'refresh', 'backup TARGET'],
  published: ['serve', 'import ORDERS', 'refresh', 'status', 'imports', 'backup TARGET'],
} as const;

for (const [store, commands] of Object.entries(COMMANDS)) {
  test(`each command refuses ${store} of a newer layout in one line, and changes nothing`, async (t) => {
    const { data, orders } = await openReleasedStore(t);
    assert.equal((await auditReleased(data)).ok, true);
    await data.succeed('refresh');
    await makeNewer(data, store as keyof typeof COMMANDS);
    // That it was tried stands in the log, which the accounts keep, and a failed backup in the file that metrics read.
    const noted = ['last-backup.json', ...(store === 'accounts' ? [] : ['accounts.sqlite'])];
    const contents = async () => {
      const files = Object.entries(await contentsOf(data.path));
      return files.filter(([file]) => !noted.includes(basename(file)));
    };
    const before = await contents();
    const target = join(await temporaryFolder(t), 'copy');
    for (const command of commands) {
      const args = command.replace('ORDERS', String(orders[0])).replace('TARGET', target).split(' ');
      const outcome = await (command === 'serve' ? runShortly(data.env, args) : data.mdq(...args));
      assertMistake(outcome, /layout \d+, made by a newer mdq; this one knows/);
      assert.deepEqual(await contents(), before, command);
    }
  });
}

async function layouts({ path }: DataFolder): Promise<{ accounts: number; lines: number }> {
  using database = new DatabaseSync(join(path, 'accounts.sqlite'));
  const accounts = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  const rows = await query(path, "SELECT table_name FROM duckdb_tables() WHERE table_name = 'layout'");
  const lines = rows.length === 0 ? 1 : Number((await query(path, 'SELECT version FROM layout'))[0]?.version);
  return { accounts, lines };
}

async function query(folder: string, sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(join(folder, 'warehouse.duckdb'));
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJS();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** What a program of tomorrow might leave. */
async function makeNewer({ path }: DataFolder, store: keyof typeof COMMANDS): Promise<void> {
  if (store === 'accounts') {
    using database = new DatabaseSync(join(path, 'accounts.sqlite'));
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 99');
  } else if (store === 'lines') {
    await query(path, 'UPDATE layout SET version = 99');
  } else {
    const { version } = JSON.parse(await readFile(join(path, 'published/current.json'), 'utf8'));
    const file = join(path, `published/v${version}.snapshot`);
    const bytes = await readFile(file);
    bytes.write('MDQSNAP9', 'latin1');
    await writeFile(file, bytes);
  }
}
