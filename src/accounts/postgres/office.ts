import type { Day } from '../../lib/calendar.ts';
import type { Points } from '../accounts.ts';
import { logPage, MAX_LISTED_BYTES, PAGE_BYTES } from '../common/log-page.ts';
import { type OperatorRow, toOperator } from '../common/rows.ts';
import { noSuchOperator, operatorExists } from '../common/rules.ts';
import { type ChainedRow, chain, type Deed, type Head, NO_HEAD } from '../log-chain.ts';
import {
  ANSWERS_MS,
  type EarlierAnswer,
  type LogPage,
  type LogQuery,
  type NewOperator,
  type Office,
  type Operator,
  UNDER_WAY,
} from '../office.ts';
import type { Queries } from './database/connections.ts';
import { inTransaction } from './transaction.ts';

const SELECT = 'SELECT *, mdq.now() AS now FROM mdq.operator';

export class PostgresOffice implements Office {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  async createOperator({ name, role, tokenHash, last4, endsAt }: NewOperator): Promise<Operator> {
    const [made] = await this.#queries.query<OperatorRow>(
      `INSERT INTO mdq.operator (name, role, token_hash, last4, ends_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (name) DO NOTHING RETURNING *, mdq.now() AS now`,
      [name, role, tokenHash, last4, endsAt?.getTime() ?? null],
    );
    if (!made) throw operatorExists(name);
    return toOperator(made);
  }

  async listOperators(): Promise<Operator[]> {
    return (await this.#queries.query<OperatorRow>(`${SELECT} ORDER BY name`)).map(toOperator);
  }

  async revokeOperator(name: string): Promise<Operator> {
    const [revoked] = await this.#queries.query<OperatorRow>(
      `UPDATE mdq.operator SET revoked_at = coalesce(revoked_at, mdq.now()) WHERE name = $1
       RETURNING *, mdq.now() AS now`,
      [name],
    );
    if (!revoked) throw noSuchOperator(name);
    return toOperator(revoked);
  }

  async findOperator(tokenHash: string): Promise<Operator | undefined> {
    const [row] = await this.#queries.query<OperatorRow>(`${SELECT} WHERE token_hash = $1`, [tokenHash]);
    const found = row && toOperator(row);
    return found?.state === 'active' ? found : undefined;
  }

  /** Rows are chained one after another: whoever adds one holds the table until its transaction ends. */
  async log(deed: Deed): Promise<void> {
    await inTransaction(this.#queries, async (client) => {
      await client.query('LOCK TABLE mdq.log IN EXCLUSIVE MODE');
      const { rows } = await client.query<Head & { now: number }>(
        `SELECT now.now, coalesce(number, 0) AS number, coalesce(hash, '') AS hash
         FROM (SELECT mdq.now() AS now) AS now LEFT JOIN (
           SELECT number, hash FROM mdq.log ORDER BY number DESC LIMIT 1) AS newest ON true`,
      );
      const [head] = rows;
      const row = chain(head ?? NO_HEAD, head?.now ?? 0, deed);
      await client.query(
        `INSERT INTO mdq.log (number, at, operator, door, address, operation, outcome, account, details, details_hash, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          ...[row.number, row.at, row.operator, row.door, row.address, row.operation, row.outcome],
          ...[row.account, row.details, row.detailsHash, row.hash],
        ],
      );
    });
  }

  readLog(query: LogQuery): Promise<LogPage> {
    return this.#readLog(query, null);
  }

  listLog(query: LogQuery): Promise<LogPage> {
    return this.#readLog(query, MAX_LISTED_BYTES);
  }

  async #readLog(query: LogQuery, maxBytes: number | null): Promise<LogPage> {
    const { after, limit, since = null, operator = null, account = null } = query;
    const found = await this.#queries.query<ChainedRow>(
      `SELECT number, at, operator, door, address, operation, outcome, account, details,
              details_hash AS "detailsHash", hash
       FROM (
         SELECT *, coalesce(sum(octet_length(details)) OVER (ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
                   AS bytes_before
         FROM (
           SELECT number, at, operator, door, address, operation, outcome, account, details_hash, hash,
                  CASE WHEN octet_length(details) > $1::integer
                       THEN json_build_object('omittedBytes', octet_length(details))::text ELSE details END AS details
           FROM mdq.log
           WHERE number > $2::bigint AND ($3::bigint IS NULL OR at >= $3) AND ($4::text IS NULL OR operator = $4)
             AND ($5::text IS NULL OR account = $5)
           ORDER BY number LIMIT $6::integer
         ) AS found
       ) AS page WHERE bytes_before < $7::integer ORDER BY number`,
      [maxBytes, after, since, operator, account, limit + 1, PAGE_BYTES],
    );
    return logPage(found, query);
  }

  async countAdded(operator: string, day: Day, points: Points): Promise<Points> {
    const [row] = await this.#queries.query<{ points: Points }>(
      `INSERT INTO mdq.added_points AS added (operator, day, points) VALUES ($1, $2, $3)
       ON CONFLICT (operator, day) DO UPDATE SET points = added.points + excluded.points RETURNING points`,
      [operator, day, points],
    );
    return row?.points ?? 0;
  }

  async earlierAnswer(operator: string, key: string): Promise<EarlierAnswer | 'under way' | undefined> {
    // The lock ends with the transaction: whoever does not get it asks while the first change is under way.
    const [lock] = await this.#queries.query<{ held: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended($1 || chr(10) || $2, 6581617)) AS held`,
      [operator, key],
    );
    if (!lock?.held) return 'under way';
    const [earlier] = await this.#queries.query<EarlierAnswer>(
      `SELECT input_hash AS "inputHash", answer FROM mdq.kept_answer
       WHERE operator = $1 AND key = $2 AND at > mdq.now() - $3`,
      [operator, key, ANSWERS_MS],
    );
    return earlier?.answer === UNDER_WAY ? 'under way' : earlier;
  }

  async dropAnswer(operator: string, key: string): Promise<void> {
    await this.#queries.query(
      'DELETE FROM mdq.kept_answer WHERE operator = $1 AND key = $2 AND answer = $3',
      [...[operator, key, UNDER_WAY]],
    );
  }

  async saveAnswer(operator: string, key: string, { inputHash, answer }: EarlierAnswer): Promise<void> {
    await this.#queries.query('DELETE FROM mdq.kept_answer WHERE at <= mdq.now() - $1', [ANSWERS_MS]);
    await this.#queries.query(
      `INSERT INTO mdq.kept_answer (operator, key, input_hash, answer) VALUES ($1, $2, $3, $4)
       ON CONFLICT (operator, key) DO UPDATE SET input_hash = excluded.input_hash, answer = excluded.answer, at = excluded.at`,
      [operator, key, inputHash, answer],
    );
  }
}
