import { setTimeout as sleep } from 'node:timers/promises';
import { AccountsLocked } from '../../../errors/stores.ts';
import type { Settlement } from '../../ledger.ts';
import type { Connections } from '../database/connections.ts';
import { BUSY_MESSAGE, typedError } from '../postgres-error.ts';

const AGAIN_MS = 50;

/**
 * Those of some keys whose account is locked at this moment, or another row that a charge by these keys changes: the key, a
 * counter, the total of a path and day. All others are locked while it looks; nothing is changed, so its end waits for no disk.
 */
const LOCKED_KEYS = `
  WITH asked AS MATERIALIZED (
         SELECT id, hash, account, coalesce(family, id) AS family
         FROM mdq.key, set_config('synchronous_commit', 'off', true) WHERE hash = ANY ($1)),
       wanted AS (SELECT DISTINCT account AS id FROM asked),
       free AS (SELECT id FROM mdq.account WHERE id IN (SELECT id FROM wanted) FOR NO KEY UPDATE SKIP LOCKED),
       ours AS (SELECT id, account, family FROM asked WHERE account IN (SELECT id FROM free)),
       free_keys AS (SELECT id FROM mdq.key WHERE id IN (SELECT id FROM ours) FOR NO KEY UPDATE SKIP LOCKED),
       counters AS (SELECT account, counter FROM ours JOIN mdq.spent ON counter IN (-account, family)),
       free_counters AS (SELECT counter FROM mdq.spent
                         WHERE counter IN (SELECT counter FROM counters) FOR NO KEY UPDATE SKIP LOCKED),
       totals AS (SELECT account, day, path, key FROM mdq.usage
                  WHERE (account, key) IN (SELECT account, id FROM ours) AND day = ANY ($2)
                    AND path IN (SELECT id FROM mdq.path WHERE path = ANY ($3))),
       free_totals AS (SELECT account, day, path, key FROM mdq.usage
                       WHERE (account, day, path, key) IN (SELECT * FROM totals) FOR NO KEY UPDATE SKIP LOCKED),
       locked AS (SELECT id FROM wanted EXCEPT SELECT id FROM free
                  UNION SELECT account FROM ours WHERE id NOT IN (SELECT id FROM free_keys)
                  UNION SELECT account FROM counters WHERE counter NOT IN (SELECT counter FROM free_counters)
                  UNION SELECT account FROM (SELECT * FROM totals EXCEPT SELECT * FROM free_totals) AS held)
  SELECT hash, account FROM asked WHERE account IN (SELECT id FROM locked)`;

/** All keys of the accounts of some. */
const KEYS_BESIDE = `
  SELECT hash, account FROM mdq.key WHERE account IN (SELECT account FROM mdq.key WHERE hash = ANY ($1))`;

interface KeyOfAccount {
  readonly hash: string;
  readonly account: number;
}

/** Finds out which accounts something else has locked, without waiting for any. */
export class Locks {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Of the calls that are to be paid for. */
  async lockedKeys(calls: readonly Settlement[]): Promise<ReadonlyMap<string, number>> {
    const paying = calls.filter(({ points }) => points > 0);
    const column = <T>(of: (call: Settlement) => T) => [...new Set(paying.map(of))];
    const asked = [column(({ keyHash }) => keyHash), column(({ day }) => day), column(({ path }) => path)];
    try {
      return byHash(await this.#connections.query<KeyOfAccount>(LOCKED_KEYS, asked));
    } catch {
      // Whatever it is, the next attempt meets it and says so.
      return new Map();
    }
  }

  /** Looked at twice, it is without those that another batch has for a moment. */
  async lockedHashes(calls: readonly Settlement[], isTwice: boolean): Promise<Set<string>> {
    const look = async () => new Set((await this.lockedKeys(calls)).keys());
    const before = await look();
    if (before.size === 0 || !isTwice) return before;
    await sleep(AGAIN_MS);
    return before.intersection(await look());
  }

  /** What to fail with. It names all keys of the accounts: nobody has to find out about each. */
  async failure(hashes: ReadonlySet<string>, cause: unknown): Promise<unknown> {
    const keys = byHash(await this.#connections.query<KeyOfAccount>(KEYS_BESIDE, [[...hashes]]));
    // A key that there is not has no account: what is locked is more than that.
    return keys.size === 0 ? typedError(cause) : new AccountsLocked(keys, BUSY_MESSAGE, { cause });
  }
}

function byHash(rows: readonly KeyOfAccount[]): Map<string, number> {
  return new Map(rows.map(({ hash, account }) => [hash, account]));
}
