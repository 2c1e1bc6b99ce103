import type { DatabaseSync } from 'node:sqlite';
import type { Points, Terms } from '../accounts.ts';
import { rowOf, rowsOf } from './query.ts';

export class SqliteTerms implements Terms {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  async prices(): Promise<ReadonlyMap<string, Points>> {
    const rows = rowsOf<{ path: string; base: Points }>(this.#db, 'SELECT path, base FROM price');
    return new Map(rows.map(({ path, base }) => [path, base]));
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
    const rows = rowsOf<{ name: string; value: string }>(this.#db, 'SELECT name, value FROM brand');
    return new Map(rows.map(({ name, value }) => [name, value]));
  }

  async brandContent(name: string): Promise<Buffer | undefined> {
    const find = 'SELECT content FROM brand WHERE name = ?';
    const row = rowOf<{ content: string | null }>(this.#db, find, name);
    return row?.content ? Buffer.from(row.content, 'base64') : undefined;
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
    return rowOf<{ time_zone: string }>(this.#db, 'SELECT time_zone FROM books')?.time_zone;
  }

  async keepTimeZone(timeZone: string): Promise<string> {
    this.#db
      .prepare('INSERT INTO books (time_zone) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM books)')
      .run(timeZone);
    return (await this.timeZone()) ?? timeZone;
  }
}
