/** Who may operate, what they did, how many points they added by day, what they were answered, and whom to tell. */
export const OFFICE_TABLES = `
   CREATE TABLE mdq.operator (
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
   CREATE TABLE mdq.lease (name text PRIMARY KEY, holder text NOT NULL, until bigint NOT NULL)`;
