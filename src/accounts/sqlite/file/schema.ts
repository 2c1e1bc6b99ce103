import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { assertWhole, ensureDataDir } from '../../../disk/data-dir.ts';
import { refuseNewer } from '../../../disk/layout.ts';
import { StoreMoved, UserError } from '../../../errors/operators.ts';
import { isDiskFull } from '../../../errors/stores.ts';
import { printable } from '../../../lib/text/printable.ts';
import type { IfMissing } from '../../accounts.ts';
import { DAY } from '../ledger/row-checksum.ts';
import { isBusy, typedError } from '../sqlite-error.ts';
import { accountsPath, isAccountsFile } from './accounts-file.ts';
import { LEAVING_TRIGGERS } from './leaving.ts';
import { LAYOUT, layoutOf, migrate } from './migrations.ts';

/** Layout 2. What came later is in MIGRATIONS. */
const SCHEMA = `
  CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    balance INTEGER NOT NULL CHECK (balance >= 0),
    active INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL
  );
  CREATE TABLE key (
    id INTEGER PRIMARY KEY,
    public_id TEXT NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES account,
    hash TEXT NOT NULL UNIQUE,
    last4 TEXT NOT NULL,
    name TEXT NOT NULL,
    active INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    ends_at INTEGER,
    deleted_at INTEGER
  );
  CREATE TABLE path (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);

  -- Grants and charges in one sequence, without a gap: change is above 0 for a grant, below 0 for a charge and for points taken back,
  -- balance is what the account had after it. Charges have all other columns, the others none of them.
  CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account,
    at INTEGER NOT NULL,
    change INTEGER NOT NULL,
    balance INTEGER NOT NULL,
    key INTEGER REFERENCES key,
    path INTEGER REFERENCES path,
    request_id TEXT,
    stamp INTEGER,
    day INTEGER AS (${DAY})
  );
  CREATE INDEX entry_by_account ON entry (account, id);

  -- Who gave what an entry gives, or took it back, and what for. seal is a checksum of both rows.
  CREATE TABLE grant (
    entry INTEGER PRIMARY KEY REFERENCES entry,
    granted_by TEXT NOT NULL,
    note TEXT NOT NULL,
    seal INTEGER NOT NULL
  );

  -- All charges there ever were, added up, so that a year of traffic is read in no time.
  CREATE TABLE usage (
    account INTEGER NOT NULL,
    day INTEGER NOT NULL,
    path INTEGER NOT NULL,
    key INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (account, day, path, key)
  ) WITHOUT ROWID;

  -- The part of usage whose charges were taken out of entry; last_entry is the newest of them.
  CREATE TABLE pruned (
    account INTEGER NOT NULL,
    day INTEGER NOT NULL,
    path INTEGER NOT NULL,
    key INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    points INTEGER NOT NULL,
    last_entry INTEGER NOT NULL,
    PRIMARY KEY (account, day, path, key)
  ) WITHOUT ROWID;

  CREATE TABLE idempotency (
    account INTEGER NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (account, key)
  ) WITHOUT ROWID;
  CREATE INDEX idempotency_by_time ON idempotency (at);
`;

/** How long another program is waited for. */
const LOCKED_MS = 5000;

/** For this statement alone SQLite itself does not wait: two programs that make the file at once would refuse one another. */
function keepLog(db: DatabaseSync): void {
  for (const late = performance.now() + LOCKED_MS; ; ) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > late) throw error;
    }
  }
}

/** Opens the accounts file. A commit returns only once it is on disk. */
export function openDatabase(
  dataDir: string,
  ifMissing: IfMissing,
  which: 'in-use' | 'also-moved' = 'in-use',
): DatabaseSync {
  assertWhole(dataDir);
  const mayMake = ifMissing === 'make';
  if (!mayMake && !isAccountsFile(dataDir)) {
    throw new UserError(
      `There are no accounts in DATA_DIR (${dataDir}); "mdq account create NAME" makes the first`,
    );
  }
  ensureDataDir(dataDir);
  let db: DatabaseSync | undefined;
  try {
    const address = pathToFileURL(accountsPath(dataDir));
    address.searchParams.set('mode', mayMake ? 'rwc' : 'rw');
    db = new DatabaseSync(address, { timeout: LOCKED_MS });
    // Before anything is written to it, be it only how it keeps its log.
    refuseNewer(accountsPath(dataDir), layoutOf(db), LAYOUT);
    keepLog(db);
    db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    migrate(db, SCHEMA);
    if (which === 'in-use') assertNotMoved(db, dataDir);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof UserError) throw error;
    const cause = typedError(error);
    if (isDiskFull(cause)) throw cause;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`Cannot open the accounts in ${dataDir}: ${reason}`);
  }
}

/**
 * Refuses a file of unknown origin with triggers or views that this program does not make: they would run with every charge.
 */
export function refuseForeignCode(db: DatabaseSync, path: string): void {
  using own = new DatabaseSync(':memory:');
  migrate(own, SCHEMA);
  const known = new Set([...codeIn(own), ...LEAVING_TRIGGERS.map(({ sql }) => `CREATE TRIGGER ${sql}`)]);
  const foreign = codeIn(db).find((sql) => !known.has(sql));
  if (foreign !== undefined)
    throw new UserError(
      `${path} has a trigger or view that mdq does not make: ${printable(foreign.slice(0, 100))}`,
    );
}

/** By its text: the engine goes by that alone, whatever type the row of a forged file has. */
function codeIn(db: DatabaseSync): string[] {
  return db
    .prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL')
    .all()
    .map(({ sql }) => String(sql))
    .filter((sql) => !/^CREATE (TABLE|INDEX|UNIQUE INDEX) /.test(sql));
}

/** Where the accounts of a store are that was left for another. */
export function movedTo(db: DatabaseSync): string | undefined {
  if (!db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'moved'`).get())
    return undefined;
  return String(db.prepare('SELECT target FROM moved').get()?.target);
}

function assertNotMoved(db: DatabaseSync, dataDir: string): void {
  const target = movedTo(db);
  if (target === undefined) return;
  throw new StoreMoved(`The accounts in ${dataDir}`, target, 'ACCOUNTS_URL');
}

/** Refuses accounts that were moved elsewhere, without changing their file; there may be none. */
export function refuseMovedAccounts(dataDir: string): void {
  if (!isAccountsFile(dataDir)) return;
  try {
    using db = new DatabaseSync(accountsPath(dataDir), { readOnly: true });
    assertNotMoved(db, dataDir);
  } catch (error) {
    // An import does not wait for accounts that cannot be read.
    if (error instanceof StoreMoved) throw error;
  }
}
