import pg from 'pg';
import { UserError } from '../../../errors/operators.ts';
import { codeOf, StoreError } from '../../../errors/stores.ts';
import { describeAddress, type PostgresAddress } from '../../../settings/postgres-address.ts';
import { sqlState } from '../postgres-error.ts';
import { CannotConnect, type Connections, type Row } from './connections.ts';

const OLDEST_VERSION = 14;
/** More than clocks that are kept by NTP ever differ: days and hours would be counted wrong. */
const MAX_CLOCK_SECONDS = 300;

const EXAMINE = `
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer AS number,
         current_setting('server_encoding') AS encoding, extract(epoch FROM clock_timestamp()) * 1000 AS clock,
         (SELECT bool_and(has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
                          AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))
          FROM pg_class WHERE relnamespace = to_regnamespace('mdq') AND relkind IN ('r', 'p')) AS may_write`;

/** Reports now what would go wrong later. */
export async function examineServer(connections: Connections, address: PostgresAddress): Promise<void> {
  const asked = Date.now();
  const row = await connections.use(async (client) => (await client.query<Row>(EXAMINE)).rows[0]);
  const version = Number(row?.number) / 10_000;
  if (version < OLDEST_VERSION) {
    throw new UserError(
      `PostgreSQL must be version ${OLDEST_VERSION} or later; ${describeAddress(address)} is ${row?.version}`,
    );
  }
  if (row?.encoding !== 'UTF8') {
    throw new UserError(
      `The database must have the encoding UTF8; ${describeAddress(address)} has ${row?.encoding}. Make it with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`,
    );
  }
  const ahead = Math.round(((asked + Date.now()) / 2 - Number(row?.clock)) / 1000);
  if (Math.abs(ahead) > MAX_CLOCK_SECONDS) {
    const side = ahead > 0 ? 'ahead of' : 'behind';
    throw new UserError(
      `The clock of this machine is ${Math.abs(ahead)} seconds ${side} that of PostgreSQL; set both by NTP`,
    );
  }
  if (row?.may_write === false) throw noRights(address);
}

/** What went wrong while opening, in one line for the operator. */
export function explained(error: unknown, address: PostgresAddress): unknown {
  if (error instanceof UserError) return error;
  const cause = error instanceof CannotConnect || error instanceof StoreError ? error.cause : error;
  const where = describeAddress(address);
  if (error instanceof CannotConnect && error.isStandbyOnly) {
    return new UserError(
      `None of the servers in ${address.setting} takes writes (${where}): they are standbys. Name the primary as well`,
    );
  }
  switch (sqlState(cause)) {
    case '28P01':
    case '28000':
      return new UserError(
        `PostgreSQL refuses the user "${address.user}" (${where}): check the user and password in ${address.setting}`,
      );
    case '3D000':
      return new UserError(
        `There is no ${where}; make it with CREATE DATABASE, or name another in ${address.setting}`,
      );
    case '42501':
      return noRights(address);
    case '42P07':
    case '42723':
    case '42703':
    case '42P01':
      return new UserError(
        `The schema "mdq" in ${where} holds other tables than those of mdq; use a database of its own in ${address.setting}`,
      );
  }
  if (cause instanceof pg.DatabaseError) {
    return new UserError(`PostgreSQL refuses to open the accounts (${where}): ${cause.message}`);
  }
  const reason = codeOf(cause) ?? (cause instanceof Error ? cause.message : String(cause));
  return new UserError(
    `PostgreSQL cannot be reached (${where}): ${reason}. Check ${address.setting} and whether the server runs`,
  );
}

function noRights({ user, database }: PostgresAddress): UserError {
  return new UserError(
    `The user "${user}" may not make or change the tables in "${database}"; ` +
      `GRANT CREATE ON DATABASE "${database}" TO "${user}", or let it own the schema "mdq"`,
  );
}
