import { madeForAllMs, workedMs } from '../lib/made-once.ts';

/** Who answers for work that nobody pays for: an account, or an address where there is no valid key. */
export type Asker = string & { readonly asker: true };

export function accountAsker(account: string): Asker {
  return `account ${account}` as Asker;
}

export function addressAsker(address: string): Asker {
  return `address ${address}` as Asker;
}

/**
 * Keys that come from an address and are not known to be valid. Apart from what else is asked from there, so that
 * whoever reads documents without end keeps nobody's first call from being answered.
 */
export function unknownKeysAsker(address: string): Asker {
  return `unknown keys ${address}` as Asker;
}

function isAccount(asker: Asker): boolean {
  return asker.startsWith('account');
}

/** The budget is used up, and for so many seconds. */
export class UsedUp {
  readonly seconds: number;

  constructor(seconds: number) {
    this.seconds = seconds;
  }
}

/** A bucket holds so much work, in milliseconds, and fills up again by so much a second. */
interface Size {
  readonly holdsMs: number;
  readonly perSecondMs: number;
}

const EACH: Size = { holdsMs: 500, perSecondMs: 100 };
const ALL_WITHOUT_A_KEY: Size = { holdsMs: 1500, perSecondMs: 300 };
/** An asker that has used it up waits no longer than this, however much more it asks for. */
const LONGEST_WAIT_MS = 5000;
const MAX_KEPT = 100_000;
/** Work that waits for a database, all together: it must leave connections to what is paid for. */
const MAX_UNDER_WAY = 2;
const LONG_MS = 2;
/** Of Linux, as it is mostly built: how far the clock of a thread may be behind. */
const TICK_MS = 4;

interface Clocks {
  /** In milliseconds. */
  readonly now: () => number;
  /** How long this thread has worked, in milliseconds. */
  readonly worked: () => number;
}

const CLOCKS: Clocks = { now: () => performance.now(), worked: workedMs };

interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (outcome: unknown) => void;
}

/**
 * The budget of everything that is answered without a charge. Each asker has a bucket, and of that only the
 * moment is stored at which it will be full again; nothing is stored for a full one. What takes more than microseconds
 * is done here too, one piece in a turn of the event loop, by turns for all who wait, so that paid calls come between.
 */
export class UnpaidWork {
  readonly #clocks: Clocks;
  readonly #fullAt = new Map<Asker, number>();
  #withoutKeyFullAt = 0;
  readonly #waiting = new Map<Asker, Waiting[]>();
  #underWay = 0;
  #isTurnPlanned = false;

  constructor(clocks = CLOCKS) {
    this.#clocks = clocks;
  }

