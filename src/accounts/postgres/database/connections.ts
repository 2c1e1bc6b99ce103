import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { UserError } from '../../../errors/operators.ts';
import { codeOf } from '../../../errors/stores.ts';
import type { PostgresAddress } from '../../../settings/postgres-address.ts';
import { isNothingDone, isReadOnly, typedError } from '../postgres-error.ts';
import { PROGRAM_NAME } from './rollout.ts';

/** Whatever statements can be sent to. */
export interface Queries {
  use<T>(work: (client: Client) => Promise<T>): Promise<T>;
  /** One statement, whose rows have these columns. */
  query<T = Row>(text: string, values?: readonly unknown[]): Promise<T[]>;
}

/** At most so many at a time; most are idle most of the time. */
const MAX_CONNECTIONS = 4;
/** Nothing holds a lock for so long while all is well. */
const LOCK_MS = 5000;
/** Batches of other servers wait for each other for less; who waits for longer may be in the way of others. */
export const BRIEF_LOCK_MS = 1000;
const IDLE_MS = 60_000;

export type Client = pg.ClientBase;
export type Row = Record<string, unknown>;

/** bigint comes as a number: points and times are safe integers everywhere in this program. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format),
};

interface Patience {
  /** A server that has not answered by then counts as lost; the system itself would wait a quarter of an hour. */
  readonly answerMs?: number;
  /** The server itself ends a statement that takes so long, its commit aside, whatever it has been told before. */
  readonly statementMs?: number;
  /** For so long each lock is waited for. */
  readonly lockMs?: number;
  /** A program that was stopped in the middle of a change holds up nobody for longer. */
  readonly idleMs?: number;
}

/** A server that follows another takes no writes, and is passed over. */
class StandbyError extends Error {}

/**
 * Connections to the first server of an address that takes writes. One that fails, or no longer takes writes, is left
 * for the next; nothing has to be done when a server comes back.
 */
export class Connections implements Queries {
  readonly #pools: readonly pg.Pool[];
  #current = 0;

  constructor(address: PostgresAddress, patience: Patience = {}) {
    const ssl = tlsOptions(address);
    this.#pools = address.hosts.map(({ host, port }) => {
      const { user, database } = address;
      // Without one the driver gives up half-way and leaves the connection open; a wrong one is refused by the server.
      const password = address.password || ' ';
      const pool = new pg.Pool({
        ...{ host, port, user, password, database, ssl },
        max: MAX_CONNECTIONS,
        connectionTimeoutMillis: address.connectSeconds * 1000,
        idleTimeoutMillis: 60_000,
        ...(patience.answerMs !== undefined && { query_timeout: patience.answerMs }),
        keepAlive: true,
        application_name: PROGRAM_NAME,
        types: TYPES,
        onConnect: (client) => setUpSession(client, patience),
      });
      // A connection that ends is taken out of the pool, and whoever was using it gets the error of its query.
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => undefined));
      return pool;
    });
  }

  /** Runs work on a connection of its own. */
  async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const { client, place } = await this.#connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      const isBroken = !isNothingDone(error) || isReadOnly(error);
      client.release(isBroken);
      // Of several that fail together, one goes on to the next server.
      if (isReadOnly(error) && this.#current === place) this.#current = (place + 1) % this.#pools.length;
      throw error;
    }
  }

  /** With the errors of the port. */
  async query<T = Row>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    try {
      return await this.use(async (client) => (await client.query(text, [...values])).rows);
    } catch (error) {
      throw typedError(error);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  async #connect(): Promise<{ client: pg.PoolClient; place: number }> {
    const failures: unknown[] = [];
    const first = this.#current;
    for (let i = 0; i < this.#pools.length; i++) {
      const place = (first + i) % this.#pools.length;
      try {
        const client = await this.#pools[place]?.connect();
        if (!client) continue;
        this.#current = place;
        return { client, place };
      } catch (error) {
        failures.push(error);
      }
    }
    // Where all refuse, one that answered tells more than one that did not.
    const told = failures.find((error) => error instanceof pg.DatabaseError) ?? failures[0];
    throw new CannotConnect(told);
  }
}

/** No server could be connected to: nothing was asked of any. */
export class CannotConnect extends Error {
  constructor(cause: unknown) {
    super('no server of the address can be used', { cause });
  }

  get isStandbyOnly(): boolean {
    return this.cause instanceof StandbyError;
  }
}

/** What a charge is promised to be holds on each connection, whatever the database's own settings are. */
async function setUpSession(
  client: Client,
  { statementMs, lockMs = LOCK_MS, idleMs = IDLE_MS }: Patience,
): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(`
    SELECT pg_is_in_recovery() AS standby,
           set_config('lock_timeout', '${lockMs}', false),
           ${statementMs === undefined ? '' : `set_config('statement_timeout', '${statementMs}', false),`}
           set_config('idle_in_transaction_session_timeout', '${idleMs}', false),
           set_config('default_transaction_isolation', 'read committed', false),
           set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                        WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)`);
  if (rows[0]?.standby) throw new StandbyError('the server is a standby');
}

function tlsOptions(address: PostgresAddress): ConnectionOptions | false {
  const { setting, tls, rootCertificate, certificate, key } = address;
  if (tls === 'disable') return false;
  return {
    rejectUnauthorized: tls !== 'require',
    ...(tls === 'verify-ca' && { checkServerIdentity: () => undefined }),
    ...(rootCertificate && { ca: readPart(setting, 'sslrootcert', rootCertificate) }),
    ...(certificate && { cert: readPart(setting, 'sslcert', certificate) }),
    ...(key && { key: readPart(setting, 'sslkey', key) }),
  };
}

function readPart(setting: string, parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(
      `${parameter} of ${setting} must name a file that can be read; ${path} cannot (${codeOf(error)})`,
    );
  }
}
