import assert from 'node:assert/strict';
import { after } from 'node:test';
import { type call, type Engine, makeAccount, open, told } from '../support/stores/accounts-engines.ts';
import { StoreClock } from '../support/stores/store-clock.ts';

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const NOTE = { by: 'a test', note: '' };

/** A new store in two programs, with a clock that a suite sets before anything comes due. */
export async function openBooks(engine: Engine) {
  const env = await engine.create();
  const [accounts, other] = [await open(env), await open(env)];
  const clock = new StoreClock(env);
  after(() => clock.end());
  /** The end of what is valid for so many days from now on. */
  const endIn = (days: number) => {
    const endsAt = clock.now + days * DAY_MS;
    return { day: Math.floor(endsAt / DAY_MS) - 1, endsAt };
  };
  return {
    ...{ env, accounts, other, clock, endIn },
    /** An account with a key whose hash is its name. */
    account: (points = 0) => makeAccount(accounts, points),
    /** For good, or for so many days. */
    grant: (name: string, points: number, days?: number) =>
      accounts.grant(name, { points, ...NOTE, expires: days === undefined ? undefined : endIn(days) }),
    settle: async (...calls: ReturnType<typeof call>[]) => (await accounts.settle(calls)).map(told),
    balanceOf: async (name: string) => (await accounts.findAccount(name)).balance,
    /** What is left of each grant, in the order of use: "45 of 50". */
    left: async (name: string) =>
      (await accounts.openGrants(name)).map(
        ({ kind, points, left }) => `${kind === 'paid' ? '' : `${kind} `}${left} of ${points}`,
      ),
    assertSound: async () => assert.deepEqual((await accounts.audit()).problems, []),
  };
}
