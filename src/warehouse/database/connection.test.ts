/** DuckDB never installs an extension by itself, and a query cannot raise its own size limit. */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../../test/support/workplace.ts';
import { UserError } from '../../errors/operators.ts';
import { Stopped } from '../warehouse-errors.ts';
import { Connection, warehousePath } from './connection.ts';

test('a stop while a piece is worked on is told to who asked, and ends nothing else', async () => {
  const connection = await Connection.temporary({ tmp: tmpdir(), memory: 100e6 });
  const each = connection.each({ i: 'i32' }, 'SELECT i::INTEGER FROM range(10000) t(i)', {}, async () => {
    // Long enough for the second piece to be there. The third fails at once, while the second is worked on.
    await sleep(100);
    connection.stop();
  });
  await assert.rejects(each, Stopped);
  connection.close();
});

test('no engine of the program installs or loads an extension by itself', async (t) => {
  const folder = await temporaryFolder(t);
  const room = { tmp: folder, memory: 100e6 };
  const engines = [
    () => Connection.open(folder, { ...room, mayMake: true }),
    () => Connection.openReadOnly(warehousePath(folder)),
    () => Connection.inMemory({ ...room, paths: [] }),
    () => Connection.temporary(room),
  ];
  for (const open of engines) {
    const connection = await open();
    const settings = await connection.rows(
      "SELECT name, value FROM duckdb_settings() WHERE name LIKE 'auto%known_extensions' ORDER BY name",
    );
    connection.close();
    assert.deepEqual(
      settings.map(({ name, value }) => `${name} ${value}`),
      ['autoinstall_known_extensions false', 'autoload_known_extensions false'],
    );
  }
});

test('a query that meters rows itself cannot raise its limit', async () => {
  const connection = await Connection.temporary({ tmp: tmpdir(), memory: 100e6 });
  await connection.registerMetered();
  for (const size of ['-1e300', "'-inf'::DOUBLE", "'nan'::DOUBLE"]) {
    const own = `(SELECT i FROM range(100000) t(i) WHERE metered(${size}) IS NOT NULL)`;
    await assert.rejects(
      connection.runMetered(
        `CREATE OR REPLACE TABLE t AS FROM ${own} WHERE metered(8) IS NOT NULL`,
        {},
        100_000,
        () => new UserError('more than it may'),
      ),
      /more than it may/,
      size,
    );
  }
  connection.close();
});
