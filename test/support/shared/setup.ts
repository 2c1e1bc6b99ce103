/** Shared by all test files of a run, for `--test-global-setup`: a PostgreSQL server, and a folder for templates. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noPostgres, PostgresServer } from '../stores/postgres-server.ts';

let folder: string | undefined;
let postgres: PostgresServer | undefined;

export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'mdq-shared-'));
  process.env.MDQ_TEST_SHARED = folder;
  if (process.env.MDQ_TEST_POSTGRES || noPostgres) return;
  postgres = await PostgresServer.start();
  process.env.MDQ_TEST_POSTGRES = postgres.url();
}

export async function globalTeardown(): Promise<void> {
  await postgres?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
}
