import type { Account, AccountChange } from '../accounts.ts';
import { type AccountRow, lowMark, pointLimits, toAccount } from '../common/rows.ts';
import {
  accountExists,
  accountIsClosed,
  externalIdExists,
  nameWasUsed,
  noSuchAccount,
} from '../common/rules.ts';
import type { Client } from './database/connections.ts';
import { shutOlderPrograms } from './database/rollout.ts';
import { setPointLimits } from './spent.ts';

/** One number for all who give an account a name: they take turns, so that none is used twice. */
const NAMES_LOCK = 6_581_620;

/** By its id, its name, or a name that it had before. */
export const FIND_ACCOUNT = `
  SELECT * FROM mdq.account
  WHERE name = $1 OR account_id = $1 OR id = (SELECT account FROM mdq.former_name WHERE name = $1)`;

export async function lockAccount(client: Client, account: string | number): Promise<AccountRow> {
  return findAccount(client, account, 'FOR NO KEY UPDATE');
}

export async function findAccount(client: Client, account: string | number, lock = ''): Promise<AccountRow> {
  const find = typeof account === 'number' ? 'SELECT * FROM mdq.account WHERE id = $1' : FIND_ACCOUNT;
  const { rows } = await client.query<AccountRow>(`${find} ${lock}`, [account]);
  if (!rows[0]) throw noSuchAccount(String(account));
  return rows[0];
}

/** Locks an account that is given something. */
export async function lockOpenAccount(client: Client, account: string): Promise<AccountRow> {
  const row = await lockAccount(client, account);
  if (row.closed_at !== null) throw accountIsClosed(row.name);
  return row;
}

export async function insertAccount(client: Client, id: string, name: string): Promise<void> {
  await assertNeverUsed(client, name);
  // Older programs wait for no turn.
  const { rowCount } = await client.query(
    'INSERT INTO mdq.account (account_id, name, balance) VALUES ($1, $2, 0) ON CONFLICT (name) DO NOTHING',
    [id, name],
  );
  if (rowCount === 0) throw accountExists(name);
}

export async function changeAccount(
  client: Client,
  account: string,
  change: AccountChange,
): Promise<Account> {
  const { name, contact, note, externalId, low, lowByUse, ...limits } = change;
  const isLimited = Object.keys(limits).length > 0;
  if (isLimited) await shutOlderPrograms(client);
  if (name !== undefined || externalId !== undefined) await takeTurn(client);
  const row = await lockAccount(client, account);
  const { id } = row;
  if (name !== undefined && name !== row.name) {
    await assertNeverUsed(client, name, id);
    await client.query('DELETE FROM mdq.former_name WHERE name = $1', [name]);
    await client.query('INSERT INTO mdq.former_name (name, account) VALUES ($1, $2)', [row.name, id]);
    await client.query('UPDATE mdq.account SET name = $2 WHERE id = $1', [id, name]);
  }
  if (typeof externalId === 'string') {
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM mdq.account WHERE external_id = $1 AND id <> $2',
      [externalId, id],
    );
    if (rows[0]) throw externalIdExists(externalId, rows[0].name);
  }
  if (isLimited) await setPointLimits(client, -id, { ...pointLimits(row), ...limits });
  const { below, isSet } = lowMark(row, change);
  const { rows } = await client.query<AccountRow>(
    `UPDATE mdq.account SET contact = coalesce($2, contact), remark = coalesce($3, remark), external_id = $4,
                            low_below = $5, is_low_set = $6
     WHERE id = $1 RETURNING *`,
    [
      ...[id, contact ?? null, note ?? null, externalId === undefined ? row.external_id : externalId],
      ...[below, isSet],
    ],
  );
  return toAccount(rows[0] ?? row);
}

export async function closeAccount(client: Client, account: string): Promise<Account> {
  const row = await lockOpenAccount(client, account);
  const { rows } = await client.query<AccountRow>(
    'UPDATE mdq.account SET closed_at = mdq.now() WHERE id = $1 RETURNING *',
    [row.id],
  );
  await client.query('DELETE FROM mdq.plan WHERE account = $1', [row.id]);
  await client.query('UPDATE mdq.key SET deleted_at = mdq.now() WHERE account = $1 AND deleted_at IS NULL', [
    row.id,
  ]);
  return toAccount(rows[0] ?? row);
}

async function assertNeverUsed(client: Client, name: string, by?: number): Promise<void> {
  await takeTurn(client);
  const { rows } = await client.query<{ account: number; is_former: boolean }>(
    `SELECT id AS account, false AS is_former FROM mdq.account WHERE name = $1
     UNION ALL SELECT account, true FROM mdq.former_name WHERE name = $1 ORDER BY is_former`,
    [name],
  );
  for (const { account, is_former } of rows) {
    if (!is_former) throw accountExists(name);
    if (account !== by) throw nameWasUsed(name);
  }
}

async function takeTurn(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [NAMES_LOCK]);
}
