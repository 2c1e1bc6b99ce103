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
   CREATE TABLE mdq.lease (name text PRIMARY KEY, holder text NOT NULL, until bigint NOT NULL);
   -- What a change of an account tells webhooks, once for each newest entry, in its transaction whoever makes it: a charge that
   -- tells nothing costs a comparison.
   CREATE FUNCTION mdq.tell_account() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     WITH wanted AS (
       SELECT id FROM mdq.webhook
       WHERE removed_at IS NULL AND (events IS NULL OR 'points.' || TG_ARGV[0] = ANY (string_to_array(events, ',')))
     ), added AS (
       INSERT INTO mdq.event (id, type, data)
       SELECT 'evt_' || TG_ARGV[0] || '_' || NEW.account_id || '_' || NEW.last_entry, 'points.' || TG_ARGV[0],
              json_build_object('account', NEW.account_id, 'external_id', NEW.external_id, 'balance', NEW.balance,
                                'low_below', NEW.low_below, 'reference', NULL, 'entry', NEW.last_entry)::text
       WHERE EXISTS (SELECT FROM wanted)
       ON CONFLICT DO NOTHING RETURNING id
     )
     INSERT INTO mdq.delivery (webhook, event) SELECT wanted.id, added.id FROM wanted, added;
     RETURN NULL;
   END $$;
   CREATE TRIGGER tell_low AFTER UPDATE OF balance, low_below ON mdq.account FOR EACH ROW
     WHEN (NEW.balance < NEW.low_below AND (OLD.balance < OLD.low_below) IS NOT TRUE)
     EXECUTE FUNCTION mdq.tell_account('low');
   CREATE TRIGGER tell_exhausted AFTER UPDATE OF exhausted_at ON mdq.account FOR EACH ROW
     WHEN (NEW.exhausted_at IS NOT NULL AND OLD.exhausted_at IS NULL)
     EXECUTE FUNCTION mdq.tell_account('exhausted')`;
