/** The accounts of a service past the program under test, whatever engine keeps them. Tables and columns have the same names. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { queryOn } from './postgres.ts';

type Settings = Readonly<Record<string, string | undefined>>;

/** Changes something in the store while it is in use. */
export async function changeAccounts({ ACCOUNTS_URL, DATA_DIR = '' }: Settings, sql: string): Promise<void> {
  if (ACCOUNTS_URL) {
    await queryOn(ACCOUNTS_URL, `SET search_path = mdq; ${sql}`);
    return;
  }
  const database = new DatabaseSync(join(DATA_DIR, 'accounts.sqlite'), { timeout: 5000 });
  database.exec(sql);
  database.close();
}

/** All that is kept: every file of the data folder, and every table elsewhere. */
export async function keptContent({ ACCOUNTS_URL, DATA_DIR = '' }: Settings): Promise<Map<string, Buffer>> {
  const content = new Map<string, Buffer>();
  for (const entry of await readdir(DATA_DIR, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) content.set(entry.name, await readFile(join(entry.parentPath, entry.name)));
  }
  if (!ACCOUNTS_URL) return content;
  const tables = await queryOn(
    ACCOUNTS_URL,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'mdq'`,
  );
  for (const { name } of tables) {
    const rows = await queryOn(ACCOUNTS_URL, `SELECT each::text AS text FROM mdq.${name} AS each`);
    content.set(String(name), Buffer.from(rows.map(({ text }) => text).join('\n')));
  }
  return content;
}
