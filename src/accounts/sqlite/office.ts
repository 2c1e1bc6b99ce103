import type { DatabaseSync } from 'node:sqlite';
import type { Day } from '../../lib/calendar.ts';
import type { Points } from '../accounts.ts';
import { type OperatorRow, toOperator } from '../common/rows.ts';
import { noSuchOperator, operatorExists } from '../common/rules.ts';
import { chain, type Deed, type Head, NO_HEAD } from '../log-chain.ts';
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
import { listLog } from './list-log.ts';
import { rowOf, rowsOf } from './query.ts';
import { readLog } from './read-log.ts';
import { inTransaction } from './transaction.ts';

export class SqliteOffice implements Office {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  async createOperator({ name, role, tokenHash, last4, endsAt }: NewOperator): Promise<Operator> {
    return inTransaction(this.#db, () => {
      if (this.#row(name)) throw operatorExists(name);
      this.#db
        .prepare(
          'INSERT INTO operator (name, role, token_hash, last4, created_at, ends_at) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(name, role, tokenHash, last4, Date.now(), endsAt?.getTime() ?? null);
      return this.#operator(name);
    });
  }

  async listOperators(): Promise<Operator[]> {
    return rowsOf<OperatorRow>(this.#db, 'SELECT * FROM operator ORDER BY name').map(toOperator);
  }

  async revokeOperator(name: string): Promise<Operator> {
    return inTransaction(this.#db, () => {
      this.#operator(name);
      this.#db
        .prepare('UPDATE operator SET revoked_at = coalesce(revoked_at, ?) WHERE name = ?')
        .run(Date.now(), name);
      return this.#operator(name);
    });
  }

  async findOperator(tokenHash: string): Promise<Operator | undefined> {
    const row = rowOf<OperatorRow>(this.#db, 'SELECT * FROM operator WHERE token_hash = ?', tokenHash);
    const found = row && toOperator(row);
    return found?.state === 'active' ? found : undefined;
  }

  async log(deed: Deed): Promise<void> {
    inTransaction(this.#db, () => {
      const head = rowOf<Head>(this.#db, 'SELECT number, hash FROM log ORDER BY number DESC LIMIT 1');
      const row = chain(head ?? NO_HEAD, Date.now(), deed);
      this.#db
        .prepare(
          `INSERT INTO log (number, at, operator, door, address, operation, outcome, account, details, details_hash, hash)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          ...[row.number, row.at, row.operator, row.door, row.address, row.operation, row.outcome],
          ...[row.account, row.details, row.detailsHash, row.hash],
        );
    });
  }

  async readLog(query: LogQuery): Promise<LogPage> {
    return readLog(this.#db, query, false);
  }

  async listLog(query: LogQuery): Promise<LogPage> {
    return listLog({ path: this.#db.location() ?? '', query });
  }

  async countAdded(operator: string, day: Day, points: Points): Promise<Points> {
    const row = rowOf<{ points: Points }>(
      this.#db,
      `INSERT INTO added_points (operator, day, points) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET points = points + excluded.points RETURNING points`,
      ...[operator, day, points],
    );
    return row?.points ?? 0;
  }

  async earlierAnswer(operator: string, key: string): Promise<EarlierAnswer | 'under way' | undefined> {
    const earlier = rowOf<EarlierAnswer>(
      this.#db,
      'SELECT input_hash AS inputHash, answer FROM kept_answer WHERE operator = ? AND key = ? AND at > ?',
      ...[operator, key, Date.now() - ANSWERS_MS],
    );
    return earlier?.answer === UNDER_WAY ? 'under way' : earlier;
  }

  async saveAnswer(operator: string, key: string, { inputHash, answer }: EarlierAnswer): Promise<void> {
    this.#db.prepare('DELETE FROM kept_answer WHERE at <= ?').run(Date.now() - ANSWERS_MS);
    this.#db
      .prepare(
        'INSERT OR REPLACE INTO kept_answer (operator, key, input_hash, answer, at) VALUES (?, ?, ?, ?, ?)',
      )
      .run(operator, key, inputHash, answer, Date.now());
  }

  async dropAnswer(operator: string, key: string): Promise<void> {
    this.#db
      .prepare('DELETE FROM kept_answer WHERE operator = ? AND key = ? AND answer = ?')
      .run(operator, key, UNDER_WAY);
  }

  #row(name: string): OperatorRow | undefined {
    return rowOf(this.#db, 'SELECT * FROM operator WHERE name = ?', name);
  }

  #operator(name: string): Operator {
    const row = this.#row(name);
    if (!row) throw noSuchOperator(name);
    return toOperator(row);
  }
}
