import { randomUUID } from 'node:crypto';
import { atEnd } from '../at-end.ts';
import { noPostgres, PostgresServer, queryOn } from './postgres-server.ts';

export { noPostgres, PASSWORD, type PostgresServer, queryOn } from './postgres-server.ts';

/** Why there is no PostgreSQL at all, started here or named by MDQ_TEST_POSTGRES. */
export const noDatabase: string | undefined = process.env.MDQ_TEST_POSTGRES ? undefined : noPostgres;

/** A server of its own for the tests of this file, which may stop, kill, start and copy it. */
export async function startPostgres(): Promise<PostgresServer> {
  const server = await PostgresServer.start();
  atEnd(() => server.remove());
  return server;
}

let shared: Promise<PostgresServer> | undefined;

/** The address of the server that the tests of the file share, or that MDQ_TEST_POSTGRES names. */
export async function sharedPostgres(): Promise<string> {
  const given = process.env.MDQ_TEST_POSTGRES;
  if (given) return given;
  if (!shared) {
    shared = PostgresServer.start();
    atEnd(async () => (await shared)?.remove());
  }
  return (await shared).url();
}

/** A database of its own, on the server that MDQ_TEST_POSTGRES names or on one that the tests of the file share. */
export async function createDatabase(): Promise<string> {
  const given = await sharedPostgres();
  const name = `mdq_${randomUUID().slice(0, 8)}`;
  await queryOn(given, `CREATE DATABASE ${name}`);
  atEnd(() => queryOn(given, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return Object.assign(new URL(given), { pathname: `/${name}` }).href;
}
