import type { Accounts, IfMissing } from '../accounts.ts';
import { AccountsFile, assertThereIsAFile } from './accounts-file.ts';
import { openSqliteAccounts } from './sqlite-accounts.ts';
import { typedError } from './sqlite-error.ts';

/**
 * Accounts that outlast their file: when it is removed or replaced they fail, and go on by themselves with the file
 * that takes its place. Only this first opening may make a file where there is none.
 */
export function openReopeningAccounts(dataDir: string, ifMissing: IfMissing): Accounts {
  let accounts: Accounts | undefined = openSqliteAccounts(dataDir, ifMissing);
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
    accounts = openSqliteAccounts(dataDir, 'refuse');
    file = new AccountsFile(dataDir);
    return accounts;
  }

  async function use<T>(work: (open: Accounts) => Promise<T>): Promise<T> {
    try {
      return await work(await inPlace());
    } catch (error) {
      throw typedError(error);
    }
  }

  return {
    batchesAtOnce: 1,
    settle: (calls) => use((open) => open.settle(calls)),
    check: () => use((open) => open.check()),
    createAccount: (name, first, details) => use((open) => open.createAccount(name, first, details)),
    listAccounts: () => use((open) => open.listAccounts()),
    findAccount: (account) => use((open) => open.findAccount(account)),
    changeAccount: (account, change) => use((open) => open.changeAccount(account, change)),
    setAccountActive: (account, active) => use((open) => open.setAccountActive(account, active)),
    closeAccount: (account) => use((open) => open.closeAccount(account)),
    grant: (account, change) => use((open) => open.grant(account, change)),
    take: (account, taking) => use((open) => open.take(account, taking)),
    refund: (refund) => use((open) => open.refund(refund)),
    setPlan: (account, plan) => use((open) => open.setPlan(account, plan)),
    plan: (account) => use((open) => open.plan(account)),
    endPlan: (account) => use((open) => open.endPlan(account)),
    listGrants: (account) => use((open) => open.listGrants(account)),
    timeZone: () => use((open) => open.timeZone()),
    keepTimeZone: (timeZone) => use((open) => open.keepTimeZone(timeZone)),
    createKey: (account, key) => use((open) => open.createKey(account, key)),
    listKeys: (account) => use((open) => open.listKeys(account)),
    setKeyActive: (id, active) => use((open) => open.setKeyActive(id, active)),
    deleteKey: (id) => use((open) => open.deleteKey(id)),
    rotateKey: (id, key, graceMs) => use((open) => open.rotateKey(id, key, graceMs)),
    prices: () => use((open) => open.prices()),
    setPrice: (path, base) => use((open) => open.setPrice(path, base)),
    resetPrice: (path) => use((open) => open.resetPrice(path)),
    brand: () => use((open) => open.brand()),
    brandContent: (name) => use((open) => open.brandContent(name)),
    setBrand: (name, value, content) => use((open) => open.setBrand(name, value, content)),
    resetBrand: (name) => use((open) => open.resetBrand(name)),
    usage: (query) => use((open) => open.usage(query)),
    dailyUsage: (account, days) => use((open) => open.dailyUsage(account, days)),
    openGrants: (account) => use((open) => open.openGrants(account)),
    lastCalls: (account, limit) => use((open) => open.lastCalls(account, limit)),
    findCall: (account, requestId, at) => use((open) => open.findCall(account, requestId, at)),
    findAnyCall: (requestId, at) => use((open) => open.findAnyCall(requestId, at)),
    calls: (query) => use((open) => open.calls(query)),
    prune: (before, onProgress) => use((open) => open.prune(before, onProgress)),
    audit: () => use((open) => open.audit()),
    close: async () => accounts?.close(),
  };
}
