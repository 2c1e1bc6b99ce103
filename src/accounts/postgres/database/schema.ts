import { SETTLE_1, SETTLE_2 } from '../ledger/settle-sql.ts';
import { OFFICE_TABLES } from './office-tables.ts';

/*
 * The tables, all in a schema of their own. Times are milliseconds and days are days since 1970, as everywhere in this
 * program; only the store's clock decides. What came after layout 1 is in MIGRATIONS, and only adds: a program of the
 * version before goes on charging while others are replaced. A function that has to change gets a new name for that.
 */

/** Layout 1. */
export const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS mdq;

  CREATE FUNCTION mdq.now() RETURNS bigint LANGUAGE sql STABLE
  RETURN (extract(epoch FROM statement_timestamp()) * 1000)::bigint;

  -- One row. Programs of a layout from serves_from on may use the store; days before pruned_before have totals only.
  CREATE TABLE mdq.state (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    layout integer NOT NULL,
    serves_from integer NOT NULL,
    pruned_before integer NOT NULL DEFAULT 0
  );

  CREATE TABLE mdq.account (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    balance bigint NOT NULL CHECK (balance >= 0),
    -- The number of its newest charge or grant.
    last_entry bigint NOT NULL DEFAULT 0,
    active boolean NOT NULL DEFAULT true,
    created_at bigint NOT NULL DEFAULT mdq.now()
  ) WITH (fillfactor = 50);

  CREATE TABLE mdq.key (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    public_id text COLLATE "C" NOT NULL UNIQUE,
    account integer NOT NULL REFERENCES mdq.account,
    hash text COLLATE "C" NOT NULL UNIQUE,
    last4 text NOT NULL,
    name text NOT NULL,
    active boolean NOT NULL DEFAULT true,
    created_at bigint NOT NULL DEFAULT mdq.now(),
    last_used_at bigint,
    ends_at bigint,
    deleted_at bigint
  ) WITH (fillfactor = 50);

  CREATE TABLE mdq.path (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, path text COLLATE "C" NOT NULL UNIQUE);

  -- Charges and grants of an account share one sequence of numbers; balance is what it had after each.
  CREATE TABLE mdq.charge (
    account integer NOT NULL,
    number bigint NOT NULL,
    day integer NOT NULL,
    at bigint NOT NULL,
    key integer NOT NULL,
    path integer NOT NULL,
    points bigint NOT NULL CHECK (points > 0),
    balance bigint NOT NULL,
    checksum integer NOT NULL,
    request_id text NOT NULL,
    parameters text,
    PRIMARY KEY (account, number, day)
  ) PARTITION BY RANGE (day);

  CREATE TABLE mdq.points_change (
    account integer NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    -- Above 0 for a grant, below 0 for points that were taken back.
    points bigint NOT NULL,
    balance bigint NOT NULL,
    done_by text NOT NULL,
    note text NOT NULL,
    checksum integer NOT NULL,
    PRIMARY KEY (account, number)
  );

  -- All charges there ever were, added up.
  CREATE TABLE mdq.usage (
    account integer NOT NULL,
    day integer NOT NULL,
    path integer NOT NULL,
    key integer NOT NULL,
    calls bigint NOT NULL,
    points bigint NOT NULL,
    PRIMARY KEY (account, day, path, key)
  ) WITH (fillfactor = 50);

  CREATE TABLE mdq.price (
    path text COLLATE "C" PRIMARY KEY,
    base integer NOT NULL CHECK (base BETWEEN 0 AND 1000000)
  );

  -- Where these accounts were moved from, up to which entry of the old store, and whether that is over.
  CREATE TABLE mdq.move (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    source text NOT NULL,
    copied bigint NOT NULL DEFAULT 0,
    is_finished boolean NOT NULL DEFAULT false
  );

  CREATE TABLE mdq.idempotency (
    account integer NOT NULL,
    key text COLLATE "C" NOT NULL,
    fingerprint text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (account, key)
  );
  CREATE INDEX idempotency_by_time ON mdq.idempotency (at);

  -- Batches that charged something, with the newest entry of each account, and those that were asked after and found
  -- not to have been committed: being here, they never will.
  CREATE TABLE mdq.batch (
    id uuid PRIMARY KEY,
    at bigint NOT NULL,
    accounts integer[],
    last_entries bigint[]
  );
  CREATE INDEX batch_by_time ON mdq.batch (at);

  ${SETTLE_1}
