import type { DatabaseSync } from 'node:sqlite';
import { refuseNewer } from '../../../disk/layout.ts';
import { UserError } from '../../../errors/operators.ts';
import { inTransaction } from '../transaction.ts';
import { OFFICE_TABLES } from './office-tables.ts';

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
  // 5: ids of accounts and what is known of them; grants that have a kind, a reference and an end, and what is left of each.
  `ALTER TABLE account ADD COLUMN account_id TEXT;
   ALTER TABLE account ADD COLUMN contact TEXT NOT NULL DEFAULT '';
   ALTER TABLE account ADD COLUMN remark TEXT NOT NULL DEFAULT '';
   ALTER TABLE account ADD COLUMN external_id TEXT;
   ALTER TABLE account ADD COLUMN closed_at INTEGER;
   -- When something of the account is due next, such as the end of a grant: nothing is decided after it before that is written.
   ALTER TABLE account ADD COLUMN next_due INTEGER;
   -- With fewer points than these it runs low, as was set by hand or is worked out daily; when it was first refused for want of points.
   ALTER TABLE account ADD COLUMN low_below INTEGER;
   ALTER TABLE account ADD COLUMN is_low_set INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE account ADD COLUMN exhausted_at INTEGER;
   UPDATE account SET account_id = 'acc_' || lower(hex(randomblob(8)));
   CREATE UNIQUE INDEX account_by_account_id ON account (account_id);
   CREATE UNIQUE INDEX account_by_external_id ON account (external_id);
   CREATE TABLE former_name (name TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES account) WITHOUT ROWID;

   ALTER TABLE grant ADD COLUMN kind TEXT;
   ALTER TABLE grant ADD COLUMN reference TEXT;
   ALTER TABLE grant ADD COLUMN expires INTEGER;
   ALTER TABLE grant ADD COLUMN ends_at INTEGER;
   -- Of what is no grant: the grant that it was taken from, and how much was asked for.
   ALTER TABLE grant ADD COLUMN of_grant INTEGER;
   ALTER TABLE grant ADD COLUMN asked INTEGER;
   CREATE UNIQUE INDEX grant_by_reference ON grant (reference) WHERE reference IS NOT NULL;
   -- What was left of each grant when it was last written; what was used since is their sum less the balance.
   CREATE TABLE lot (
     account INTEGER NOT NULL,
     number INTEGER NOT NULL,
     ends_at INTEGER,
     points_left INTEGER NOT NULL CHECK (points_left > 0),
     is_plan INTEGER NOT NULL,
     PRIMARY KEY (account, number)
   ) WITHOUT ROWID;
   -- What accounts get every month; keep is how much of what is left of it stays then, NULL for all.
   CREATE TABLE plan (
     account INTEGER PRIMARY KEY REFERENCES account,
     points INTEGER NOT NULL,
     from_day INTEGER NOT NULL,
     keep INTEGER,
     next_day INTEGER NOT NULL
   );
   CREATE TABLE books (time_zone TEXT NOT NULL);
   -- Points that may be spent in a day and a month; NULL for as many as there are.
   ALTER TABLE account ADD COLUMN per_day INTEGER;
   ALTER TABLE account ADD COLUMN per_month INTEGER;
   ALTER TABLE key ADD COLUMN per_day INTEGER;
   ALTER TABLE key ADD COLUMN per_month INTEGER;
   -- All other limits of a key, as JSON; NULL of a key without limits.
   ALTER TABLE key ADD COLUMN limits TEXT;
   -- The first of the keys that were rotated to one another; NULL for the key itself.
   ALTER TABLE key ADD COLUMN family INTEGER;
   CREATE INDEX key_by_family ON key (family) WHERE family IS NOT NULL;
   -- What was spent in a day and its month where that is limited: by a family of keys, or by an account, whose number stands
   -- below 0. It is what usage says of that day and month.
   CREATE TABLE spent (
     counter INTEGER PRIMARY KEY,
     day INTEGER NOT NULL,
     starts_at INTEGER NOT NULL,
     ends_at INTEGER NOT NULL,
     month_ends_at INTEGER NOT NULL,
     day_points INTEGER NOT NULL,
     month_points INTEGER NOT NULL
   );
   ${OFFICE_TABLES}`,
  // 6: changes of points by the account that they are of, however many calls it has charged for. A program of layout 5 may still write some.
  `ALTER TABLE grant ADD COLUMN owner INTEGER;
   UPDATE grant SET owner = (SELECT account FROM entry WHERE id = grant.entry);
   CREATE INDEX grant_by_owner ON grant (owner);
   CREATE TRIGGER grant_has_owner AFTER INSERT ON grant BEGIN
     UPDATE grant SET owner = (SELECT account FROM entry WHERE id = new.entry) WHERE entry = new.entry;
   END`,
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