  /** Whether it has to wait before more is done for it. */
  usedUp(asker: Asker): UsedUp | undefined {
    const fullAt = this.#fullAt.get(asker);
    const isWithoutKey = asker.startsWith('address');
    if (fullAt === undefined && !isWithoutKey) return undefined;
    const now = this.#clocks.now();
    const own = fullAt === undefined ? 0 : secondsToWait(fullAt - now, EACH);
    const shared = isWithoutKey ? secondsToWait(this.#withoutKeyFullAt - now, ALL_WITHOUT_A_KEY) : 0;
    const seconds = Math.max(own, shared);
    return seconds > 0 ? new UsedUp(Math.ceil(seconds)) : undefined;
  }

  book(asker: Asker, ms: number): void {
    const now = this.#clocks.now();
    const fullAt = this.#fullAt.get(asker) ?? 0;
    if (!isAccount(asker)) {
      // What an address takes beyond its own budget is its own debt: no other address is refused for it.
      const shared = Math.min(ms, leftIn(fullAt, now, EACH));
      this.#withoutKeyFullAt = filledUpAfter(this.#withoutKeyFullAt, shared, now, ALL_WITHOUT_A_KEY);
    }
    this.#fullAt.set(asker, filledUpAfter(fullAt, ms, now, EACH));
    if (this.#fullAt.size > MAX_KEPT) this.#forgetFullest(now);
  }

  /**
   * Measures work from a moment on; what it returns tells how many milliseconds there were, without what was made once
   * for all. Waiting for a processor is no work. The clock of the thread tells that, but lags by up to a tick: so the
   * shorter counts of the time that went by, and of that clock and a tick.
   */
  stopwatch(begunAt = this.#clocks.now()): () => number {
    const { now, worked } = this.#clocks;
    const [workedBefore, madeBefore] = [worked(), madeForAllMs()];
    return () => {
      const mostMs = Math.min(now() - begunAt, worked() - workedBefore + TICK_MS);
      return Math.max(0, mostMs - (madeForAllMs() - madeBefore));
    };
  }

  /** Does a piece of work when it is its turn, and books it; unless the budget is used up by then. */
  run<Outcome>(asker: Asker, work: () => Outcome | Promise<Outcome>): Promise<Outcome | UsedUp> {
    return new Promise<Outcome | UsedUp>((resolve) => {
      const waiting = { work, resolve: resolve as (outcome: unknown) => void };
      const before = this.#waiting.get(asker);
      if (before) before.push(waiting);
      else this.#waiting.set(asker, [waiting]);
      this.#planTurn();
    });
  }

  /** Two immediates in a row: all that follows at once from the first is done, and measured, when the second comes. */
  #planTurn(): void {
    if (this.#isTurnPlanned || !this.#waiting.keys().some((asker) => this.#hasRoomFor(asker))) return;
    this.#isTurnPlanned = true;
    let end = () => 0;
    const goOn = () => {
      this.#isTurnPlanned = false;
      this.#planTurn();
    };
    setImmediate(() => {
      end = this.#takeTurn();
    });
    setImmediate(() => {
      const tookMs = end();
      // For as long as a long piece took, the thread is for paid calls: theirs take several turns.
      if (tookMs < LONG_MS) goOn();
      else setTimeout(goOn, tookMs);
    });
  }

  /** Does the next piece of work. Returns what books it, and tells how long it took. */
  #takeTurn(): () => number {
    const next = this.#next();
    if (!next) return () => 0;
    const { asker, work, resolve } = next;
    const took = this.stopwatch();
    const outcome = new Promise((done) => done(work()));
    if (isAccount(asker)) {
      this.#underWay += 1;
      const end = () => {
        this.#underWay -= 1;
        this.#planTurn();
      };
      outcome.then(end, end);
    } else outcome.catch(() => {});
    return () => {
      const tookMs = took();
      this.book(asker, tookMs);
      resolve(outcome);
      return tookMs;
    };
  }

  /** The next whose asker has budget left; all before it are refused. */
  #next(): ({ readonly asker: Asker } & Waiting) | undefined {
    for (const [asker, all] of this.#waiting) {
      if (!this.#hasRoomFor(asker)) continue;
      // Whoever has more waiting comes again after all others.
      this.#waiting.delete(asker);
      const usedUp = this.usedUp(asker);
      if (usedUp) {
        for (const { resolve } of all) resolve(usedUp);
        continue;
      }
      const first = all.shift();
      if (all.length > 0) this.#waiting.set(asker, all);
      if (first) return { asker, ...first };
    }
    return undefined;
  }

  /** Only what is asked about an account can wait for a database. */
  #hasRoomFor(asker: Asker): boolean {
    return this.#underWay < MAX_UNDER_WAY || !isAccount(asker);
  }

  /** To forget a full bucket changes nothing, and a nearly full one hardly anything. */
  #forgetFullest(now: number): void {
    const moments = Float64Array.from(this.#fullAt.values()).sort();
    const until = Math.max(now, moments[Math.floor(MAX_KEPT / 10)] ?? now);
    for (const [asker, fullAt] of this.#fullAt) if (fullAt <= until) this.#fullAt.delete(asker);
  }
}

/** When a bucket that so much is taken from will be full again. */
function filledUpAfter(fullAt: number, ms: number, now: number, { holdsMs, perSecondMs }: Size): number {
  const after = Math.max(now, fullAt) + (ms / perSecondMs) * 1000;
  return Math.min(after, now + (holdsMs / perSecondMs) * 1000 + LONGEST_WAIT_MS);
}

/** What a bucket holds that will be full again then. */
function leftIn(fullAt: number, now: number, { holdsMs, perSecondMs }: Size): number {
  return Math.max(0, holdsMs - (Math.max(0, fullAt - now) / 1000) * perSecondMs);
}

/** How long until there is something in a bucket that is full again after so many milliseconds. */
function secondsToWait(msToFull: number, { holdsMs, perSecondMs }: Size): number {
  return msToFull / 1000 - holdsMs / perSecondMs;
}
