import type { Accounts, IfMissing } from '../../accounts.ts';
import { SqliteAccounts } from '../sqlite-accounts.ts';
import { isMoving, typedError } from '../sqlite-error.ts';
import { AccountsFile, assertThereIsAFile } from './accounts-file.ts';

/**
 * Accounts that outlast their file: when it is removed or replaced they fail, and go on by themselves with the file
 * that takes its place. Only this first opening may make a file where there is none.
 */
export function openReopeningAccounts(dataDir: string, ifMissing: IfMissing): Accounts {
  const first: Accounts = new SqliteAccounts(dataDir, ifMissing);
  let accounts: Accounts | undefined = first;
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
    accounts = new SqliteAccounts(dataDir, 'refuse');
    file = new AccountsFile(dataDir);
    return accounts;
  }

  async function use<T>(work: (open: Accounts) => Promise<T>): Promise<T> {
    try {
      return await work(await inPlace());
    } catch (error) {
      // It tells accounts that were moved from those that are being moved.
      if (isMoving(error)) await accounts?.check();
      throw typedError(error);
    }
  }

  /** Whatever accounts can do is done by those that are open when it is asked for. */
  function passingOn<Part extends object>(partOf: (open: Accounts) => Part, own: Partial<Part>): Part {
    return new Proxy(partOf(first), {
      get(part, name) {
        if (name in own) return Reflect.get(own, name);
        if (!methodOf(part, name)) return undefined;
        return (...given: unknown[]) =>
          use((open) => {
            const now = partOf(open);
            const method = methodOf(now, name);
            return method && Reflect.apply(method, now, given);
          });
      },
    });
  }

  const { batchesAtOnce } = first;
  return passingOn((open) => open, {
    batchesAtOnce,
    terms: passingOn((open) => open.terms, {}),
    office: passingOn((open) => open.office, {}),
    outbox: passingOn((open) => open.outbox, {}),
    close: async () => accounts?.close(),
  });
}

function methodOf(part: object, name: PropertyKey) {
  const found: unknown = Reflect.get(part, name);
  return typeof found === 'function' ? found : undefined;
}
