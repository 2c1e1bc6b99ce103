import type { Outcome, Settlement } from '../accounts.ts';

/*
 * Batches between a server and the thread that settles them. Copying objects would cost more than settling
 * them, so numbers travel in one block that is handed over, and texts that come back again and again (key
 * hashes, paths) are sent once and are numbers from then on.
 */

export interface BatchMessage {
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Texts that are new since the last message; their numbers follow those sent before. */
  readonly newTexts: readonly string[];
  /** Forget all texts sent before. */
  readonly isFresh: boolean;
  readonly requestIds: string;
  /** By the place of the call in the batch. */
  readonly idempotency: readonly (readonly [place: number, key: string, fingerprint: string])[];
}

export interface OutcomesMessage {
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Whose keys those are that were settled for the first time. */
  readonly newHolders: readonly HolderFacts[];
}

export interface HolderFacts {
  readonly text: number;
  readonly account: string;
  readonly keyId: string;
  readonly keyLast4: string;
}

const CALL_WIDTH = 6;
const OUTCOME_WIDTH = 3;
const NO_MAXIMUM = -1;
/** Keys that nobody knows are texts too: this bounds what they can take up. */
const MAX_TEXTS = 50_000;

const REASONS = ['invalidKey', 'inactiveKey', 'inactiveOwner'] as const;
const SETTLED = 0;
const INSUFFICIENT = 1;
const MISMATCH = 2;
const REFUSED = 3;

/** The server's end: calls into messages, messages into outcomes. */
export class BatchWriter {
  #texts = new Map<string, number>();
  #holders = new Map<number, HolderFacts>();

  write(calls: readonly Settlement[]): BatchMessage {
    const isFresh = this.#texts.size > MAX_TEXTS;
    if (isFresh) {
      this.#texts = new Map();
      this.#holders = new Map();
    }
    const newTexts: string[] = [];
    const number = (text: string) => {
      let known = this.#texts.get(text);
      if (known === undefined) {
        known = this.#texts.size;
        this.#texts.set(text, known);
        newTexts.push(text);
      }
      return known;
    };
    const numbers = new Float64Array(calls.length * CALL_WIDTH);
    const requestIds: string[] = [];
    const idempotency: [number, string, string][] = [];
    calls.forEach((call, place) => {
      const at = place * CALL_WIDTH;
      numbers[at] = number(call.keyHash);
      numbers[at + 1] = number(call.path);
      numbers[at + 2] = call.points;
      numbers[at + 3] = call.maxPoints ?? NO_MAXIMUM;
      numbers[at + 4] = call.at.getTime();
      numbers[at + 5] = call.day;
      requestIds.push(call.requestId);
      if (call.idempotency) idempotency.push([place, call.idempotency.key, call.idempotency.fingerprint]);
    });
    return { numbers, newTexts, isFresh, requestIds: requestIds.join('\n'), idempotency };
  }

  read(calls: readonly Settlement[], { numbers, newHolders }: OutcomesMessage): Outcome[] {
    for (const facts of newHolders) this.#holders.set(facts.text, facts);
    return calls.map((call, place) => {
      const at = place * OUTCOME_WIDTH;
      const [kind, points = 0, balance = 0] = numbers.subarray(at, at + OUTCOME_WIDTH);
      if (kind === REFUSED) return { kind: 'refused', reason: REASONS[points] ?? 'invalidKey' };
      const facts = this.#holders.get(this.#texts.get(call.keyHash) ?? -1);
      if (!facts) throw new Error('a settled key has no holder');
      const holder = { account: facts.account, keyId: facts.keyId, keyLast4: facts.keyLast4, balance };
      if (kind === INSUFFICIENT) return { kind: 'insufficient', required: points, holder };
      if (kind === MISMATCH) return { kind: 'idempotency-mismatch', holder };
      return { kind: 'settled', charged: points, holder };
    });
  }
}

/** The thread's end: messages into calls, outcomes into messages. */
export class BatchReader {
  #texts: string[] = [];
  #told = new Set<number>();

  read({ numbers, newTexts, isFresh, requestIds, idempotency }: BatchMessage): Settlement[] {
    if (isFresh) {
      this.#texts = [];
      this.#told = new Set();
    }
    this.#texts.push(...newTexts);
    const ids = requestIds.split('\n');
    const calls: Settlement[] = ids.map((requestId, place) => {
      const at = place * CALL_WIDTH;
      const [key = 0, path = 0, points = 0, maxPoints = NO_MAXIMUM, time = 0, day = 0] = numbers.subarray(
        at,
        at + CALL_WIDTH,
      );
      return {
        keyHash: this.#texts[key] ?? '',
        path: this.#texts[path] ?? '',
        points,
        maxPoints: maxPoints === NO_MAXIMUM ? undefined : maxPoints,
        at: new Date(time),
        day,
        requestId,
      };
    });
    for (const [place, key, fingerprint] of idempotency) {
      const call = calls[place];
      if (call) calls[place] = { ...call, idempotency: { key, fingerprint } };
    }
    return calls;
  }

  write(batch: BatchMessage, outcomes: readonly Outcome[]): OutcomesMessage {
    const numbers = new Float64Array(outcomes.length * OUTCOME_WIDTH);
    const newHolders: HolderFacts[] = [];
    outcomes.forEach((outcome, place) => {
      const at = place * OUTCOME_WIDTH;
      if (outcome.kind === 'refused') {
        numbers[at] = REFUSED;
        numbers[at + 1] = REASONS.indexOf(outcome.reason);
        return;
      }
      const { account, keyId, keyLast4, balance } = outcome.holder;
      const text = batch.numbers[place * CALL_WIDTH] ?? 0;
      if (!this.#told.has(text)) {
        this.#told.add(text);
        newHolders.push({ text, account, keyId, keyLast4 });
      }
      if (outcome.kind === 'insufficient') numbers[at] = INSUFFICIENT;
      else numbers[at] = outcome.kind === 'settled' ? SETTLED : MISMATCH;
      numbers[at + 1] =
        outcome.kind === 'settled' ? outcome.charged : outcome.kind === 'insufficient' ? outcome.required : 0;
      numbers[at + 2] = balance;
    });
    return { numbers, newHolders };
  }
}
