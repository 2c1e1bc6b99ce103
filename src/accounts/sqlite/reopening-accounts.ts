import type { Accounts } from '../accounts.ts';
import { AccountsFile, assertThereIsAFile } from './accounts-file.ts';
import { openSqliteAccounts } from './sqlite-accounts.ts';

/**
 * Accounts that outlast their file: when it is removed or replaced they fail, and go on by themselves with the file
 * that takes its place. Only this first opening makes a file where there is none.
 */
export function openReopeningAccounts(dataDir: string): Accounts {
  let accounts: Accounts | undefined = openSqliteAccounts(dataDir);
  let file = new AccountsFile(dataDir);
  let reopening: Promise<Accounts> | undefined;

  async function inPlace(): Promise<Accounts> {
    if (accounts && file.isInPlace()) return accounts;
    reopening ??= reopen().finally(() => {
      reopening = undefined;
    });
    return reopening;
  }

  /** All connections to the old file close before one to the new is made: in one process they would share locks. */
  async function reopen(): Promise<Accounts> {
    const old = accounts;
    accounts = undefined;
    await old?.close();
    assertThereIsAFile(dataDir);
    accounts = openSqliteAccounts(dataDir);
    file = new AccountsFile(dataDir);
    return accounts;
  }

  return {
    settle: async (calls) => (await inPlace()).settle(calls),
    createAccount: async (name, points, note) => (await inPlace()).createAccount(name, points, note),
    listAccounts: async () => (await inPlace()).listAccounts(),
    setAccountActive: async (name, active) => (await inPlace()).setAccountActive(name, active),
    grant: async (account, points, note) => (await inPlace()).grant(account, points, note),
    listGrants: async (account) => (await inPlace()).listGrants(account),
    createKey: async (account, key) => (await inPlace()).createKey(account, key),
    listKeys: async (account) => (await inPlace()).listKeys(account),
    setKeyActive: async (id, active) => (await inPlace()).setKeyActive(id, active),
    deleteKey: async (id) => (await inPlace()).deleteKey(id),
    rotateKey: async (id, key, oldEndsAt) => (await inPlace()).rotateKey(id, key, oldEndsAt),
    usage: async (query) => (await inPlace()).usage(query),
    lastCalls: async (account, limit) => (await inPlace()).lastCalls(account, limit),
    calls: async (query) => (await inPlace()).calls(query),
    prune: async (before, onProgress) => (await inPlace()).prune(before, onProgress),
    audit: async () => (await inPlace()).audit(),
    close: async () => accounts?.close(),
  };
}
