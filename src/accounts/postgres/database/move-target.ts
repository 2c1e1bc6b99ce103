import { UserError } from '../../../errors/operators.ts';
import type { Day } from '../../../lib/calendar.ts';
import { toStorable } from '../../../lib/text/stored-text.ts';
import { describeAddress, type PostgresAddress } from '../../../settings/postgres-address.ts';
import type { Points } from '../../accounts.ts';
import type { AuditReport } from '../../ledger.ts';
import { type Entry, type MoveTarget, OFFICE, type Rest, type Rows } from '../../move.ts';
import { audit } from '../ledger/audit.ts';
import { addMonths } from '../ledger/partitions.ts';
import { chargeChecksum, detailsChecksum, pointsChecksum } from '../ledger/row-checksum.ts';
import { inTransaction } from '../transaction.ts';
import type { Client, Connections } from './connections.ts';
import { shutOlderPrograms } from './rollout.ts';

/** Tables that number their rows themselves, and by which column. */
const NUMBERED = [
  ['account', 'id'],
  ['key', 'id'],
  ['path', 'id'],
  ['delivery', 'number'],
] as const;

/** Rows that are sent at once. */
const STEP = 5000;

const ADD_CHARGES = `
  INSERT INTO mdq.charge (account, number, day, at, key, path, points, balance, request_id, parameters, checksum)
  SELECT account, number, day, at, key, path, points, balance, request_id, parameters, ${chargeChecksum}
  FROM jsonb_to_recordset($1) AS row (account integer, number bigint, day integer, at bigint, key integer,
         path integer, points bigint, balance bigint, request_id text, parameters text)`;

const ADD_CHANGES = `
  INSERT INTO mdq.points_change (account, number, at, points, balance, done_by, note, kind, reference, expires, ends_at,
                                 of_grant, asked, checksum, details_checksum)
  SELECT *, ${pointsChecksum}, CASE WHEN kind IS NOT NULL THEN ${detailsChecksum} END
  FROM jsonb_to_recordset($1) AS row (account integer, number bigint, at bigint, points bigint, balance bigint,
         done_by text, note text, kind text, reference text, expires integer, ends_at bigint, of_grant bigint,
         asked bigint)`;

/** A server that was open here before would charge what the old store charges as well. */
const REFUSE_CHARGES = `
  CREATE OR REPLACE FUNCTION mdq.refuse_while_moving() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF current_setting('mdq.is_move', true) IS DISTINCT FROM 'yes' THEN
      RAISE EXCEPTION 'the accounts are still being moved here; end that with "mdq migrate --to-accounts URL --finish" first';
    END IF;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER refuse_while_moving BEFORE INSERT ON mdq.charge
  FOR EACH STATEMENT EXECUTE FUNCTION mdq.refuse_while_moving()`;

/** PostgreSQL as the place that accounts are moved to. Nobody charges there before the move is finished. */
export class PostgresMoveTarget implements MoveTarget {
  readonly name: string;
  readonly #connections: Connections;

  constructor(connections: Connections, address: PostgresAddress) {
    this.name = describeAddress(address);
    this.#connections = connections;
  }

