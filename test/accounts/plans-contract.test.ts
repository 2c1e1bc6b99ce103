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

    test('as much of what is left stays as the plan says, and points of a plan are used before those that stay', async () => {
      await clock.set(at('2027-05-01', 12));
      const [some, all] = [await account(50), await account()];
      await plan(some, 100, '2027-05-02', 30);
      await plan(all, 100, '2027-05-02', null);
      await clock.set(at('2027-05-02'));
      assert.equal(await charge(some, 60), 90);
      await clock.set(at('2027-06-02'));
      assert.deepEqual([await balanceOf(some), await balanceOf(all)], [180, 200]);
      await clock.set(at('2027-07-02'));
      assert.deepEqual([await balanceOf(some), await balanceOf(all)], [180, 300]);
      assert.deepEqual(
        (await accounts.openGrants(some)).map(({ kind, left }) => [kind, left]),
        [
          ['plan', 30],
          ['plan', 100],
          ['paid', 50],
        ],
      );
      const given = (await accounts.listGrants(some)).filter(({ kind }) => kind === 'plan');
      assert.deepEqual(
        given.map((each) => each.left),
        [0, 30, 100],
        'what came last stays first',
      );
      await assertSound();
    });

    test('a plan from today gives at once, and the same day is not given twice', async () => {
      await clock.set(at('2027-08-10', 12));
      const name = await account();
      assert.equal(formatDay((await plan(name, 10, '2027-08-10')).next), '2027-09-10');
      assert.equal(await balanceOf(name), 10);
      await accounts.endPlan(name);
      await plan(name, 20, '2027-08-10', null);
      assert.equal(await balanceOf(name), 10, 'what was given today was given');
      await clock.set(at('2027-09-10'));
      assert.equal(await balanceOf(name), 30);
      await assertSound();
    });

    test('another plan on the same day takes away nothing that was given on it', async () => {
      await clock.set(at('2027-08-12', 12));
      const name = await account();
      await plan(name, 1000, '2027-08-12', 0);
      await plan(name, 3000, '2027-08-12', 0);
      assert.equal(await balanceOf(name), 1000);
      await clock.set(at('2027-09-12'));
      assert.equal(await balanceOf(name), 3000);
      await assertSound();
    });

    test('a later plan leaves what an earlier one gave until its own end, and what is kept shows until when', async () => {
      await clock.set(at('2027-09-20', 12));
      const name = await account();
      await plan(name, 100, '2027-09-20', 0);
      await plan(name, 10, '2027-09-25', 4);
      await clock.set(at('2027-09-25'));
      assert.equal(await balanceOf(name), 110);
      await clock.set(at('2027-10-20'));
      assert.equal(await balanceOf(name), 10);
      await clock.set(at('2027-10-25'));
      assert.equal(await balanceOf(name), 14);
      const shown = (await accounts.openGrants(name)).map(({ left, expires }) => [
        left,
        expires === null ? null : formatDay(expires),
      ]);
      assert.deepEqual(shown, [
        [4, '2027-11-24'],
        [10, '2027-11-24'],
      ]);
      await assertSound();
    });

    test('what a plan gave for good stays, whatever plan comes after it', async () => {
      await clock.set(at('2027-01-05', 12));
      const [changed, ended] = [await account(), await account()];
      for (const name of [changed, ended]) await plan(name, 1000, '2027-01-05', null);
      await clock.set(at('2027-03-06'));
      await accounts.endPlan(ended);
      for (const name of [changed, ended]) await plan(name, 1200, '2027-04-05', 0);
      for (const renewal of ['2027-04-05', '2027-05-05', '2027-06-05']) {
        await clock.set(at(renewal));
        for (const name of [changed, ended]) {
          const open = await accounts.openGrants(name);
          assert.deepEqual(
            open.map(({ left, expires }) => [left, expires !== null]),
            [[1200, true], ...[1000, 1000, 1000].map((left) => [left, false])],
            renewal,
          );
        }
      }
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

    test('after its end nothing more comes, and what came last is valid until the day of the next', async () => {
      await clock.set(at('2027-10-01', 12));
      const name = await account(7);
      await plan(name, 100, '2027-10-01', 50);
      await accounts.endPlan(name);
      assert.equal(await accounts.plan(name), undefined);
      await assert.rejects(accounts.endPlan(name), ConflictError);
      await clock.set(at('2027-11-01') - 1);
      assert.equal(await balanceOf(name), 107);
      await clock.set(at('2027-11-01'));
      assert.equal(await balanceOf(name), 7);
      await clock.set(at('2028-01-01'));
      assert.equal(await balanceOf(name), 7);
      await assertSound();
    });

    test('an inactive account goes on; a closed one gets nothing more, and its points end', async () => {
      await clock.set(at('2028-02-01', 12));
      const [idle, closed] = [await account(), await account()];
      await plan(idle, 10, '2028-02-01');
      await plan(closed, 10, '2028-02-01');
      await accounts.setAccountActive(idle, false);
      await accounts.closeAccount(closed);
      await assert.rejects(plan(closed, 5, '2028-03-01'), ConflictError);
      await clock.set(at('2028-03-01'));
      assert.deepEqual([await balanceOf(idle), await balanceOf(closed)], [10, 0]);
      assert.equal((await changes(idle)).length, 3);
      await assertSound();
    });
  });
}
