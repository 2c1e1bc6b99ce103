import { IDEMPOTENCY_MS } from '../../common/rules.ts';
import { chargeChecksum } from './row-checksum.ts';

const signature = (more = { given: '', told: '' }) => `(
    batch uuid, sent_at bigint, hashes text[], paying text[], callers integer[], prices bigint[], caps bigint[],
    paths integer[], names text[], fingerprints text[], requests text[], ats bigint[], days integer[], texts text[]${more.given})
  RETURNS TABLE (decision text, charged bigint, balance bigint, account text, key_id text, last4 text${more.told})
  LANGUAGE plpgsql AS $$`;

/** What a later function does besides: nothing, in the first. */
const NOTHING_MORE = {
  ...{ given: '', told: '', declare: '', columns: '', read: '', look: '', due: '', check: '', refuse: '' },
  ...{ charge: '', write: '' },
};

/**
 * Decides a batch of calls in one statement, as `Ledger.settle` says. The accounts to be charged are locked first, in the
 * order of their numbers, so batches never wait for each other in a circle; each statement of the function after that
 * sees all that was committed before. Whatever else a charge writes is behind the lock of its account.
 *
 * The time is the store's: `sent_at` is what the caller's clock says now, and takes the difference out of `ats`.
 * `hashes` are the keys of the batch, each once, and `callers` says which of them a call comes from.
 */
