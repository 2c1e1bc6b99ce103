import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Day } from '../../lib/calendar.ts';
import type { Points } from '../accounts.ts';
import { type ChainedRow, chain, type Deed, type Head, NO_HEAD } from '../log-chain.ts';
import {
  ANSWERS_MS,
  type KeptAnswer,
  type NewOperator,
  type Office,
  type Operator,
  operatorState,
  type Role,
  UNDER_WAY,
} from '../office.ts';
import { noSuchOperator, operatorExists } from '../rules.ts';
import { inTransaction } from './transaction.ts';

type Row = Record<string, SQLOutputValue>;

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
    return this.#db.prepare('SELECT * FROM operator ORDER BY name').all().map(toOperator);
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
    const row = this.#db.prepare('SELECT * FROM operator WHERE token_hash = ?').get(tokenHash);
    const found = row && toOperator(row);
    return found?.state === 'active' ? found : undefined;
  }

  async log(deed: Deed): Promise<void> {
    inTransaction(this.#db, () => {
      const newest = this.#db.prepare('SELECT number, hash FROM log ORDER BY number DESC LIMIT 1').get();
      const head: Head = newest ? { number: Number(newest.number), hash: String(newest.hash) } : NO_HEAD;
      const row = chain(head, Date.now(), deed);
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

  async readLog(after: number, limit: number): Promise<ChainedRow[]> {
    return this.#db
      .prepare('SELECT * FROM log WHERE number > ? ORDER BY number LIMIT ?')
      .all(after, limit)
      .map(({ details_hash: detailsHash, ...row }) => ({ ...row, detailsHash }) as unknown as ChainedRow);
  }

  async countAdded(operator: string, day: Day, points: Points): Promise<Points> {
    const row = this.#db
      .prepare(
        `INSERT INTO added_points (operator, day, points) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET points = points + excluded.points RETURNING points`,
      )
      .get(operator, day, points);
    return Number(row?.points);
  }

  async keptAnswer(operator: string, key: string): Promise<KeptAnswer | 'under way' | undefined> {
    const row = this.#db
      .prepare('SELECT input_hash, answer FROM kept_answer WHERE operator = ? AND key = ? AND at > ?')
      .get(operator, key, Date.now() - ANSWERS_MS);
    if (row?.answer === UNDER_WAY) return 'under way';
    return row && { inputHash: String(row.input_hash), answer: String(row.answer) };
  }

  async keepAnswer(operator: string, key: string, { inputHash, answer }: KeptAnswer): Promise<void> {
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

  #row(name: string): Row | undefined {
    return this.#db.prepare('SELECT * FROM operator WHERE name = ?').get(name);
  }

  #operator(name: string): Operator {
    const row = this.#row(name);
    if (!row) throw noSuchOperator(name);
    return toOperator(row);
  }
}

function toOperator(row: Row): Operator {
  const endsAt = row.ends_at === null ? null : new Date(Number(row.ends_at));
  return {
    name: String(row.name),
    role: String(row.role) as Role,
    last4: String(row.last4),
    state: operatorState({ endsAt, isRevoked: row.revoked_at !== null }, Date.now()),
    createdAt: new Date(Number(row.created_at)),
    endsAt,
  };
}
