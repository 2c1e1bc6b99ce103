/** What plans promise, whatever engine keeps the accounts: one suite, run on each. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { renewalAfter } from '../../src/accounts/due.ts';
import type { Accounts } from '../../src/accounts/open.ts';
import { ConflictError, UserError } from '../../src/errors/operators.ts';
import { type Day, formatDay, parseDay } from '../../src/lib/calendar.ts';
import { call, ENGINES, makeAccount, open } from '../support/stores/accounts-engines.ts';
import { StoreClock } from '../support/stores/store-clock.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const day = (text: string): Day => parseDay(text) ?? assert.fail(text);

test('a plan gives points on the same day of every month, on the last one of a shorter month', () => {
  const days = ['2028-01-31'];
  for (let i = 0; i < 4; i++) days.push(formatDay(renewalAfter(day('2028-01-31'), day(days.at(-1) ?? ''))));
  assert.deepEqual(days, ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']);
  assert.equal(formatDay(renewalAfter(day('2026-11-16'), day('2026-12-16'))), '2027-01-16');
});

for (const engine of ENGINES) {
  describe(`plans in ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let env: Record<string, string>;
    let accounts: Accounts;
    let other: Accounts;
    let clock: StoreClock;
    before(async () => {
      env = await engine.create();
      accounts = await open(env);
      other = await open(env);
      clock = new StoreClock(env);
      await accounts.terms.keepTimeZone('Asia/Taipei');
    });
    after(() => clock.end());

    /** A moment of the day in the time zone of the books, eight hours before UTC. */
    const at = (text: string, hour = 0) => day(text) * DAY_MS + (hour - 8) * HOUR_MS;
    const account = (points = 0) => makeAccount(accounts, points);
    const plan = (name: string, points: number, from: string, keep: number | null = 0) =>
      accounts.setPlan(name, { points, from: day(from), keep });
    const charge = async (name: string, points: number) => {
      const [outcome] = await accounts.settle([call(name, points)]);
      return outcome?.kind === 'settled' ? outcome.balance : outcome?.kind;
    };
    const changes = async (name: string) =>
      (await accounts.listGrants(name)).map(({ kind, points, balance, at }) => [
        ...[kind, points, balance],
        new Date(at.getTime() + 8 * HOUR_MS).toISOString().slice(0, 16),
      ]);
    const balanceOf = async (name: string) => (await accounts.findAccount(name)).balance;
    const assertSound = async () => assert.deepEqual((await accounts.audit()).problems, []);

    test('points come at midnight of the day, once, whatever was down meanwhile', async () => {
      await clock.set(at('2027-01-30', 12));
      const name = await account(5);
      const set = await plan(name, 100, '2027-01-31');
      assert.deepEqual([set.points, set.keep, formatDay(set.next)], [100, 0, '2027-01-31']);
      await clock.set(at('2027-01-31') - 1);
      assert.equal(await charge(name, 6), 'insufficient');
      await clock.set(at('2027-01-31'));
      assert.equal(await charge(name, 6), 99);
      // Nobody was here for months.
      await clock.set(at('2027-04-30', 9));
      const shown = await Promise.all([
        ...[accounts, other].map((each) => each.findAccount(name).then(({ balance }) => balance)),
        charge(name, 0),
        other.settle([call(name, 0)]).then(([outcome]) => outcome && 'balance' in outcome && outcome.balance),
      ]);
      assert.deepEqual(shown, [105, 105, 105, 105]);
      assert.deepEqual((await changes(name)).slice(1), [
        ['plan', 100, 105, '2027-01-31T00:00'],
        ['expired', -94, 5, '2027-02-28T00:00'],
        ['plan', 100, 105, '2027-02-28T00:00'],
        ['expired', -100, 5, '2027-03-31T00:00'],
        ['plan', 100, 105, '2027-03-31T00:00'],
        ['expired', -100, 5, '2027-04-30T00:00'],
        ['plan', 100, 105, '2027-04-30T00:00'],
      ]);
      const { reference } = (await accounts.listGrants(name)).at(-1) ?? {};
      assert.equal(reference, `plan:${(await accounts.findAccount(name)).id}:2027-04-30`);
      await assertSound();
    });

    test('what shows a last day is valid through it, also where the next plan gives points before', async () => {
      await clock.set(at('2027-01-31', 12));
      const name = await account();
      await plan(name, 100, '2027-01-31', 0);
      await clock.set(at('2027-02-28', 12));
      await plan(name, 10, '2027-02-28', 0);
      await clock.set(at('2027-03-28'));
      assert.equal(await balanceOf(name), 110);
      await clock.set(at('2027-03-31'));
      assert.equal(await balanceOf(name), 10);
      await assertSound();
    });
  });
}