function settleFunction(name: string, more: typeof NOTHING_MORE): string {
  return `
  CREATE FUNCTION mdq.${name}${signature(more)}
  #variable_conflict use_column
  DECLARE
    behind bigint := mdq.now() - sent_at;
    found record;
    -- By key of the batch.
    key_ids integer[];
    ends bigint[];
    refusals text[];
    slots integer[];
    holders text[];
    public_ids text[];
    last4s text[];
    -- By account of the batch, each in a slot.
    account_ids integer[];
    balances bigint[];
    entries bigint[];${more.declare}
    -- Of the call that is looked at.
    caller integer;
    slot integer;
    seen text;
    -- By call that is charged.
    paid integer[];
    paid_accounts integer[];
    paid_keys integer[];
    paid_numbers bigint[];
    paid_balances bigint[];
  BEGIN
    PERFORM FROM mdq.account
    WHERE id IN (SELECT key.account FROM mdq.key WHERE hash = ANY (paying))
    ORDER BY id FOR NO KEY UPDATE;

    FOR found IN
      SELECT asked.place, key.id, key.public_id, key.last4, key.active, key.ends_at, account.id AS account,
             account.name, account.active AS is_owner_active, account.balance, account.last_entry,${more.columns}
             dense_rank() OVER (ORDER BY account.id) AS slot
      FROM unnest(hashes) WITH ORDINALITY AS asked (hash, place)
      JOIN mdq.key ON key.hash = asked.hash AND key.deleted_at IS NULL
      JOIN mdq.account ON account.id = key.account
    LOOP
      key_ids[found.place] := found.id;
      ends[found.place] := found.ends_at;
      refusals[found.place] := CASE WHEN NOT found.active THEN 'inactiveKey'
                                    WHEN NOT found.is_owner_active THEN 'inactiveOwner' END;
      slots[found.place] := found.slot;
      holders[found.place] := found.name;
      public_ids[found.place] := found.public_id;
      last4s[found.place] := found.last4;
      account_ids[found.slot] := found.account;
      balances[found.slot] := found.balance;
      entries[found.slot] := found.last_entry;${more.read}
    END LOOP;

    FOR i IN 1 .. cardinality(callers) LOOP
      caller := callers[i];
      slot := slots[caller];
      account := holders[caller];
      key_id := public_ids[caller];
      last4 := last4s[caller];
      balance := balances[slot];
      charged := 0;${more.look}
      IF slot IS NULL OR ends[caller] <= ats[i] + behind THEN
        decision := 'invalidKey';
      ELSIF refusals[caller] IS NOT NULL THEN
        decision := refusals[caller];${more.due}
      ELSIF prices[i] = 0 THEN
        decision := 'settled';${more.check}
      ELSE
        seen := NULL;
        IF names[i] IS NOT NULL THEN
          SELECT CASE old.fingerprint WHEN fingerprints[i] THEN 'settled' ELSE 'idempotency-mismatch' END INTO seen
          FROM mdq.idempotency AS old
          WHERE old.account = account_ids[slot] AND old.key = names[i] AND old.at > ats[i] + behind - ${IDEMPOTENCY_MS};
        END IF;
        IF seen IS NOT NULL THEN
          decision := seen;
        ELSIF balance < prices[i] OR prices[i] > caps[i] THEN
          decision := 'insufficient';${more.refuse}
        ELSE
          decision := 'settled';
          charged := prices[i];
          balance := balance - charged;
          balances[slot] := balance;${more.charge}
          entries[slot] := entries[slot] + 1;
          paid := array_append(paid, i);
          paid_accounts := array_append(paid_accounts, account_ids[slot]);
          paid_keys := array_append(paid_keys, key_ids[caller]);
          paid_numbers := array_append(paid_numbers, entries[slot]);
          paid_balances := array_append(paid_balances, balance);
          IF names[i] IS NOT NULL THEN
            INSERT INTO mdq.idempotency (account, key, fingerprint, at)
            VALUES (account_ids[slot], names[i], fingerprints[i], ats[i] + behind)
            ON CONFLICT ON CONSTRAINT idempotency_pkey
            DO UPDATE SET fingerprint = excluded.fingerprint, at = excluded.at;
          END IF;
        END IF;
      END IF;
      RETURN NEXT;
    END LOOP;
    IF paid IS NULL THEN
      RETURN;
    END IF;${more.write}

    WITH written AS (
      INSERT INTO mdq.charge (account, number, day, at, key, path, points, balance, request_id, parameters, checksum)
      SELECT account, number, day, at, key, path, points, balance, request_id, parameters, ${chargeChecksum}
      FROM unnest(paid, paid_accounts, paid_keys, paid_numbers, paid_balances)
             AS paid (place, account, key, number, balance)
      JOIN (SELECT place, day, at + behind AS at, path, points, request_id, parameters
            FROM unnest(days, ats, paths, prices, requests, texts) WITH ORDINALITY
                   AS asked (day, at, path, points, request_id, parameters, place)) AS asked USING (place)
      RETURNING account, number, day, at, key, path, points, balance
    ), added AS (
      INSERT INTO mdq.usage AS total (account, day, path, key, calls, points)
      SELECT account, day, path, key, count(*), sum(points) FROM written GROUP BY account, day, path, key
      ON CONFLICT ON CONSTRAINT usage_pkey
      DO UPDATE SET calls = total.calls + excluded.calls, points = total.points + excluded.points
    ), used AS (
      UPDATE mdq.key SET last_used_at = newest.at
      FROM (SELECT key, max(at) AS at FROM written GROUP BY key) AS newest WHERE key.id = newest.key
    ), changed AS (
      UPDATE mdq.account SET balance = newest.balance, last_entry = newest.number
      FROM (SELECT account, min(balance) AS balance, max(number) AS number FROM written GROUP BY account) AS newest
      WHERE account.id = newest.account
      RETURNING account.id, account.last_entry
    )
    INSERT INTO mdq.batch (id, at, accounts, last_entries)
    SELECT batch, mdq.now(), array_agg(id), array_agg(last_entry) FROM changed;
  END $$;
`;
}

/** Of layout 1. */
export const SETTLE_1 = settleFunction('settle_1', NOTHING_MORE);

/** More points than there are. */
const NO_LIMIT = '9223372036854775807';

/**
 * Of layout 3. Calls of an account of which something is due come back with its number, uncharged: that is written first,
 * and so is a day that begins for a limit. Limits of points are decided by counters, which key and account may have. Whether
 * a call keeps to all other limits was looked at before; here it is made sure that they are still the key's.
 */
