import type { DatabaseSync } from 'node:sqlite';
import { refuseNewer } from '../../disk/layout.ts';
import { UserError } from '../../errors/operators.ts';
import { inTransaction } from './transaction.ts';

/** The layout of SCHEMA: the first that was released. */
const FIRST_LAYOUT = 2;

/**
 * Each brings a file to the next layout. They only add, and add nothing that every row must be read for: a file of ten
 * million charges is up to date at once, and a server of the version before goes on charging meanwhile.
 */
export const MIGRATIONS: readonly string[] = [
  // 3: prices that the operator has set, and the parameters of a call; NULL for calls from before.
  `CREATE TABLE price (path TEXT PRIMARY KEY, base INTEGER NOT NULL CHECK (base BETWEEN 0 AND 1000000)) WITHOUT ROWID;
   ALTER TABLE entry ADD COLUMN parameters TEXT;`,
  // 4: the brand of the site, the content of pictures in base64.
  'CREATE TABLE brand (name TEXT PRIMARY KEY, value TEXT NOT NULL, content TEXT)',
  // 5: who may operate, what they did, how many points they added by day, what they were answered, and whom to tell.
  `CREATE TABLE operator (
     name TEXT PRIMARY KEY,
     role TEXT NOT NULL,
     token_hash TEXT NOT NULL UNIQUE,
     last4 TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     ends_at INTEGER,
     revoked_at INTEGER
   );
   CREATE TABLE log (
     number INTEGER PRIMARY KEY,
     at INTEGER NOT NULL,
     operator TEXT NOT NULL,
     door TEXT NOT NULL,
     address TEXT,
     operation TEXT NOT NULL,
     outcome TEXT NOT NULL,
     account TEXT,
     details TEXT,
     details_hash TEXT NOT NULL,
     hash TEXT NOT NULL
   );
   CREATE TABLE added_points (
     operator TEXT NOT NULL, day INTEGER NOT NULL, points INTEGER NOT NULL, PRIMARY KEY (operator, day)
   ) WITHOUT ROWID;
   CREATE TABLE kept_answer (
     operator TEXT NOT NULL,
     key TEXT NOT NULL,
     input_hash TEXT NOT NULL,
     answer TEXT NOT NULL,
     at INTEGER NOT NULL,
     PRIMARY KEY (operator, key)
   ) WITHOUT ROWID;
   CREATE TABLE webhook (
     id TEXT PRIMARY KEY,
     url TEXT NOT NULL,
     events TEXT,
     secret TEXT NOT NULL,
     old_secret TEXT,
     old_until INTEGER,
     created_at INTEGER NOT NULL,
     removed_at INTEGER
   );
   CREATE TABLE event (id TEXT PRIMARY KEY, type TEXT NOT NULL, at INTEGER NOT NULL, data TEXT NOT NULL);
   CREATE TABLE delivery (
     number INTEGER PRIMARY KEY,
     webhook TEXT NOT NULL REFERENCES webhook,
     event TEXT NOT NULL REFERENCES event,
     since INTEGER NOT NULL,
     state TEXT NOT NULL DEFAULT 'waiting',
     attempts INTEGER NOT NULL DEFAULT 0,
     next_at INTEGER,
     last_result TEXT
   );
   CREATE INDEX delivery_due ON delivery (next_at) WHERE next_at IS NOT NULL;
   CREATE TABLE lease (name TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL);`,
];

/** The layout that this program writes. */
export const LAYOUT = FIRST_LAYOUT + MIGRATIONS.length;

export function layoutOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version);
}

/** Makes the tables of a new file, or brings those of an older one up to date: all of it in one transaction. */
export function migrate(db: DatabaseSync, schema: string, migrations: readonly string[] = MIGRATIONS): void {
  const newest = FIRST_LAYOUT + migrations.length;
  if (layoutOf(db) === newest) return;
  inTransaction(db, () => {
    // Another process may have done it while this one waited for the lock.
    const layout = layoutOf(db);
    refuseNewer('accounts.sqlite', layout, newest);
    if (layout > 0 && layout < FIRST_LAYOUT) {
      throw new UserError(
        'accounts.sqlite was made by an mdq before its first release; move it away to start again',
      );
    }
    if (layout === 0) db.exec(schema);
    for (const migration of migrations.slice(Math.max(0, layout - FIRST_LAYOUT))) db.exec(migration);
    db.exec(`PRAGMA user_version = ${newest}`);
  });
}
