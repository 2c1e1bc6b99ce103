import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DataFolder } from './data-folder.ts';

/** What webhooks are sent of events of a type. */
export function sentOf({ path }: DataFolder, type: string): unknown[] {
  const accounts = new DatabaseSync(join(path, 'accounts.sqlite'), { readOnly: true });
  const events = accounts.prepare('SELECT data FROM event WHERE type = ? ORDER BY at').all(type);
  accounts.close();
  return events.map(({ data }) => JSON.parse(String(data)));
}
