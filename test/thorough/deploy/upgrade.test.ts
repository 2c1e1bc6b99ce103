/** A store of every released layout is opened, served and written to; one of a newer layout is left alone. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeCsv } from '../../support/order-files.ts';
import { difference, publishedFigures, servedFigures } from '../../support/reference/figures.ts';
import { madeRowsBetween } from '../../support/reference/made-rows.ts';
import { someQuestions, urlOf } from '../../support/reference/questions.ts';
import { Reference } from '../../support/reference/reference.ts';
import { spawnServer } from '../../support/server-process.ts';
import {
  assertMistake,
  type DataFolder,
  dataFolderFor,
  openDataFolder,
  runShortly,
} from '../../support/stores/data-folder.ts';
import { contentsOf } from '../../support/stores/folder-contents.ts';
import { auditReleased, type KeyName, openReleasedStore } from '../../support/stores/released-store.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const ROWS = madeRowsBetween('2024-11-01', '2025-01-31');
const LATER = madeRowsBetween('2025-02-01', '2025-02-28');

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

function urlsOf(rows: Parameters<typeof madeReference>[0]): string[] {
  return someQuestions(madeReference(rows)).map(urlOf);
}

function madeReference(rows: ReturnType<typeof madeRowsBetween>): Reference {
  return new Reference(rows, { timeZone: 'Asia/Taipei' });
}

test('the accounts of a released store are what they were', async (t) => {
  const { data, said } = await openReleasedStore(t);
  const { refunded, taken, expired, log: _, ...audit } = await auditReleased(data);
  assert.deepEqual([refunded, taken, expired, audit], [0, 0, 0, said.audit]);
  const accounts = (await data.succeed('account', 'list', '--json')).trimEnd().split('\n');
  const balances = accounts
    .map((line) => JSON.parse(line))
    .map(({ account, balance, state }) => ({ account, balance, state }));
  assert.deepEqual(balances, said.balances);
  const grants = (await data.succeed('points', 'list', 'acme', '--json')).trimEnd().split('\n');
  assert.deepEqual(
    grants.map((line) => JSON.parse(line).points),
    [100_000, 500],
  );
});

test('a released store is served: its keys, its figures, its charges', async (t) => {
  const { data, said, orders } = await openReleasedStore(t);
  const fresh = await dataFolderFor(t, { MDQ_TIMEZONE: said.timeZone });
  for (const file of orders) await fresh.succeed('import', file);
  const urls = urlsOf(ROWS);

  const server = await spawnServer(data.env);
  t.after(() => server.child.kill('SIGKILL'));
  for (const [name, status] of Object.entries(ANSWERED)) {
    const headers = { 'x-api-key': said.keys[name as KeyName] };
    const answer = await fetch(`${server.url}/api/public/meta/categories`, { headers });
    await answer.arrayBuffer();
    assert.equal(answer.status, status, name);
  }
  const told = await fetch(`${server.url}/api/account/calls`, { headers: { 'x-api-key': said.keys.active } });
  const { calls } = ((await told.json()) as { data: { calls: { parameters: object | null }[] } }).data;
  const [newest, ...earlier] = calls.map(({ parameters }) => parameters);
  assert.deepEqual([newest, earlier.at(-1)], [{}, null], 'what calls from before asked was not kept');
  const served = await servedFigures(server.url, said.keys.active, urls);
  assert.equal(difference(served, await publishedFigures(fresh, urls)), undefined);
  assert.equal(await server.end('SIGTERM'), 0);
  const audit = await auditReleased(data);
  assert.deepEqual([audit.ok, audit.calls], [true, Number(said.audit.calls) + urls.length + 2]);
});

test('a released store takes an import as if the store were new', async (t) => {
  const { data, said, orders } = await openReleasedStore(t);
  const fresh = await dataFolderFor(t, { MDQ_TIMEZONE: said.timeZone });
  const later = await writeCsv(join(fresh.path, 'later.csv'), LATER);
  await fresh.succeed('import', ...orders, later);
  await data.succeed('import', later);
  const urls = urlsOf([...ROWS, ...LATER]);
  assert.equal(
    difference(await publishedFigures(data, urls), await publishedFigures(fresh, urls)),
    undefined,
  );
  await data.succeed('refresh');
  assert.equal(
    difference(await publishedFigures(data, urls), await publishedFigures(fresh, urls)),
    undefined,
  );
});

test('opening a released store brings it up to date', async (t) => {
  const { data, orders } = await openReleasedStore(t);
  assert.deepEqual(await layouts(data), { accounts: 2, lines: 1 });
  assert.equal((await auditReleased(data)).ok, true);
  await data.succeed('import', String(orders[0]));
  assert.deepEqual(await layouts(data), { accounts: 6, lines: 6 });
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
    assert.deepEqual(await layouts(data), { accounts: 2, lines: 1 });

    const { refunded, taken, expired, log: _, ...audit } = await auditReleased(data);
    assert.deepEqual([refunded, taken, expired, audit], [0, 0, 0, said.audit]);
    await data.succeed('import', String(orders[0]));
    assert.deepEqual(await layouts(data), { accounts: 6, lines: 6 });
  });
}

/** Commands that open each store; names and ids are looked for only in a store that can be read. */
const COMMANDS = {
  accounts: [
    'serve',
    'demo',
    'account create beta',
    'account list',
    'account activate acme',
    'account deactivate acme',
    'key create acme',
    'key list',
    'key rotate key_24d362a319',
    'key activate key_24d362a319',
    'key deactivate key_24d362a319',
    'key delete key_24d362a319',
    'points grant acme 5',
    'points list',
    'usage acme',
    'usage --prune 2026-01-01',
    'audit',
    'backup TARGET',
  ],
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
    const contents = async () => {
      const {
        [join(data.path, 'accounts.sqlite')]: accounts,
        [join(data.path, 'last-backup.json')]: _,
        ...rest
      } = await contentsOf(data.path);
      return store === 'accounts' ? { accounts, ...rest } : rest;
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

test('mdq --version is the version of the package', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
  const data = await openDataFolder();
  try {
    assert.equal(await data.succeed('--version'), `${version}\n`);
  } finally {
    await data.remove();
  }
});

async function layouts({ path }: DataFolder): Promise<{ accounts: number; lines: number }> {
  const database = new DatabaseSync(join(path, 'accounts.sqlite'));
  const accounts = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  database.close();
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
    const database = new DatabaseSync(join(path, 'accounts.sqlite'));
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 99');
    database.close();
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
