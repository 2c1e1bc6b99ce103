import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccountsLocked, StoreError } from '../../../errors/stores.ts';
import type { Points } from '../../accounts.ts';
import type { IfLocked, Outcome, Settlement } from '../../ledger.ts';
import { CannotConnect, type Connections } from '../database/connections.ts';
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
import { addMonths } from './partitions.ts';

/** A statement that has not been answered by then is asked after. */
export const CHARGE_MS = 6000;
/** Batches of other servers wait for each other for less; who waits for longer may be in the way of others. */
export const BRIEF_LOCK_MS = 1000;
/** For so long it is asked what became of a batch; its calls wait. */
const ASK_MS = 8000;
const AGAIN_MS = 50;
/** How often a batch is sent again that others were in the way of. */
const ATTEMPTS = 4;

const SETTLE = {
  name: 'settle_2',
  text: 'SELECT * FROM mdq.settle_2($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
  rowMode: 'array',
} as const;

const CLAIM = 'INSERT INTO mdq.batch (id, at) VALUES ($1, mdq.now()) ON CONFLICT (id) DO NOTHING';

const CHECK = 'SELECT FROM mdq.state';

/** Keys whose accounts are locked at this moment: those that are not are locked for this statement. */
const LOCKED_KEYS = `
  WITH free AS (
    SELECT id FROM mdq.account WHERE id IN (SELECT account FROM mdq.key WHERE hash = ANY ($1))
    FOR NO KEY UPDATE SKIP LOCKED)
  SELECT hash FROM mdq.key WHERE hash = ANY ($1) AND account NOT IN (SELECT id FROM free)`;

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
  readonly #writeDue: WriteDue;
  readonly #paths = new Map<string, number>();

  /** Those that are `brief` wait for a lock for a moment only. */
  constructor({ connections, brief }: { connections: Connections; brief: Connections }, writeDue: WriteDue) {
    this.#connections = connections;
    this.#brief = brief;
    this.#writeDue = writeDue;
  }

  async settle(calls: readonly Settlement[], ifLocked: IfLocked = 'wait'): Promise<Outcome[]> {
    const decided = await this.#decide(calls, ifLocked);
    const isDue = decided.some(({ kind }) => kind === 'due');
    return isDue ? this.#again(calls, decided) : (decided as Outcome[]);
  }

  /** Writes what is due of accounts, and puts their calls once more. */
  async #again(calls: readonly Settlement[], decided: readonly Decided[]): Promise<Outcome[]> {
    const due = new Map<number, number>();
    const late = calls.filter((call, i) => {
      const one = decided[i];
      if (one?.kind === 'due')
        due.set(one.account, Math.max(due.get(one.account) ?? 0, call.at - Date.now()));
      return one?.kind === 'due';
    });
    const settleLate = async () => {
      for (const [account, aheadMs] of due) await this.#writeDue(account, aheadMs);
      return this.settle(late);
    };
    // They are told together: where some were charged, nobody may be told that nothing was.
    const isCharged = decided.some((one) => one.kind === 'settled' && one.charged > 0);
    const settled = await (isCharged ? settleLate().catch(rethrowUnknown) : settleLate());
    let next = 0;
    return decided.map((one) => {
      const outcome = one.kind === 'due' ? settled[next++] : one;
      if (!outcome) throw new Error('a call was not settled');
      return outcome;
    });
  }

  async #decide(calls: readonly Settlement[], ifLocked: IfLocked): Promise<Decided[]> {
    let connections = ifLocked === 'tell' ? this.#brief : this.#connections;
    for (let attempt = 1; ; attempt++) {
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
        if (ifLocked === 'tell' && isLocked(error)) {
          const locked = await this.#lockedKeys(calls);
          if (locked.size > 0) throw new AccountsLocked(locked, BUSY_MESSAGE, { cause: error });
          // What was in the way has gone, or is no account: all of them wait for it.
          connections = this.#connections;
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

  /** Of the calls that are to be paid for. */
  async #lockedKeys(calls: readonly Settlement[]): Promise<ReadonlySet<string>> {
    const paying = new Set(calls.filter(({ points }) => points > 0).map(({ keyHash }) => keyHash));
    try {
      const { rows } = await this.#brief.use((client) =>
        client.query<{ hash: string }>(LOCKED_KEYS, [[...paying]]),
      );
      return new Set(rows.map(({ hash }) => hash));
    } catch {
      // Whatever it is, the next attempt meets it and says so.
      return new Set();
    }
  }

  async #send(connections: Connections, batch: string, calls: readonly Settlement[]): Promise<Decided[]> {
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
      return rows.map((row, i) => toOutcome(row, calls[i]?.points ?? 0));
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
    return rethrowUnknown(unreachable(reason));
  }

  /** The outcomes of a batch that was committed: what was not charged then is decided again. */
  async #complete(calls: readonly Settlement[], receipts: ReadonlyMap<string, Outcome>): Promise<Outcome[]> {
    const rest = calls.filter(({ requestId }) => !receipts.has(requestId));
    // They are told together: where the rest cannot be decided, nobody may be told that nothing was charged.
    const decided = rest.length > 0 ? await this.settle(rest).catch(rethrowUnknown) : [];
    let next = 0;
    return calls.map(({ requestId }) => {
      const outcome = receipts.get(requestId) ?? decided[next++];
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

function rethrowUnknown(cause: unknown): never {
  throw new StoreError('unknown-outcome', 'It is not known whether these calls were charged', { cause });
}

/** Something of the account is due by then, and has to be written first. */
type Decided = Outcome | { readonly kind: 'due'; readonly account: number };
/** Writes what is due of an account, so much later than the store's clock says. */
type WriteDue = (account: number, aheadMs: number) => Promise<void>;

type SettledRow = [
  decision: Exclude<Decided['kind'], 'refused'> | Extract<Outcome, { kind: 'refused' }>['reason'],
  charged: Points,
  balance: Points,
  account: string,
  keyId: string,
  keyLast4: string,
  limits: string | null,
  left: Points | null,
  resets: number | null,
];

function toOutcome(
  [decision, charged, balance, account, keyId, keyLast4, limits, left, resets]: SettledRow,
  required: Points,
): Decided {
  const caller = {
    holder: limits === null ? { account, keyId, keyLast4 } : { account, keyId, keyLast4, limits },
    balance,
    ...(left !== null && resets !== null && { limitLeft: { left: Math.max(0, left), resets } }),
  };
  switch (decision) {
    case 'due':
      return { kind: decision, account: Number(account) };
    case 'settled':
      return { kind: decision, charged, ...caller };
    case 'insufficient':
    case 'over-limit':
      return { kind: decision, required, ...caller };
    case 'idempotency-mismatch':
    case 'other-limits':
      return { kind: decision, ...caller };
    default:
      return { kind: 'refused', reason: decision };
  }
}

interface ReceiptRow {
  readonly request_id: string;
  readonly points: Points;
  readonly balance: Points;
  readonly name: string;
  readonly public_id: string;
  readonly last4: string;
}

function toReceipt(row: ReceiptRow): [string, Outcome] {
  const holder = { account: row.name, keyId: row.public_id, keyLast4: row.last4 };
  return [row.request_id, { kind: 'settled', charged: row.points, balance: row.balance, holder }];
}
