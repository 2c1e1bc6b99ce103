import type { DatabaseSync } from 'node:sqlite';
import type { Points } from '../accounts.ts';

/** What the operator has set for all: prices, and the brand of the site. */
export class SqliteTerms {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  async prices(): Promise<ReadonlyMap<string, Points>> {
    const rows = this.#db.prepare('SELECT path, base FROM price').all();
    return new Map(rows.map(({ path, base }) => [String(path), Number(base)]));
  }

  async setPrice(path: string, base: Points): Promise<void> {
    this.#db
      .prepare('INSERT INTO price (path, base) VALUES (?, ?) ON CONFLICT DO UPDATE SET base = excluded.base')
      .run(path, base);
  }

  async resetPrice(path: string): Promise<void> {
    this.#db.prepare('DELETE FROM price WHERE path = ?').run(path);
  }

  async brand(): Promise<ReadonlyMap<string, string>> {
    const rows = this.#db.prepare('SELECT name, value FROM brand').all();
    return new Map(rows.map(({ name, value }) => [String(name), String(value)]));
  }

  async brandContent(name: string): Promise<Buffer | undefined> {
    const row = this.#db.prepare('SELECT content FROM brand WHERE name = ?').get(name);
    return row?.content ? Buffer.from(String(row.content), 'base64') : undefined;
  }

  async setBrand(name: string, value: string, content?: Buffer): Promise<void> {
    this.#db
      .prepare('INSERT OR REPLACE INTO brand (name, value, content) VALUES (?, ?, ?)')
      .run(name, value, content?.toString('base64') ?? null);
  }

  async resetBrand(name: string): Promise<void> {
    this.#db.prepare('DELETE FROM brand WHERE name = ?').run(name);
  }

  async timeZone(): Promise<string | undefined> {
    const row = this.#db.prepare('SELECT time_zone FROM books').get();
    return row && String(row.time_zone);
  }

  async keepTimeZone(timeZone: string): Promise<string> {
    this.#db
      .prepare('INSERT INTO books (time_zone) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM books)')
      .run(timeZone);
    return (await this.timeZone()) ?? timeZone;
  }

  async dueBy(at: number, after: string, limit: number): Promise<string[]> {
    return this.#db
      .prepare(
        'SELECT account_id FROM account WHERE next_due <= ? AND account_id > ? ORDER BY account_id LIMIT ?',
      )
      .all(at, after, limit)
      .map(({ account_id }) => String(account_id));
  }
}