export const SETTLE_2 = settleFunction('settle_2', {
  given: ', checked text[]',
  told: ', limits text, points_left bigint, resets bigint',
  declare: `
    dues bigint[];
    limit_texts text[];
    -- Of a key or an account, as a place among the counters of the batch.
    key_counters integer[];
    account_counters integer[];
    -- By counter; without a day where its day is over, or was never begun.
    counters integer[];
    counter_days integer[];
    day_ends bigint[];
    month_ends bigint[];
    day_lefts bigint[];
    month_lefts bigint[];
    spends bigint[];
    wanted record;
    spent record;
    place integer;
    is_late boolean := false;`,
  columns: `
             account.next_due, key.limits, key.family, key.per_day, key.per_month, account.per_day AS account_per_day,
             account.per_month AS account_per_month,`,
  read: `
      dues[found.slot] := found.next_due;
      IF found.limits IS NOT NULL THEN
        limit_texts[found.place] := found.limits;
      END IF;
      IF coalesce(found.per_day, found.per_month, found.account_per_day, found.account_per_month) IS NOT NULL THEN
        FOR wanted IN
          SELECT * FROM (VALUES (coalesce(found.family, found.id), found.per_day, found.per_month),
                                (-found.account, found.account_per_day, found.account_per_month))
                          AS limited (number, per_day, per_month)
          WHERE coalesce(per_day, per_month) IS NOT NULL
        LOOP
          place := array_position(counters, wanted.number);
          IF place IS NULL THEN
            place := coalesce(cardinality(counters), 0) + 1;
            SELECT * INTO spent FROM mdq.spent
            WHERE counter = wanted.number AND sent_at + behind >= starts_at AND sent_at + behind < ends_at;
            counters[place] := wanted.number;
            counter_days[place] := spent.day;
            day_ends[place] := spent.ends_at;
            month_ends[place] := spent.month_ends_at;
            day_lefts[place] := coalesce(wanted.per_day - spent.day_points, ${NO_LIMIT});
            month_lefts[place] := coalesce(wanted.per_month - spent.month_points, ${NO_LIMIT});
            spends[place] := 0;
          END IF;
          IF wanted.number > 0 THEN
            key_counters[found.place] := place;
          ELSE
            account_counters[found.slot] := place;
          END IF;
        END LOOP;
      END IF;`,
  look: `
      limits := limit_texts[caller];
      IF counters IS NOT NULL THEN
        points_left := NULL;
        resets := NULL;
        is_late := false;
        FOREACH place IN ARRAY ARRAY[key_counters[caller], account_counters[slot]] LOOP
          CONTINUE WHEN place IS NULL;
          is_late := is_late OR counter_days[place] IS NULL;
          -- Of two that have the same left, the one that holds longer.
          IF month_lefts[place] <= coalesce(points_left, month_lefts[place]) AND month_lefts[place] < ${NO_LIMIT} THEN
            points_left := month_lefts[place];
            resets := month_ends[place];
          END IF;
          IF day_lefts[place] < coalesce(points_left, ${NO_LIMIT}) THEN
            points_left := day_lefts[place];
            resets := day_ends[place];
          END IF;
        END LOOP;
      END IF;`,
  due: `
      ELSIF is_late OR dues[slot] <= ats[i] + behind THEN
        decision := 'due';
        account := account_ids[slot];
        -- Calls of the account that come after it wait with it, so that who came first is served first.
        dues[slot] := 0;`,
  check: `
      ELSIF limits IS DISTINCT FROM checked[i] THEN
        decision := 'other-limits';`,
  // Only the first time since points came sends a message to webhooks.
  refuse: `
          IF balance < prices[i] THEN
            UPDATE mdq.account SET exhausted_at = ats[i] + behind, balance = balances[slot], last_entry = entries[slot]
            WHERE id = account_ids[slot] AND exhausted_at IS NULL;
          END IF;
        ELSIF points_left < prices[i] THEN
          decision := 'over-limit';`,
  charge: `
          IF points_left IS NOT NULL THEN
            points_left := points_left - charged;
            FOREACH place IN ARRAY ARRAY[key_counters[caller], account_counters[slot]] LOOP
              CONTINUE WHEN place IS NULL;
              day_lefts[place] := day_lefts[place] - charged;
              month_lefts[place] := month_lefts[place] - charged;
              spends[place] := spends[place] + charged;
              -- It is of the day that it is counted for, so that the counter tells what usage says.
              days[i] := counter_days[place];
            END LOOP;
          END IF;`,
  write: `
    IF counters IS NOT NULL THEN
      UPDATE mdq.spent SET day_points = day_points + added.points, month_points = month_points + added.points
      FROM unnest(counters, spends) AS added (number, points) WHERE counter = added.number AND added.points > 0;
    END IF;`,
});

/** In place of the first: programs that know nothing of what is due and of limits can no longer charge. */
export const SHUT_SETTLE_1 = `
  CREATE OR REPLACE FUNCTION mdq.settle_1${signature()}
  BEGIN
    RAISE EXCEPTION 'these accounts have points that expire or limits, which this version of mdq does not know; upgrade it';
  END $$`;
