import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccountsLocked, StoreError } from '../../../errors/stores.ts';
import type { Outcome, Settlement, Settling } from '../../ledger.ts';
import { BRIEF_LOCK_MS, CannotConnect, type Connections } from '../database/connections.ts';
import {
  BUSY_MESSAGE,
  isBusy,
  isLocked,
  isMissingPartition,
  isNothingDone,
  isReadOnly,
  typedError,
  unreachable,
} from '../postgres-error.ts';
import { DueWrites, type WriteDue } from './due-writes.ts';
import { Locks } from './locks.ts';
import { type Due, isDue, type ReceiptRow, type SettledRow, toDecided, toReceipt } from './outcomes.ts';
import { addMonths } from './partitions.ts';
import { Turns } from './turns.ts';

/** A statement that has not been answered by then is asked after. */
const CHARGE_MS = 6000;
/** A batch that meets one lock after the other is ended before, so that it keeps none of its own. */
export const CHARGES = { answerMs: CHARGE_MS, statementMs: CHARGE_MS - 500, idleMs: 5000 };
export const BRIEF_CHARGES = { ...CHARGES, statementMs: 2 * BRIEF_LOCK_MS, lockMs: BRIEF_LOCK_MS };
/** For so long it is asked what became of a batch; its calls wait. */
const ASK_MS = 8000;
const AGAIN_MS = 50;
/** How often a batch is tried that others are in the way of. */
const ATTEMPTS = 4;
/** So many keys are tried by themselves at once, and none is begun later. */
const ALONE_AT_ONCE = 2;
const ALONE_MS = 5000;

const SETTLE = {
  name: 'settle_2',
  text: 'SELECT * FROM mdq.settle_2($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
  rowMode: 'array',
} as const;

const CLAIM = 'INSERT INTO mdq.batch (id, at) VALUES ($1, mdq.now()) ON CONFLICT (id) DO NOTHING';

const CHECK = 'SELECT FROM mdq.state';

/** The charges of a batch that was committed. Those of one account follow one another up to its newest entry then. */
const RECEIPTS = `
  SELECT charge.request_id, charge.points, charge.balance, account.name, key.public_id, key.last4
  FROM mdq.batch, unnest(batch.accounts, batch.last_entries) AS newest (account, number)
  JOIN mdq.charge ON charge.account = newest.account
                 AND charge.number BETWEEN newest.number - $2 + 1 AND newest.number
  JOIN mdq.account ON account.id = charge.account
  JOIN mdq.key ON key.id = charge.key
  WHERE batch.id = $1 AND charge.request_id = ANY ($3)`;

/** Settles batches, several at a time, each by one statement. */
export class Settler {
  readonly #connections: Connections;
  readonly #brief: Connections;
  readonly #locks: Locks;
  readonly #dueWrites: DueWrites;
  readonly #alone = new Turns(ALONE_AT_ONCE);
  readonly #paths = new Map<string, number>();

  /** Those that are `brief` wait for a lock for a moment only. */
  constructor({ connections, brief }: { connections: Connections; brief: Connections }, writeDue: WriteDue) {
    this.#connections = connections;
    this.#brief = brief;
    this.#locks = new Locks(brief);
    this.#dueWrites = new DueWrites(writeDue);
  }

  /** Without being told what to do about locks, it waits for them. */
  async settle(calls: readonly Settlement[], ifLocked?: 'tell'): Promise<Settling[]> {
    return this.#settled(calls, await this.#decide(calls, ifLocked !== undefined), ifLocked);
  }