  async begin(source: string): Promise<{ copied: number; lastDay: Day }> {
    return inTransaction(this.#connections, async (client) => {
      const { rows } = await client.query<{ source: string; copied: number; is_finished: boolean }>(
        'SELECT source, copied, is_finished FROM mdq.move',
      );
      const [known] = rows;
      const { rows: there } = await client.query('SELECT 1 FROM mdq.account LIMIT 1');
      if (known?.is_finished && known.source === source) {
        throw new UserError(`These accounts were moved to ${this.name} already; set ACCOUNTS_URL to that`);
      }
      if (known ? known.is_finished || known.source !== source : there.length > 0) {
        throw new UserError(`${this.name} holds other accounts already; name an empty database`);
      }
      if (!known) {
        await client.query('INSERT INTO mdq.move (source) VALUES ($1)', [source]);
        await client.query(REFUSE_CHARGES);
      }
      const { rows: days } = await client.query<{ day: number | null }>(
        'SELECT max(day) AS day FROM mdq.usage',
      );
      return { copied: known?.copied ?? 0, lastDay: days[0]?.day ?? -(2 ** 31) + 1 };
    });
  }

  async isFinished(source: string): Promise<boolean> {
    const rows = await this.#connections.query('SELECT 1 FROM mdq.move WHERE is_finished AND source = $1', [
      source,
    ]);
    return rows.length > 0;
  }

  async add(entries: readonly Entry[]): Promise<void> {
    const charges = entries.filter((entry) => entry.kind === 'charge');
    const changes = entries.filter((entry) => entry.kind === 'change');
    if (charges.length > 0) {
      await addMonths(
        this.#connections,
        charges.map(({ day }) => day),
      );
    }
    await inTransaction(this.#connections, async (client) => {
      await client.query(`SELECT set_config('mdq.is_move', 'yes', true)`);
      await client.query(ADD_CHARGES, [
        jsonText(charges.map(({ id, requestId, ...row }) => ({ ...row, number: id, request_id: requestId }))),
      ]);
      await client.query(ADD_CHANGES, [
        jsonText(
          changes.map(({ id, by, details: { what, ...rest }, ...row }) => ({
            ...{ ...row, ...rest },
            ...{ number: id, done_by: by, kind: what },
          })),
        ),
      ]);
      await client.query('UPDATE mdq.move SET copied = $1', [entries.at(-1)?.id]);
    });
  }

  async replaceRest(rest: Rest): Promise<void> {
    await inTransaction(this.#connections, async (client) => {
      await client.query(
        'TRUNCATE mdq.account, mdq.former_name, mdq.lot, mdq.plan, mdq.spent, mdq.key, mdq.path, mdq.price, mdq.brand, mdq.idempotency CASCADE',
      );
      await client.query(`TRUNCATE ${OFFICE.map((table) => `mdq.${table}`).join(', ')}`);
      await client.query('DELETE FROM mdq.usage WHERE day >= $1', [Math.max(rest.usageFrom, -(2 ** 31))]);
      const booleans = (rows: Rows) => rows.map((row) => ({ ...row, active: row.active === 1 }));
      await put(
        client,
        'account',
        booleans(rest.accounts.map((row) => ({ ...row, is_low_set: row.is_low_set === 1 }))),
      );
      const isOlderUnaware =
        rest.accounts.some(
          ({ next_due, per_day, per_month }) => (next_due ?? per_day ?? per_month) !== null,
        ) || rest.keys.some(({ limits }) => limits !== null);
      if (isOlderUnaware) await shutOlderPrograms(client);
      await put(client, 'former_name', rest.formerNames);
      await put(
        client,
        'lot',
        rest.lots.map((row) => ({ ...row, is_plan: row.is_plan === 1 })),
      );
      await put(client, 'plan', rest.plans);
      await put(client, 'spent', rest.spent);
      await put(client, 'key', booleans(rest.keys));
      await put(client, 'path', rest.paths);
      await put(client, 'price', rest.prices);
      await put(client, 'brand', rest.brand);
      await put(client, 'idempotency', rest.idempotency);
      for (const table of OFFICE) await put(client, table, rest.office[table]);
      await put(client, 'usage', rest.usage);
      await client.query('UPDATE mdq.state SET pruned_before = $1, time_zone = $2', [
        rest.prunedBefore,
        rest.timeZone,
      ]);
      for (const [table, column] of NUMBERED) {
        await client.query(
          `SELECT setval(pg_get_serial_sequence('mdq.${table}', '${column}'), coalesce(max(${column}), 0) + 1, false)
           FROM mdq.${table}`,
        );
      }
    });
  }

  audit(): Promise<AuditReport> {
    return audit(this.#connections);
  }

  async balances(): Promise<ReadonlyMap<string, Points>> {
    const rows = await this.#connections.query('SELECT name, balance FROM mdq.account');
    return new Map(rows.map(({ name, balance }) => [String(name), Number(balance)]));
  }

  async finish(): Promise<void> {
    await inTransaction(this.#connections, async (client) => {
      await client.query('DROP TRIGGER IF EXISTS refuse_while_moving ON mdq.charge');
      await client.query('UPDATE mdq.move SET is_finished = true');
    });
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}

/** Rows as PostgreSQL reads them: it takes no NUL in a text, and older programs let some into notes and names of keys. */
function jsonText(rows: Rows): string {
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? toStorable(value) : value));
}

/** Adds rows whose columns are those of the table. */
async function put(client: Client, table: string, rows: Rows): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  for (let i = 0; i < rows.length; i += STEP) {
    await client.query(
      `INSERT INTO mdq.${table} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM jsonb_populate_recordset(NULL::mdq.${table}, $1)`,
      [jsonText(rows.slice(i, i + STEP))],
    );
  }
}
