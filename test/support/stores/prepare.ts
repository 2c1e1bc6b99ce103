/** What tests need before they begin, made on the stores themselves: a process for each would take most of their time. */
import { join } from 'node:path';
import { newKey } from '../../../src/accounts/key.ts';
import { openAccounts } from '../../../src/accounts/open.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { writeCsv } from '../order-files.ts';
import { row } from '../reference/made-cases.ts';
import type { RawRow } from '../reference/reference-lines.ts';
import type { DataFolder } from './data-folder.ts';

/** An order of one line. */
export function order(id: string, more: Partial<RawRow> = {}): RawRow {
  return row({ order_id: id, ordered_at: '2026-06-01', category: 'Tea', sub_category: 'Oolong', ...more });
}

/** Imports rows as `mdq import` does; returns their file, which lies in the data folder. */
export async function importRows(data: DataFolder, rows: readonly RawRow[] = [order('1')]): Promise<string> {
  const file = await writeCsv(join(data.path, 'orders.csv'), rows);
  await importFiles(data.env, [file]);
  return file;
}

/** Imports files as `mdq import` does. */
export async function importFiles(
  env: NodeJS.ProcessEnv,
  files: readonly string[],
  weekly = true,
): Promise<void> {
  const warehouse = await openWarehouse(readConfig(env));
  try {
    await warehouse.import({ files, weekly });
  } finally {
    await warehouse.close();
  }
}

/** Makes an account with points and a key, as `mdq account create` and `mdq key create` do. */
export async function createAccount(
  env: NodeJS.ProcessEnv,
  account: string,
  points: number,
): Promise<{ id: string; key: string }> {
  const accounts = await openAccounts(readConfig(env));
  try {
    await accounts.createAccount(account, { points, by: 'a test', note: 'first points' });
    // An audit misses the log where calls are charged and it has no row.
    await accounts.office.log({
      ...{ operator: 'a test', door: 'shell', address: null, operation: 'account create', outcome: 'done' },
      ...{ account: null, details: JSON.stringify({ input: {}, after: {} }) },
    });
    const { key, stored } = newKey('');
    const { id } = await accounts.createKey(account, stored);
    return { id, key };
  } finally {
    await accounts.close();
  }
}

/** What `mdq audit` finds. */
export async function auditProblems(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const accounts = await openAccounts(readConfig(env));
  try {
    return (await accounts.audit()).problems;
  } finally {
    await accounts.close();
  }
}
