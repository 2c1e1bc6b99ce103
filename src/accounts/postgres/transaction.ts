import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../errors/stores.ts';
import type { Client, Queries, Row } from './database/connections.ts';
import { isNothingDone, isTakenMeanwhile, typedError, unreachable } from './postgres-error.ts';

const ASK_MS = 10_000;
const AGAIN_MS = 100;

/** A transaction that is open: what is asked of it is a part of it. */
export class OpenTransaction implements Queries {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return work(this.#client);
  }

  async query<T = Row>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    return (await this.#client.query(text, [...values])).rows;
  }
}

/**
 * Runs work in one transaction, or as a part of one that is open. Where the connection is lost while it commits, the
 * server is asked what became of it before anything is said.
 */
export async function inTransaction<T>(
  connections: Queries,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  if (connections instanceof OpenTransaction) return connections.use(work);
  let transaction: string | undefined;
  let result: T | undefined;
  try {
    return await connections.use(async (client) => {
      await client.query('BEGIN');
      try {
        result = await work(client);
        transaction = await first(client, 'SELECT pg_current_xact_id_if_assigned()::text AS value');
        await client.query('COMMIT');
        return result;
      } catch (error) {
        if (isNothingDone(error)) await client.query('ROLLBACK');
        throw error;
      }
    });
  } catch (error) {
    if (isNothingDone(error) || transaction === undefined) throw typedError(error);
    if (!(await isCommitted(connections, transaction))) throw unreachable(error);
    return result as T;
  }
}

/**
 * Does a part of an open transaction again if another one has meanwhile used what may be used once. PostgreSQL takes no
 * statement after an error but a return to a savepoint.
 */
export async function workAgain<T>(client: Client, work: (client: Client) => Promise<T>): Promise<T> {
  await client.query('SAVEPOINT before_work');
  try {
    return await work(client);
  } catch (error) {
    if (!isTakenMeanwhile(error)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT before_work');
    return work(client);
  }
}

async function isCommitted(connections: Queries, transaction: string): Promise<boolean> {
  for (const until = performance.now() + ASK_MS; performance.now() < until; await sleep(AGAIN_MS)) {
    try {
      const status = await connections.use((client) =>
        first(client, 'SELECT pg_xact_status($1::text::xid8) AS value', [transaction]),
      );
      if (status === 'committed' || status === 'aborted') return status === 'committed';
    } catch {
      // Asked again until it is known, or for long enough.
    }
  }
  throw new StoreError(
    'unknown-outcome',
    'The connection to PostgreSQL was lost while committing: look whether it was done before doing it again',
  );
}

async function first(client: Client, text: string, values: unknown[] = []): Promise<string | undefined> {
  const { rows } = await client.query<Row>(text, values);
  const value = rows[0]?.value;
  return value === null || value === undefined ? undefined : String(value);
}