`;

/** Each brings a store to the next layout, and only adds. */
export const MIGRATIONS: readonly string[] = [
  // 2: the brand of the site, the content of pictures in base64.
  `CREATE TABLE mdq.brand (name text COLLATE "C" PRIMARY KEY, value text NOT NULL, content text)`,
  // 3: ids of accounts and what is known of them; grants that have a kind, a reference and an end, and what is left of each.
  `ALTER TABLE mdq.account
     ADD COLUMN account_id text COLLATE "C" NOT NULL
       DEFAULT 'acc_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 16) UNIQUE,
     ADD COLUMN contact text NOT NULL DEFAULT '',
     ADD COLUMN remark text NOT NULL DEFAULT '',
     ADD COLUMN external_id text COLLATE "C" UNIQUE,
     ADD COLUMN closed_at bigint,
     -- When something of the account is due next, such as the end of a grant: nothing is decided after it before that is written.
     ADD COLUMN next_due bigint,
     -- With fewer points than these it runs low, as was set by hand or is worked out daily; when it was first refused for want of points.
     ADD COLUMN low_below bigint,
     ADD COLUMN is_low_set boolean NOT NULL DEFAULT false,
     ADD COLUMN exhausted_at bigint;
   CREATE TABLE mdq.former_name (name text COLLATE "C" PRIMARY KEY, account integer NOT NULL);

   ALTER TABLE mdq.points_change
     ADD COLUMN kind text,
     ADD COLUMN reference text COLLATE "C" UNIQUE,
     ADD COLUMN expires integer,
     ADD COLUMN ends_at bigint,
     -- Of what is no grant: the grant that it was taken from, and how much was asked for.
     ADD COLUMN of_grant bigint,
     ADD COLUMN asked bigint,
     ADD COLUMN details_checksum integer;
   -- What was left of each grant when it was last written; what was used since is their sum less the balance.
   CREATE TABLE mdq.lot (
     account integer NOT NULL,
     number bigint NOT NULL,
     ends_at bigint,
     points_left bigint NOT NULL CHECK (points_left > 0),
     is_plan boolean NOT NULL,
     PRIMARY KEY (account, number)
   );
   -- What accounts get every month; keep is how much of what is left of it stays then, NULL for all.
   CREATE TABLE mdq.plan (
     account integer PRIMARY KEY,
     points bigint NOT NULL,
     from_day integer NOT NULL,
     keep bigint,
     next_day integer NOT NULL
   );
   ALTER TABLE mdq.state ADD COLUMN time_zone text;
   -- Points that may be spent in a day and a month; NULL for as many as there are.
   ALTER TABLE mdq.account ADD COLUMN per_day bigint, ADD COLUMN per_month bigint;
   ALTER TABLE mdq.key
     ADD COLUMN per_day bigint,
     ADD COLUMN per_month bigint,
     -- All other limits of a key, as JSON; NULL of a key without limits.
     ADD COLUMN limits text,
     -- The first of the keys that were rotated to one another; NULL for the key itself.
     ADD COLUMN family integer;
   CREATE INDEX key_by_family ON mdq.key (family) WHERE family IS NOT NULL;
   -- What was spent in a day and its month where that is limited: by a family of keys, or by an account, whose number stands
   -- below 0. It is what usage says of that day and month.
   CREATE TABLE mdq.spent (
     counter integer PRIMARY KEY,
     day integer NOT NULL,
     starts_at bigint NOT NULL,
     ends_at bigint NOT NULL,
     month_ends_at bigint NOT NULL,
     day_points bigint NOT NULL,
     month_points bigint NOT NULL
   ) WITH (fillfactor = 50);
   ${SETTLE_2};
   ${OFFICE_TABLES}`,
];

/** The layout that this program writes. */
export const LAYOUT = 1 + MIGRATIONS.length;
