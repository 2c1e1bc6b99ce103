import { type BigIntStats, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../errors/operators.ts';
import { codeOf, StoreError } from '../../../errors/stores.ts';

export const ACCOUNTS_FILE = 'accounts.sqlite';

export function accountsPath(dataDir: string): string {
  return join(dataDir, ACCOUNTS_FILE);
}

/**
 * The file of the accounts and its log, as they were when they were opened. SQLite goes on writing to files that
 * were removed or replaced and says that all is well; what it writes there is lost with the process.
 */
export class AccountsFile {
  readonly #opened: readonly { readonly path: string; readonly found: Found }[];

  /** To be made right after opening, when there are files to know again. */
  constructor(dataDir: string) {
    const file = accountsPath(dataDir);
    this.#opened = [file, `${file}-wal`].map((path) => ({ path, found: find(path) }));
  }

  isInPlace(): boolean {
    return this.#opened.every(({ path, found }) => {
      const now = find(path);
      return now?.ino === found?.ino && now?.dev === found?.dev;
    });
  }

  /**
   * Called after a commit and before its answers are sent, so that what is answered was charged in the file that
   * everyone else reads. The calls of the one batch that is under way when the file is moved are refused; should
   * that same file come back, their charges come with it, as those of an answer that was cut off.
   */
  assertInPlace(): void {
    if (!this.isInPlace()) throw notInPlace();
  }
}

/** Whether there is a file with accounts: opening a missing or an empty one would fill it with none. */
export function isAccountsFile(dataDir: string): boolean {
  try {
    return Boolean(statSync(accountsPath(dataDir), { throwIfNoEntry: false })?.size);
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return false;
    throw new UserError(`Cannot open the accounts in ${dataDir} (${codeOf(error)})`);
  }
}

/** For a server, whose file was there when it began. */
export function assertThereIsAFile(dataDir: string): void {
  if (!isAccountsFile(dataDir)) throw notInPlace();
}

type Found = BigIntStats | undefined;

function find(path: string): Found {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function notInPlace(): StoreError {
  return new StoreError(
    'unreachable',
    `${ACCOUNTS_FILE} was removed or replaced; calls are refused until there is one to open`,
  );
}
