import type { Accounts } from '../accounts.ts';
import { AccountsFile, assertThereIsAFile } from './accounts-file.ts';
import { openSqliteAccounts } from './sqlite-accounts.ts';

/**
 * Opens accounts that outlast their file: when it is removed or replaced they fail, and go on by themselves with the
 * file that takes its place. Only this first opening makes a file where there is none.
 */
export function openLastingAccounts(dataDir: string): Accounts {
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

  // Whatever the port offers goes to the accounts that are open at the time; all of it answers by a promise.
  return new Proxy(accounts, {
    get(first, name) {
      if (name === 'close') return async () => accounts?.close();
      const method: unknown = Reflect.get(first, name);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => Reflect.apply(method, await inPlace(), args);
    },
  });
}
