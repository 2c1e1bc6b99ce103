import { closeSync, copyFileSync, mkdtempDisposableSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type FileSums, syncedSum } from '../../../disk/durable-copy.ts';
import { refuseNewer } from '../../../disk/layout.ts';
import { UserError } from '../../../errors/operators.ts';
import type { AccountsCopy } from '../../accounts.ts';
import type { AuditReport } from '../../ledger.ts';
import { audit } from '../ledger/audit.ts';
import { isBusy, typedError } from '../sqlite-error.ts';
import { ACCOUNTS_FILE, accountsPath, isAccountsFile } from './accounts-file.ts';
import { isBeingLeft } from './leaving.ts';
import { LAYOUT, layoutOf } from './migrations.ts';
import { openDatabase, refuseForeignCode } from './schema.ts';

/** Everything that the accounts are kept in. */
export const ACCOUNTS_FILES = [ACCOUNTS_FILE, `${ACCOUNTS_FILE}-wal`, `${ACCOUNTS_FILE}-shm`] as const;

/**
 * Copies the accounts of one moment into another folder, while others go on charging: everything that was committed
 * before is in it.
 */
export async function backupAccounts(
  dataDir: string,
  target: string,
): Promise<{ copy: AccountsCopy; files: FileSums }> {
  const to = accountsPath(target);
  // An empty file is filled, and keeps its mode.
  closeSync(openSync(to, 'wx', 0o600));
  const db = openDatabase(dataDir, 'refuse');
  try {
    db.prepare('VACUUM INTO ?').run(to);
    // What was charged meanwhile had to stay in the log; taking it out is better done here than by the server.
    db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch (error) {
    throw typedError(error);
  } finally {
    db.close();
  }
  // The engine leaves the copy to the system to write; a backup is one only when it is on disk.
  return { copy: describeAccounts(target), files: { [ACCOUNTS_FILE]: await syncedSum(to) } };
}

/** What a copy holds, without changing it. */
export function describeAccounts(dir: string): AccountsCopy {
  using db = openCopy(dir);
  const layout = layoutOf(db);
  refuseNewer(accountsPath(dir), layout, LAYOUT);
  refuseForeignCode(db, accountsPath(dir));
  const counts = db
    .prepare(
      `SELECT (SELECT count(*) FROM account) AS accounts, (SELECT coalesce(sum(calls), 0) FROM usage) AS calls`,
    )
    .get();
  return { layout, accounts: Number(counts?.accounts), calls: Number(counts?.calls) };
}

/** Whether a copy is of a moment in which a move was being finished: it refuses changes, as the original did. */
export function isCopyFrozen(dir: string): boolean {
  using db = openCopy(dir);
  return isBeingLeft(db);
}

/** Audits a copy without changing it. One of an older layout is copied first, to be brought up to date. */
export function auditCopy(dir: string): AuditReport {
  if (describeAccounts(dir).layout === LAYOUT) {
    using copy = openCopy(dir);
    return audit(copy);
  }
  using work = mkdtempDisposableSync(join(tmpdir(), 'mdq-verify-'));
  copyFileSync(accountsPath(dir), accountsPath(work.path));
  using db = openDatabase(work.path, 'refuse');
  return audit(db);
}

/** A copy that nobody writes to: without a lock or a log of its own beside it. */
function openCopy(dir: string): DatabaseSync {
  const url = pathToFileURL(accountsPath(dir));
  url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

/** Keeps everyone else from the accounts until it is released; a UserError where somebody has them open. */
export function lockAccounts(dataDir: string): { release(): void } {
  if (!isAccountsFile(dataDir)) return { release: () => undefined };
  const db = new DatabaseSync(accountsPath(dataDir), { timeout: 0 });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;');
    // What is in the log goes into the file, and the lock is held until this connection is closed.
    db.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; COMMIT;');
  } catch (error) {
    if (isBusy(error)) {
      db.close();
      throw new UserError(
        `The accounts in ${dataDir} are in use; stop the server and every other command there first`,
      );
    }
    // A file that cannot be read is in nobody's use; it may be why there is something to restore.
  }
  return { release: () => db.close() };
}
