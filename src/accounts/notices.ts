import { setImmediate } from 'node:timers/promises';
import { StoreError } from '../errors/stores.ts';
import { type Day, dayClock } from '../lib/calendar.ts';
import type { Accounts, Points } from './accounts.ts';
import { expiringEvent } from './outbox.ts';
import { lowMarkOf, RATE_DAYS, usedBy } from './running-low.ts';

const AHEAD_MS = 7 * 86_400_000;
/** How many accounts are read at once. Calls come between any two of them. */
const STEP = 50;

/**
 * What time alone brings about, as events for webhooks: expiries and plan grants of accounts that nobody calls with, points that
 * expire within a week, and with how few points an account runs low. Each is written once, however often it is looked
 * for, and by however many.
 */
export class Notices {
  readonly #accounts: Accounts;
  readonly #timeZone: string;
  #lookedOn: Day | undefined;
  /** What was left for the next time: ids of accounts that were locked elsewhere. */
  #left = { expiring: new Set<string>(), low: new Set<string>() };

  constructor(accounts: Accounts, timeZone: string) {
    this.#accounts = accounts;
    this.#timeZone = timeZone;
  }

  /**
   * What is due is written whenever it looks; the rest is looked for once a day. It ends early where it may not go on.
   * Accounts that are locked elsewhere are left for the next time; in the end it fails because of them.
   */
  async look(mayGoOn: () => Promise<boolean> = async () => true): Promise<void> {
    const now = Date.now();
    const today = dayClock((await this.#accounts.terms.timeZone()) ?? this.#timeZone)(now);
    const isNewDay = today !== this.#lookedOn;
    const left = this.#left;
    // Whatever else goes wrong, all is looked for again.
    this.#lookedOn = undefined;
    this.#left = { expiring: new Set(), low: new Set() };
    let busy: StoreError | undefined;
    const unlessBusy = async (what: keyof typeof left, id: string, work: Promise<unknown>) => {
      await work.catch((error: unknown) => {
        if (!(error instanceof StoreError && error.kind === 'busy')) throw error;
        this.#left[what].add(id);
        busy ??= error;
      });
      await setImmediate();
    };
    const expiring = isNewDay ? [] : left.expiring;
    for await (const id of both(expiring, this.#dueBy(isNewDay ? now + AHEAD_MS : now))) {
      if (this.#left.expiring.has(id)) continue;
      if (!(await mayGoOn())) return;
      await unlessBusy('expiring', id, this.#tellExpiring(id, now + AHEAD_MS));
    }
    const marks = isNewDay || left.low.size > 0 ? await this.#lowMarks(today) : [];
    for (const { id, below } of marks) {
      if (!isNewDay && !left.low.has(id)) continue;
      if (!(await mayGoOn())) return;
      // One account in a transaction: two that lock several wait for each other in a circle.
      await unlessBusy(
        'low',
        id,
        this.#accounts.transaction((inside) => inside.changeAccount(id, { lowByUse: below })),
      );
    }
    this.#lookedOn = today;
    if (busy) throw busy;
  }

  async *#dueBy(at: number): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const ids = await this.#accounts.dueBy(at, after, STEP);
      yield* ids;
      const last = ids.at(-1);
      if (last === undefined || ids.length < STEP) return;
      after = last;
    }
  }

  /** What is due already is written on the way. */
  async #tellExpiring(id: string, until: number): Promise<void> {
    await this.#accounts.transaction(async (inside) => {
      const expiring = await inside.expiringBy(id, until);
      const account = await inside.findAccount(id);
      const grants = new Map((await inside.openGrants(id)).map((grant) => [grant.number, grant.reference]));
      await inside.outbox.emit(
        expiring.map((each) => expiringEvent(account, each, grants.get(each.number) ?? null)),
      );
    });
  }

  /** The points that last for a week at what was used of late, of accounts for which none were set by hand. */
  async #lowMarks(today: Day): Promise<{ id: string; below: Points | null }[]> {
    const used = await usedBy(this.#accounts, today - RATE_DAYS, today - 1);
    return (await this.#accounts.listThresholds()).flatMap(({ id, name, low }) => {
      const below = lowMarkOf(used.get(name) ?? 0);
      return low.isSet || low.below === below ? [] : [{ id, below }];
    });
  }
}

async function* both(some: Iterable<string>, others: AsyncIterable<string>): AsyncGenerator<string> {
  yield* some;
  yield* others;
}
