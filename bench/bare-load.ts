// The baseline: DuckDB alone, which copies a file into a table of a fresh database and closes it.
import { DuckDBInstance } from '@duckdb/node-api';

const [, , file = '', database = ''] = process.argv;
const read = file.endsWith('.parquet') ? 'read_parquet' : 'read_csv';
const instance = await DuckDBInstance.create(database);
const connection = await instance.connect();
await connection.run(`CREATE TABLE t AS FROM ${read}('${file}')`);
await connection.run('CHECKPOINT');
connection.closeSync();
instance.closeSync();
