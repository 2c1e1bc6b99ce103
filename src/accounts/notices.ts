import { type Day, dayClock } from '../snapshot/calendar.ts';
import type { Account, Accounts } from './accounts.ts';
import { expiringEvent } from './outbox.ts';
import { lowMarkOf, RATE_DAYS } from './running-low.ts';

const AHEAD_MS = 7 * 86_400_000;
/** How many accounts are looked at before calls come between. */
const STEP = 50;

/**
 * What time alone brings about, for webhooks to be told of: expiries and plan grants of accounts that nobody calls with, points that
 * expire within a week, and with how few points an account runs low. Each is once by itself, however often it is looked
 * for and by whom.
 */
export class Notices {
  readonly #accounts: Accounts;
  readonly #timeZone: string;
  #marked: Day | undefined;

  constructor(accounts: Accounts, timeZone: string) {
    this.#accounts = accounts;
    this.#timeZone = timeZone;
  }

  async look(): Promise<void> {
    await this.#tellExpiring();
    const today = dayClock((await this.#accounts.timeZone()) ?? this.#timeZone)(Date.now());
    if (today === this.#marked) return;
    await this.#markLow(today);
    this.#marked = today;
  }

  /** What is due already is written on the way. */
  async #tellExpiring(): Promise<void> {
    const until = Date.now() + AHEAD_MS;
    for (let after = ''; ; ) {
      const ids = await this.#accounts.dueBy(until, after, STEP);
      for (const id of ids)
        await this.#accounts.transaction(async (inside) => {
          const expiring = await inside.expiringBy(id, until);
          const account = await inside.findAccount(id);
          await inside.outbox.emit(expiring.map((each) => expiringEvent(account, each)));
        });
      const last = ids.at(-1);
      if (last === undefined || ids.length < STEP) return;
      after = last;
    }
  }

  /** The points that last for a week at what was used of late, of accounts for which none were set by hand. */
  async #markLow(today: Day): Promise<void> {
    const used = await this.#accounts.usage({ from: today - RATE_DAYS, to: today - 1, by: 'account' });
    const usedBy = new Map(used.map(({ of, points }) => [of, points]));
    const marks = (await this.#accounts.listAccounts()).flatMap((account: Account) => {
      const below = lowMarkOf(usedBy.get(account.name) ?? 0);
      return account.low.isSet || account.low.below === below ? [] : [{ id: account.id, below }];
    });
    for (let i = 0; i < marks.length; i += STEP)
      await this.#accounts.transaction(async (inside) => {
        for (const { id, below } of marks.slice(i, i + STEP))
          await inside.changeAccount(id, { low: { below, isSet: false } });
      });
  }
}