  /** With those settled of which something was due. */
  #settled(
    calls: readonly Settlement[],
    decided: readonly (Settling | Due)[],
    ifLocked: 'tell' | undefined,
  ): Settling[] {
    const late = new Map<number, Settlement[]>();
    calls.forEach((call, i) => {
      const one = decided[i];
      if (isDue(one)) late.set(one.account, [...(late.get(one.account) ?? []), call]);
    });
    const settled = new Map(
      [...late].flatMap(([account, ours]) => this.#settleLate(account, ours, ifLocked)),
    );
    return calls.map((call, i) => {
      const one = settled.get(call) ?? decided[i];
      if (!one || isDue(one)) throw new Error('a call was not settled');
      return one;
    });
  }

  /** Writes what is due of an account, then settles its calls again. If the account is locked, no other calls wait for it. */
  #settleLate(
    account: number,
    calls: readonly Settlement[],
    ifLocked: 'tell' | undefined,
  ): [Settlement, Promise<Outcome>][] {
    const settle = async () => {
      const aheadMs = Math.max(...calls.map(({ at }) => at)) - Date.now();
      await this.#dueWrites.write(account, aheadMs).catch((error: unknown) => {
        throw asLate(error, account, calls);
      });
      return this.settle(calls, ifLocked);
    };
    return eachOf(calls, settle());
  }

  async #decide(
    calls: readonly Settlement[],
    isTold: boolean,
    firstAttempt = 1,
  ): Promise<(Settling | Due)[]> {
    const connections = isTold ? this.#brief : this.#connections;
    for (let attempt = firstAttempt; ; attempt++) {
      const batch = randomUUID();
      try {
        return await this.#send(connections, batch, calls);
      } catch (error) {
        // Nothing was sent.
        if (error instanceof CannotConnect || error instanceof StoreError) throw typedError(error);
        if (!isNothingDone(error)) {
          const receipts = await this.#askAfter(batch, calls);
          if (receipts) return this.#complete(calls, receipts);
          // It was not committed and never will be: the calls are put once more.
        }
        if (isTold && isLocked(error)) {
          const locked = await this.#locks.lockedHashes(calls, attempt === 1);
          if (locked.size > 0) throw await this.#locks.failure(locked, error);
          // What was in the way has gone. Where that happens twice, it cannot be seen, such as a row that somebody is adding.
          if (attempt > 1) return this.#decideAlone(calls, error);
        }
        if (attempt >= ATTEMPTS) throw typedError(error);
        if (isMissingPartition(error)) await this.#addMonths(calls);
        else if (isBusy(error) || isReadOnly(error)) await sleep(AGAIN_MS * attempt);
        else if (isNothingDone(error)) throw typedError(error);
      }
    }
  }

  /** Fails where nothing can be settled now. */
  async check(): Promise<void> {
    try {
      await this.#brief.use((client) => client.query(CHECK));
    } catch (error) {
      throw typedError(error);
    }
  }

  /** Decides the calls of each key by themselves, so that only those fail that something is in the way of. */
  async #decideAlone(calls: readonly Settlement[], cause: unknown): Promise<Settling[]> {
    const byKey = Map.groupBy(calls, ({ keyHash }) => keyHash);
    if (byKey.size === 1) throw await this.#locks.failure(new Set(byKey.keys()), cause);
    const until = performance.now() + ALONE_MS;
    const decide = (ours: readonly Settlement[]) =>
      this.#alone.inTurn(async () => {
        if (performance.now() > until) throw typedError(cause);
        return this.#settled(ours, await this.#decide(ours, true, 2), 'tell');
      });
    const decided = new Map([...byKey.values()].flatMap((ours) => eachOf(ours, decide(ours))));
    return calls.map((call) => decided.get(call) ?? Promise.reject(new Error('a call was not settled')));
  }

  lockedKeys(calls: readonly Settlement[]): Promise<ReadonlyMap<string, number>> {
    return this.#locks.lockedKeys(calls);
  }

  async #send(
    connections: Connections,
    batch: string,
    calls: readonly Settlement[],
  ): Promise<(Outcome | Due)[]> {
    const callers = new Map<string, number>();
    const paying = new Set<string>();
    for (const { keyHash, points } of calls) {
      if (!callers.has(keyHash)) callers.set(keyHash, callers.size + 1);
      if (points > 0) paying.add(keyHash);
    }
    const paths = paying.size > 0 ? await this.#pathIds(calls) : [];
    const column = <T>(of: (call: Settlement) => T) => calls.map(of);
    return connections.use(async (client) => {
      const { rows } = await client.query<SettledRow>({
        ...SETTLE,
        values: [
          batch,
          Date.now(),
          [...callers.keys()],
          [...paying],
          column(({ keyHash }) => callers.get(keyHash)),
          column(({ points }) => points),
          column(({ maxPoints }) => maxPoints ?? null),
          paths,
          column(({ idempotency }) => idempotency?.key ?? null),
          column(({ idempotency }) => idempotency?.fingerprint ?? null),
          column(({ requestId }) => requestId),
          column(({ at }) => at),
          column(({ day }) => day),
          column(({ parameters }) => parameters ?? null),
          calls.some(({ limits }) => limits !== undefined) ? column(({ limits }) => limits ?? null) : null,
        ],
      });
      return rows.map((row, i) => toDecided(row, calls[i]?.points ?? 0));
    });
  }

  /**
   * Finds out what became of a batch whose answer was lost. Its id can be in the table once: where it can be put there
   * now, the batch was not committed, and a server that is still at it can no longer do so. Undefined then; otherwise
   * what was charged, by request id.
   */
  async #askAfter(batch: string, calls: readonly Settlement[]): Promise<Map<string, Outcome> | undefined> {
    let reason: unknown;
    for (const until = performance.now() + ASK_MS; performance.now() < until; await sleep(AGAIN_MS)) {
      try {
        return await this.#connections.use(async (client) => {
          const claim = await client.query(CLAIM, [batch]);
          // A claim that was made before and whose own answer was lost is without accounts, and has no receipts.
          if (claim.rowCount === 1) return undefined;
          const ids = calls.map(({ requestId }) => requestId);
          const { rows } = await client.query<ReceiptRow>(RECEIPTS, [batch, calls.length, ids]);
          return rows.length > 0 ? new Map(rows.map(toReceipt)) : undefined;
        });
      } catch (error) {
        reason = error;
      }
    }
    throw unknownOutcome(unreachable(reason));
  }

  /** The outcomes of a batch that was committed: what was not charged then is decided again. */
  #complete(calls: readonly Settlement[], receipts: ReadonlyMap<string, Outcome>): Settling[] {
    const rest = calls.filter(({ requestId }) => !receipts.has(requestId));
    const decided = new Map(rest.length > 0 ? eachOf(rest, this.settle(rest, 'tell')) : []);
    return calls.map((call) => {
      const outcome = receipts.get(call.requestId) ?? decided.get(call);
      if (!outcome) throw new Error('a call was not settled');
      return outcome;
    });
  }

  async #pathIds(calls: readonly Settlement[]): Promise<number[]> {
    const unknown = new Set(calls.map(({ path }) => path).filter((path) => !this.#paths.has(path)));
    if (unknown.size > 0) {
      const paths = [...unknown];
      await this.#connections.query(
        'INSERT INTO mdq.path (path) SELECT unnest($1::text[]) ORDER BY 1 ON CONFLICT DO NOTHING',
        [paths],
      );
      const rows = await this.#connections.query('SELECT id, path FROM mdq.path WHERE path = ANY ($1)', [
        paths,
      ]);
      for (const { id, path } of rows) this.#paths.set(String(path), Number(id));
    }
    return calls.map(({ path }) => this.#paths.get(path) ?? 0);
  }

  async #addMonths(calls: readonly Settlement[]): Promise<void> {
    await addMonths(
      this.#connections,
      // The store's clock may be in another month already, or still.
      calls.filter(({ points }) => points > 0).flatMap(({ day }) => [day - 1, day, day + 1]),
    );
  }
}

/** Why calls were not put again. None of them was charged, whatever became of what was due. */
function asLate(error: unknown, account: number, calls: readonly Settlement[]): unknown {
  if (!(error instanceof StoreError)) return error;
  if (error.kind === 'unknown-outcome') return unreachable(error);
  if (error.kind !== 'busy') return error;
  const keys = new Map(calls.map(({ keyHash }) => [keyHash, account]));
  return new AccountsLocked(keys, BUSY_MESSAGE, { cause: error });
}

/** The outcome of each of some calls that are settled together, as a promise of its own. */
function eachOf(
  calls: readonly Settlement[],
  settling: Promise<readonly Settling[]>,
): [Settlement, Promise<Outcome>][] {
  return calls.map((call, i) => [
    call,
    settling.then((settled) => settled[i] ?? Promise.reject(new Error('a call was not settled'))),
  ]);
}

function unknownOutcome(cause: unknown): StoreError {
  return new StoreError('unknown-outcome', 'It is not known whether these calls were charged', { cause });
}
