/** A query for --sql makes lines of its tables and does nothing else, whoever wrote it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { inspect } from '../../../src/warehouse/intake/reading/file-kind.ts';
import { makeReadable } from '../../../src/warehouse/intake/reading/plain-text.ts';
import { Scratch } from '../../../src/warehouse/intake/reading/scratch.ts';
import { runQuery } from '../../../src/warehouse/intake/sql-lines.ts';
import { cleanEnvironment, MDQ } from '../../support/command.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { HEADER } from '../../support/stores/intake-place.ts';
import { until } from '../../support/until.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const ORDERS = `${HEADER}\no1,2025-11-01,Cat,Sub,p1,10.00\n`;

/** A file of orders, a query over it, and the folder in which a check puts what it needs. */
async function openQuery(t: TestContext) {
  const data = await dataFolderFor(t);
  const at = (name: string) => join(data.path, name);
  const scratch = at('tmp');
  await mkdir(scratch);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = scratch;
  t.after(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });
  await writeFile(at('orders.csv'), ORDERS);
  return {
    at,
    scratch,
    async mdq(sql: string, ...args: string[]) {
      await writeFile(at('lines.sql'), sql);
      return data.mdq('import', '--sql', at('lines.sql'), at('orders.csv'), ...args);
    },
  };
}

const OWN_PATH = `(SELECT regexp_extract(value, '/[^,'' ]*orders\\.csv') FROM duckdb_settings() WHERE name = 'allowed_paths')`;
const breakOut = (statements: string) =>
  `SELECT * FROM orders\n); SET VARIABLE p = ${OWN_PATH};\n${statements}; FROM (SELECT * FROM orders\n`;

const HOSTILE: Readonly<Record<string, readonly [sql: string, said: RegExp]>> = {
  'a parenthesis that ends ours, and a COPY over the source': [
    breakOut(`COPY (SELECT 'gone') TO (getvariable('p')) (FORMAT csv, USE_TMP_FILE false, HEADER false)`),
    /lines\.sql fails: Parser Error: syntax error at or near "\)"/,
  ],
  'a COPY as Parquet': [
    breakOut(`COPY (SELECT 'gone') TO (getvariable('p')) (FORMAT parquet, USE_TMP_FILE false)`),
    /lines\.sql fails: Parser Error/,
  ],
  'a log that is written over the source': [
    breakOut(`SET log_query_path = 'orders.csv'; SELECT 1`),
    /lines\.sql fails: Parser Error/,
  ],
  'two statements': ['SELECT * FROM orders; SELECT 1', /lines\.sql must be one SELECT and nothing else/],
  'a statement that is no SELECT': ["SET log_query_path = 'orders.csv'", /lines\.sql must be one SELECT/],
  'a setting before the SELECT': ['SET threads = 1; SELECT * FROM orders', /lines\.sql must be one SELECT/],
  'a log to a file, which would abort the process': [
    `SELECT * FROM enable_logging(storage = 'file', storage_path = '/x')`,
    /lines\.sql calls enable_logging\(\) as a table\. A query reads its tables, and can call generate_series, /,
  ],
  'the same in a sub-query': [
    'SELECT *, (SELECT count(*) FROM "Enable_Logging"()) AS tags FROM orders',
    /calls enable_logging\(\) as a table/,
  ],
  'a query in a text': ["FROM query('SELECT 1')", /calls query\(\) as a table/],
  'settings of the engine': ['FROM duckdb_settings()', /calls duckdb_settings\(\) as a table/],
  'a pragma': ["FROM pragma_table_info('orders')", /calls pragma_table_info\(\) as a table/],
  'a file of the machine': ["FROM read_text('/etc/hostname')", /calls read_text\(\) as a table/],
  'a file of the machine by its name': ["FROM '/etc/hostname.csv'", /lines\.sql fails: /],
};

test('a query that is more than one SELECT over its tables is refused, and the source stays as it is', async (t) => {
  const { at, scratch, mdq } = await openQuery(t);
  for (const [what, [sql, said]] of Object.entries(HOSTILE))
    for (const args of [['--check'], []]) {
      const { code, stderr } = await mdq(sql, ...args);
      assert.equal(code, 1, `${what}: ${stderr}`);
      assert.match(stderr, said, what);
      assert.equal(await readFile(at('orders.csv'), 'utf8'), ORDERS, what);
      assert.deepEqual(await readdir(scratch), [], what);
    }
});

test('a check that is stopped while its query runs leaves nothing behind', async (t) => {
  const { at, scratch } = await openQuery(t);
  await writeFile(at('lines.sql'), 'SELECT count(*) FROM range(100000000000) AS a, range(100000000000) AS b');
  const args = ['import', '--check', '--sql', at('lines.sql'), at('orders.csv')];
  const child = spawn(MDQ, args, {
    env: cleanEnvironment({ DATA_DIR: at('data'), TMPDIR: scratch }),
  });
  t.after(() => child.kill('SIGKILL'));
  await until('the query runs', async () => (await readdir(scratch, { recursive: true })).length > 3);
  child.kill('SIGINT');
  await once(child, 'close');
  assert.equal(child.signalCode, 'SIGINT');
  assert.deepEqual(await readdir(scratch), []);
});

test('a query may use what makes rows of values, and ends with a remark', async (t) => {
  const { mdq } = await openQuery(t);
  const { code, stderr } = await mdq(
    `WITH each AS (SELECT unnest([order_id, order_id || 'x']) AS order_id, orders.* EXCLUDE (order_id) FROM orders)
     SELECT * FROM each, range(1), generate_series(1, 1), (PIVOT orders ON category IN ('Cat') USING count(*)) AS wide -- all`,
    '--check',
  );
  assert.equal(code, 0, stderr);
});

test('a query that never ends is stopped, and the message says after how long', async (t) => {
  const folder = await mkdtemp(join(await temporaryFolder(t), 'scratch-'));
  const path = join(folder, 'orders.csv');
  await writeFile(path, ORDERS);
  const endless = {
    'a recursion': 'WITH RECURSIVE t AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM t) SELECT max(i) FROM t',
    'many rows': 'SELECT sum(a.range * b.range) FROM range(100000000000) AS a, range(100000000000) AS b',
  };
  for (const [what, query] of Object.entries(endless)) {
    const workDir = await mkdtemp(join(folder, 'work-'));
    const scratch = await Scratch.open(workDir);
    const sql = join(workDir, 'lines.sql');
    await writeFile(sql, query);
    const file = await makeReadable(await inspect(path), { scratch, number: 0, maxBytes: 1e9 });
    const run = runQuery(
      [file],
      { files: [path], profile: { sql } },
      { scratch, memory: 1e9, maxBytes: 1e9, maxMinutes: 0.01, cancelledStatuses: [], memberOf: String },
    );
    await assert.rejects(run, /lines\.sql ran for more than 0\.01 minutes and was stopped/, what);
  }
});
