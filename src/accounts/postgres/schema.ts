import { SETTLE } from './settle-sql.ts';

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

  ${SETTLE}
`;

/** Each brings a store to the next layout, and only adds. */
export const MIGRATIONS: readonly string[] = [
  // 2: the brand of the site, the content of pictures in base64.
  `CREATE TABLE mdq.brand (name text COLLATE "C" PRIMARY KEY, value text NOT NULL, content text)`,
  // 3: who may operate, what they did, how many points they added by day, and what they were answered.
  `CREATE TABLE mdq.operator (
     name text COLLATE "C" PRIMARY KEY,
     role text NOT NULL,
     token_hash text COLLATE "C" NOT NULL UNIQUE,
     last4 text NOT NULL,
     created_at bigint NOT NULL DEFAULT mdq.now(),
     ends_at bigint,
     revoked_at bigint
   );
   CREATE TABLE mdq.log (
     number bigint PRIMARY KEY,
     at bigint NOT NULL,
     operator text NOT NULL,
     door text NOT NULL,
     address text,
     operation text NOT NULL,
     outcome text NOT NULL,
     account text,
     details text,
     details_hash text NOT NULL,
     hash text NOT NULL
   );
   CREATE TABLE mdq.added_points (
     operator text NOT NULL, day integer NOT NULL, points bigint NOT NULL, PRIMARY KEY (operator, day)
   );
   CREATE TABLE mdq.kept_answer (
     operator text NOT NULL,
     key text NOT NULL,
     input_hash text NOT NULL,
     answer text NOT NULL,
     at bigint NOT NULL DEFAULT mdq.now(),
     PRIMARY KEY (operator, key)
   );
   CREATE TABLE mdq.webhook (
     id text COLLATE "C" PRIMARY KEY,
     url text NOT NULL,
     events text,
     secret text NOT NULL,
     old_secret text,
     old_until bigint,
     created_at bigint NOT NULL DEFAULT mdq.now(),
     removed_at bigint
   );
   CREATE TABLE mdq.event (
     id text COLLATE "C" PRIMARY KEY, type text NOT NULL, at bigint NOT NULL DEFAULT mdq.now(), data text NOT NULL
   );
   CREATE TABLE mdq.delivery (
     number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     webhook text NOT NULL REFERENCES mdq.webhook,
     event text NOT NULL REFERENCES mdq.event,
     since bigint NOT NULL DEFAULT mdq.now(),
     state text NOT NULL DEFAULT 'waiting',
     attempts integer NOT NULL DEFAULT 0,
     next_at bigint DEFAULT mdq.now(),
     last_result text
   );
   CREATE INDEX delivery_due ON mdq.delivery (next_at) WHERE next_at IS NOT NULL;
   CREATE TABLE mdq.lease (name text PRIMARY KEY, holder text NOT NULL, until bigint NOT NULL)`,
];

/** The layout that this program writes. */
export const LAYOUT = 1 + MIGRATIONS.length;
