import type { Points, Terms } from '../accounts.ts';
import type { Queries } from './database/connections.ts';
import { inTransaction } from './transaction.ts';

export class PostgresTerms implements Terms {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  async prices(): Promise<ReadonlyMap<string, Points>> {
    const rows = await this.#queries.query<{ path: string; base: Points }>(
      'SELECT path, base FROM mdq.price',
    );
    return new Map(rows.map(({ path, base }) => [path, base]));
  }

  async setPrice(path: string, base: Points): Promise<void> {
    await this.#write(
      `INSERT INTO mdq.price (path, base) VALUES ($1, $2)
       ON CONFLICT (path) DO UPDATE SET base = excluded.base`,
      [path, base],
    );
  }

  async resetPrice(path: string): Promise<void> {
    await this.#write('DELETE FROM mdq.price WHERE path = $1', [path]);
  }

  async brand(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#queries.query<{ name: string; value: string }>(
      'SELECT name, value FROM mdq.brand',
    );
    return new Map(rows.map(({ name, value }) => [name, value]));
  }

  async brandContent(name: string): Promise<Buffer | undefined> {
    const [row] = await this.#queries.query<{ content: string | null }>(
      'SELECT content FROM mdq.brand WHERE name = $1',
      [name],
    );
    return row?.content ? Buffer.from(row.content, 'base64') : undefined;
  }

  async setBrand(name: string, value: string, content?: Buffer): Promise<void> {
    await this.#write(
      `INSERT INTO mdq.brand (name, value, content) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value, content = excluded.content`,
      [name, value, content?.toString('base64') ?? null],
    );
  }

  async resetBrand(name: string): Promise<void> {
    await this.#write('DELETE FROM mdq.brand WHERE name = $1', [name]);
  }

  async timeZone(): Promise<string | undefined> {
    const [row] = await this.#queries.query<{ time_zone: string | null }>('SELECT time_zone FROM mdq.state');
    return row?.time_zone ?? undefined;
  }

  async keepTimeZone(timeZone: string): Promise<string> {
    await this.#write('UPDATE mdq.state SET time_zone = $1 WHERE time_zone IS NULL', [timeZone]);
    return (await this.timeZone()) ?? timeZone;
  }

  /** Where the connection is lost meanwhile, the store is asked what became of the change. */
  async #write(text: string, values: unknown[]): Promise<void> {
    await inTransaction(this.#queries, (client) => client.query(text, values));
  }
}
