/** Brings the accounts or the lines of a folder up to date, and is killed before that is committed. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as accounts from '../../../src/accounts/sqlite/file/migrations.ts';
import { Connection } from '../../../src/warehouse/database/connection.ts';
import * as lines from '../../../src/warehouse/duckdb/file/migrate.ts';

const [, , store = '', dataDir = ''] = process.argv;
const kill = () => process.kill(process.pid, 'SIGKILL');

if (store === 'accounts') {
  const db = new DatabaseSync(join(dataDir, 'accounts.sqlite'));
  db.exec('PRAGMA journal_mode = WAL');
  db.function('kill', () => Number(kill()));
  accounts.migrate(db, '', [...accounts.MIGRATIONS, 'SELECT kill()']);
} else {
  const connection = await Connection.open(dataDir, {
    tmp: join(dataDir, 'tmp'),
    memory: 5e8,
    mayMake: false,
  });
  const run = connection.run.bind(connection);
  connection.run = (sql, values) => (sql === 'kill' ? Promise.resolve(Number(kill())) : run(sql, values));
  await lines.migrate(connection, '', [...lines.MIGRATIONS, 'kill']);
}
